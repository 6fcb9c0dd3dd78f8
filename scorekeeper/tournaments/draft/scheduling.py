"""Draw a round at once where that is quick, else in the background, with its progress. A clock decides only where it is
drawn, never what: the same seed draws the same."""

import secrets
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.draws.drawn import SEED_BITS
from scorekeeper.jobs.models import Done, Job, State
from scorekeeper.jobs.services import Asked, Work, ask
from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.instance import Impossible, Schedule, Unfit
from scorekeeper.tournaments import acting
from scorekeeper.tournaments.draft.services import AS_USUAL, NO_WAY, RoundDraw, asked_of, draw_round, take_schedule
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.instances import instance_of, is_drawn_ahead, squares_to_the_end
from scorekeeper.tournaments.models import DeskAct, Round, Stage
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.rounds.field import next_number

KIND: Final = "tournament_draw"
PATIENCE: Final = 1.0  # seconds that a page waits for a draw
DRAWN: Final = gettext_noop("Round {number} of {name} is drawn.")
OVERTAKEN: Final = gettext_noop("Somebody came, left or opened the round during the draw. Draw again.")


class _TooLong(Exception):
    """The page should wait no longer."""


def draw_or_ask(
    wish: RoundDraw = AS_USUAL,
    *,
    stage_id: UUID,
    by: User,
    now: datetime,
    patience: float = PATIENCE,
    key: UUID | None = None,
) -> Round | Job:
    """The draft of the next round, or the job that draws it where that takes longer than `patience` (seconds). Asked
    again while it is drawn, it is the same job; under the same key it is what was drawn, or asked for, before.

    Raises:
        Conflict: `draw_changed`: what was drawn under this key has made way for another draw; `key_used`; as
            `draw_round`.
        Refused: `jobs_many`, as `draw_round`.
    """
    stage, key = Stage.objects.select_related("tournament__club").get(pk=stage_id), key or uuid4()
    mark = acting.asked(key, wish)
    require(can_desk(acting.role_at(by, stage.tournament)))
    if job := _asked_before(stage, key, mark) or drawing_now(stage_id):
        return job
    try:
        draw = partial(draw_round, wish=wish, stop=_until(time.monotonic() + patience))
        return _draw(stage_id, by, now, key, draw, mark)
    except _TooLong:
        arguments = {
            "stage": str(stage_id),
            "round": next_number(stage),
            **wish.model_dump(),
            "seed": str(secrets.randbits(SEED_BITS) if wish.seed is None else wish.seed),
            "about": stage.tournament.name,
            **mark,
        }
        return ask(Asked(KIND, key, arguments), by=by, club=stage.tournament.club, now=now)


def drawing_now(stage_id: UUID) -> Job | None:
    """The job that draws a round of this stage, as long as it waits or runs."""
    return Job.objects.unfinished().filter(kind=KIND, arguments__stage=str(stage_id)).order_by("created_at").first()


def could_not_part(stage_id: UUID) -> bool:
    """Whether the newest job that drew a round of this stage ended because no way was found to keep people apart, and
    nothing was drawn since."""
    job = Job.objects.filter(kind=KIND, arguments__stage=str(stage_id)).order_by("-created_at", "-pk").first()
    if not job or job.state != State.FAILED or [Text.from_json(text).template for text in job.words] != [NO_WAY]:
        return False
    drawn = DeskAct.objects.filter(tournament__stages=stage_id, kind=DeskAct.Kind.DRAWN, detail__stage=str(stage_id))
    return not drawn.filter(at__gt=job.created_at).exists()


