"""Take the jobs that are due one by one and run them: by a worker, a thread of the server, or `manage.py tick`."""

import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Refused
from scorekeeper.jobs.kinds import Done
from scorekeeper.jobs.models import Job, Piece, State

log = structlog.get_logger(__name__)
LEASE: Final = timedelta(minutes=3)  # without a word for so long, whoever runs it is taken for dead
MAX_ATTEMPTS: Final = 3
PAUSE: Final = timedelta(seconds=30)  # before it is tried again after an error
OFTEN: Final = 0.5  # seconds between two reports that are written down
A_PIECE: Final = 1 << 20  # bytes
FILE_LIFETIME: Final = timedelta(days=7)
BROKEN_OFF = Text(
    gettext_noop("It was interrupted {most} times and has been given up. Ask for it again later."),
    {"most": MAX_ATTEMPTS},
)
BROKEN = Text(
    gettext_noop("Something broke on our side. Ask for it again; if it breaks again, the log of this server says why.")
)
MAY_NOT = Text(gettext_noop("Whoever asked for it may do it no more."))
UNKNOWN = Text(gettext_noop("This installation no longer knows how to do it."))
Clock = Callable[[], datetime]


class Cancelled(Exception):
    """Somebody stopped the job."""


class Lost(Exception):
    """Somebody else has taken the job meanwhile: this one must write no more."""


class Work:
    """A job in the hands of whoever runs it."""

    def __init__(self, job: Job, clock: Clock) -> None:
        self.job = job
        self.now = clock
        self._told = 0.0
        self._file: tuple[str, str] | None = None

    @property
    def club(self) -> Club:
        if self.job.club is None:
            raise LookupError("this job is of no club")
        return self.job.club

    @property
    def arguments(self) -> dict[str, Any]:
        return dict(self.job.arguments)

    def report(self, done: int, total: int) -> None:
        """How far it is. Not inside a transaction: nobody would see it before that ends.

        Raises:
            Cancelled: somebody stopped it.
            Lost: somebody else runs it.
        """
        tick = time.monotonic()
        if tick - self._told < OFTEN and done < total:
            return
        self._told = tick
        self._write(done=done, total=total, due_at=self.now() + LEASE)
        if Job.objects.filter(pk=self.job.pk, wants_cancel=True).exists():
            raise Cancelled

    def go_on(self) -> None:
        """Inside a transaction that shall leave nothing where somebody stops the job: say so, and it is rolled back.
        (On SQLite nobody can stop it meanwhile: there is one who writes.)

        Raises:
            Cancelled: somebody stopped it.
            Lost: somebody else runs it.
        """
        now = Job.objects.values_list("wants_cancel", "state", "attempts").filter(pk=self.job.pk).first()
        if now is None or now[1:] != (State.RUNNING, self.job.attempts):
            raise Lost
        if now[0]:
            raise Cancelled

    def given(self) -> bytes:
        """The file it was given, whole."""
        return b"".join(_pieces(self.job, 0))

    @contextmanager
    def writing(self, name: str, content_type: str) -> Iterator[io.BufferedWriter]:
        """A file to write the result into; it can be taken from the page of the job for a week."""
        with io.BufferedWriter(_Pieces(self.job), A_PIECE) as file:
            yield file
        self._file = (name, content_type)

    def finish(self, done: Done) -> None:
        now = self.now()
        ended: dict[str, Any] = {"words": [done.words.to_json()], "facts": done.facts, "link": done.link}
        if self._file:
            name, content_type = self._file
            ended |= {"file_name": name, "file_type": content_type, "file_until": now + FILE_LIFETIME}
        self._write(state=State.DONE, ended_at=now, **ended)

    def end(self, state: State, words: list[Text]) -> None:
        self._write(state=state, ended_at=self.now(), words=[text.to_json() for text in words])

    def put_back(self) -> None:
        """Somebody shall try it again in a while."""
        self._write(state=State.WAITING, due_at=self.now() + PAUSE)

    def _write(self, **values: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, state=State.RUNNING, attempts=self.job.attempts)
        if not mine.update(**values):
            raise Lost


class _Pieces(io.RawIOBase):
    """A file that is rows. Each carries the number of the attempt, so that two who write never mix."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job, self.number, self.size = job, 0, 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        whole = bytes(data)
        Piece.objects.create(job=self.job, attempt=self.job.attempts, number=self.number, data=whole)
        self.number += 1
        self.size += len(whole)
        return len(whole)


def contents(job: Job) -> Iterator[bytes]:
    """The file it made, piece by piece."""
    return _pieces(job, job.attempts)


def drain(clock: Clock) -> int:
    """Run every job that is due; return how many. Safe to run twice at once."""
    many = 0
    while job := _claim(clock()):
        _run(Work(job, clock))
        many += 1
    return many


def next_due() -> datetime | None:
    """When the next job may be taken."""
    return Job.objects.unfinished().order_by("due_at").values_list("due_at", flat=True).first()


@transaction.atomic
def _claim(now: datetime) -> Job | None:
    """Take a job that waits, or one whose worker has died, by giving it a term and a turn of its own."""
    job = (
        Job.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("club", "by")
        .unfinished()
        .filter(due_at__lte=now)
        .order_by("due_at", "id")
        .first()
    )
    if job:
        Piece.objects.filter(job=job, attempt__gt=0).delete()
        job.state, job.attempts, job.due_at = State.RUNNING, job.attempts + 1, now + LEASE
        job.save(update_fields=["state", "attempts", "due_at"])
    return job


def tidy(job: Job) -> None:
    """Nothing is left of a job that has ended but what came of it; safe to run twice. One that goes on is let alone."""
    job.refresh_from_db(fields=["state", "attempts"])
    if not job.is_finished:
        return
    pieces = Piece.objects.filter(job=job, attempt__gt=0)
    (pieces.exclude(attempt=job.attempts) if job.state == State.DONE else pieces).delete()
    if job.sort and job.sort.tidy:
        import_string(job.sort.tidy)(job)


def _run(work: Work) -> None:
    try:
        _try(work)
    except Lost:
        log.warning("job_lost", job=str(work.job.pk), attempt=work.job.attempts)
    tidy(work.job)


def _try(work: Work) -> None:
    job = work.job
    if job.wants_cancel:
        work.end(State.CANCELLED, [])
    elif job.attempts > MAX_ATTEMPTS:
        work.end(State.FAILED, [BROKEN_OFF])
    elif job.sort is None:
        work.end(State.FAILED, [UNKNOWN])
    else:
        _attempt(work, job.sort.function())


def _attempt(work: Work, function: Callable[[Work], Done]) -> None:
    try:
        work.finish(function(work))
    except Cancelled:
        work.end(State.CANCELLED, [])
    except Refused as refused:
        work.end(State.FAILED, [problem.message for problem in refused.problems])
    except PermissionDenied:
        work.end(State.FAILED, [MAY_NOT])
    except Lost:
        raise
    except Exception:
        log.exception("job_failed", job=str(work.job.pk), kind=work.job.kind, attempt=work.job.attempts)
        if work.job.attempts < MAX_ATTEMPTS:
            work.put_back()
        else:
            work.end(State.FAILED, [BROKEN])


def _pieces(job: Job, attempt: int) -> Iterator[bytes]:
    numbers = Piece.objects.filter(job=job, attempt=attempt).order_by("number").values_list("pk", flat=True)
    for pk in list(numbers):
        yield bytes(Piece.objects.get(pk=pk).data)
