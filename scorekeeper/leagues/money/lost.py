"""Money for lost games, as the sheets of an evening say it."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from games.core.units import InUnits
from games.core.values import Counterpart
from scorekeeper.clubs.models import Player
from scorekeeper.leagues.models import Evening
from scorekeeper.payouts.book.reads import unit_of
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.money import MINOR_UNITS, dues_of_sheet, money_unit


def lost_at(evening: Evening, sitting: Sitting) -> Iterator[tuple[Player, InUnits, int]]:
    """What the seats of a sheet pay to the club: causes for which everybody only pays, and not into a pot that stays
    on the table. What players owe each other is none of the treasurer's."""
    seats = list(sitting.seats.all())
    dues = dues_of_sheet(sitting, seats)
    unit = _unit_of(evening, sitting)
    if unit is None:
        return
    players = {seat.number: seat.player for seat in seats}
    for _label, of_cause in groupby(dues, key=attrgetter("label")):
        cause = list(of_cause)
        of_seats = {due.who: due.amount for due in cause if isinstance(due.who, int)}
        if all(amount <= 0 for amount in of_seats.values()) and Counterpart.POT not in {due.who for due in cause}:
            yield from ((players[seat], unit, -amount) for seat, amount in of_seats.items() if amount)


def _unit_of(evening: Evening, sitting: Sitting) -> InUnits | None:
    """Money without a label of its own is counted in the evening's unit, or as the money book has it where that has
    another. None where a club that keeps money has a table for points."""
    unit, booked = money_unit(sitting), unit_of(sitting)
    if sitting.club.keeps_money and booked is None:
        return None
    if unit.unit or unit.decimals != MINOR_UNITS.decimals:
        return unit
    return booked if booked and evening.unit else evening.money
