"""Ask for a job, stop one, and forget old ones."""

import io
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connections, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import at_least, role_in, role_kept
from scorekeeper.common import tasks
from scorekeeper.common.errors import Refused, require
from scorekeeper.jobs.models import KINDS, Done, Job, Kind, Piece, State

# Take the jobs that are due one by one and run them: by a worker, a thread of the server, or `manage.py tick`.

log = structlog.get_logger(__name__)
LEASE: Final = timedelta(minutes=3)  # without a word for so long, whoever runs it is taken for dead
MAX_ATTEMPTS: Final = 3
PAUSE: Final = timedelta(seconds=30)  # before it is tried again after an error
OFTEN: Final = 0.5  # seconds between two reports that are written down
A_PIECE: Final = 1 << 20  # bytes
FILE_LIFETIME: Final = timedelta(days=7)
BROKEN_OFF = Text(
    gettext_noop("The task was interrupted {most} times and has stopped. Start it again later."),
    {"most": MAX_ATTEMPTS},
)
BROKEN = Text(
    gettext_noop(
        "An error occurred on the server. Start the task again. If it fails again, the server’s log has the reason."
    )
)
MAY_NOT = Text(gettext_noop("The person who started the task no longer has permission for it."))
UNKNOWN = Text(gettext_noop("This installation no longer supports this task."))
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
        job = work.job
        if job.wants_cancel:
            work.end(State.CANCELLED, [])
        elif job.attempts > MAX_ATTEMPTS:
            work.end(State.FAILED, [BROKEN_OFF])
        elif job.sort is None:
            work.end(State.FAILED, [UNKNOWN])
        else:
            _attempt(work, job.sort.function())
    except Lost:
        log.warning("job_lost", job=str(work.job.pk), attempt=work.job.attempts)
    tidy(work.job)


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


# Say that there is work: to a worker where there is a broker, else to a thread of this server.

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
                # Until the next job may be taken; that of a worker that died, too
                due = next_due()
                connections.close_all()
                self._called.wait(
                    0.0 if due is None else min(max((due - timezone.now()).total_seconds(), 0.1), LONGEST)
                )
        except DatabaseError as error:  # whoever asks next wakes another one
            log.warning("jobs_without_database", error=str(error))
            self._lives = False
        finally:
            connections.close_all()

    def _goes_on(self) -> bool:
        with self._lock:
            self._lives = self._called.is_set() or next_due() is not None
            return self._lives


_THREAD = _Thread()


MOST_OPEN: Final = 10  # of one club or person, so that nobody keeps the others waiting
REMEMBERED: Final = timedelta(days=90)
LATELY: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done. The same key is the same job, however often it is sent; `file`, piece by piece, is what it
    works on; `about` among the arguments is what its page calls that."""

    kind: str
    key: UUID
    arguments: Mapping[str, Any] = field(default_factory=dict)
    file: Iterable[bytes] = ()


@transaction.atomic
def ask(asked: Asked, *, by: User, club: Club | None, now: datetime) -> Job:
    """Have something done in the background.

    Raises:
        PermissionDenied: it is not theirs to ask for.
        Refused: `jobs_many`.
    """
    require(_may_ask(by, club, KINDS[asked.kind]))
    if found := Job.objects.filter(key=asked.key).first():
        require((found.by_id, found.club_id) == (by.pk, club.pk if club else None))
        return found
    waiting = Job.objects.unfinished().filter(club=club) if club else Job.objects.unfinished().filter(club=None, by=by)
    if waiting.count() >= MOST_OPEN:
        text = Text(gettext_noop("{most} tasks are already waiting. Stop some of them, or wait."), {"most": MOST_OPEN})
        raise Refused([Problem("jobs_many", "", text)])
    return start(asked, by=by, club=club, now=now)


@transaction.atomic
def start(asked: Asked, *, by: User | None, club: Club | None, now: datetime) -> Job:
    """A job that the app itself asks for, or that somebody was allowed to."""
    values = {
        "kind": asked.kind,
        "by": by,
        "club": club,
        "arguments": dict(asked.arguments),
        "created_at": now,
        "due_at": now,
    }
    job, is_new = Job.objects.get_or_create(key=asked.key, defaults=values)
    if is_new:
        for number, data in enumerate(asked.file):
            Piece.objects.create(job=job, attempt=0, number=number, data=data)
        transaction.on_commit(wake)
    return job


@transaction.atomic
def cancel(*, job: Job, by: User, now: datetime) -> Job:
    """Stop a job: at once while it waits, at its next step while it runs. One that has ended stays as it is. Returns it
    as it stands then."""
    require(Job.objects.visible_to(by).filter(pk=job.pk).exists())
    waits = Job.objects.filter(pk=job.pk, state=State.WAITING)
    if not waits.update(state=State.CANCELLED, ended_at=now, wants_cancel=True):
        Job.objects.filter(pk=job.pk, state=State.RUNNING).update(wants_cancel=True)
    tidy(job)
    job.refresh_from_db()
    return job


@transaction.atomic
def forget_jobs(*, now: datetime) -> int:
    """Delete files whose time is over, what finished jobs were given or have left, and old jobs; safe to run twice."""
    many, _each = Piece.objects.filter(job__file_until__lte=now).delete()
    Piece.objects.filter(attempt=0, job__ended_at__isnull=False).delete()
    for job in Job.objects.filter(ended_at__gt=now - LATELY):  # whoever ended it may have died before tidying up
        tidy(job)
    Job.objects.filter(ended_at__lte=now - REMEMBERED).delete()
    return many


def _may_ask(by: User, club: Club | None, kind: Kind) -> bool:
    """What is of no club is everybody's to ask for, of a club that of who has the role."""
    if club is None or kind.needed is None:
        return club is None and kind.needed is None
    return at_least(role_kept(by, club) if kind.is_for_closed else role_in(by, club), kind.needed)