def run(work: Work) -> Done:
    """Look for the schedule outside of any transaction, then write the draft down, if it still fits; a round that is
    drawn by itself is drawn inside, and leaves nothing where somebody stops it."""
    by, arguments = work.job.by, work.arguments
    stage = Stage.objects.select_related("tournament__club").filter(pk=arguments["stage"]).first()
    if by is None or stage is None or next_number(stage) != arguments["round"]:
        raise _overtaken()
    seed = int(arguments["seed"])
    usual = {name: value for name, value in AS_USUAL if name != "seed"}
    wish = RoundDraw(**{name: bool(arguments.get(name, value)) for name, value in usual.items()})
    schedule = _schedule(stage, seed, lambda part: work.report(int(100 * part), 100), wish)
    one = partial(draw_round, wish=wish, seed=seed, stop=unless_stopped(work))
    draw = partial(take_schedule, schedule=schedule, wish=wish) if schedule else one
    try:
        drawn = _draw(stage.pk, by, work.now(), work.job.key, draw, acting.mark_in(arguments))
    except Conflict:
        raise _overtaken() from None
    text = Text(DRAWN, {"number": drawn.number, "name": stage.tournament.name})
    return Done(text, {"round": str(drawn.pk)}, link=reverse("stage_draw", args=[stage.pk]))


def again(job: Job) -> str:
    """The page where the round can be drawn again; empty where the stage is gone."""
    stage = Stage.objects.filter(pk=job.arguments.get("stage"), club=job.club_id).first()
    return reverse("stage_draw", args=[stage.pk]) if stage else ""


@transaction.atomic
def _draw(stage_id: UUID, by: User, now: datetime, key: UUID, draw: Callable[..., Round], mark: acting.Mark) -> Round:
    """What was drawn under this key; drawn now, with the act that says so, if nothing was."""
    stage = acting.locked_stage(stage_id)
    if earlier := acting.earlier_act(stage.club_id, key):
        return _drawn_by(earlier, stage, mark)
    made = draw(stage_id=stage_id, by=by, now=now)
    DeskAct.objects.create(
        club_id=stage.club_id,
        tournament=stage.tournament,
        kind=DeskAct.Kind.DRAWN,
        # Not by reference: drafts come and go, and a stage without rounds can be taken out.
        detail={"stage": str(stage_id), "round": str(made.pk), "number": made.number, "seed": str(made.seed), **mark},
        at=now,
        by=by,
        key=key,
    )
    made.is_new = True
    return made


def _drawn_by(act: DeskAct, stage: Stage, mark: acting.Mark) -> Round:
    if act.kind != DeskAct.Kind.DRAWN or act.detail["stage"] != str(stage.pk):
        raise acting.key_used(act)
    acting.require_same(act, mark)
    if found := stage.rounds.filter(pk=act.detail["round"]).first():
        return found
    raise Conflict("draw_changed", _("A newer draw has replaced this one. Check the round again."))


def _asked_before(stage: Stage, key: UUID, mark: acting.Mark) -> Job | None:
    """The job that was asked for under this key, while there is nothing that it has drawn."""
    job = Job.objects.filter(key=key).first()
    if job and (
        (job.club_id, job.arguments.get("stage")) != (stage.club_id, str(stage.pk))
        or not acting.is_same(job.arguments, mark)
    ):
        raise acting.key_used()
    return job if job and job.state != State.DONE else None


def _until(last: float) -> Callable[[], bool]:
    def stop() -> bool:
        if time.monotonic() > last:
            raise _TooLong
        return False

    return stop


def unless_stopped(work: Work) -> Callable[[], bool]:
    """For `stop` of a draw: raises Cancelled once somebody has stopped the job."""

    def stop() -> bool:
        work.go_on()
        return False

    return stop


def _schedule(stage: Stage, seed: int, progress: Callable[[float], object], wish: RoundDraw) -> Schedule | None:
    """None where the round is drawn by itself, and nobody can say how far it is: its rounds are not drawn together, or
    no schedule honours all that must be."""
    if not is_drawn_ahead(stage):
        return None
    look = format_of(stage).next_round(stage)
    if squares_to_the_end(stage, look.field):
        return None
    try:
        return draw_schedule(instance_of(stage, look.field, asked_of(stage, look, wish, seed)), progress=progress)
    except (Unfit, Impossible):
        return None


def _overtaken() -> Refused:
    """Refuses `overtaken`."""
    return Refused([Problem("overtaken", "", Text(OVERTAKEN))])
