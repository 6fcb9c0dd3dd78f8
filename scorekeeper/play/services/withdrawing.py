"""Withdraw a table that was opened by mistake: as if nobody had opened it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Refused, require
from scorekeeper.play.acting import at_table, clean_reason, note, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Device, Presence, Seat, Signature, Sitting, TablePass
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.play.opening.services import stood_up
from scorekeeper.play.parties import parties
from scorekeeper.play.policies import keeps_the_sheet, seen_by

PLAYED = gettext_noop("Something stands on this sheet. It can be ended and signed, and no longer be withdrawn.")


def is_unplayed(sitting: Sitting) -> bool:
    """Whether nothing was ever written on the sheet: no hand, no penalty, no swap, no signature; and it was never
    closed."""
    is_blank = sitting.seq == 0 and sitting.marked == 0 and sitting.is_open and sitting.reopenings == 0
    return is_blank and not Signature.objects.filter(sitting=sitting).exists()


def withdrawal_problems(sitting: Sitting) -> list[Problem]:
    """Why this open table can't be withdrawn; nothing where it can."""
    if not is_unplayed(sitting):
        return [Problem("sheet_begun", "", Text(PLAYED))]
    return [problem for party in parties() for problem in party.may_withdraw(sitting)]


@transaction.atomic
def withdraw_table(*, sitting_id: UUID, by: Actor, now: datetime, reason: str = "") -> Sitting:
    """A table was opened by mistake: it leaves every list, draw, season and phone, and those who sat there have not
    sat there; guests whom it alone brought into the book leave that too. Its row and its acts stay. Asked twice it is
    withdrawn once.

    Raises:
        Conflict: `sitting_closed`.
        Refused: `sheet_begun`: something stands on the sheet; why another part of the program keeps the table;
            `reason_too_long`.
    """
    gone = seen_by(Sitting.everything.filter(withdrawn_at__isnull=False), by).filter(pk=sitting_id).first()
    if gone:
        return gone
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    if problems := withdrawal_problems(sitting):
        raise Refused(problems)
    sitting.withdrawn_at = now
    note(sitting, Act.Kind.WITHDRAWN, by, now, reason=clean_reason(reason, needed=False))
    sitting.save(update_fields=["withdrawn_at", "revision"])
    sitting.competitions.clear()
    _clear_seats(sitting, now)
    TablePass.objects.filter(sitting=sitting, revoked_at=None).update(revoked_at=now)
    Device.objects.filter(sitting=sitting, revoked_at=None).update(revoked_at=now)
    Presence.objects.filter(sitting=sitting).delete()
    for party in parties():
        party.withdrawn(sitting)
    return sitting


def _clear_seats(sitting: Sitting, now: datetime) -> None:
    """Nobody has sat there. The rows stay, each under a number of its own."""
    Device.objects.filter(Q(seat__sitting=sitting) | Q(asks_for__sitting=sitting)).update(seat=None, asks_for=None)
    free = PUT_AWAY + Seat.everything.filter(sitting=sitting, number__gte=PUT_AWAY).count()
    seats = list(sitting.seats.select_related("club"))
    for place, seat in enumerate(seats):
        Seat.everything.filter(pk=seat.pk).update(number=free + place, is_active=False)
    stood_up(seats, now)
