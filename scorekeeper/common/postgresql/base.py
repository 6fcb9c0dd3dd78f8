"""Django's PostgreSQL, whose pool hands out no connection that died while nobody used it.

psycopg's own check throws dead connections away one by one, and pauses a second and more between them: after a restart
of the server whoever comes first would wait longer than anybody waits for a connection, and be refused.
"""

import threading
import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg_pool import ConnectionPool

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


def _answers(connection: Any) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        connection.close()
        return False
    return True
