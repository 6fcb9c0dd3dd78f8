"""Let a tournament that has ended go on, while nobody has got a prize for it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.journal.models import Kind
from scorekeeper.payouts.selectors.pools import is_awarded
from scorekeeper.play.services.common import clean_reason
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.services.common import locked, role_at, told


@transaction.atomic
def reopen_tournament(*, tournament_id: UUID, by: User, reason: str, now: datetime) -> Tournament:
    """It goes on where it was: its last stage runs again. One that runs stays as it is.

    Raises:
        Conflict: `awarded`: its prizes are awarded; `called_off`: it was never played.
        PermissionDenied: not a director.
        Refused: `reason_missing`.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    if not found.is_ended:
        return found
    if found.competition and is_awarded(found.competition):
        raise Conflict("awarded", _("The prizes are awarded. Take the award back first."))
    last = found.stages.filter(state=Stage.State.ENDED).order_by("number").last()
    if last is None:
        raise Conflict("called_off", _("This tournament was called off: it was never played."))
    reason = clean_reason(reason)
    last.state = Stage.State.RUNNING
    last.save(update_fields=["state"])
    found.state, found.ended_at, found.ended_by = Tournament.State.RUNNING, None, None
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    told(found, Kind.TOURNAMENT_REOPENED, by, now, reason=reason)
    return found
