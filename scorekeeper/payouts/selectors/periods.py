"""Somebody's account between two days: where it stood, what moved it, where it stood then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from heapq import merge
from itertools import accumulate, islice
from typing import Final

from games.core.units import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.payouts.models import Account, Leg
from scorekeeper.payouts.selectors.places import accounts_of, balance_after, begin_of, end_of, entries_before

MOST: Final = 500  # entries that a page shows
MOST_IN_FILES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A leg with its booking, and where all lines of the person stood after it."""

    leg: Leg
    balance: int


@dataclass(frozen=True, slots=True)
class Period:
    """`since` and `until` are local days of the club, both among it. `entries` are the first of `count`, in their
    order; `closing` is the balance after all of them."""

    player: Player
    unit: InUnits
    since: date
    until: date
    opening: int
    closing: int
    count: int
    entries: Sequence[Entry]

    @property
    def change(self) -> int:
        """What the period brought."""
        return self.closing - self.opening


def period(person: Player, unit: InUnits, since: date, until: date, most: int = MOST) -> Period:
    """The statement of a person, all of their lines together. Its statements are the same few in any account, and the
    rows they read are those of the period."""
    accounts = list(accounts_of(person).filter(unit=unit.unit, decimals=unit.decimals))
    begins = [entries_before(account, begin_of(since)) for account in accounts]
    ends = [max(entries_before(one, end_of(until)), first) for one, first in zip(accounts, begins, strict=True)]
    opening = _stood(accounts, begins)
    streams = [_legs(*one, most) for one in zip(accounts, begins, ends, strict=True)]
    legs = list(islice(merge(*streams, key=lambda leg: (leg.booking.on, leg.booking_id)), most))
    balances = islice(accumulate((leg.amount for leg in legs), initial=opening), 1, None)
    return Period(
        player=person,
        unit=unit,
        since=since,
        until=until,
        opening=opening,
        closing=_stood(accounts, ends),
        count=sum(ends) - sum(begins),
        entries=[Entry(leg, balance) for leg, balance in zip(legs, balances, strict=True)],
    )


def _stood(accounts: Sequence[Account], numbers: Sequence[int]) -> int:
    return sum(balance_after(account, number) for account, number in zip(accounts, numbers, strict=True))


def _legs(account: Account, begin: int, end: int, most: int) -> list[Leg]:
    found = Leg.objects.filter(account=account, number__gt=begin, number__lte=min(end, begin + most)).order_by("number")
    return list(found.select_related("account", "booking__sitting", "booking__competition", "booking__reversal"))
