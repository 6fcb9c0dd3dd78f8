"""Draw a round at once where that is quick, else in the background, with its progress. A clock decides only where it is
drawn, never what: the same seed draws the same."""

import secrets
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.jobs.kinds import Done
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.asking import Asked, ask
from scorekeeper.jobs.services.working import Work
from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.instance import Impossible, Schedule, Unfit
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.ahead import instance_of
from scorekeeper.tournaments.selectors.taking_part import field_of, next_number
from scorekeeper.tournaments.services.common import SEED_BITS, role_at
from scorekeeper.tournaments.services.drawing import draw_round, take_schedule

KIND: Final = "tournament_draw"
PATIENCE: Final = 1.0  # seconds that a page waits for a draw
DRAWN: Final = gettext_noop("Round {number} of {name} is drawn.")
OVERTAKEN: Final = gettext_noop("Somebody came or went, or opened the round, while it was drawn. Draw it again.")


class _TooLong(Exception):
    """The page should wait no longer."""


def draw_or_ask(
    *, stage_id: UUID, by: User, now: datetime, keep: bool = True, patience: float = PATIENCE
) -> Round | Job:
    """The draft of the next round, or the job that draws it where that takes longer than `patience` (seconds). Asked
    again while it is drawn, it is the same job.

    Raises:
        What `draw_round` raises; Refused `jobs_many`.
    """
    if job := drawing_now(stage_id):
        require(can_desk(role_at(by, _stage(stage_id).tournament)))
        return job
    try:
        return draw_round(stage_id=stage_id, by=by, now=now, keep=keep, stop=_until(time.monotonic() + patience))
    except _TooLong:
        stage = _stage(stage_id)
        arguments = {
            "stage": str(stage_id),
            "round": next_number(stage),
            "seed": str(secrets.randbits(SEED_BITS)),
            "about": stage.tournament.name,
        }
        return ask(Asked(KIND, uuid4(), arguments), by=by, club=stage.tournament.club, now=now)


def drawing_now(stage_id: UUID) -> Job | None:
    """The job that draws a round of this stage, as long as it waits or runs."""
    return Job.objects.unfinished().filter(kind=KIND, arguments__stage=str(stage_id)).order_by("created_at").first()


def run(work: Work) -> Done:
    """Look for the schedule outside of any transaction, then write the draft down, if it still fits."""
    by, arguments = work.job.by, work.arguments
    stage = Stage.objects.select_related("tournament__club").filter(pk=arguments["stage"]).first()
    if by is None or stage is None or next_number(stage) != arguments["round"]:
        raise _overtaken()
    seed = int(arguments["seed"])
    schedule = _schedule(stage, seed, lambda part: work.report(int(100 * part), 100))
    try:
        drawn = take_schedule(stage_id=stage.pk, by=by, now=work.now(), schedule=schedule)
    except Conflict:
        raise _overtaken() from None
    text = Text(DRAWN, {"number": drawn.number, "name": stage.tournament.name})
    return Done(text, link=reverse("stage_draw", args=[stage.pk]))


def again(job: Job) -> str:
    """The page where the round can be drawn again; empty where the stage is gone."""
    stage = Stage.objects.filter(pk=job.arguments.get("stage"), club=job.club_id).first()
    return reverse("stage_draw", args=[stage.pk]) if stage else ""


def _stage(stage_id: UUID) -> Stage:
    return Stage.objects.select_related("tournament__club").get(pk=stage_id)


def _until(last: float) -> Callable[[], bool]:
    def stop() -> bool:
        if time.monotonic() > last:
            raise _TooLong
        return False

    return stop


def _schedule(stage: Stage, seed: int, progress: Callable[[float], object]) -> Schedule:
    instance = instance_of(stage, field_of(stage), seed)
    try:
        if instance:
            return draw_schedule(instance, progress=progress)
    except (Unfit, Impossible):
        pass
    raise _overtaken()


def _overtaken() -> Refused:
    return Refused([Problem("overtaken", "", Text(OVERTAKEN))])
