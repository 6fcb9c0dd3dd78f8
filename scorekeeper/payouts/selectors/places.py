"""Where in an account a day or a booking stands, found in a few statements at any length."""

from datetime import date, timedelta
from typing import Final, TypeAlias
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.payouts.models import Account, Leg

Place: TypeAlias = tuple[date, UUID]
"""A place in the order of bookings: the club's local day, then the id, which grows with the time it was written."""

PROBES: Final = 32  # entries looked at in one statement: four of them find one among a million
FIRST: Final = UUID(int=0)


def begin_of(day: date) -> Place:
    """Before everything of that day."""
    return day, FIRST


def end_of(day: date) -> Place:
    """Behind everything of that day."""
    return (day + timedelta(days=1), FIRST) if day < date.max else (day, UUID(int=(1 << 128) - 1))


def accounts_of(person: Player) -> QuerySet[Account]:
    """The accounts of all lines that are this person, in one order."""
    lines = Player.objects.lines_of(person).values("pk")
    return Account.objects.filter(club=person.club_id, player__in=lines).order_by("pk")


def entries_before(account: Account, place: Place | None) -> int:
    """How many entries of the account stand before this place; all of them without one.

    The entries of an account are written one after the other, so their days do not go back. Were they to (the clocks
    of two servers at midnight), the account is cut at one of the places that qualify: what is before it and what is
    behind it still add up.
    """
    low, high = 0, account.entries  # at least `low` are before it, at most `high`
    while place is not None and low < high:
        step = max(1, -(-(high - low) // PROBES))
        numbers = [*range(low + step, high, step), high]
        found = Leg.objects.filter(account=account, number__in=numbers).order_by("number")
        for number, on, booking in found.values_list("number", "booking__on", "booking"):
            if (on, booking) >= place:
                high = number - 1
                break
            low = number
    return high


def balance_after(account: Account, number: int) -> int:
    """Where the account stands after so many entries."""
    if number == 0:
        return 0
    return account.legs.values_list("balance", flat=True).get(number=number)
