"""The running chart: geometry only, as text, so that no locale changes a figure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.play.selectors.sheet import Sheet

LEFT, RIGHT, TOP, BOTTOM = 34, 300, 8, 128
MOST_GRID_LINES = 6
STEPS = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
LABEL_HEIGHT = 15
LONGEST_LABEL = 7  # characters
STYLES = ("s1", "s2", "s3", "s4")


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line and the figure beside it."""

    at: str
    text_at: str
    value: int

    @property
    def text(self) -> str:
        return f"\N{MINUS SIGN}{-self.value}" if self.value < 0 else str(self.value)


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line, its end, and where the name stands."""

    name: str
    style: str
    points: str
    y: str
    label_y: str

    @property
    def square_y(self) -> str:
        return f"{float(self.y) - 4:.1f}"

    @property
    def label(self) -> str:
        """As much of the name as stands beside the chart."""
        return (
            self.name if len(self.name) <= LONGEST_LABEL else f"{self.name[: LONGEST_LABEL - 1]}\N{HORIZONTAL ELLIPSIS}"
        )


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]


def chart_of(sheet: Sheet, mine: int | None = None) -> Chart | None:
    """List totals after each hand; the reader's own line (else the leader's) stands out. None before two hands."""
    rows = [row for row in sheet.rows if not row.hand.is_void]
    if len(rows) < 2:
        return None
    series = [[0, *(row.totals[place] for row in rows)] for place in range(len(sheet.columns))]
    step, low, high = _scale(value for values in series for value in values)

    def y(value: float) -> float:
        return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)

    def x(place: int) -> float:
        return LEFT + place / len(rows) * (RIGHT - LEFT)

    first = _first(sheet, mine)
    order = sorted(range(len(series)), key=lambda place: (place != first, place))
    labels = _apart([y(values[-1]) for values in series])
    lines = [
        Line(
            name=sheet.columns[place].short,
            style=STYLES[min(nth, 3)],
            points=" ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(series[place])),
            y=f"{y(series[place][-1]):.1f}",
            label_y=f"{labels[place]:.1f}",
        )
        for nth, place in enumerate(order)
    ]
    across = tuple(Tick(f"{y(v):.1f}", f"{y(v) + 4:.1f}", v) for v in range(low, high + 1, step))
    every = max(1, -(-len(rows) // 6))
    down = tuple(Tick(f"{x(i):.1f}", "", i) for i in range(0, len(rows) + 1, every))
    return Chart(tuple(reversed(lines)), across, down)


def _first(sheet: Sheet, mine: int | None) -> int:
    numbers = [column.seat.number for column in sheet.columns]
    if mine in numbers:
        return numbers.index(mine)
    return min(range(len(numbers)), key=lambda place: sheet.columns[place].rank)


def _scale(values: Iterable[int]) -> tuple[int, int, int]:
    """The step between grid lines, the lowest and the highest."""
    seen = list(values)
    lowest, highest = min(seen), max(seen)
    step = next((s for s in STEPS if (highest - lowest) / s <= MOST_GRID_LINES), STEPS[-1])
    low = lowest // step * step
    return step, low, max(-(-highest // step) * step, low + step)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights for the names: as near to their lines as they can stand without touching."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    heights = [height + 4 for height in wanted]
    for upper, lower in pairwise(order):
        heights[lower] = max(heights[lower], heights[upper] + LABEL_HEIGHT)
    return heights
