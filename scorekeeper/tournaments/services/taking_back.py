"""Take the opening of a round back, as long as nothing was played in it: it is a draft again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.draws.services.drafts import kept, restored
from scorekeeper.journal.models import Kind
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.services import close_unused
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Round, RoundPlace, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.rounds.field import has_begun
from scorekeeper.tournaments.services.common import locked_round, require_not_ended, role_at, told
from scorekeeper.tournaments.services.ending import take_next
from scorekeeper.tournaments.services.publishing import TOOK_IN


def is_untouched(one: Round) -> bool:
    """Whether a round is open, nothing is written down in it or of it, and nothing was built on it. One that says
    nothing of what its opening has made stays open."""
    if one.state != Round.State.PUBLISHED or TOOK_IN not in one.before or format_of(one.stage).is_built_on(one):
        return False
    acts = DeskAct.objects.filter(Q(round=one) | Q(table__round=one))
    is_played = one.tables.exclude(sitting=None).exclude(sitting__head="", sitting__closed_at=None)
    return not (acts.exists() or is_played.exists())


@transaction.atomic
def take_back_round(*, round_id: UUID, by: User, now: datetime) -> Round:
    """The round as it was opened, as a draft: its empty sheets are closed, and when it is drawn again, or anew where
    the draft is thrown away, it is told how many of those who have seen their seats get others. All that the opening
    has made is undone: lines, absences, and that stage and tournament have begun. Said twice it is done once.

    Raises:
        Conflict: `tournament_ended`; `round_played`: something was written down, or a later round goes by it, or in a
            bracket there is a draft.
        PermissionDenied: not at the desk.
    """
    one = locked_round(round_id)
    require(can_desk(role_at(by, one.stage.tournament)))
    require_not_ended(one.stage.tournament)
    if one.is_draft:
        return one
    if not is_untouched(one):
        raise Conflict("round_played", _("Something was written down in this round, or another one was drawn since."))
    reason = _("The opening of the round was taken back.")
    for table in one.tables.exclude(sitting=None):
        assert table.sitting_id  # noqa: S101 asked for
        close_unused(sitting_id=table.sitting_id, by=Actor(user=by), reason=reason, now=now)
    format_of(one.stage).forget(one)
    _leave_out(one, one.before.pop(TOOK_IN))
    draft = kept(one)
    one.delete()
    made = restored(one, draft)
    made.stage = one.stage
    _waits(one)
    told(one.stage.tournament, Kind.TOURNAMENT_TAKEN_BACK, by, now, detail={"number": one.number})
    return made


def _leave_out(one: Round, took_in: Mapping[str, Any]) -> None:
    """The lines of the stage are those that there were before this round was opened, and whoever was absent from an
    earlier one with it no longer is."""
    for number, entrant in took_in["absent"]:
        earlier = RoundPlace.objects.filter(round__stage=one.stage, round__number=number, entrant=entrant)
        earlier.filter(kind=RoundPlace.Kind.ABSENT).delete()
    if took_in["lines"] is not None:
        one.stage.entrants.all().delete()
        StageEntrant.objects.bulk_create(
            StageEntrant(club_id=one.stage.club_id, stage=one.stage, entrant_id=UUID(entrant), group=group, line=line)
            for entrant, group, line in took_in["lines"]
        )


def _waits(one: Round) -> None:
    """Where no round is open any more the stage has not begun, and with the first one the tournament has not. A stage
    that waits again takes the best of those who are left, as it would have while it was not open."""
    stage = one.stage
    if has_begun(stage):
        return
    stage.state = Stage.State.PLANNED
    stage.save(update_fields=["state"])
    came_or_went = DeskAct.Kind.WITHDREW, DeskAct.Kind.RETURNED
    if DeskAct.objects.filter(tournament=stage.tournament, kind__in=came_or_went, at__gte=one.published_at).exists():
        take_next(stage.tournament)
    if not stage.tournament.stages.exclude(state=Stage.State.PLANNED).exists():
        stage.tournament.state = Tournament.State.PLANNED
        stage.tournament.save(update_fields=["state"])
