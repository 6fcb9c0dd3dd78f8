"""Call the director to a table, and say that one has come."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, require
from scorekeeper.draws.services.calling import answered, call_to
from scorekeeper.tournaments.clock.records import CallWords
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DirectorCall, EntrantPlayer, Round, RoundTable
from scorekeeper.tournaments.policies import can_desk


@transaction.atomic
def call_director(call: CallWords, *, table_id: UUID, by: User, now: datetime) -> DirectorCall:
    """Who plays at a table calls, or who runs the desk for them; while one call waits another is the same.

    Raises:
        RoundTable.DoesNotExist.
        Conflict: `not_playing`: the round is not being played.
        PermissionDenied: neither of this table nor of the desk.
    """
    tables = RoundTable.objects.select_related("round__stage__tournament__club")
    table = tables.select_for_update(of=("self",)).get(pk=table_id)
    require(may_call(table, by))
    require_running(table.round.stage.tournament.club)
    if table.round.state != Round.State.PUBLISHED:
        raise Conflict("not_playing", _("This round is not being played: nobody is called to its tables."))
    return call_to(DirectorCall.objects.all(), table, by, call.words, now)


@transaction.atomic
def answer_call(*, call_id: UUID, by: User, now: datetime) -> DirectorCall:
    """Somebody of the desk has come. Said twice it is said once.

    Raises:
        DirectorCall.DoesNotExist.
    """
    calls = DirectorCall.objects.select_related("table__round__stage__tournament__club")
    call = calls.select_for_update(of=("self",)).get(pk=call_id)
    require(can_desk(role_in(by, call.table.round.stage.tournament.club)))
    return answered(call, by, now)


def may_call(table: RoundTable, user: User) -> bool:
    """Whether this account plays at the table, or runs the desk."""
    return can_desk(role_in(user, table.round.stage.tournament.club)) or plays_at(table, user)


def plays_at(table: RoundTable, user: User) -> bool:
    """Whether this account plays for somebody at the table; in a knock-out who sits there now."""
    there = format_of(table.round.stage).entrants_at(table)
    return EntrantPlayer.objects.filter(is_active=True, player__user=user, entrant__in=there).exists()
