"""The records of a club, what is played there, and who comes. A few statements, whatever has been played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from uuid import UUID

from django.db.models import Count
from django.db.models.functions import Coalesce

from games.core.game import AnyGame
from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.bars import Bars, bar_chart
from scorekeeper.common.newest import newest
from scorekeeper.common.texts import signed
from scorekeeper.profiles.selectors.days import day_mark
from scorekeeper.profiles.selectors.sheets import (
    MOST_OF_CLUB,
    Evening,
    Record,
    digests_of,
    evenings_of,
    is_in,
    longest_streak,
    main_unit,
    records_in,
)
from scorekeeper.ratings.models import Digest, Played

SHOWN_DAYS = 24


@dataclass(frozen=True, slots=True)
class Share:
    """How many hands were this, and of a hundred how many."""

    title: Text
    hands: int
    percent: int


@dataclass(frozen=True, slots=True)
class BestEvening:
    player: Player
    evening: Evening


@dataclass(frozen=True, slots=True)
class Streak:
    player: Player
    sheets: int


@dataclass(frozen=True, slots=True)
class Records:
    """What the page of a club shows of a game. Totals are in `unit`, which most of the sheets are counted in."""

    game: AnyGame
    sheets: int
    hands: int
    unit: InUnits
    elsewhere: int
    records: Sequence[Record]
    best: BestEvening | None
    streak: Streak | None
    shares: Sequence[Share]
    cut: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day on which sheets were closed: how many people played, at how many tables."""

    day: date
    people: int
    sheets: int


def records_of(club: Club, game: AnyGame, year: int | None) -> Records | None:
    """None where nothing was closed in that time. Two statements."""
    newest = digests_of(club, game.name, year).order_by("-at", "-sitting")
    found = list(newest[: MOST_OF_CLUB + 1])
    cut, digests = len(found) > MOST_OF_CLUB, {digest.pk: digest for digest in found[:MOST_OF_CLUB][::-1]}
    if not digests:
        return None
    unit = main_unit(digests.values())
    rows = _rows(club, game, digests)
    counted = [row for row in rows if is_in(row.digest, unit)]
    return Records(
        game=game,
        sheets=len(digests),
        hands=sum(digest.hands for digest in digests.values()),
        unit=unit,
        elsewhere=sum(not is_in(digest, unit) for digest in digests.values()),
        records=records_in(game, rows, unit),
        best=_best(counted),
        streak=_streak(rows),
        shares=_shares(game, digests.values()),
        cut=cut,
    )


def days_of(club: Club, year: int | None) -> list[Day]:
    """The newest days on which sheets of any game were played, oldest first. Two statements."""
    sheets = Digest.objects.filter(club=club, hands__gt=0)
    days = newest(sheets.filter(played_on__year=year) if year else sheets, "played_on", SHOWN_DAYS)
    rows = Played.objects.filter(club=club, digest__in=sheets.filter(played_on__in=days).values("pk"))
    person = Coalesce("player__merged_into", "player")
    counted = (
        rows.order_by()
        .values_list("digest__played_on")
        .annotate(people=Count(person, distinct=True), sheets=Count("digest", distinct=True))
        .order_by("digest__played_on")
    )
    return [Day(*row) for row in counted]


def attendance(days: Sequence[Day]) -> Bars:
    """Who came, as bars."""
    marks = [day_mark(day.day) for day in days]
    return bar_chart([day.people for day in days], marks, lambda value, _step: signed(value))


def _rows(club: Club, game: AnyGame, digests: dict[UUID, Digest]) -> list[Played]:
    """What these sheets say of people, in the order of the sheets."""
    rows = Played.objects.filter(club=club, digest__game=game.name, digest__hands__gt=0)
    first = next(iter(digests.values()))
    rows = rows.filter(digest__at__gte=first.at).select_related("player").defer("facts")
    found = [row for row in rows if row.digest_id in digests]
    for row in found:
        row.digest = digests[row.digest_id]
    return sorted(found, key=lambda row: (row.digest.at, row.digest.sitting_id, row.seat))


def _by_person(rows: Iterable[Played]) -> Iterable[tuple[Player, list[Played]]]:
    of_people = sorted(rows, key=lambda row: row.player.identity)  # stable: each one's stay in order
    for _person, own in groupby(of_people, key=lambda row: row.player.identity):
        theirs = list(own)
        yield theirs[0].player.person, theirs


def _best(rows: Iterable[Played]) -> BestEvening | None:
    found = [BestEvening(who, evening) for who, own in _by_person(rows) for evening in evenings_of(own)]
    return max(found, key=lambda one: (one.evening.total, -one.evening.day.toordinal()), default=None)


def _streak(rows: Iterable[Played]) -> Streak | None:
    found = [Streak(who, longest_streak(own)[0]) for who, own in _by_person(rows)]
    longest = max(found, key=lambda one: one.sheets, default=None)
    return longest if longest and longest.sheets > 1 else None


def _shares(game: AnyGame, digests: Iterable[Digest]) -> list[Share]:
    """How the hands are spread over the facts of the game's main group."""
    group, counts = game.facets.groups[game.facets.main], Counter[str]()
    for digest in digests:
        counts.update(digest.counts)
    together = sum(counts.values())
    return [
        Share(group.called(name), counts[name], round(100 * counts[name] / together)) for name in group.in_order(counts)
    ]
