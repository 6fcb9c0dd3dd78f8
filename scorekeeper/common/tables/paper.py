"""A table as a list on paper: a page to print, as large as it has room for, and the same as a file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scorekeeper.common.tables.files import on_paper
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.tables.values import Cell, Table, is_of_figures
from scorekeeper.common.typesetting import Paper

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
    texts = [[on_paper(cell) for cell in row] for row in rows]
    numbers = range(len(table.heads))
    kinds = [_kind([row[number] for row in rows], [row[number] for row in texts]) for number in numbers]
    wide = sum(_wide(head, [row[number] for row in texts]) for number, head in enumerate(table.heads))
    heads = list(zip(table.heads, kinds, strict=True))
    times = _times(table.heads, texts, wide, paper) if table.grows else 1
    size = 2 if times >= 2 else 1 if times >= 1.5 else 0
    return Laid(heads, [list(zip(row, kinds, strict=True)) for row in texts], wide > BESIDE[paper], size)


def _times(heads: Sequence[str], said: Sequence[Sequence[str]], wide: int, paper: Paper) -> float:
    """How many times as large its letters can be: with each cell in one line, or in several and no word parted."""
    whole = min(BESIDE[paper] / wide, BELOW[paper] / (len(said) + 1))
    words = [[word for row in said for word in row[number].split()] for number in range(len(heads))]
    narrow = [_wide(head, words[number]) for number, head in enumerate(heads)]
    lines = sum(
        max((len(wrap(cell, most - GAP)) for cell, most in zip(row, narrow, strict=True)), default=1) for row in said
    )
    return max(whole, min(BESIDE[paper] / sum(narrow), BELOW[paper] / (lines + 1)))


def _kind(cells: Sequence[Cell], texts: Sequence[str]) -> str:
    if is_of_figures(cells):
        return "r"
    return "short" if all(len(text) <= SHORT for text in texts) else ""


def _wide(head: str, texts: Sequence[str]) -> int:
    longest = max(map(len, (*head.split(), *texts)), default=0)
    return min(longest, LONGEST) + GAP


def is_small(request: HttpRequest) -> bool:
    """Whether it is for A5."""
    return request.GET.get("paper") == "a5"


def list_on_paper(
    request: HttpRequest, show: Callable[..., HttpResponse], table: Table, back: str, *, file: tuple[str, str]
) -> HttpResponse:
    """The page that `show` makes of a template with this list, which leads `back`; or the `file` (its table, its kind)
    that the address names.

    Raises:
        Http404: the address names something else.
    """
    if answer := asked_file(request, {"list": lambda: table}, *file, prints=True):
        return answer
    small = is_small(request)
    laid = laid_out(table, "A5" if small else "A4")
    return show("components/paper.html", paper=table, laid=laid, small=small, now=timezone.now(), back=back)
