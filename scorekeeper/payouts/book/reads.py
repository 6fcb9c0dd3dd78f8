"""What the book says: where everybody stands, accounts and bookings with their legs, and where a booking comes from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from heapq import merge
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import pgettext

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Counterpart, Due
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.kinds import OF_SHEETS, PERIOD, Kind
from scorekeeper.payouts.models import Account, Booking, Leg, Whose
from scorekeeper.payouts.sources import names_of
from scorekeeper.payouts.words import called
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.sheet.money import dues_of_sheet, money_unit

OF: Final = ("player", "sitting", "competition")


def with_legs(*of: str, at: str = "legs") -> "Prefetch[Any, Any, Any]":
    """The legs of the bookings that are `at`, with their accounts and what of these is asked for (out of `OF`). They
    are joined: fetched by key, accounts by the thousand would be more than SQLite takes in one statement."""
    legs = Leg.objects.select_related("account", *(f"account__{part}" for part in of))
    return Prefetch(at, queryset=legs)


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
    stands.sort(key=lambda stands: (-stands.amount, alphabetical(stands.player.name), stands.player.pk))
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


def bookings_with_legs(club: Club) -> QuerySet[Booking]:
    """The bookings of the club, each with all that its page shows."""
    found = Booking.objects.filter(club=club)
    found = found.select_related("sitting", "competition", "by_user", "by_device", "reverses", "reversal")
    return found.prefetch_related(with_legs(*OF))


def newest(club: Club, most: int) -> list[Booking]:
    """What was booked last, with its legs and whose they are."""
    found = Booking.objects.filter(club=club).select_related("sitting", "competition", "reversal", "reverses")
    return list(found.prefetch_related(with_legs(*OF)).order_by("-on", "-pk")[:most])


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


AT_ONCE: Final = 1_000  # ids in one statement
BETWEEN: Final = {Kind.SETTLED, Kind.TRANSFER}  # kinds that are as much about the other side


def places_of(bookings: Iterable[Booking]) -> dict[UUID, str]:
    """{booking: the table, the season or the evening that it leads back to, by name}, where there is one."""
    found: dict[UUID, str] = {}
    asked: dict[tuple[str, UUID], dict[UUID, list[UUID]]] = defaultdict(lambda: defaultdict(list))
    for booking in bookings:
        if thing := booking.sitting or booking.competition:
            found[booking.pk] = thing.name
        elif booking.source and booking.source_kind != PERIOD:
            asked[booking.source_kind, booking.club_id][booking.source].append(booking.pk)
    for (kind, club), by_source in asked.items():
        for some in _some(by_source):
            for source, name in names_of(kind, some, club).items():
                found.update(dict.fromkeys(by_source[source], name))
    return found


def told_of(legs: Sequence[Leg]) -> dict[UUID, str]:
    """{booking: where each of these entries of an account came from, and with whom that was settled}."""
    # Whose the other leg is, of what was paid or moved between two
    own = {leg.booking_id: leg.pk for leg in legs if leg.booking.detail.get("of", leg.booking.kind) in BETWEEN}
    places, others = places_of(leg.booking for leg in legs), dict(_named(own))
    return {
        leg.booking_id: " · ".join(filter(None, (places.get(leg.booking_id), others.get(leg.booking_id))))
        for leg in legs
    }


def _named(own: Mapping[UUID, UUID]) -> Iterator[tuple[UUID, str]]:
    for some in _some(own):
        both = Leg.objects.filter(booking__in=some)
        for leg in both.select_related("account__player", "account__sitting", "account__competition"):
            if own[leg.booking_id] != leg.pk:
                yield leg.booking_id, pgettext("in a line", "with {name}").format(name=isolated(called(leg.account)))


def _some(ids: Iterable[UUID]) -> Iterator[list[UUID]]:
    """So many at once as one statement takes."""
    found = list(ids)
    return (found[begin : begin + AT_ONCE] for begin in range(0, len(found), AT_ONCE))


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
