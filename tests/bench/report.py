"""How a figure is printed: what it is, what it is a ratio of, how often it ran, who else was on the machine."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

HEAD = ("What", "Figure", "Of", "Aim", "Floor", "Ran", "Foreign CPU")


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report. `foreign` is None where nothing was timed."""

    what: str
    value: str
    of: str = ""
    aim: str = ""
    floor: str = ""
    ran: str = ""
    foreign: float | None = None

    def cells(self) -> tuple[str, ...]:
        others = "" if self.foreign is None else percent(self.foreign)
        return (self.what, self.value, self.of, self.aim, self.floor, self.ran, others)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def markdown(figures: Sequence[Figure]) -> str:
    """A table that reads well as plain text too."""
    rows = [HEAD, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def machine() -> str:
    """When and where, for above the table."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return f"{when}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}, load {load}"
