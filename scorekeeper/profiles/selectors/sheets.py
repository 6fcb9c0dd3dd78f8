"""What closed sheets of a game come to, of all years or of one: sums of months, kept in step by the work on ratings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import pgettext

import games
from games.core.amounts import InUnits
from games.core.game import AnyGame
from games.core.text import Text
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import amount_figure, signed, translated
from scorekeeper.ratings.models import ClubMonth, Month
from scorekeeper.ratings.months import Run

# Days as they stand below charts.


def day_mark(day: date) -> str:
    """A day, short: "4 Sep"."""
    return date_format(day, pgettext("format of a day", "j M"))


@dataclass(frozen=True, slots=True)
class OfGame:
    """How much somebody has played of a game."""

    game: AnyGame
    sheets: int
    won: int
    hands: int
    evenings: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What one day brought, and from how many sheets."""

    day: date
    total: int
    sheets: int


@dataclass(frozen=True, slots=True)
class Record:
    """The most of something: on which sheet of which day, by which of its hands, who has it, and what it is counted
    in."""

    title: Text
    figure: int
    unit: InUnits
    number: int
    sitting: UUID
    day: date
    player: UUID


def lines_of(player: Player) -> Q:
    """Rows of this person, whichever of their lines they were made with."""
    return Q(player__in=Player.objects.lines_of(player).values("pk"))


def games_of(player: Player) -> list[OfGame]:
    """What a person has played, the game played most first. One statement."""
    months = Month.objects.filter(lines_of(player), club=player.club_id).order_by("game")
    rows = months.values_list("game", "sheets", "won", "hands", "days")
    sums = [_of_game(name, list(of_game)) for name, of_game in groupby(rows, key=lambda row: row[0])]
    return sorted(sums, key=lambda one: (-one.sheets, alphabetical(translated(one.game.title))))


def _of_game(name: str, months: Sequence[tuple[Any, ...]]) -> OfGame:
    days = {day for *_sums, days_told in months for day, *_brought in days_told}
    _name, sheets, won, hands, _days = zip(*months, strict=True)
    return OfGame(games.game(name), sum(sheets), sum(won), sum(hands), len(days))


def years_of(player: Player, game: str) -> list[int]:
    """The years in which a person has played this, the newest first."""
    return _years(months_of(player, game, None))


def games_in(club: Club) -> list[AnyGame]:
    """What a club has closed sheets of, the game with most of them first."""
    counted = Counter[str]()
    for name, sheets in ClubMonth.objects.filter(club=club).values_list("game", "sheets"):
        counted[name] += sheets
    return [games.game(name) for name, _many in sorted(counted.items(), key=lambda found: (-found[1], found[0]))]


def years_in(club: Club, game: str) -> list[int]:
    """The same as `years_of`, of the whole club."""
    return _years(months_in(club, game, None))


def months_of(player: Player, game: str, year: int | None) -> QuerySet[Month]:
    """What a person has played of a game, month by month."""
    found = Month.objects.filter(lines_of(player), club=player.club_id, game=game).order_by("month", "player")
    return found.filter(month__year=year) if year else found


def months_in(club: Club, game: str, year: int | None) -> QuerySet[ClubMonth]:
    """What a club has played of a game, month by month."""
    found = ClubMonth.objects.filter(club=club, game=game).order_by("month")
    return found.filter(month__year=year) if year else found


def main_unit(months: Iterable[Month | ClubMonth]) -> tuple[InUnits, int]:
    """What most of these sheets are counted in, and how many are in others."""
    counted: Counter[tuple[str, int]] = Counter()
    for month in months:
        for unit, decimals, sheets in month.units:
            counted[unit, decimals] += sheets
    (unit, decimals), most = counted.most_common(1)[0] if counted else (("", 0), 0)
    return InUnits.model_construct(unit=unit, decimals=decimals), counted.total() - most


def is_in(unit: InUnits, unit_name: str, decimals: int) -> bool:
    return (unit_name, decimals) == (unit.unit, unit.decimals)


def evenings_of(months: Iterable[Month], unit: InUnits) -> list[Evening]:
    """What each day brought one person in this unit, in order."""
    totals: Counter[date] = Counter()
    played: Counter[date] = Counter()
    for month in months:
        for day, unit_name, decimals, total, sheets in month.days:
            if is_in(unit, unit_name, decimals):
                totals[date.fromisoformat(day)] += total
                played[date.fromisoformat(day)] += sheets
    return [Evening(day, totals[day], played[day]) for day in sorted(played)]


def records_in(game: AnyGame, months: Iterable[Month | ClubMonth], unit: InUnits) -> list[Record]:
    """The most of each thing in these months, the first time; amounts only of sheets in this unit."""
    best: dict[str, Record] = {}
    for month in months:
        for name, unit_name, decimals, figure, number, sitting, day, player in month.peaks:
            in_units = name in game.facets.in_units
            most = best[name].figure if name in best else 0
            if name in game.facets.peaks and figure > most and (not in_units or is_in(unit, unit_name, decimals)):
                title, of = game.facets.peaks[name], unit if in_units else InUnits()
                when = date.fromisoformat(day)
                best[name] = Record(title, figure, of, number, UUID(sitting), when, UUID(player))
    return [best[name] for name in game.facets.peaks if name in best]


def run_through(runs: Iterable[Sequence[int]]) -> Run:
    """The runs of one month after the other as one."""
    whole = Run()
    for run in runs:
        whole = whole.then(Run(*run))
    return whole


def people_by_id(club_id: UUID, ids: Iterable[UUID]) -> dict[UUID, Player]:
    """These lines of a book, each as the person it is part of. One statement."""
    return {line.pk: line.person for line in Player.objects.filter(club=club_id, pk__in=set(ids))}


def _years(months: QuerySet[Month] | QuerySet[ClubMonth]) -> list[int]:
    return sorted({month.year for month in months.values_list("month", flat=True)}, reverse=True)


def grid_figure(unit: InUnits) -> "_Figure":
    """Writes the figures at grid lines in this unit."""
    return _Figure(unit)


@dataclass(frozen=True, slots=True)
class _Figure:
    unit: InUnits

    def __call__(self, value: int, step: int) -> str:
        """Without decimals where no line has any."""
        whole = 10**self.unit.decimals
        return signed(value // whole) if step % whole == 0 else amount_figure(value, self.unit)


def chosen(found: Sequence[AnyGame], asked: str) -> AnyGame | None:
    """The game that was asked for, else the first."""
    return next((game for game in found if game.name == asked), found[0] if found else None)
