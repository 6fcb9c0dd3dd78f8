"""Bar charts: geometry only, as text, so that no locale changes a figure. `components/_bars.html` draws them.

Whoever shows one shows the same figures as a table beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.common.charts import LEFT, TOP, Tick, scale

RIGHT = 356
MOST_MARKS = 6  # below the chart
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
    every = max(1, -(-len(values) // MOST_MARKS))
    down = tuple(
        Tick(f"{LEFT + (place + 0.5) * room:.1f}", "", place, marks[place]) for place in range(0, len(values), every)
    )
    return Bars(bars, across, down, height)
