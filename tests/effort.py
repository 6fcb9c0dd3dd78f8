"""How much a database looks at for a call, as a number that depends on nothing else: no clock, no other process.

On SQLite the steps of its machine, some for each row; on PostgreSQL the rows read in this transaction by plans that
read as few as they can and no table whole (one of a test is so small that this would often be the best plan).
"""

from collections.abc import Callable
from typing import Any

from django.db import connection

ROWS = "SELECT sum(seq_tup_read) + sum(idx_tup_fetch) FROM pg_stat_xact_user_tables"


def effort(call: Callable[[], object]) -> int:
    """What the second of two calls costs: what is read once a process has been read by the first."""
    call()
    connection.ensure_connection()
    return _steps(call) if connection.vendor == "sqlite" else _rows(call)


def _steps(call: Callable[[], object]) -> int:
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    database: Any = connection.connection
    database.set_progress_handler(step, 1)
    try:
        call()
    finally:
        database.set_progress_handler(None, 1)
    return steps


def _rows(call: Callable[[], object]) -> int:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        # Each row dear: in tables as small as a test's nearly all plans cost the same, and chance would choose.
        cursor.execute("SET LOCAL cpu_tuple_cost = 100")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")  # whatever the connection was asked before
        cursor.execute(ROWS)
        before = int(cursor.fetchone()[0])
        call()
        cursor.execute(ROWS)
        return int(cursor.fetchone()[0]) - before
