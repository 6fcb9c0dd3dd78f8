"""What was booked: the history page by page, an account between two days, and what a year came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from heapq import merge
from itertools import accumulate, groupby, islice
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.payouts.book import reads
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.words import called, moved, title_of, why_of
from scorekeeper.play.models import Sitting

A_PAGE: Final = 50
LOOKED_THROUGH: Final = 5_000
AT_ONCE: Final = 1_000  # ids in one statement
RELATED: Final = ("sitting", "competition", "by_user", "by_device", "reversal", "reverses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Which bookings. `since` and `until` are local days of the club, both among them; `player` with all of their
    lines; of a season also what its tables made, of an evening what is named as its own and what `tables` made."""

    player: Player | None = None
    sitting: UUID | None = None
    competition: UUID | None = None
    evening: UUID | None = None
    tables: tuple[UUID, ...] = ()
    since: date | None = None
    until: date | None = None
    kind: str = ""
    unit: InUnits | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """From where a page begins, and which way it goes; the newest page has no place."""

    place: reads.Place | None = None
    is_newer: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Some bookings, the newest first, and the places its neighbours begin at; None where there is nothing more."""

    bookings: Sequence[Booking]
    newer: reads.Place | None
    older: reads.Place | None


@dataclass(frozen=True, slots=True)
class _Found:
    """Places in the order of the turn; `end` is where looking stopped, None where everything was looked at."""

    places: list[reads.Place]
    end: reads.Place | None


def history(club: Club, asked: Search, turn: Turn) -> Page:
    """The page. Its statements are the same few in any club."""
    is_of_few = asked.sitting or asked.competition or asked.evening or not asked.player
    found = _in_club(club, asked, turn) if is_of_few else _of_player(asked, turn)
    places, end = found.places[:A_PAGE], found.end
    if len(found.places) > A_PAGE:
        end = places[-1]
    shown = _rows(places)
    first = shown[0] if shown else None
    last = shown[-1] if shown else None
    here = (first.on, first.pk) if first else turn.place
    if turn.is_newer:
        return Page(shown, end, (last.on, last.pk) if last else turn.place)
    return Page(shown, here if turn.place else None, end)


def everything(club: Club, asked: Search, most: int) -> list[Booking]:
    """For a file: the newest of what is asked for, so many at most."""
    bookings: list[Booking] = []
    turn: Turn | None = Turn()
    while turn and len(bookings) < most:
        page = history(club, asked, turn)
        bookings += page.bookings
        turn = Turn(page.older) if page.older else None
    return bookings[:most]


def _rows(places: Sequence[reads.Place]) -> list[Booking]:
    """By their ids and nothing else: a database that is also told the club or the order goes through the whole club."""
    found = Booking.objects.filter(pk__in=[pk for _on, pk in places])
    rows = found.select_related(*RELATED).prefetch_related(reads.with_legs(*reads.OF))
    return sorted(rows, key=lambda booking: (booking.on, booking.pk), reverse=True)


def _in_club(club: Club, asked: Search, turn: Turn) -> _Found:
    """Along the days of the club, or through the few bookings of a sheet, a season or an evening."""
    rows: QuerySet[Booking] = Booking.objects.filter(club=club)
    if asked.sitting:
        rows = rows.filter(sitting=asked.sitting)
    if asked.competition:
        sheets = Sitting.objects.filter(club=club, competitions=asked.competition).values("pk")
        own = Booking.objects.filter(club=club, competition=asked.competition).values("pk")
        rows = rows.filter(pk__in=own.union(Booking.objects.filter(club=club, sitting__in=sheets).values("pk")))
    if asked.evening:
        own = Booking.objects.filter(club=club, source=asked.evening).values("pk")
        rows = rows.filter(pk__in=own.union(Booking.objects.filter(club=club, sitting__in=asked.tables).values("pk")))
    order = ("on", "pk") if turn.is_newer else ("-on", "-pk")
    rows = _within(rows, asked, turn).order_by(*order)
    if not (asked.kind or asked.unit or asked.player):
        return _Found(list(rows.values_list("on", "pk")[: A_PAGE + 1]), None)
    looked_at = list(rows.values_list("on", "pk", "kind", "unit", "decimals")[:LOOKED_THROUGH])
    places = [(on, pk) for on, pk, kind, *unit in looked_at if _is_asked(asked, kind, unit)]
    if asked.player:
        # Those among so many places that move something on an account of this person
        legs = Leg.objects.filter(account__in=reads.accounts_of(asked.player).order_by())
        theirs: set[UUID] = set()
        for begin in range(0, len(places), AT_ONCE):
            some = places[begin : begin + AT_ONCE]
            theirs.update(legs.filter(booking__in=[pk for _on, pk in some]).values_list("booking", flat=True))
        places = [place for place in places if place[1] in theirs]
    is_all = len(looked_at) < LOOKED_THROUGH or len(places) > A_PAGE
    return _Found(places[: A_PAGE + 1], None if is_all else looked_at[-1][:2])


def _is_asked(asked: Search, kind: object, unit: Sequence[object]) -> bool:
    """Picked out here: a database that is to do it goes through the whole club as soon as it thinks that cheaper."""
    is_kind = not asked.kind or kind == asked.kind
    return is_kind and (asked.unit is None or unit == [asked.unit.unit, asked.unit.decimals])


def _within(rows: QuerySet[Booking], asked: Search, turn: Turn) -> QuerySet[Booking]:
    if asked.since:
        rows = rows.filter(on__gte=asked.since)
    if asked.until:
        rows = rows.filter(on__lte=asked.until)
    if turn.place is None:
        return rows
    on, pk = turn.place
    if turn.is_newer:
        return rows.filter(Q(on__gt=on) | Q(pk__gt=pk), on__gte=on)
    return rows.filter(Q(on__lt=on) | Q(pk__lt=pk), on__lte=on)


def _of_player(asked: Search, turn: Turn) -> _Found:
    """Along the accounts of a person, each from where the page begins."""
    accounts = reads.accounts_of(asked.player) if asked.player else Account.objects.none()
    if asked.unit:
        accounts = accounts.filter(unit=asked.unit.unit, decimals=asked.unit.decimals)
    found = [_in_account(account, asked, turn) for account in accounts]
    ends = [part.end for part in found if part.end]
    end = (min(ends) if turn.is_newer else max(ends)) if ends else None
    places = sorted({place for part in found for place in part.places}, reverse=not turn.is_newer)
    if end:  # one account was not read beyond this: of the others nothing beyond it either
        places = [place for place in places if (place <= end if turn.is_newer else place >= end)]
    return _Found(places, end)


def _in_account(account: Account, asked: Search, turn: Turn) -> _Found:
    low, high = _numbers(account, asked, turn)
    step = LOOKED_THROUGH
    begin, end = (low, min(high, low + step)) if turn.is_newer else (max(low, high - step), high)
    legs = Leg.objects.filter(account=account, number__gt=begin, number__lte=end)
    if asked.kind:
        legs = legs.filter(booking__kind=asked.kind)
    legs = legs.order_by("number" if turn.is_newer else "-number")
    places = list(legs.values_list("booking__on", "booking")[: A_PAGE + 1])
    if len(places) > A_PAGE:
        return _Found(places, places[-1])
    if (end == high) if turn.is_newer else (begin == low):
        return _Found(places, None)
    stopped = account.legs.values_list("booking__on", "booking").get(number=end if turn.is_newer else begin + 1)
    return _Found(places, stopped)


def _numbers(account: Account, asked: Search, turn: Turn) -> tuple[int, int]:
    """The entries behind the first number up to the second: those of the period on that side of the place."""
    low = reads.entries_before(account, reads.begin_of(asked.since)) if asked.since else 0
    high = reads.entries_before(account, reads.end_of(asked.until)) if asked.until else account.entries
    if turn.place:
        before = reads.entries_before(account, turn.place)
        if turn.is_newer:
            at = account.legs.filter(booking=turn.place[1]).exists()
            low = max(low, before + at)
        else:
            high = min(high, before)
    return min(low, high), high


def turn_of(asked: Mapping[str, Any]) -> Turn:
    """Where a page begins; what means nothing is the newest page."""
    is_newer = "after" in asked
    on, _mark, pk = asked.get("after" if is_newer else "before", "").partition("_")
    try:
        return Turn((date.fromisoformat(on), UUID(pk)), is_newer)
    except ValueError:
        return Turn()


def place_word(place: reads.Place | None) -> str:
    """A place as addresses say it."""
    return f"{place[0].isoformat()}_{place[1].hex}" if place else ""


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
    accounts = list(reads.accounts_of(person).filter(unit=unit.unit, decimals=unit.decimals))
    begins = [reads.entries_before(account, reads.begin_of(since)) for account in accounts]
    ends = [
        max(reads.entries_before(account, reads.end_of(until)), first)
        for account, first in zip(accounts, begins, strict=True)
    ]
    opening = _stood(accounts, begins)
    streams = [_legs(*stretch, most) for stretch in zip(accounts, begins, ends, strict=True)]
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
    return sum(reads.balance_after(account, number) for account, number in zip(accounts, numbers, strict=True))


def _legs(account: Account, begin: int, end: int, most: int) -> list[Leg]:
    found = Leg.objects.filter(account=account, number__gt=begin, number__lte=min(end, begin + most)).order_by("number")
    return list(found.select_related("account", "booking__sitting", "booking__competition", "booking__reversal"))


@dataclass(frozen=True, slots=True)
class Total:
    """What one kind of booking moved in a year on the account of a person, or of the club by its kind: `got` to it,
    `given` by it. What was booked back is a kind of its own, so that both sums are of what was written."""

    kind: str
    account: str
    player: Player | None
    got: int
    given: int

    @property
    def net(self) -> int:
        """What that is in all."""
        return self.got - self.given


@dataclass(frozen=True, slots=True)
class OfUnit:
    """The totals of a year in one unit; they sum to zero."""

    unit: InUnits
    totals: Sequence[Total]


def years_of(club: Club) -> list[int]:
    """The years in which something was booked first and last, and those between, the newest first."""
    days = Booking.objects.filter(club=club).values_list("on", flat=True)
    first, last = days.order_by("on", "pk").first(), days.order_by("-on", "-pk").first()
    return list(range(last.year, first.year - 1, -1)) if first and last else []


def year_of(club: Club, year: int) -> list[OfUnit]:
    """The totals, the club's own unit first, kinds and people in one order. It adds up the year once: two statements,
    whose rows are those of the year. Search for by their bookings alone: a database that is also told the club of the
    legs goes through all of them."""
    legs = Leg.objects.filter(booking__club=club, booking__on__range=(date(year, 1, 1), date(year, 12, 31)))
    person = Coalesce("account__player__merged_into", "account__player")
    rows = legs.order_by().values("booking__unit", "booking__decimals", "booking__kind", "account__kind", person=person)
    found = list(rows.annotate(got=_sum(amount__gt=0), given=_sum(amount__lt=0)))
    people = Player.objects.in_bulk({row["person"] for row in found if row["person"]})
    found.sort(key=lambda row: _order(club, row, people))
    return [
        OfUnit(InUnits.model_construct(unit=unit, decimals=decimals), [_total(row, people) for row in rows])
        for (unit, decimals), rows in groupby(found, key=lambda row: (row["booking__unit"], row["booking__decimals"]))
    ]


def by_kind(totals: Sequence[Total]) -> list[tuple[str, int]]:
    """How much each kind moved between accounts, whoever it went to."""
    return [(kind, sum(total.got for total in of_kind)) for kind, of_kind in groupby(totals, key=attrgetter("kind"))]


def _sum(**way: int) -> Coalesce:
    return Coalesce(Sum("amount", filter=Q(**way)), 0)


def _order(club: Club, row: dict[str, object], people: dict[UUID, Player]) -> tuple[object, ...]:
    player = people.get(row["person"]) if isinstance(row["person"], UUID) else None
    kinds: list[str] = list(Account.Kind.values)
    return (
        row["booking__unit"] != club.unit,
        row["booking__unit"],
        row["booking__decimals"],
        row["booking__kind"],
        kinds.index(str(row["account__kind"])),
        alphabetical(player.name if player else ""),
        str(row["person"]),
    )


def _total(row: dict[str, object], people: dict[UUID, Player]) -> Total:
    person = row["person"]
    return Total(
        kind=str(row["booking__kind"]),
        account=str(row["account__kind"]),
        player=people[person] if isinstance(person, UUID) else None,
        got=int(str(row["got"])),
        given=-int(str(row["given"])),
    )


SAID: Final = (Account.Kind.PLAYER, Account.Kind.CASH)


def line_of(booking: Booking, place: str, sight: Sight) -> dict[str, Any]:
    """A booking as a row, with what it moves in words: for people and for the box; for other accounts only where there
    are neither. `place` is where it comes from; its legs with whose they are had better been read."""
    hidden = sight.hides_legs(booking)
    legs = sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk))
    counted = [leg for leg in legs if leg.account.kind in SAID]
    return {
        "booking": booking,
        "title": title_of(booking),
        "why": " · ".join(filter(None, (why_of(booking), place, booking.reason))),
        "moves": [_words(leg, booking, is_hidden=leg.pk in hidden) for leg in counted or legs],
        "is_back": hasattr(booking, "reversal"),
        "is_hidden": bool(hidden),
        "amount": sum(leg.amount for leg in legs if leg.amount > 0),
    }


FEWEST: Final = 3  # bookings that stand in one line


@dataclass(frozen=True, slots=True)
class Together:
    """Bookings of one day that are alike, in one line: eleven entry fees of one evening. `amount` is what all of them
    moved; of one alone, in `lines`, nothing is summed."""

    lines: Sequence[dict[str, Any]]

    @property
    def is_several(self) -> bool:
        return len(self.lines) > 1

    @property
    def booking(self) -> Booking:
        """The newest of them."""
        booking: Booking = self.lines[0]["booking"]
        return booking

    @property
    def amount(self) -> int:
        return sum(line["amount"] for line in self.lines)


def together(lines: Sequence[dict[str, Any]]) -> list[Together]:
    """The rows of a list of bookings: those that follow each other and are alike stand together where there are at
    least three. What is hidden from the reader, or was booked back, stands alone, so that no sum tells it."""
    rows: list[Together] = []
    for key, alike in groupby(lines, key=_likeness):
        some = list(alike)
        if key is not None and len(some) >= FEWEST:
            rows.append(Together(some))
        else:
            rows += [Together([line]) for line in some]
    return rows


def _likeness(line: dict[str, Any]) -> tuple[object, ...] | None:
    booking = line["booking"]
    if line["is_hidden"] or line["is_back"]:
        return None
    return booking.on, booking.unit, booking.decimals, line["title"], line["why"]


def _words(leg: Leg, booking: Booking, *, is_hidden: bool) -> str:
    if is_hidden:
        return pgettext("heading", "{account}: hidden").format(account=called(leg.account))
    return moved(leg, booking.in_unit)
