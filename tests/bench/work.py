"""What a call makes the database do: statements, rows looked at, rows written.

Rows looked at are counted by the database: on PostgreSQL rows read in tables and entries read in indexes, on SQLite the
steps its machine takes (some for each row; that is no number of rows, but twice the rows are twice the steps). Neither
depends on the clock or on who else is on the machine.
"""

import re
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from django.db import connection

MOVES = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
SCAN = re.compile(r"SCAN (?!.*VIRTUAL TABLE)(?!CONSTANT ROW)(\w+_\w+)")


@dataclass(frozen=True, slots=True)
class Work:
    """Of one call; `scans` are the tables that SQLite reads from end to end (PostgreSQL: the rows so read)."""

    statements: int
    looked_at: int
    written: int
    scans: list[str]


class Counter(Protocol):
    """Counts up; what lies between two readings is that of the call between."""

    def looked_at(self) -> int: ...
    def written(self) -> int: ...
    def done(self) -> None: ...


class Steps:
    """SQLite's own: its machine calls back at each step."""

    def __init__(self) -> None:
        connection.ensure_connection()
        self._steps = 0
        connection.connection.set_progress_handler(self._step, 1)

    def _step(self) -> int:
        self._steps += 1
        return 0

    def looked_at(self) -> int:
        return self._steps

    def written(self) -> int:
        return int(connection.connection.total_changes)

    def done(self) -> None:
        connection.connection.set_progress_handler(None, 1)


class Rows:
    """PostgreSQL's own: what its statistics say, told to come at once."""

    SEEN = """SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes),
      (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)"""

    def looked_at(self) -> int:
        return self._seen()[0]

    def written(self) -> int:
        return self._seen()[1]

    def done(self) -> None:
        """There is nothing to take away."""

    def _seen(self) -> tuple[int, int]:
        connection.ensure_connection()
        with connection.connection.cursor() as cursor:  # Django's would be counted as a statement
            cursor.execute("SELECT pg_stat_force_next_flush()")
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            found = cursor.execute(self.SEEN).fetchone()
        return int(found[0]), int(found[1])


def work_of(call: Callable[[], object]) -> Work:
    """Call it, and count."""
    call()  # what is read once a process has been read
    said: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(MOVES):
            said.append((sql, params))
        return execute(sql, params, many, context)

    counter: Counter = Rows() if connection.vendor == "postgresql" else Steps()
    try:
        looked_at, written = counter.looked_at(), counter.written()
        with connection.execute_wrapper(note):
            call()
        looked_at, written = counter.looked_at() - looked_at, counter.written() - written
    finally:
        counter.done()
    return Work(len(said), looked_at, written, scanned(said))


def scanned(said: list[tuple[str, Any]]) -> list[str]:
    """The tables that SQLite would read from end to end for these statements."""
    if connection.vendor != "sqlite":
        return []
    found: set[str] = set()
    with connection.cursor() as cursor:
        for sql, params in said:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            found.update(match.group(1) for row in cursor.fetchall() if (match := SCAN.match(row[3])))
    return sorted(found)


def timed(call: Callable[[], object], seconds: float, most: int) -> dict[str, float]:
    """Milliseconds by the clock and of this process's CPU: the medians of as many calls as there is time for."""
    clock, cpu, end = list[float](), list[float](), time.perf_counter() + seconds
    while len(clock) < 3 or (time.perf_counter() < end and len(clock) < most):
        begun, spent = time.perf_counter(), time.process_time()
        call()
        clock.append(1000 * (time.perf_counter() - begun))
        cpu.append(1000 * (time.process_time() - spent))
    return {"clock": statistics.median(clock), "cpu": statistics.median(cpu), "calls": len(clock)}


def measured(call: Callable[[], object], seconds: float, most: int = 200) -> dict[str, Any]:
    """Both."""
    return {**asdict(work_of(call)), **timed(call, seconds, most)}
