"""SQLite as the demo and a small club use it: the service in one process, and twenty recorders in one file at once."""

import json
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any

from tests.bench.app import ENVIRON, prepared
from tests.bench.meter import Meter
from tests.bench.report import Figure
from tests.serving import ROOT, environ_for

RECORDERS = 20


def run(options: Namespace) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="bench-sqlite-") as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        prepared(url, "migrate")
        one = prepared(url, "tables", options.rounds, 4)["tables"]
        with Meter() as meter:
            alone = [together(url, [table], options.seconds)[0] for table in one]
        rates = sorted(found["done"] / found["seconds"] for found in alone)
        many = prepared(url, "tables", RECORDERS, 2)["tables"]
        with Meter() as crowd:
            found = together(url, many, options.seconds)
        keys = Path(folder) / "keys.json"  # more than a command line holds
        keys.write_text(json.dumps([key for one in (*alone, *found) for key in one["keys"]]))
        checked = prepared(url, "lost_and_doubled", str(keys))
        differences = prepared(url, "differences")
    done = sum(one["done"] for one in found)
    locked = sum(one["locked"] for one in found)
    cpu = 1000 * sum(one["cpu"] for one in alone) / sum(one["done"] for one in alone)
    longest = max(one["longest"] for one in found)
    return [
        Figure(
            what="SQLite, service call in process",
            value=f"{rates[len(rates) // 2]:.0f}/s ({cpu:.2f} ms CPU)",
            of="the clock, synchronous=FULL",
            aim="300/s",
            ran=f"{len(rates)} rounds, {sum(one['done'] for one in alone)} hands",
            foreign=meter.foreign,
        ),
        Figure(
            what=f"SQLite, {RECORDERS} processes at once",
            value=f"{done / max(one['seconds'] for one in found):.0f}/s, {locked} locked, {checked['lost']} lost, "
            f"{checked['doubled']} doubled, {differences} differences",
            of=f"all together; the longest wait {longest:.1f} s",
            aim="none locked, lost, doubled",
            ran=f"{done} hands",
            foreign=crowd.foreign,
        ),
    ]


def together(url: str, tables: list[Any], seconds: float) -> list[dict[str, Any]]:
    """A process for each table; all begin when all are ready."""
    environ = environ_for(url, ENVIRON)
    command = [sys.executable, "-m", "tests.bench.recorder", str(seconds)]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([*command, *table["sittings"]], cwd=ROOT, env=environ, **pipes) for table in tables]
    for process in processes:
        if process.stdout.readline() != "ready\n":
            raise RuntimeError("a recorder did not start")
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate()[0]) for process in processes]
