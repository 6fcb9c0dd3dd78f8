"""A table as pages to print. The same document is the same file, byte for byte: its time is given, and nothing is
fetched from anywhere.

Names come in any script: what the shipped fonts have is shaped and put in its order, anything else is a mark that says
so. fpdf2 is imported when the first document is made, since that takes a while.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.common.pdf_texts import bearable, drawable

if TYPE_CHECKING:
    from fpdf import FPDF

Paper = Literal["A4", "A5"]
Row = Sequence[str]

FONTS: Final = Path(__file__).resolve().parent.parent / "static" / "vendor" / "noto"
MAIN: Final = "Noto"
# Fonts beside the main one, and the characters that call for them.
OTHERS: Final[Mapping[str, str]] = {
    "Math": "[\u2190-\u22ff]",
    "Symbols2": "[\u2500-\u27bf]",
    "Hebrew": "[\u0590-\u05ff\ufb1d-\ufb4f]",
    "Arabic": "[\u0600-\u077f]",
    "Armenian": "[\u0530-\u058f\ufb13-\ufb17]",
    "Georgian": "[\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f]",
    "Devanagari": "[\u0900-\u097f\ua8e0-\ua8ff]",
    "Gurmukhi": "[\u0a00-\u0a7f]",
    "Gujarati": "[\u0a80-\u0aff]",
    "Thai": "[\u0e00-\u0e7f]",
}
UNSHAPED: Final = re.compile("[\x20-\u02af\u0400-\u0482\u048a-\u052f\u2010-\u2026\u2030-\u203a\u20ac\u2212]*")

MILLIMETRES: Final = {"A4": (210, 297), "A5": (148, 210)}
MARGIN: Final = {"A4": 15, "A5": 10}  # mm
SIZE: Final = {"A4": 9, "A5": 8}  # points
LEADING: Final = 0.5  # mm for a point of the letters
GAP: Final = 3  # mm between what stands in two columns
WIDEST: Final = 60  # mm of a column of texts; what is longer goes on in the next line
LONGEST_TITLE: Final = 300  # characters
GREY: Final = 170


@dataclass(frozen=True, slots=True)
class Document:
    """A title, what stands under it, and a table; the columns of figures stand to the right. `made` is aware and stands
    at the foot of each page."""

    title: str
    lines: Sequence[str]
    heads: Row
    rows: Sequence[Row]
    figures: Sequence[bool]
    made: datetime
    paper: Paper = "A4"


def pdf_of(document: Document) -> bytes:
    """The file. It lies on its side where the table is wider than the paper; a table that is wider still goes on below
    itself, with its first columns in front again."""
    page = _Page(document)
    page.head()
    for columns in page.strips():
        page.table(columns)
    return bytes(page.pdf.output())


class _Page:
    """A document while it is drawn."""

    def __init__(self, document: Document) -> None:
        self.heads = [bearable(head) for head in document.heads]
        self.rows = [[bearable(cell) for cell in row] for row in document.rows]
        self.over = [bearable(line, LONGEST_TITLE) for line in (document.title, *document.lines)]
        self._known: dict[tuple[str, str], float] = {}
        self.figures, self.size = document.figures, SIZE[document.paper]
        self.leading = self.size * LEADING
        self.pdf = _opened(document, "".join((*self.over, *self.heads, *(cell for row in self.rows for cell in row))))
        self.pdf.set_title(self.over[0])
        self._only_drawable()
        self.widths = [self._width(number) for number in range(len(self.heads))]
        is_wide = sum(self.widths) > self.pdf.epw
        self.pdf.add_page(orientation="landscape" if is_wide else "portrait")

    def _only_drawable(self) -> None:
        known = {code for font in self.pdf.fonts.values() for code in getattr(font, "cmap", ())}
        self.heads = [drawable(head, known) for head in self.heads]
        self.rows = [[drawable(cell, known) for cell in row] for row in self.rows]
        self.over = [drawable(line, known) for line in self.over]

    def head(self) -> None:
        """The title, and the lines under it."""
        title, *lines = self.over
        self.pdf.set_font(MAIN, "B", self.size * 2)
        self._shape(title)
        self.pdf.multi_cell(0, self.leading * 2, title, align="L", new_x="LMARGIN", new_y="NEXT")
        self.pdf.set_font(MAIN, size=self.size)
        for line in lines:
            self._shape(line)
            self.pdf.multi_cell(0, self.leading, line, align="L", new_x="LMARGIN", new_y="NEXT")
        self.pdf.ln(self.leading)

    def strips(self) -> Iterator[list[int]]:
        """The columns that stand side by side: all of them, or the first ones with as many more as fit."""
        first = next((number for number, is_figure in enumerate(self.figures) if not is_figure), -1) + 1
        lead = list(range(first)) if self._wide(range(first)) <= self.pdf.epw * 2 / 3 else []
        columns = list(lead)
        for number in range(len(lead), len(self.heads)):
            if len(columns) > len(lead) and self._wide([*columns, number]) > self.pdf.epw:
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
        self.pdf.set_font(MAIN, "B" if is_head else "", self.size)
        cells = [self._in_lines(row[number], self.widths[number]) for number in columns]
        height = self.leading * max((len(lines) for lines in cells), default=1)
        followed_by = self.leading * 3 if is_head else 0
        if self.pdf.will_page_break(height + followed_by):
            self.pdf.add_page(same=True)
            if not is_head:
                self._row(columns, self.heads, is_head=True)
                self.pdf.set_font(MAIN, size=self.size)
        left, top = self.pdf.l_margin, self.pdf.get_y()
        for number, lines in zip(columns, cells, strict=True):
            for at, line in enumerate(lines if row[number] else ()):
                self.pdf.set_xy(left, top + at * self.leading)
                align = "R" if self.figures[number] else "L"
                self._shape(line)
                self.pdf.cell(self.widths[number] - GAP, self.leading, line, align=align)
            left += self.widths[number]
        self._rule(top + height, left - GAP, is_head=is_head)

    def _rule(self, at: float, right: float, *, is_head: bool) -> None:
        self.pdf.set_draw_color(0 if is_head else GREY)
        self.pdf.line(self.pdf.l_margin, at, right, at)
        self.pdf.set_xy(self.pdf.l_margin, at + (1 if is_head else 0))

    def _in_lines(self, text: str, width: float) -> list[str]:
        if self._long(text) <= width - GAP:
            return [text]
        lines = self.pdf.multi_cell(width - GAP, self.leading, text, align="L", dry_run=True, output="LINES")
        assert isinstance(lines, list)  # noqa: S101  what "LINES" gives
        return lines

    def _width(self, number: int) -> float:
        """mm: that of the widest cell, or word of the head."""
        self.pdf.set_font(MAIN, "B", self.size)
        words = [self._long(word) for word in self.heads[number].split()]
        self.pdf.set_font(MAIN, size=self.size)
        cells = [self._long(text) for text in {row[number] for row in self.rows}]
        return min(max([0.0, *words, *cells]) + 0.5, WIDEST) + GAP

    def _long(self, text: str) -> float:
        """mm, in the font that is set."""
        key = (self.pdf.font_style, text)
        if key not in self._known:
            self._shape(text)
            self._known[key] = self.pdf.get_string_width(text)
        return self._known[key]

    def _shape(self, text: str) -> None:
        """Only what needs it is shaped: that takes ten times as long."""
        self.pdf.set_text_shaping(not UNSHAPED.fullmatch(text))


def _opened(document: Document, text: str) -> "FPDF":
    """A document without pages, with the fonts this text needs."""
    from fpdf import FPDF

    made = _("Made on {when}").format(when=date_format(timezone.localtime(document.made), "DATETIME_FORMAT"))

    class Numbered(FPDF):
        def footer(self) -> None:
            self.set_text_shaping(use_shaping_engine=False)
            self.set_font(MAIN, size=SIZE[document.paper] - 1)
            self.set_y(-MARGIN[document.paper])
            numbers = _("Page {page} of {pages}").format(page=self.page_no(), pages=self.str_alias_nb_pages)
            self.cell(0, 4, numbers, align="L")
            self.set_x(self.l_margin)
            self.cell(0, 4, made, align="R")

    pdf = Numbered(format=MILLIMETRES[document.paper])
    margin = MARGIN[document.paper]
    pdf.set_margins(margin, margin, margin)
    pdf.set_auto_page_break(auto=True, margin=margin + 5)
    pdf.c_margin = 0
    pdf.set_line_width(0.1)
    pdf.set_creation_date(document.made)
    pdf.set_creator("Scorekeeper")
    pdf.set_lang(get_language() or "en")
    pdf.add_font(MAIN, "", FONTS / "NotoSans-Regular.ttf")
    pdf.add_font(MAIN, "B", FONTS / "NotoSans-Bold.ttf")
    others = [name for name, letters in OTHERS.items() if re.search(letters, text)]
    for name in others:
        pdf.add_font(name, "", FONTS / f"NotoSans{name}-Regular.ttf")
    pdf.set_fallback_fonts(others, exact_match=False)
    return pdf
