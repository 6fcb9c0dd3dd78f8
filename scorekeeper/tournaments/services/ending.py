"""The end of a stage: its best go on to the next one, or the tournament ends with it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.tournaments.models import Round, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.plans import TablesPlan, Taken
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.selectors.standing import Line, standing_of
from scorekeeper.tournaments.services.common import refused, told
from scorekeeper.tournaments.services.running import locked_stage, require_not_ended, role_at


@transaction.atomic
def end_stage(*, stage_id: UUID, by: User, now: datetime) -> Stage:
    """No more rounds are drawn in it. Who is best goes on to the stage after it, in the order of the places; after the
    last one the tournament has ended, and its official standing is final. Twice is once.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `not_tables`; `no_rounds`; `round_open`: a draft, or a round that is not official; `cut_tied`: those
            who share the last place that goes on are more than have room.
    """
    stage = locked_stage(stage_id)
    require(can_plan(role_at(by, stage)))
    if stage.state == Stage.State.ENDED:
        return stage
    require_not_ended(stage)
    if not isinstance(stage.typed_plan, TablesPlan):
        raise refused("not_tables", "", gettext_noop("This stage is not played in rounds of tables."))
    rounds = list(stage.rounds.all())
    if not rounds:
        raise refused("no_rounds", "", gettext_noop("No round of it was played."))
    if any(one.state != Round.State.OFFICIAL for one in rounds):
        text = gettext_noop("Make every round official first, and throw a draft away.")
        raise refused("round_open", "", text)
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    if following:
        _go_on(following, list(standing_of(stage, official=True).lines))
    stage.state = Stage.State.ENDED
    stage.save(update_fields=["state"])
    if following is None:
        found = stage.tournament
        found.state, found.ended_at, found.ended_by = Tournament.State.ENDED, now, by
        found.version += 1
        found.save(update_fields=["state", "ended_at", "ended_by", "version"])
        told(found, Kind.TOURNAMENT_ENDED, by, now)
    return stage


def _go_on(following: Stage, lines: list[Line]) -> None:
    """The best, as many as the stage takes, each with the line of their place."""
    plan = following.typed_plan
    taken: Taken = plan.takes
    best = min(taken.best or len(lines), len(lines))
    if best < len(lines) and lines[best].rank == lines[best - 1].rank:
        text = gettext_noop(
            "{number} go on, and place {rank} is shared over that border. Draw lots between them first."
        )
        raise refused("cut_tied", "", text, number=best, rank=lines[best].rank)
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=following.club_id, stage=following, entrant=line.entrant, line=number)
        for number, line in enumerate(lines[:best], 1)
    )
