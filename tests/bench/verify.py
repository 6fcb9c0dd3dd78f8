"""`manage.py verify`: how many hands a second it judges, hashes and sums again, and whether that stays so."""

import os
import subprocess
import sys
import time
from argparse import Namespace

from tests.bench.app import ENVIRON, prepared
from tests.bench.cluster import Cluster, postgresql
from tests.bench.meter import Meter, Sample, cpu_ms, foreign, rate
from tests.bench.report import Figure
from tests.serving import ROOT, environ_for

SIZES, LONG = (2_400, 9_600), (9_600, 96_000)


def run(options: Namespace) -> list[Figure]:
    small, large = LONG if options.long else SIZES
    with postgresql() as database:
        prepared(database.url, "migrate")
        empty = [verified(database, 1) for _round in range(options.rounds)]  # what the start costs
        prepared(database.url, "history", small)
        prepared(database.url, "analyze")
        less = [verified(database, small) for _round in range(options.rounds)]
        prepared(database.url, "history", large - small)
        prepared(database.url, "analyze")
        more = [verified(database, large) for _round in range(options.rounds)]
    start = sum(sample.seconds for sample in empty) / len(empty)
    start_cpu = sum(sample.cpu for sample in empty) / len(empty)
    cpu = [1000 * (cpu_ms(found) * size / 1000 - start_cpu) / size for found, size in ((less, small), (more, large))]
    clock = large / (large / rate(more) - start)
    return [
        Figure(
            what="verify",
            value=f"{1000 / cpu[1]:,.0f} hands/s by CPU ({cpu[1]:.3f} ms), {clock:,.0f}/s by the clock",
            of=f"{large:,} hands; the start of {start:.1f} s left out",
            aim="83,000/s",
            floor="50,000/s",
            ran=f"{len(more)} runs",
            foreign=foreign(more),
        ),
        Figure(
            what="verify, linear",
            value=f"{cpu[1] / cpu[0]:.2f}x CPU a hand",
            of=f"{large:,} hands against {small:,}",
            aim="1",
            ran=f"{len(less)} runs each",
            foreign=foreign(less, more),
        ),
    ]


def verified(database: Cluster, hands: int) -> Sample:
    command = [sys.executable, "-m", "django", "verify"]
    started = time.perf_counter()
    with Meter(database.pid) as meter:
        before = os.times()
        environ = environ_for(database.url, ENVIRON)
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
        after = os.times()
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    own = after.children_user + after.children_system - before.children_user - before.children_system
    return Sample(hands, time.perf_counter() - started, meter.cpu + own, meter.foreign)
