"""Say that there is work: to a worker where there is a broker, else to a thread of this server."""

import threading

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from scorekeeper.common import tasks
from scorekeeper.jobs.services.working import drain, next_due

log = structlog.get_logger(__name__)
LONGEST = 30.0  # seconds between two looks of the thread


def wake() -> None:
    """Have the jobs run that wait. A broker that is down is no error: the rows wait for its timer, or for `tick`."""
    if settings.CELERY_BROKER_URL:
        tasks.wake("jobs.drain")
    elif settings.SCOREKEEPER_JOBS_THREAD:
        _THREAD.wake()


class _Thread:
    """One thread of this process, alive for as long as a job is unfinished."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._called = threading.Event()
        self._lives = False

    def wake(self) -> None:
        self._called.set()
        with self._lock:
            if not self._lives:
                self._lives = True
                threading.Thread(target=self._run, name="jobs", daemon=True).start()

    def _run(self) -> None:
        try:
            while self._goes_on():
                self._called.clear()
                drain(timezone.now)
                self._called.wait(_pause())
        except DatabaseError as error:  # whoever asks next wakes another one
            log.warning("jobs_without_database", error=str(error))
            self._lives = False
        finally:
            connections.close_all()

    def _goes_on(self) -> bool:
        with self._lock:
            self._lives = self._called.is_set() or next_due() is not None
            return self._lives


def _pause() -> float:
    """Until the next job may be taken; that of a worker that died, too."""
    due = next_due()
    connections.close_all()
    return 0.0 if due is None else min(max((due - timezone.now()).total_seconds(), 0.1), LONGEST)


_THREAD = _Thread()
