"""What a sheet makes due, as the money book writes it, and what of it is booked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from games.core.text import Text
from games.core.units import InUnits
from games.core.values import Counterpart, Due
from scorekeeper.payouts.kinds import OF_SHEETS, Kind
from scorekeeper.payouts.models import Account, Booking, Whose
from scorekeeper.payouts.selectors.legs import with_legs
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.selectors.money import dues_of_sheet, money_unit

ACCOUNTS: Final = {
    Counterpart.POT: Whose(Account.Kind.CARRY),
    Counterpart.HOUSE: Whose(Account.Kind.CLUB),
    Counterpart.PURSE: Whose(Account.Kind.FEES),
}


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a sheet makes money due, and what it moves on whose account."""

    kind: Kind
    label: Text
    moves: Mapping[Whose, int]

    @property
    def rest(self) -> int:
        """What goes in and not out again."""
        return -sum(self.moves.values())


def unit_of(sitting: Sitting) -> InUnits | None:
    """What the money of this sheet is counted in; None where it is no money: the club keeps none, or the table plays
    for points. Amounts without a label are in the club's unit, where it has hundredths."""
    if not sitting.club.keeps_money:
        return None
    unit = money_unit(sitting)
    if unit.unit:
        return unit
    if isinstance(sitting.typed_rules, InUnits):
        return None
    return sitting.club.money if sitting.club.decimals == unit.decimals else unit


def causes_of(sitting: Sitting, seats: Sequence[Seat] | None = None) -> list[Cause]:
    """What the sheet makes due as it stands, by cause; of what moves nothing there is none."""
    seats = list(sitting.seats.all()) if seats is None else seats
    lines = {seat.number: Whose(Account.Kind.PLAYER, seat.player_id) for seat in seats}
    causes = []
    for label, of_cause in groupby(dues_of_sheet(sitting, seats), key=attrgetter("label")):
        dues = list(of_cause)
        whose = ((ACCOUNTS[due.who] if isinstance(due.who, Counterpart) else lines[due.who], due) for due in dues)
        moves = {account: due.amount for account, due in whose if due.amount}
        if moves:
            causes.append(Cause(_kind(sitting, dues), label, moves))
    return causes


def _kind(sitting: Sitting, dues: Iterable[Due]) -> Kind:
    if sitting.plays.in_units:
        return Kind.RESULT
    return Kind.LOST if Counterpart.PURSE in {due.who for due in dues} else Kind.STAKE


def booked_of(sitting: Sitting) -> list[Booking]:
    """What closing the sheet has booked and nobody has booked back, with its legs and their accounts."""
    found = Booking.objects.filter(club=sitting.club_id, sitting=sitting, kind__in=OF_SHEETS, reversal=None)
    return list(found.order_by("pk").prefetch_related(with_legs()))


def was_booked(sitting: Sitting) -> bool:
    """Whether closing the sheet has ever booked anything."""
    return Booking.objects.filter(club=sitting.club_id, sitting=sitting, kind__in=OF_SHEETS).exists()


def has_bookings(sitting: Sitting) -> bool:
    """Whether anything in the book comes from this sheet, what its bank did among it."""
    return Booking.objects.filter(club=sitting.club_id, sitting=sitting).exists()
