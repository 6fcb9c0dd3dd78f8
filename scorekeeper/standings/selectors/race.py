"""A season's race: what everybody had after each evening, as bars that a page plays.

The geometry is made here; the script of the page only moves between two evenings.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.amounts import InUnits
from scorekeeper.common.charts import cut
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.standings.counting import Table
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.holding import book_of
from scorekeeper.standings.selectors.rounds import MOST_LINES, MOST_ROUNDS, results_of_days, tables_back
from scorekeeper.standings.words import short_day

WIDTH: Final = 366
ROW: Final = 40  # as high as a name with its bar
NAME: Final = 32  # letters that have room beside the figure


@dataclass(frozen=True, slots=True)
class Runner:
    """One person's points after each of the days, and their place among the bars, from 0; None while not ranked."""

    player_id: UUID
    name: str
    points: tuple[int | None, ...]
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a runner after each day: where it begins, how long it is, how low it lies, and the figure beside."""

    name: str
    is_lit: bool
    x: tuple[float, ...]
    width: tuple[float, ...]
    y: tuple[int | None, ...]
    figures: tuple[str, ...]

    @property
    def last(self) -> dict[str, str]:
        """How it lies after the newest day, as text, so that no locale changes a figure."""
        return {"x": f"{self.x[-1]}", "width": f"{self.width[-1]}", "y": f"{self.y[-1]}", "figure": self.figures[-1]}


@dataclass(frozen=True, slots=True)
class Race:
    """The days of a season, the oldest first, and those who lead now with whoever was asked for, in their order now.
    `is_cut` where older evenings are left out."""

    days: tuple[date, ...]
    runners: tuple[Runner, ...]
    unit: InUnits
    is_cut: bool = False
    year: int = 0  # days of another one are told with theirs

    @property
    def height(self) -> int:
        return ROW * len(self.runners)

    @property
    def frames(self) -> list[str]:
        """What stands above the bars after each day."""
        sentence = _("After {day} (evening {number} of {total})")
        return [
            sentence.format(day=short_day(day, self.year), number=number, total=len(self.days))
            for number, day in enumerate(self.days, 1)
        ]

    @property
    def zero(self) -> str:
        """Where bars begin, as text, where that is not at the left: somebody was below nothing."""
        at = self._across()(0)
        return f"{at:.1f}" if at else ""

    def bars(self, *wanted: UUID | None) -> list[Bar]:
        """The bar of each runner. Lit is who is wanted first, else who leads."""
        across, people = self._across(), [runner.player_id for runner in self.runners]
        lit = next((person for person in wanted if person in people), people[0] if people else None)
        return [
            Bar(
                name=isolated(cut(runner.name, NAME)),
                is_lit=runner.player_id == lit,
                x=tuple(round(across(min(points or 0, 0)), 1) for points in runner.points),
                width=tuple(round(abs(across(points or 0) - across(0)), 1) for points in runner.points),
                y=tuple(None if place is None else place * ROW for place in runner.places),
                figures=tuple("" if points is None else amount_words(points, self.unit) for points in runner.points),
            )
            for runner in self.runners
        ]

    def script(self, bars: Iterable[Bar]) -> str:
        """What the script of the page moves, as JSON: the words of each evening, and of each bar its course."""
        moved = [{"x": bar.x, "width": bar.width, "y": bar.y, "figures": bar.figures} for bar in bars]
        return json.dumps({"frames": self.frames, "bars": moved}, ensure_ascii=False, separators=(",", ":"))

    def _across(self) -> Callable[[int], float]:
        every = [points for runner in self.runners for points in runner.points if points is not None]
        low, high = min([0, *every]), max([0, *every])
        return lambda points: (points - low) / max(high - low, 1) * WIDTH


def race(competition: Competition, *, official: bool, wanted: Sequence[UUID] = (), most: int = MOST_ROUNDS) -> Race:
    """The race of a season, from the evening on after which somebody was ranked, in as many queries as `rounds`."""
    book = book_of(competition, official=official)
    of_days, is_cut = results_of_days(book, official=official, most=most)
    back = [(day, table) for day, table in tables_back(book, of_days) if table.ranked]
    if not back:
        return Race((), (), competition.in_unit)
    days, tables = zip(*reversed(back), strict=True)
    now = [entry.row for entry in tables[-1].ranked]
    shown = [person for place, person in enumerate(now) if place < MOST_LINES or person in wanted]
    places = [_places(table, shown) for table in tables]
    runners = tuple(
        Runner(
            person,
            book.names[person],
            tuple(
                table.accounts[person].points if person in of_day else None
                for table, of_day in zip(tables, places, strict=True)
            ),
            tuple(of_day.get(person) for of_day in places),
        )
        for person in shown
    )
    return Race(days, runners, competition.in_unit, is_cut, competition.year)


def _places(table: Table[UUID], shown: Sequence[UUID]) -> dict[UUID, int]:
    ranked = [entry.row for entry in table.ranked if entry.row in shown]
    return {person: place for place, person in enumerate(ranked)}
