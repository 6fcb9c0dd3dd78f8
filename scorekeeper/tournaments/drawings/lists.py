"""A list as a page of a browser lays it out on paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.common.pdf_canvas import Paper
from scorekeeper.common.tables.files import on_paper
from scorekeeper.common.tables.values import Cell, Table, is_of_figures

BELOW: Final = {"A4": 42, "A5": 28}  # lines on a page with a title
BESIDE: Final = {"A4": 100, "A5": 78}  # letters on a page that does not lie on its side
LONGEST: Final = 30  # letters of a column; what is longer goes on in the next line
SHORT: Final = 8  # letters of what is never parted
GAP: Final = 2  # letters between columns


@dataclass(frozen=True, slots=True)
class Laid:
    """Each head and each cell with the class of its column: `r` of figures, `short` of what is not parted, or none. A
    list that is `wide` lies on its side. Where one page has room for letters half as large again, or twice as large,
    of a list that is read on a wall, `size` says so: 1 or 2."""

    heads: list[tuple[str, str]]
    rows: list[list[tuple[str, str]]]
    is_wide: bool
    size: int = 0


def laid_out(table: Table, paper: Paper) -> Laid:
    """The list on this paper."""
    rows = [list(row) for row in table.rows]
    said = [[on_paper(cell) for cell in row] for row in rows]
    numbers = range(len(table.heads))
    kinds = [_kind([row[number] for row in rows], [row[number] for row in said]) for number in numbers]
    wide = sum(_wide(head, [row[number] for row in said]) for number, head in enumerate(table.heads))
    heads = list(zip(table.heads, kinds, strict=True))
    times = min(BESIDE[paper] / wide, BELOW[paper] / (len(rows) + 1)) if table.grows else 1
    size = 2 if times >= 2 else 1 if times >= 1.5 else 0
    return Laid(heads, [list(zip(row, kinds, strict=True)) for row in said], wide > BESIDE[paper], size)


def _kind(cells: Sequence[Cell], said: Sequence[str]) -> str:
    if is_of_figures(cells):
        return "r"
    return "short" if all(len(text) <= SHORT for text in said) else ""


def _wide(head: str, said: Sequence[str]) -> int:
    longest = max(map(len, (*head.split(), *said)), default=0)
    return min(longest, LONGEST) + GAP
