"""A table as pages to print."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.common.pdf_canvas import MAIN, MARGIN, MILLIMETRES, Canvas, Paper

Row = Sequence[str]

SIZE: Final = {"A4": 9, "A5": 8}  # points
LARGER: Final = {"A4": (28, 24, 20, 18, 16, 14, 12, 11), "A5": (20, 18, 16, 14, 12, 11, 10, 9)}  # of what grows
LEADING: Final = 0.5  # mm for a point of the letters
GAP: Final = 3  # mm between what stands in two columns
WIDEST: Final = (60, 45, 36, 28)  # mm of a column of texts, whichever lets all fit; longer ones go on in the next line
LONGEST_TITLE: Final = 300  # characters
ROUNDING: Final = 0.01  # mm
GREY: Final = 170


@dataclass(frozen=True, slots=True)
class Document:
    """A title, what stands under it, and a table; the columns of figures stand to the right. `made` is aware and stands
    at the foot of each page. What `grows` has the largest letters with which it stands on one page."""

    title: str
    lines: Sequence[str]
    heads: Row
    rows: Sequence[Row]
    figures: Sequence[bool]
    made: datetime
    paper: Paper = "A4"
    grows: bool = False


def pdf_of(document: Document) -> bytes:
    """The file. The table is as wide as the paper. It lies on its side where it needs more than that; one that is wider
    still goes on below itself, with its first columns in front again."""
    page = _Page(document)
    page.head()
    for columns in page.strips():
        page.table(columns)
    return page.canvas.finished()


def write_head(canvas: Canvas, over: Sequence[str], size: float) -> None:
    """A title, and the lines under it, all clean; the pen stands below them."""
    title, *lines = over
    leading, pdf = size * LEADING, canvas.pdf
    canvas.font(size * 2, bold=True)
    canvas.shape(title)
    pdf.multi_cell(0, leading * 2, title, align="L", new_x="LMARGIN", new_y="NEXT")
    canvas.font(size)
    for line in lines:
        canvas.shape(line)
        pdf.multi_cell(0, leading, line, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(leading)


class _Page:
    """A document while it is drawn."""

    def __init__(self, document: Document) -> None:
        self.figures, self.size, self.head_size = document.figures, float(SIZE[document.paper]), SIZE[document.paper]
        self.leading, margin = self.size * LEADING, MARGIN[document.paper]
        self.canvas = Canvas(document.title, document.paper, document.made, margin=margin)
        clean = self.canvas.clean
        self.over = [clean(line, LONGEST_TITLE) for line in (document.title, *document.lines)]
        self.canvas.running = self.over[0]
        self.heads = [clean(head) for head in document.heads]
        self.rows = [[clean(cell) for cell in row] for row in document.rows]
        self.pdf = self.canvas.pdf
        self.pdf.set_auto_page_break(auto=True, margin=margin + 5)
        self.needed = [self._needed(number) for number in range(len(self.heads))]
        if document.grows:
            self._grow(document.paper, margin)
        self.widths = self._fitting(max(MILLIMETRES[document.paper]) - 2 * margin + GAP)
        self.canvas.page(is_wide=sum(self.widths) > self.room)
        if sum(self.widths) <= self.room:
            self._spread()

    def _grow(self, paper: Paper, margin: float) -> None:
        """The largest letters with which all of it stands on one page, upright, no cell in a second line."""
        narrow, tall = sorted(MILLIMETRES[paper])
        head = (5 * self.head_size + len(self.over) * self.head_size) * LEADING
        for size in LARGER[paper]:
            wide = sum(needed * size / self.size + GAP for needed in self.needed)
            high = head + (len(self.rows) + 3) * size * LEADING
            if wide <= narrow - 2 * margin + GAP and high <= tall - 2 * margin - 5:
                self.size, self.leading = size, size * LEADING
                self.needed = [self._needed(number) for number in range(len(self.heads))]
                return

    def head(self) -> None:
        write_head(self.canvas, self.over, self.head_size)

    def strips(self) -> Iterator[list[int]]:
        """The columns that stand side by side: all of them, or the first ones with as many more as fit."""
        first = next((number for number, is_figure in enumerate(self.figures) if not is_figure), -1) + 1
        lead = list(range(first)) if self._wide(range(first)) <= self.pdf.epw * 2 / 3 else []
        columns = list(lead)
        for number in range(len(lead), len(self.heads)):
            if len(columns) > len(lead) and self._wide([*columns, number]) > self.room + ROUNDING:
                yield columns
                columns = list(lead)
            columns.append(number)
        yield columns

    def _wide(self, columns: Iterable[int]) -> float:
        return sum(self.widths[number] for number in columns)

    def table(self, columns: Sequence[int]) -> None:
        """These columns of all rows; every page begins with the heads."""
        self._row(columns, self.heads, is_head=True)
        for row in self.rows:
            self._row(columns, row)
        self.pdf.ln(self.leading * 2)

    def _row(self, columns: Sequence[int], row: Row, *, is_head: bool = False) -> None:
        self.canvas.font(self.size, bold=is_head)
        cells = [self.canvas.in_lines(row[number], self.widths[number] - GAP) for number in columns]
        height = self.leading * max((len(lines) for lines in cells), default=1)
        followed_by = self.leading * 3 if is_head else 0
        if self.pdf.will_page_break(height + followed_by):
            self.pdf.add_page(same=True)
            if not is_head:
                self._row(columns, self.heads, is_head=True)
                self.canvas.font(self.size)
        left, top = self.pdf.l_margin, self.pdf.get_y()
        for number, lines in zip(columns, cells, strict=True):
            for at, line in enumerate(lines if row[number] else ()):
                self.pdf.set_xy(left, top + at * self.leading)
                align = "R" if self.figures[number] else "L"
                self.canvas.shape(line)
                self.pdf.cell(self.widths[number] - GAP, self.leading, line, align=align)
            left += self.widths[number]
        self._rule(top + height, left - GAP, is_head=is_head)

    def _rule(self, at: float, right: float, *, is_head: bool) -> None:
        self.canvas.line((self.pdf.l_margin, at), (right, at), grey=0 if is_head else GREY)
        self.pdf.set_xy(self.pdf.l_margin, at + (1 if is_head else 0))

    @property
    def room(self) -> float:
        """mm for all columns; nothing stands in the gap behind the last one."""
        return self.pdf.epw + GAP

    def _fitting(self, room: float) -> list[float]:
        """How wide the columns are (mm), so that all stand side by side where that can be."""
        tried = [[min(wide, most) + GAP for wide in self.needed] for most in WIDEST]
        return next((widths for widths in tried if sum(widths) <= room), tried[0])

    def _spread(self) -> None:
        """What is left of the width goes to the texts, first to those that need it."""
        texts = [number for number, is_figure in enumerate(self.figures) if not is_figure]
        for number in texts:
            spare = self.room - sum(self.widths)
            self.widths[number] += max(0, min(self.needed[number] + GAP - self.widths[number], spare))
        spare = self.room - sum(self.widths)
        needed = sum(self.needed[number] for number in texts)
        for number in texts if needed else ():
            self.widths[number] += spare * self.needed[number] / needed

    def _needed(self, number: int) -> float:
        """mm of the widest cell, or word of the head."""
        self.pdf.set_font(MAIN, "B", self.size)
        words = [self.canvas.long(word) for word in self.heads[number].split()]
        self.pdf.set_font(MAIN, size=self.size)
        cells = [self.canvas.long(text) for text in {row[number] for row in self.rows}]
        return max([0.0, *words, *cells]) + 0.5
