"""Let what has ended go on: a tournament while nobody has got a prize for it, a stage while the next has not begun."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.journal.models import Kind
from scorekeeper.payouts.pools.reads import is_awarded
from scorekeeper.play.acting import clean_reason
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.services.common import locked, role_at, told


@transaction.atomic
def reopen_tournament(why: WithReason, *, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """It goes on where it was: its last stage runs again. In one that runs the stage that ended last does, as long as
    the stage after it waits, and nobody has come into that one any more; else all stays as it is.

    Raises:
        Conflict: `awarded`: its prizes are awarded; `called_off`: it was never played; `draft`: of the stage after it.
        PermissionDenied: not a director.
        Refused: `reason_missing`.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    last = found.stages.filter(state=Stage.State.ENDED).order_by("number").last()
    if not found.is_ended:
        if last and (waiting := _waiting(last)):
            _reopen_stage(last, waiting, by, clean_reason(why.reason), now)
        return found
    if found.competition and is_awarded(found.competition):
        raise Conflict("awarded", _("The prizes are awarded. Take the award back first."))
    if last is None:
        raise Conflict("called_off", _("This tournament was called off: it was never played."))
    reason = clean_reason(why.reason)
    last.state = Stage.State.RUNNING
    last.save(update_fields=["state"])
    found.state, found.ended_at, found.ended_by = Tournament.State.RUNNING, None, None
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    drop_awards(AwardedEvent.Kind.TOURNAMENT, [found.pk])
    told(found, Kind.TOURNAMENT_REOPENED, by, now, reason=reason)
    return found


def _waiting(ended: Stage) -> Stage | None:
    """The stage after this one, if no round of it was opened."""
    following = ended.tournament.stages.filter(number__gt=ended.number).order_by("number").first()
    return following if following and following.state == Stage.State.PLANNED else None


def _reopen_stage(ended: Stage, waiting: Stage, by: User, reason: str, now: datetime) -> None:
    if waiting.rounds.exists():
        raise Conflict("draft", _("The stage after it has a draft of its first round. Throw that away first."))
    waiting.entrants.all().delete()
    ended.state = Stage.State.RUNNING
    ended.save(update_fields=["state"])
    told(ended.tournament, Kind.TOURNAMENT_REOPENED, by, now, reason=reason, detail={"number": ended.number})
