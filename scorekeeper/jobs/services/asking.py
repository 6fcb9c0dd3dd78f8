"""Ask for a job, stop one, and forget old ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import at_least, role_in, role_kept
from scorekeeper.common.errors import Refused, require
from scorekeeper.jobs.kinds import KINDS, Kind
from scorekeeper.jobs.models import Job, Piece, State
from scorekeeper.jobs.services.waking import wake
from scorekeeper.jobs.services.working import tidy

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
        text = Text(gettext_noop("{most} jobs are waiting already. Stop some, or wait for them."), {"most": MOST_OPEN})
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
