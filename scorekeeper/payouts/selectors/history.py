"""The bookings of a club, the newest first: what is asked for, page by page.

A page is found from the place it begins at, never by counting, so rows that come meanwhile move none of it. Whatever
is asked for, at most `LOOKED_THROUGH` entries are looked at for one page; a page that found less says so and leads on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.selectors.legs import OF, with_legs
from scorekeeper.payouts.selectors.places import Place, accounts_of, begin_of, end_of, entries_before
from scorekeeper.play.models import Sitting

A_PAGE: Final = 50
LOOKED_THROUGH: Final = 5_000
AT_ONCE: Final = 1_000  # ids in one statement
RELATED: Final = ("sitting", "competition", "by_user", "by_device", "reversal", "reverses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
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

    place: Place | None = None
    is_newer: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Some bookings, the newest first, and the places its neighbours begin at; None where there is nothing more."""

    bookings: Sequence[Booking]
    newer: Place | None
    older: Place | None


@dataclass(frozen=True, slots=True)
class _Found:
    """Places in the order of the turn; `end` is where looking stopped, None where everything was looked at."""

    places: list[Place]
    end: Place | None


def history(club: Club, asked: Asked, turn: Turn) -> Page:
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


def everything(club: Club, asked: Asked, most: int) -> list[Booking]:
    """For a file: the newest of what is asked for, so many at most."""
    bookings: list[Booking] = []
    turn: Turn | None = Turn()
    while turn and len(bookings) < most:
        page = history(club, asked, turn)
        bookings += page.bookings
        turn = Turn(page.older) if page.older else None
    return bookings[:most]


def _rows(places: Sequence[Place]) -> list[Booking]:
    """By their ids and nothing else: a database that is also told the club or the order goes through the whole club."""
    found = Booking.objects.filter(pk__in=[pk for _on, pk in places])
    rows = found.select_related(*RELATED).prefetch_related(with_legs(*OF))
    return sorted(rows, key=lambda booking: (booking.on, booking.pk), reverse=True)


def _in_club(club: Club, asked: Asked, turn: Turn) -> _Found:
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
        places = _of_these(places, asked.player)
    is_all = len(looked_at) < LOOKED_THROUGH or len(places) > A_PAGE
    return _Found(places[: A_PAGE + 1], None if is_all else looked_at[-1][:2])


def _is_asked(asked: Asked, kind: object, unit: Sequence[object]) -> bool:
    """Picked out here: a database that is to do it goes through the whole club as soon as it thinks that cheaper."""
    is_kind = not asked.kind or kind == asked.kind
    return is_kind and (asked.unit is None or unit == [asked.unit.unit, asked.unit.decimals])


def _of_these(places: Sequence[Place], player: Player) -> list[Place]:
    """Those among so many places that move something on an account of this person."""
    legs = Leg.objects.filter(account__in=accounts_of(player).order_by())
    theirs: set[UUID] = set()
    for begin in range(0, len(places), AT_ONCE):
        some = places[begin : begin + AT_ONCE]
        theirs.update(legs.filter(booking__in=[pk for _on, pk in some]).values_list("booking", flat=True))
    return [place for place in places if place[1] in theirs]


def _within(rows: QuerySet[Booking], asked: Asked, turn: Turn) -> QuerySet[Booking]:
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


def _of_player(asked: Asked, turn: Turn) -> _Found:
    """Along the accounts of a person, each from where the page begins."""
    accounts = accounts_of(asked.player) if asked.player else Account.objects.none()
    if asked.unit:
        accounts = accounts.filter(unit=asked.unit.unit, decimals=asked.unit.decimals)
    found = [_in_account(account, asked, turn) for account in accounts]
    ends = [one.end for one in found if one.end]
    end = (min(ends) if turn.is_newer else max(ends)) if ends else None
    places = sorted({place for one in found for place in one.places}, reverse=not turn.is_newer)
    if end:  # one account was not read beyond this: of the others nothing beyond it either
        places = [place for place in places if (place <= end if turn.is_newer else place >= end)]
    return _Found(places, end)


def _in_account(account: Account, asked: Asked, turn: Turn) -> _Found:
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


def _numbers(account: Account, asked: Asked, turn: Turn) -> tuple[int, int]:
    """The entries behind the first number up to the second: those of the period on that side of the place."""
    low = entries_before(account, begin_of(asked.since)) if asked.since else 0
    high = entries_before(account, end_of(asked.until)) if asked.until else account.entries
    if turn.place:
        before = entries_before(account, turn.place)
        if turn.is_newer:
            at = account.legs.filter(booking=turn.place[1]).exists()
            low = max(low, before + at)
        else:
            high = min(high, before)
    return min(low, high), high
