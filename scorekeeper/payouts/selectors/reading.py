"""The money book as its pages show it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import groupby, islice
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.selectors.legs import OF, with_legs
from scorekeeper.payouts.words import called

A_PAGE: Final = 50
LONGEST: Final = 19  # figures of a number that a database can hold
SHEETS: Final = (Account.Kind.POT, Account.Kind.PRIZES)


@dataclass(frozen=True, slots=True)
class Stands:
    """Somebody who is to get something, or to give it, in one unit: all of their lines together."""

    player: Player
    amount: int

    @property
    def owes(self) -> int:
        return -self.amount


@dataclass(frozen=True, slots=True)
class OfUnit:
    """All accounts of one unit that are not even. `people` by how much they are to get; `pots` are banks and prize
    pools, `own` the club's."""

    unit: InUnits
    people: tuple[Stands, ...]
    pots: tuple[Account, ...]
    own: tuple[Account, ...]

    @property
    def named(self) -> list[tuple[str, int]]:
        """What is the club's, its banks and pools among it, by name: in what pages show of it."""
        return [(called(account), account.shown) for account in (*self.own, *self.pots)]


def overview(club: Club) -> list[OfUnit]:
    """Where everybody stands, by unit; the club's own unit first. One query, over accounts that are not even."""
    found = Account.objects.filter(club=club).exclude(balance=0).select_related("player", "sitting", "competition")
    key = _order_of(club)
    accounts = sorted(found, key=lambda account: (*key(account), account.pk))
    return [_of_unit(list(of_unit)) for _key, of_unit in groupby(accounts, key=key)]


def _order_of(club: Club) -> Callable[[Account], tuple[bool, str, int]]:
    return lambda account: (account.unit != club.unit, account.unit, account.decimals)


def _of_unit(accounts: Sequence[Account]) -> OfUnit:
    people: dict[UUID, Player] = {}
    sums: dict[UUID, int] = defaultdict(int)
    for account in accounts:
        if account.player:
            people[account.player.identity] = account.player.person
            sums[account.player.identity] += account.balance
    stands = [Stands(people[pk], amount) for pk, amount in sums.items() if amount]
    stands.sort(key=lambda one: (-one.amount, alphabetical(one.player.name), one.player.pk))
    return OfUnit(
        unit=accounts[0].in_unit,
        people=tuple(stands),
        pots=tuple(account for account in accounts if account.kind in SHEETS),
        own=tuple(account for account in accounts if account.kind not in (*SHEETS, Account.Kind.PLAYER)),
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A leg of somebody's account with its booking, and where all of their lines stood after it."""

    leg: Leg
    balance: int


@dataclass(frozen=True, slots=True)
class Statement:
    """Some rows of somebody's account in one unit, the newest first. `older` leads on, empty at the end."""

    unit: InUnits
    balance: int
    rows: tuple[Row, ...]
    older: str

    @property
    def owes(self) -> int:
        return -self.balance


def units_of(player: Player) -> list[InUnits]:
    """The units somebody has an account in, the club's own first."""
    accounts = sorted(_accounts(player), key=_order_of(player.club))
    return [next(of_unit).in_unit for _key, of_unit in groupby(accounts, key=_order_of(player.club))]


def _accounts(player: Player) -> QuerySet[Account]:
    """Of all lines that are this person."""
    lines = Player.objects.lines_of(player).values("pk")
    return Account.objects.filter(club=player.club_id, player__in=lines).order_by("pk")


def statement(player: Player, unit: InUnits, cursor: str = "") -> Statement:
    """A page of somebody's account. Each line of theirs is read from where the cursor stands in it, so a page costs the
    same at the millionth entry as at the first; a cursor that means nothing is the beginning."""
    accounts = list(_accounts(player).filter(unit=unit.unit, decimals=unit.decimals))
    before = _before(accounts, cursor)
    streams = [_newest(account, number) for account, number in zip(accounts, before, strict=True)]
    # Each line of theirs in its own order, whatever the clocks said.
    found = list(islice(merge(*streams, key=lambda leg: (leg.booking.at, leg.pk), reverse=True), A_PAGE + 1))
    shown = found[:A_PAGE]
    total = sum(legs[0].balance for legs in streams if legs)
    rows = tuple(Row(leg, balance) for leg, balance in zip(shown, _backwards(total, shown), strict=True))
    return Statement(
        unit=unit,
        balance=sum(account.balance for account in accounts),
        rows=rows,
        older=_after(accounts, before, shown) if len(found) > A_PAGE else "",
    )


def _newest(account: Account, before: int) -> list[Leg]:
    legs = Leg.objects.filter(account=account, number__lt=before).order_by("-number")
    return list(legs.select_related("account", "booking__sitting", "booking__competition")[: A_PAGE + 1])


def page_before(account: Account, cursor: str = "") -> tuple[list[Leg], str]:
    """A page of an account of the club's own with the other legs of its bookings, the newest first, and the cursor of
    the next one, empty at the end."""
    before = _before([account], cursor)[0]
    legs = Leg.objects.filter(account=account, number__lt=before).order_by("-number")
    related = legs.select_related("account", "booking__sitting", "booking__competition")
    found = list(related.prefetch_related(with_legs(*OF, at="booking__legs"))[: A_PAGE + 1])
    return found[:A_PAGE], str(found[A_PAGE - 1].number) if len(found) > A_PAGE else ""


def _backwards(total: int, legs: Sequence[Leg]) -> Iterator[int]:
    for leg in legs:
        yield total
        total -= leg.amount


def _before(accounts: Sequence[Account], cursor: str) -> list[int]:
    """The number of the leg of each account that the page stands before."""
    parts = cursor.split("-")
    are_numbers = all(part.isascii() and part.isdigit() and len(part) < LONGEST for part in parts)
    is_whole = are_numbers and len(parts) == len(accounts)
    return [int(part) for part in parts] if is_whole else [account.entries + 1 for account in accounts]


def _after(accounts: Sequence[Account], before: Sequence[int], shown: Sequence[Leg]) -> str:
    last = {account.pk: number for account, number in zip(accounts, before, strict=True)}
    last.update({leg.account_id: leg.number for leg in shown})
    return "-".join(str(last[account.pk]) for account in accounts)


def booking_with_legs(club: Club, pk: UUID) -> Booking:
    """A booking of the club with all that its page shows. Raises Booking.DoesNotExist."""
    found = Booking.objects.filter(club=club)
    found = found.select_related("sitting", "competition", "by_user", "by_device", "reverses", "reversal")
    found = found.prefetch_related(with_legs(*OF))
    return found.get(pk=pk)


def newest(club: Club, most: int) -> list[Booking]:
    """What was booked last, with its legs and whose they are."""
    found = Booking.objects.filter(club=club).select_related("sitting", "competition", "reversal", "reverses")
    return list(found.prefetch_related(with_legs(*OF)).order_by("-on", "-pk")[:most])
