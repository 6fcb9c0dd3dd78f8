"""What closed sheets of a game come to, of all years or of one, and what they say of one person: sums of months, kept
in step by the work on ratings. A few statements, whatever has been played."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import pgettext

import games
from games.core.game import AnyGame
from games.core.settling import InUnits
from games.core.text import Text
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.charts import Bars, Chart, Series, bar_chart, line_chart
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import amount_figure, signed, translated
from scorekeeper.ratings.models import ClubMonth, Month
from scorekeeper.ratings.months import Run, facts_added
from scorekeeper.ratings.selectors import Step

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
    return sorted(sums, key=lambda game: (-game.sheets, alphabetical(translated(game.game.title))))


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


# How somebody's rating went, as a line.

FEWEST = 2  # sheets: a line needs two ends


def way_chart(player: Player, way: Sequence[Step]) -> Chart | None:
    """None before there are two sheets."""
    if len(way) < FEWEST:
        return None
    line = Series(player.name, (), tuple(step.points for step in way))
    marks = [day_mark(step.sitting.played_on) for step in way]
    return line_chart([line], marks, lambda value, _step: signed(value), first=0)


FORM = 12  # evenings
MOST_OTHERS = 20  # people


@dataclass(frozen=True, slots=True)
class Line:
    """One fact: how many hands, how many of these were won and lost, what they brought together."""

    title: Text
    hands: int
    won: int
    lost: int
    brought: int

    @property
    def percent(self) -> int | None:
        """Of the hands that were won or lost, those won."""
        decided = self.won + self.lost
        return round(100 * self.won / decided) if decided else None


@dataclass(frozen=True, slots=True)
class Facts:
    """A group of facts; whether any of them brought points."""

    title: Text
    lines: Sequence[Line]

    @property
    def brings(self) -> bool:
        return any(line.brought for line in self.lines)


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody with whom this person sat at so many sheets: as a partner, or ahead, behind and equal."""

    player: Player
    sheets: int
    ahead: int = 0
    behind: int = 0
    won: int = 0

    @property
    def equal(self) -> int:
        return self.sheets - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class Career:
    """What a player page shows of a game. Totals are in `unit`, which most of the sheets are counted in; `elsewhere`
    sheets are in others."""

    game: AnyGame
    sheets: int
    won: int
    hands: int
    evenings: Sequence[Evening]
    unit: InUnits
    elsewhere: int
    streak: int
    streak_now: int
    facts: Sequence[Facts]
    records: Sequence[Record]
    opponents: Sequence[Other]
    partners: Sequence[Other]

    @property
    def form(self) -> Sequence[Evening]:
        """The last evenings, oldest first."""
        return self.evenings[-FORM:]

    @property
    def chart(self) -> Bars:
        """The same as bars."""
        marks = [day_mark(evening.day) for evening in self.form]
        return bar_chart([evening.total for evening in self.form], marks, grid_figure(self.unit))

    @property
    def best(self) -> Evening:
        return max(self.evenings, key=lambda evening: (evening.total, evening.day))

    @property
    def worst(self) -> Evening:
        return min(self.evenings, key=lambda evening: (evening.total, evening.day))


def career(player: Player, game: AnyGame, year: int | None) -> Career | None:
    """None where the person has played nothing of it in that time. Two statements."""
    months = list(months_of(player, game.name, year))
    if not months:
        return None
    unit, elsewhere = main_unit(months)
    run = run_through(month.run for month in months)
    opponents, partners = _others(player, months)
    return Career(
        game=game,
        sheets=sum(month.sheets for month in months),
        won=sum(month.won for month in months),
        hands=sum(month.hands for month in months),
        evenings=evenings_of(months, unit),
        unit=unit,
        elsewhere=elsewhere,
        streak=run.longest,
        streak_now=run.last,
        facts=facts_of(game, facts_added(month.facts for month in months)),
        records=records_in(game, months, unit),
        opponents=opponents,
        partners=partners,
    )


def facts_of(game: AnyGame, sums: Mapping[str, Mapping[str, Sequence[int]]]) -> list[Facts]:
    """What the hands say, in the order of the game; groups nothing was said of are left out."""
    return [
        Facts(group.title, [_line(group.called(name), sums[key][name]) for name in group.in_order(sums[key])])
        for key, group in game.facets.groups.items()
        if key in sums
    ]


def _line(title: Text, figures: Sequence[int]) -> Line:
    hands, won, lost, brought = figures
    return Line(title, hands, won, lost, brought)


def _others(player: Player, months: Iterable[Month]) -> tuple[list[Other], list[Other]]:
    """Those this person has sat with: against them, and as partners; with whom most often first."""
    meetings = [(UUID(pk), figures) for month in months for pk, figures in month.met.items()]
    people = people_by_id(player.club_id, (pk for pk, _figures in meetings))
    sums: dict[Player, list[int]] = {}
    for pk, figures in meetings:
        kept = sums.setdefault(people[pk], [0, 0, 0, 0, 0])
        kept[:] = [figure + more for figure, more in zip(kept, figures, strict=True)]
    against, beside = [], []
    for who, (partners, won, rivals, ahead, behind) in sums.items():
        if partners:
            beside.append(Other(who, partners, won=won))
        if rivals:
            against.append(Other(who, rivals, ahead, behind))
    return _most(against), _most(beside)


def _most(others: Iterable[Other]) -> list[Other]:
    return sorted(others, key=lambda other: (-other.sheets, alphabetical(other.player.name), other.player.pk))[
        :MOST_OTHERS
    ]
