"""Line charts: geometry only, as text, so that no locale changes a figure. `components/_line_chart.html` draws them.

Whoever shows one shows the same figures as a table beside it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

LEFT, RIGHT, TOP = 34, 300, 8
MOST_GRID_LINES = 6
MOST_MARKS = 6  # below the chart
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 250, 500)
LABEL_HEIGHT = 15
LONGEST_LABEL = 7  # characters
STYLES = ("s1", "s2", "s3", "s4")


@dataclass(frozen=True, slots=True)
class Series:
    """One line: what is written at its end (one under the other), and its values; None: it has not begun there."""

    name: str
    called: tuple[str, ...]
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line and the figure beside it."""

    at: str
    text_at: str
    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a series, its end, and where its names stand, one under the other."""

    name: str
    called: tuple[str, ...]
    style: str
    points: str
    y: str
    label_y: str

    @property
    def square_y(self) -> str:
        return f"{float(self.y) - 4:.1f}"

    @property
    def labels(self) -> list[tuple[str, str]]:
        """As much of each name as stands beside the chart, and its height."""
        top = float(self.label_y)
        return [(cut(name), f"{top + nth * LABEL_HEIGHT:.1f}") for nth, name in enumerate(self.called)]


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]
    height: int

    @property
    def marks_y(self) -> int:
        """Where the marks below it stand."""
        return self.height - 4


def line_chart(
    series: Sequence[Series],
    marks: Sequence[str],
    figure: Callable[[int, int], str],
    *,
    first: int,
    height: int = 150,
    best_is_low: bool = False,
) -> Chart:
    """A chart of series that have a value for each mark; the one at place `first` stands out.

    `figure(value, step)` writes the figure at a grid line. Ranks are drawn with `best_is_low`: 1 is at the top.
    """
    bottom, last = height - 22, max(len(marks) - 1, 1)
    step, low, high = scale(value for one in series for value in one.values if value is not None)
    if best_is_low:
        low = max(low, 1)

    def y(value: float) -> float:
        part = (value - low) / (high - low)
        return TOP + part * (bottom - TOP) if best_is_low else bottom - part * (bottom - TOP)

    def x(place: int) -> float:
        return LEFT + place / last * (RIGHT - LEFT)

    ends = [y(_last(one)) for one in series]
    labels = apart(ends, [len(one.called) for one in series], lowest=height - 3)
    order = sorted(range(len(series)), key=lambda place: (place != first, place))
    lines = [
        Line(
            name=series[place].name,
            called=series[place].called,
            style=STYLES[min(nth, 3)],
            points=" ".join(f"{x(i):.1f},{y(v):.1f}" for i, v in enumerate(series[place].values) if v is not None),
            y=f"{ends[place]:.1f}",
            label_y=f"{labels[place]:.1f}",
        )
        for nth, place in enumerate(order)
    ]
    values = [low, *(value for value in range(0, high + 1, step) if value > low)] if best_is_low else []
    across = tuple(
        Tick(f"{y(v):.1f}", f"{y(v) + 4:.1f}", v, figure(v, step)) for v in values or range(low, high + 1, step)
    )
    every = max(1, -(-last // MOST_MARKS))
    down = tuple(Tick(f"{x(i):.1f}", "", i, marks[i]) for i in range(0, len(marks), every))
    return Chart(tuple(reversed(lines)), across, down, height)


def scale(values: Iterable[int]) -> tuple[int, int, int]:
    """The step between grid lines, the lowest and the highest."""
    seen = list(values)
    lowest, highest = min(seen), max(seen)
    steps = (1000**thousands * step for thousands in count() for step in STEPS)
    step = next(s for s in steps if (highest - lowest) / s <= MOST_GRID_LINES)
    low = lowest // step * step
    return step, low, max(-(-highest // step) * step, low + step)


def apart(wanted: Sequence[float], lines: Sequence[int], *, lowest: int) -> list[float]:
    """Heights for the names, of so many lines: as near to their ends as they can stand without touching."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    heights = [height + 4 for height in wanted]
    for upper, lower in pairwise(order):
        heights[lower] = max(heights[lower], heights[upper] + LABEL_HEIGHT * lines[upper])
    room: float = lowest + LABEL_HEIGHT
    for place in reversed(order):  # those that would stand below the chart push the others up
        heights[place] = min(heights[place], room - LABEL_HEIGHT * lines[place])
        room = heights[place]
    return heights


def cut(name: str) -> str:
    """As much of a name as stands beside a chart."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}\N{HORIZONTAL ELLIPSIS}"


def _last(series: Series) -> int:
    return next(value for value in reversed(series.values) if value is not None)
