"""What a sheet is made of: its rows, its columns, the lines of its closing block."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.text import Text
from games.core.units import InUnits
from scorekeeper.play.adjusting.reads import Adjustment
from scorekeeper.play.models import Hand, Seat
from scorekeeper.play.selectors.names import together

Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One hand. `value` is what it was worth, where one figure says it; `running` stands only in the columns that it
    changed; `totals` are the figures of the chart after it. One figure a side each."""

    hand: Hand
    value: int | None
    running: tuple[int | None, ...]
    totals: tuple[int, ...]

    @property
    def is_corrected(self) -> bool:
        return self.hand.kind == Hand.Kind.CORRECTED

    @property
    def record(self) -> Mapping[str, Any]:
        return dict(self.hand.record)

    @property
    def detail(self) -> Mapping[str, Any]:
        return self.hand.outcome["detail"] or {}


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the closing block: each side's count of one measure, and what it makes."""

    title: Text
    weight: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A line of the closing block that adds nothing to the totals: what breaks a tie, or what the chart draws."""

    title: Text
    unit: InUnits
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Somebody at the table: where the seat stands now. `by_hands` is the tally without penalties and adjustments."""

    seat: Seat
    name: str
    short: str
    total: int
    rank: int
    leads: bool
    tally: Measures
    by_hands: Measures


@dataclass(frozen=True, slots=True)
class Side:
    """A column of the sheet: those who score as one, who all stand where the first of them does."""

    columns: tuple[Column, ...]

    @property
    def number(self) -> int:
        """The first of its seats."""
        return self.columns[0].seat.number

    @property
    def name(self) -> str:
        return together(column.name for column in self.columns)

    @property
    def short(self) -> str:
        return together(column.short for column in self.columns)

    @property
    def total(self) -> int:
        return self.columns[0].total

    @property
    def rank(self) -> int:
        return self.columns[0].rank

    @property
    def leads(self) -> bool:
        return self.columns[0].leads

    @property
    def tally(self) -> Measures:
        return self.columns[0].tally

    @property
    def by_hands(self) -> Measures:
        return self.columns[0].by_hands

    @property
    def is_active(self) -> bool:
        return any(column.seat.is_active for column in self.columns)


@dataclass(frozen=True, slots=True)
class Beside:
    """A row of the sheet that is no hand: a penalty or an adjustment, and what each side got by it (None: nothing)."""

    given: Adjustment
    sides: tuple[Side, ...]

    @property
    def points(self) -> tuple[int | None, ...]:
        return tuple(self.given.points.get(side.number) for side in self.sides)

    @property
    def told(self) -> tuple[tuple[Side, int], ...]:
        """Only those whom it concerns."""
        return tuple((side, points) for side, points in zip(self.sides, self.points, strict=True) if points is not None)
