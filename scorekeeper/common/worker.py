"""gunicorn's threads, with an end to how long one waits for somebody who sends a byte now and then."""

import contextlib
import socket
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A request must have come whole within `--timeout` seconds: then its connection is read no further.

    gunicorn itself only looks whether its main thread lives, so that a few connections on which a head or a body comes
    byte by byte would keep every thread for ever. Writing goes on: a slow answer is not cut off.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reading: dict[Any, float] = {}

    def handle(self, conn: Any) -> Any:
        """Runs in a thread of its own for each request."""
        self.reading[conn] = time.monotonic() + (self.cfg.timeout or float("inf"))
        try:
            return super().handle(conn)
        finally:
            del self.reading[conn]

    def murder_pending(self) -> None:
        """Called about every second by the main thread."""
        super().murder_pending()
        now = time.monotonic()
        for conn, until in list(self.reading.items()):
            if until < now:
                with contextlib.suppress(OSError):  # it has gone by itself
                    conn.sock.shutdown(socket.SHUT_RD)
