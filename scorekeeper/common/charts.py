"""Line charts: geometry only, as text, so that no locale changes a figure. `components/_line_chart.html` draws them.

Whoever shows one shows the same figures as a table beside it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

import segno
from django.utils.safestring import SafeString, mark_safe

WIDTH, LEFT, TOP = 366, 34, 8
END = 10  # between the end of a line and its name
LAST_PIN = 6  # before the end of a line a number stands, off the name beside it
LETTER = 8  # as wide as a letter is taken to be
MOST_GRID_LINES = 6
MOST_MARKS = 6  # below the chart
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 250, 500)
LABEL_HEIGHT = 15
THIN = "s0"
FIRST, *OTHERS = ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8")  # who stands out, and the others in turn


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
    """The line of a series, its end, and where its names stand, one under the other; `called` as much of each name as
    has room there."""

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
        """Each name beside the chart, and its height."""
        top = float(self.label_y)
        return [(name, f"{top + nth * LABEL_HEIGHT:.1f}") for nth, name in enumerate(self.called)]


@dataclass(frozen=True, slots=True)
class Highlight:
    """What a chart marks: the value of a series at a place, by a number, and the sentence that says why."""

    series: int
    place: int
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Pin:
    """Where the number of a highlight stands on the chart."""

    x: str
    y: str
    text_y: str
    number: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]
    height: int
    right: int
    pins: tuple[Pin, ...] = ()

    @property
    def square_x(self) -> int:
        return self.right - 4

    @property
    def label_x(self) -> int:
        return self.right + END - 1

    @property
    def marks_y(self) -> int:
        """Where the marks below it stand."""
        return self.height - 4


@dataclass(frozen=True, slots=True)
class Shape:
    """How high a chart is, which way is up, and how many letters of a name have room beside it.

    Ranks are drawn with `best_is_low`: 1 is at the top.
    """

    height: int = 150
    best_is_low: bool = False
    room: int = 7

    @property
    def bottom(self) -> int:
        """Ranks have a figure at their lowest line too: the marks stand further below it."""
        return self.height - (28 if self.best_is_low else 22)

    @property
    def right(self) -> int:
        """Where the lines end: names stand beside it."""
        return WIDTH - END - self.room * LETTER


USUAL = Shape()


@dataclass(frozen=True, slots=True)
class Frame:
    """Where values and places lie in a chart of this shape."""

    shape: Shape
    last: int
    step: int
    low: int
    high: int

    @classmethod
    def around(cls, series: Sequence[Series], marks: int, shape: Shape) -> "Frame":
        """As wide as so many marks, and as high as all values."""
        step, low, high = scale(value for series_line in series for value in series_line.values if value is not None)
        return cls(shape, max(marks - 1, 1), step, max(low, 1) if shape.best_is_low else low, high)

    def x(self, place: int) -> float:
        return LEFT + place / self.last * (self.shape.right - LEFT)

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low) * (self.shape.bottom - TOP)
        return TOP + part if self.shape.best_is_low else self.shape.bottom - part

    def figures(self) -> Sequence[int]:
        """The values that have a grid line."""
        if self.shape.best_is_low:
            return [self.low, *(value for value in range(0, self.high + 1, self.step) if value > self.low)]
        return range(self.low, self.high + 1, self.step)

    def every(self, marks: Sequence[str]) -> int:
        """Each which of the marks is written, so that none touches the next one."""
        width = (max(map(len, marks)) + 1) * LETTER
        room = int((self.shape.right - LEFT) // width)
        return max(1, -(-self.last // max(1, min(MOST_MARKS, room))))


def line_chart(
    series: Sequence[Series],
    marks: Sequence[str],
    figure: Callable[[int, int], str],
    *,
    first: int,
    shape: Shape = USUAL,
    lit: Collection[int] | None = None,
    highlights: Iterable[Highlight] = (),
) -> Chart:
    """A chart of series that have a value for each mark; the one at place `first` stands out. Where `lit` names places,
    these too, and the others are thin. `highlights` are pinned to the values they name.

    `figure(value, step)` writes the figure at a grid line.
    """
    frame = Frame.around(series, len(marks), shape)
    across = tuple(
        Tick(f"{frame.y(v):.1f}", f"{frame.y(v) + 4:.1f}", v, figure(v, frame.step)) for v in frame.figures()
    )
    down = tuple(Tick(f"{frame.x(i):.1f}", "", i, marks[i]) for i in range(0, len(marks), frame.every(marks)))
    lines = tuple(reversed(_lines(series, frame, first, lit)))
    return Chart(lines, across, down, shape.height, shape.right, tuple(_pins(series, frame, highlights)))


def _pins(series: Sequence[Series], frame: Frame, highlights: Iterable[Highlight]) -> Iterable[Pin]:
    for highlight in highlights:
        value = series[highlight.series].values[highlight.place]
        if value is not None:
            x, y = min(frame.x(highlight.place), frame.shape.right - LAST_PIN), frame.y(value)
            yield Pin(f"{x:.1f}", f"{y:.1f}", f"{y + 4:.1f}", highlight.number, highlight.sentence)


def _lines(series: Sequence[Series], frame: Frame, first: int, lit: Collection[int] | None) -> list[Line]:
    """The one that stands out, then the others in their order, those that are lit before the rest."""
    ends = [frame.y(_last(line)) for line in series]
    labels = apart(ends, [len(series_line.called) for series_line in series], lowest=frame.shape.height - 3)
    others = range(len(series)) if lit is None else lit
    order = sorted(range(len(series)), key=lambda place: (place != first, place not in others, place))
    return [
        Line(
            name=series[place].name,
            called=tuple(cut(name, frame.shape.room) for name in series[place].called),
            style=(OTHERS[(nth - 1) % len(OTHERS)] if place in others else THIN) if nth else FIRST,
            points=" ".join(
                f"{frame.x(i):.1f},{frame.y(v):.1f}" for i, v in enumerate(series[place].values) if v is not None
            ),
            y=f"{ends[place]:.1f}",
            label_y=f"{labels[place]:.1f}",
        )
        for nth, place in enumerate(order)
    ]


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


def cut(name: str, room: int) -> str:
    """As much of a name as has room for so many letters."""
    return name if len(name) <= room else f"{name[: room - 1]}\N{HORIZONTAL ELLIPSIS}"


def _last(series: Series) -> int:
    return next(value for value in reversed(series.values) if value is not None)


# Bar charts: geometry only, as text, so that no locale changes a figure. `components/_bars.html` draws them.
#
# Whoever shows one shows the same figures as a table beside it.

RIGHT = 356
MOST_BARS = 6  # below the chart
PART = 0.7  # of the room a bar has, that it fills


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: from the line at zero upwards, or downwards where its value is `below` it."""

    x: str
    y: str
    width: str
    height: str
    below: bool


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]
    height: int

    @property
    def marks_y(self) -> int:
        """Where the marks below it stand."""
        return self.height - 4


