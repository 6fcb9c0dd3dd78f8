"""What closed sheets say of one person in one game. A few statements, whatever has been played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.core.amounts import InUnits
from games.core.game import AnyGame
from games.core.text import Text
from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import Bars, Chart, Series, bar_chart, line_chart
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import signed
from scorekeeper.profiles.selectors.sheets import (
    Evening,
    Record,
    day_mark,
    evenings_of,
    grid_figure,
    main_unit,
    months_of,
    people_by_id,
    records_in,
    run_through,
)
from scorekeeper.ratings.models import Month
from scorekeeper.ratings.months import facts_added
from scorekeeper.ratings.selectors import Step

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
        kept[:] = [one + more for one, more in zip(kept, figures, strict=True)]
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
