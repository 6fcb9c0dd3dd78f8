"""Two connections to PostgreSQL at once: whether an act waits for the locks of another one, and which rows it holds."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import Queue
from typing import Any

from django.db import OperationalError, connection

PATIENCE = 30  # seconds until an act that waits is given up
A_LOOK = 0.005  # seconds between two looks whether it waits


def beside(act: Callable[[], object]) -> str:
    """What becomes of it on another connection, where nobody waits long for a lock."""

    def tried() -> str:
        try:
            _say("SET lock_timeout = '300ms'")
            act()
        except OperationalError:
            return "waits"
        else:
            return "done"
        finally:
            _say("RESET lock_timeout")  # the pool gives this connection to whoever asks next
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(tried).result(PATIENCE)


def begun(pool: ThreadPoolExecutor, act: Callable[[], object]) -> Future[object]:
    """Begin it on another connection; here it goes on once that waits for a lock, or has ended."""
    told: Queue[int] = Queue()

    def acted() -> object:
        try:
            told.put(_say("SELECT pg_backend_pid()"))
            return act()
        finally:
            connection.close()

    acting = pool.submit(acted)
    process = told.get(timeout=PATIENCE)
    while not acting.done() and not _say("SELECT cardinality(pg_blocking_pids(%s))", process):
        wait([acting], timeout=A_LOOK)
    return acting


def _say(statement: str, *values: object) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchone()[0] if cursor.description else None