def bar_chart(
    values: Sequence[int], marks: Sequence[str], figure: Callable[[int, int], str], *, height: int = 150
) -> Bars:
    """A bar for each value, with the marks that have room below; `figure(value, step)` writes that at a grid line."""
    bottom = height - 22
    step, low, high = scale([0, *values])

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - TOP)

    room = (RIGHT - LEFT) / len(values)
    bars = tuple(
        Bar(
            x=f"{LEFT + place * room + room * (1 - PART) / 2:.1f}",
            y=f"{min(y(value), y(0)):.1f}",
            width=f"{room * PART:.1f}",
            height=f"{abs(y(value) - y(0)):.1f}",
            below=value < 0,
        )
        for place, value in enumerate(values)
    )
    across = tuple(
        Tick(f"{y(value):.1f}", f"{y(value) + 4:.1f}", value, figure(value, step))
        for value in range(low, high + 1, step)
    )
    every = max(1, -(-len(values) // MOST_BARS))
    down = tuple(
        Tick(f"{LEFT + (place + 0.5) * room:.1f}", "", place, marks[place]) for place in range(0, len(values), every)
    )
    return Bars(bars, across, down, height)


# Pictures made on the spot.


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG without styles or scripts, to stand in a page; the page says how large."""
    drawn = segno.make(text, error="m").svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(drawn)  # noqa: S308 made of squares by segno
