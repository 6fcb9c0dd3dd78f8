"""gunicorn's threads, with an end to how long one waits for somebody who sends a byte now and then, and with workers
that go on until those who replace them serve; and gunicorn's own words as lines of the same log."""

import contextlib
import mmap
import signal
import socket
import time
from types import FrameType
from typing import Any, ClassVar, Final

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.common.logs import json_lines

GONE, STARTING, SERVING = 0, 1, 2
MOST_AT_ONCE: Final = 256  # workers, counted from the oldest to the newest that live at the same time
LONGEST_START: Final = 120.0  # seconds until a worker no longer waits for those who replace it


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A request must have come whole within `--timeout` seconds: then its connection is read no further. And who is
    told to end goes on serving while a worker that was started later is not there yet.

    gunicorn itself only looks whether its main thread lives, so that a few connections on which a head or a body comes
    byte by byte would keep every thread for ever. Writing goes on: a slow answer is not cut off. And told to replace
    its workers (SIGHUP) gunicorn starts the new ones and ends the old ones at once, which leaves nobody to answer until
    the app is loaded.
    """

    states: ClassVar = mmap.mmap(-1, 4 * MOST_AT_ONCE)  # shared by all of them, by their age: what each is doing

    def __init__(self, age: int, *args: Any, **options: Any) -> None:
        """Runs in gunicorn's first process, before the worker is one of its own."""
        super().__init__(age, *args, **options)
        self.reading: dict[Any, float] = {}
        self.stays_until = 0.0  # monotonic seconds; 0: nobody has told it to end
        self._is(STARTING)
        self.states[(age + MOST_AT_ONCE) % len(self.states)] = GONE  # what stood there was of long ago

    def init_process(self) -> None:
        try:
            super().init_process()
        finally:
            self._is(GONE)

    def run(self) -> None:
        """Runs once the app is loaded."""
        self._is(SERVING)
        super().run()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Told to end: at once, or when those who come after it serve."""
        if not self._is_awaiting_others():
            super().handle_exit(sig, frame)
        elif not self.stays_until:
            self.stays_until = time.monotonic() + LONGEST_START

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
        if self.stays_until and (now > self.stays_until or not self._is_awaiting_others()):
            super().handle_exit(signal.SIGTERM, None)
        for conn, until in list(self.reading.items()):
            if until < now:
                with contextlib.suppress(OSError):  # it has gone by itself
                    conn.sock.shutdown(socket.SHUT_RD)

    def _is(self, state: int) -> None:
        self.states[self.age % len(self.states)] = state

    def _is_awaiting_others(self) -> bool:
        """Whether a worker that was started after this one does not serve yet."""
        later = range(self.age + 1, self.age + MOST_AT_ONCE)
        return any(self.states[age % len(self.states)] == STARTING for age in later)


class Log(Logger):  # type: ignore[misc]  # gunicorn has no types
    """What gunicorn says of itself, one JSON object a line like everything else."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(json_lines())
