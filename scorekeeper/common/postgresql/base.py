"""Django's PostgreSQL, whose pool hands out no connection that died while nobody used it.

psycopg's own check throws dead connections away one by one, and pauses a second and more between them: after a restart
of the server whoever comes first would wait longer than anybody waits for a connection, and be refused.
"""

import select
import threading
import time
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg_pool import ConnectionPool

TRUSTED: Final = 5.0  # seconds that a connection which has answered is believed to live, while nothing comes from it
_answered_at: "WeakKeyDictionary[Any, float]" = WeakKeyDictionary()  # monotonic seconds
_drained_at: dict[int, float] = {}  # by the pool's id: monotonic seconds
_draining = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """The engine `scorekeeper.common.postgresql`."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that answers. The first one that does not makes the pool connect anew for all that are idle, as
        they died of the same cause.

        Raises:
            OperationalError: the pool had none within its timeout.
        """
        pool = self.pool  # type: ignore[attr-defined]  # the stubs do not know it
        while True:
            asked_at = time.monotonic()
            connection = super().get_new_connection(conn_params)
            if pool is None or _answers(connection):
                return connection
            with _draining:
                if _drained_at.get(id(pool), 0.0) < asked_at:  # else somebody has done it meanwhile
                    pool.drain()
                    _drained_at[id(pool)] = time.monotonic()
            pool.putconn(connection)  # which replaces it

    def _set_autocommit(self, autocommit: bool) -> None:
        """One of the pool is as it was given back: psycopg would take its lock, and wait for nothing."""
        if self.connection.autocommit != autocommit:
            super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs do not know it


def _answers(connection: Any) -> bool:
    """Whether it lives. A server that ends, or ends this connection alone, says so: then there is something to read.
    One that vanished without a word is found by asking, which costs as much as a statement and is not done each time.
    """
    now = time.monotonic()
    try:
        if now - _answered_at.get(connection, 0.0) < TRUSTED and not _has_news(connection.fileno()):
            return True
        ConnectionPool.check_connection(connection)
    except Error:
        connection.close()
        return False
    _answered_at[connection] = now
    return True


def _has_news(socket: int) -> bool:
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))
