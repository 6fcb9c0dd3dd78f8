"""The end of a stage: its best go on to the next one, or the tournament ends with it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.tournaments.formats.next_step import gone_before, is_cut, numbers_of, shares_of
from scorekeeper.tournaments.formats.plan import Taken
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.services.awards import award_places
from scorekeeper.tournaments.services.common import locked_stage, refused, require_not_ended, role_at, said, told


@transaction.atomic
def end_stage(*, stage_id: UUID, by: User, now: datetime) -> Stage:
    """No more rounds are drawn in it. Who is best goes on to the stage after it, in the order of the places; after the
    last one the tournament has ended, and its official standing is final. Twice is once.

    Raises:
        Conflict: `tournament_ended`.
        Refused: `no_rounds`; `round_open`: a draft, or a round that is not official; `undecided`: the format has more
            to play; `cut_tied`: those who share the last place that goes on are more than have room.
    """
    stage = locked_stage(stage_id)
    require(can_plan(role_at(by, stage.tournament)))
    if stage.state == Stage.State.ENDED:
        return stage
    require_not_ended(stage.tournament)
    rounds = list(stage.rounds.all())
    if not rounds:
        raise refused("no_rounds", "", gettext_noop("No round of it was played."))
    if any(one.state != Round.State.OFFICIAL for one in rounds):
        text = gettext_noop("Make every round official first, and throw a draft away.")
        raise refused("round_open", "", text)
    if why := format_of(stage).open_question(stage):
        raise said("undecided", "", why)
    following = stage.tournament.stages.filter(number__gt=stage.number).order_by("number").first()
    if following:
        _go_on(following, stage)
    stage.state = Stage.State.ENDED
    stage.save(update_fields=["state"])
    if following is None:
        _end(stage.tournament, by, now)
    else:
        told(stage.tournament, Kind.TOURNAMENT_STAGE, by, now, detail={"number": stage.number})
    return stage


def _end(found: Tournament, by: User, now: datetime) -> None:
    found.state, found.ended_at, found.ended_by = Tournament.State.ENDED, now, by
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    award_places(found)
    told(found, Kind.TOURNAMENT_ENDED, by, now)


def take_next(tournament: Tournament) -> None:
    """Somebody has left between two stages, or is back: as long as nothing was opened in the later one, the best of
    those who are left go on. Where lots would have to say who, all stays as it was."""
    waiting = tournament.stages.filter(state=Stage.State.PLANNED, number__gt=1, entrants__isnull=False)
    following = waiting.order_by("number").first()
    if following is None:
        return
    with suppress(Refused):
        take_anew(following)


def take_anew(stage: Stage) -> None:
    """Whom the plan of a stage that waits takes now from the one before it; nobody while that goes on.

    Raises:
        Refused: `cut_tied`.
    """
    before = stage.tournament.stages.filter(number__lt=stage.number).order_by("number").last()
    if before and before.state == Stage.State.ENDED:
        _go_on(stage, before)


def _go_on(following: Stage, before: Stage) -> None:
    """The best of each group, as many as the stage takes; first all winners of groups, then all who are second, in both
    by what they have of one match. Where only some go on, who has left makes room for the next; where all do, they keep
    their line to come back to."""
    groups, shares = format_of(before).places(before, official=True), shares_of(before)
    numbers = numbers_of(before)
    taken: Taken = following.typed_plan.takes
    gone = gone_before(following)
    there = [
        [sorted((pk for pk in tied if pk not in gone), key=lambda pk: numbers.get(pk, 0)) for tied in places]
        for places in groups
    ]
    going = _by_place([_best(places, taken.best) for places in there], shares)
    following.entrants.all().delete()
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=following.club_id, stage=following, entrant_id=entrant, line=number)
        for number, entrant in enumerate(going, 1)
    )


def _by_place(groups: Sequence[Sequence[UUID]], shares: Mapping[UUID, tuple[Fraction, ...]]) -> list[UUID]:
    """All winners of groups, all who are second, and so on; of each the best first, of equal ones by their groups."""
    found: list[UUID] = []
    for rank in range(max(map(len, groups), default=0)):
        level = [own[rank] for own in groups if rank < len(own)]
        found += sorted(level, key=lambda pk: shares.get(pk, ()), reverse=True)
    return found


def _best(places: Sequence[Sequence[UUID]], many: int | None) -> list[UUID]:
    """Of one group the first so many, or all."""
    found: list[UUID] = []
    for tied in places:
        if many is not None and is_cut(len(found), len(tied), many):
            text = gettext_noop(
                "{number} go on, and place {rank} is shared over that border. Draw lots between them first."
            )
            raise refused("cut_tied", "", text, number=many, rank=len(found) + 1)
        found += tied
    return found[:many]
