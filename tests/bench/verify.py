"""`manage.py verify`: how many hands a second it judges, hashes and sums again, and whether that stays so."""

import os
import statistics
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
        urls = {size: database.another(f"of_{size}") for size in (0, small, large)}  # the start alone is measured too
        for size, url in urls.items():
            prepared(url, "migrate")
            if size:
                prepared(url, "history", size)
                prepared(url, "analyze")
        rounds = [
            {size: verified(database, url, size) for size, url in urls.items()} for _round in range(options.rounds)
        ]
    empty, less, more = ([found[size] for found in rounds] for size in urls)
    start = statistics.median(sample.seconds for sample in empty)
    start_cpu = statistics.median(sample.cpu for sample in empty)
    cpu = [cpu_ms(found) - 1000 * start_cpu / size for found, size in ((less, small), (more, large))]
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


def verified(database: Cluster, url: str, hands: int) -> Sample:
    """One run of the command: its own CPU and that of the database."""
    command = [sys.executable, "-m", "django", "verify"]
    started = time.perf_counter()
    with Meter(database.pid) as meter:
        before = os.times()
        environ = environ_for(url, ENVIRON)
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
        after = os.times()
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    own = after.children_user + after.children_system - before.children_user - before.children_system
    return Sample(hands, time.perf_counter() - started, meter.cpu + own, meter.foreign)
