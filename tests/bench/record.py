"""Recording a hand, from the request to the new state back, against the same rows by psycopg alone."""

import json
import subprocess
import sys
import time
import uuid
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.bench.app import Caller, app, closed_loop, prepared
from tests.bench.cluster import Cluster, postgresql
from tests.bench.hands import declared, hands
from tests.bench.meter import Meter, Sample, cpu_ms, foreign, percentile, rate
from tests.bench.report import Figure, percent
from tests.serving import ROOT

TABLES = 8
LISTS = 6  # long lists a table, played one after the other
COUNTED = 16  # hands whose statements are counted


class Recorder:
    """One table with its own scorer: records hand after hand, and goes on with the next list when one is full."""

    def __init__(self, url: str, token: str, sittings: list[str]) -> None:
        self.caller, self.sittings, self.facts = Caller(url, token), list(sittings), hands()
        self.dealer = 0

    def __call__(self) -> None:
        body = json.dumps({"record": declared(next(self.facts), self.dealer)})
        path = f"/api/v1/sittings/{self.sittings[0]}/hands"
        answer: Any = self.caller.ask("POST", path, body, **{"Idempotency-Key": str(uuid.uuid4())})
        if answer.status != 201:
            raise RuntimeError(f"{answer.status}: {answer.text[:500]}")
        state = json.loads(answer.text)["state"]
        self.dealer = state["dealer"]
        if state["status"] != "playing":
            self.sittings.pop(0)
            self.dealer = 0


def run(options: Namespace) -> list[Figure]:
    with postgresql() as database:
        prepared(database.url, "migrate")
        ours = prepared(database.url, "tables", TABLES, LISTS)["tables"]
        theirs = prepared(database.url, "tables", TABLES)["tables"]
        with app(database.url) as server:
            recorders = [Recorder(server.url, table["token"], table["sittings"]) for table in ours]
            for table in theirs:  # one hand by the app, for the anchor to repeat
                Recorder(server.url, table["token"], table["sittings"])()
            closed_loop(recorders, 1.5)  # a warm start
            statements, everything = statements_a_hand(database, recorders[0])
            rows = prepared(database.url, "templates", [table["sittings"][0] for table in theirs])
            with anchors(database, rows) as writers:
                end_to_end, raw = [], []
                for _round in range(options.rounds):
                    raw.append(written(writers, options.seconds, database))
                    end_to_end.append(closed_loop(recorders, options.seconds, server.process.pid, database.pid))
    return figures(end_to_end, raw, statements, everything)


def figures(end_to_end: list[Sample], raw: list[Sample], statements: float, everything: float) -> list[Figure]:
    waits = [1000 * wait for sample in end_to_end for wait in sample.waits]
    ran = f"{len(end_to_end)} rounds, {len(waits)} hands"
    others = foreign(end_to_end, raw)
    anchor = f"{cpu_ms(raw):.2f} ms CPU of the same rows by psycopg, 8 connections"
    clock = f"{rate(raw):.0f}/s of the same rows by psycopg"
    times = ", ".join(f"p{share} {percentile(waits, share / 100):.0f}" for share in (50, 95, 99))
    counted = f"{COUNTED} hands"
    return [
        Figure("record, by CPU", percent(cpu_ms(raw) / cpu_ms(end_to_end)), anchor, "20 %", "10 %", ran, others),
        Figure("record, CPU a hand", f"{cpu_ms(end_to_end):.2f} ms", "", "", "", ran, foreign(end_to_end)),
        Figure("record, by the clock", percent(rate(end_to_end) / rate(raw)), clock, "", "", ran, others),
        Figure("record, rate", f"{rate(end_to_end):.0f}/s", "8 tables in a closed loop", "", "", ran, others),
        Figure("record, answer times", f"{times} ms", "", "p95 25, p99 40 ms", "", ran, foreign(end_to_end)),
        Figure("record, statements", f"{statements:g} ({everything:g} with BEGIN and COMMIT)", "", "8", "12", counted),
    ]


def statements_a_hand(database: Cluster, record: Recorder) -> tuple[float, float]:
    """What PostgreSQL's own log counts for a hand: (without BEGIN and COMMIT, with them)."""
    with database.logging_statements() as lines:
        for _hand in range(COUNTED):
            record()
        time.sleep(0.2)
        said = [line for line in lines() if " statement: " in line or " execute " in line]
    ends = [line for line in said if line.rstrip(";\n").rsplit(": ", 1)[-1].upper() in {"BEGIN", "COMMIT"}]
    return (len(said) - len(ends)) / COUNTED, len(said) / COUNTED


@contextmanager
def anchors(database: Cluster, rows: list[Any]) -> Iterator[list["subprocess.Popen[str]"]]:
    """A writer for each table, connected and warm."""
    command = [sys.executable, "-m", "tests.bench.anchor"]
    writers = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _row in rows
    ]
    try:
        for writer, found in zip(writers, rows, strict=True):
            _tell(writer, json.dumps({"database": database.url, "rows": found}))
        for writer in writers:
            _hear(writer)
        yield writers
    finally:
        for writer in writers:
            writer.communicate()  # the end of its input ends it


def written(writers: list["subprocess.Popen[str]"], seconds: float, database: Cluster) -> Sample:
    """A round of the anchor: the writers' own CPU and that of the database."""
    started = time.perf_counter()
    with Meter(database.pid) as meter:
        for writer in writers:
            _tell(writer, str(seconds))
        heard = [json.loads(_hear(writer)) for writer in writers]
    waits = [wait for one in heard for wait in one["waits"]]
    cpu = meter.cpu + sum(one["cpu"] for one in heard)
    return Sample(len(waits), time.perf_counter() - started, cpu, meter.foreign, waits)


def _tell(writer: "subprocess.Popen[str]", line: str) -> None:
    assert writer.stdin
    writer.stdin.write(line + "\n")
    writer.stdin.flush()


def _hear(writer: "subprocess.Popen[str]") -> str:
    assert writer.stdout
    if line := writer.stdout.readline():
        return line
    raise RuntimeError("a writer of the anchor has ended early")
