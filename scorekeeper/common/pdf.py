"""A table as pages to print."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import get_language

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
        """The largest letters with which all of it stands on one page, upright: each cell in one line, or in
        several where that lets them be larger, and no word parted."""
        narrow, tall = sorted(MILLIMETRES[paper])
        head = (5 * self.head_size + len(self.over) * self.head_size) * LEADING
        by_word = [self._needed(number, by_word=True) for number in range(len(self.heads))]
        parted = sum(max(map(self._lines, row, by_word), default=1) for row in self.rows)
        for size in LARGER[paper]:
            for is_parted, columns, lines in ((False, self.needed, len(self.rows)), (True, by_word, parted)):
                wide = sum(needed * size / self.size + GAP for needed in columns)
                high = head + (lines + 3) * size * LEADING
                if wide <= narrow - 2 * margin + GAP and high <= tall - 2 * margin - 5:
                    self.size, self.leading = size, size * LEADING
                    self.needed = [self._needed(number, by_word=is_parted) for number in range(len(self.heads))]
                    return

    def _lines(self, text: str, room: float) -> int:
        """In how many lines of so many mm a text stands, no word parted."""
        lines, line = 1, ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            is_next = line and self.canvas.long(longer) > room
            lines, line = (lines + 1, word) if is_next else (lines, longer)
        return lines

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

    def _needed(self, number: int, *, by_word: bool = False) -> float:
        """mm of the widest cell, or word of the head; `by_word`, of the widest word of all."""
        self.pdf.set_font(MAIN, "B", self.size)
        words = [self.canvas.long(word) for word in self.heads[number].split()]
        self.pdf.set_font(MAIN, size=self.size)
        texts = {row[number] for row in self.rows}
        if by_word:
            texts = {word for text in texts for word in text.split()}
        cells = [self.canvas.long(text) for text in texts]
        return max([0.0, *words, *cells]) + 0.5


# Documents that were drawn one by one (pdf_canvas) as one file: the pages of each as they are, with a bookmark where
# it begins. It reads what fpdf2 writes and no other PDF: plain objects, a plain table of where they stand.

TABLE: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
ROW: Final = re.compile(rb"(\d{10}) \d{5} n ?\r?\n")
REFERENCE: Final = re.compile(rb"(\d+) 0 R\b")
STREAM: Final = re.compile(rb"\bstream\r?\n")
FIRST_PAGE: Final = re.compile(rb"/Kids \[\s*(\d+) 0 R")
COUNT: Final = re.compile(rb"/Count (\d+)")
CATALOG, PAGES, ABOUT, OUTLINES = 1, 2, 3, 4
OWN: Final = 4
"""Objects that every file has: the catalog, the tree of all pages, what it is called, the bookmarks."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A document in the file: where its tree of pages is, its first page, and how many it has."""

    title: str
    tree: int
    first: int
    pages: int


def joined(documents: Sequence[tuple[str, bytes]], title: str, now: datetime) -> bytes:
    """The file, of documents with the titles of their bookmarks, in this order; `now` (aware) is when it was made.

    Raises:
        ValueError: there is none, or one was not written by our own canvas.
    """
    if not documents:
        raise ValueError("a file without documents has no pages")
    objects: dict[int, bytes] = {}
    parts, version = [], b"1.4"
    for bookmark, document in documents:
        version = max(version, document[5:8])
        parts.append(_taken_in(bookmark, document, objects, after=OWN + len(objects)))
    bookmarks = OWN + len(objects) + 1
    objects |= dict(enumerate(_bookmarks(parts, bookmarks), bookmarks))
    objects |= dict(enumerate(_frame(parts, bookmarks, title, now), CATALOG))
    return _written(objects, version)


def _taken_in(bookmark: str, document: bytes, objects: dict[int, bytes], *, after: int) -> _Part:
    """Copy the objects of a document with numbers of their own, all but what says what it is called."""
    bodies = _bodies(document)
    tree = next(number for number, body in bodies.items() if b"/Type /Pages" in _head(body))
    left_out = [number for number, body in bodies.items() if _is_about(_head(body))]
    kept = [number for number in bodies if number not in left_out]
    numbers = {number: after + place for place, number in enumerate(kept, 1)}

    def renumbered(match: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers[int(match[1])]

    for number in kept:
        head = REFERENCE.sub(renumbered, _head(bodies[number]))
        if number == tree:
            head = head.replace(b"/Type /Pages", b"/Parent %d 0 R\n/Type /Pages" % PAGES)
        objects[numbers[number]] = head + bodies[number][len(_head(bodies[number])) :]
    first, count = FIRST_PAGE.search(bodies[tree]), COUNT.search(bodies[tree])
    if not first or not count:
        raise ValueError("a document without pages")
    return _Part(bookmark, numbers[tree], numbers[int(first[1])], int(count[1]))


def _bodies(document: bytes) -> dict[int, bytes]:
    """{number: what stands between `obj` and `endobj`}."""
    end = TABLE.search(document)
    if not end:
        raise ValueError("no document of ours")
    begins = [int(row[1]) for row in ROW.finditer(document, int(end[1]))]
    found = {}
    for place, begin in enumerate(sorted(begins)):
        following = sorted(begins)[place + 1] if place + 1 < len(begins) else int(end[1])
        number, _, body = document[begin:following].partition(b" 0 obj\n")
        found[int(number)] = body.rstrip().removesuffix(b"endobj").rstrip(b"\n")
    return found


def _head(body: bytes) -> bytes:
    """An object without its stream, in which anything may stand."""
    stream = STREAM.search(body)
    return body[: stream.start()] if stream else body


def _is_about(head: bytes) -> bool:
    """Whether it is the catalog of a document, or says what that is called."""
    return b"/Type /Catalog" in head or b"/CreationDate (" in head


def _bookmarks(parts: Sequence[_Part], first: int) -> Iterator[bytes]:
    for place, part in enumerate(parts):
        before = b"/Prev %d 0 R\n" % (first + place - 1) if place else b""
        after = b"/Next %d 0 R\n" % (first + place + 1) if place + 1 < len(parts) else b""
        text = _text(part.title)
        yield b"<<\n/Title %s\n/Parent %d 0 R\n%s%s/Dest [%d 0 R /Fit]\n>>" % (
            text,
            OUTLINES,
            before,
            after,
            part.first,
        )


def _frame(parts: Sequence[_Part], bookmarks: int, title: str, now: datetime) -> Iterator[bytes]:
    """The objects of the whole file, in the order of their numbers."""
    language = (get_language() or "en").encode()
    yield b"<<\n/Lang (%s)\n/Outlines %d 0 R\n/Pages %d 0 R\n/Type /Catalog\n>>" % (language, OUTLINES, PAGES)
    kids = b" ".join(b"%d 0 R" % part.tree for part in parts)
    yield b"<<\n/Count %d\n/Kids [%s]\n/Type /Pages\n>>" % (sum(part.pages for part in parts), kids)
    made = f"{now.astimezone(UTC):%Y%m%d%H%M%S}".encode()
    yield b"<<\n/CreationDate (D:%sZ)\n/Creator (Scorekeeper)\n/Title %s\n>>" % (made, _text(title))
    last = bookmarks + len(parts) - 1
    yield b"<<\n/Count %d\n/First %d 0 R\n/Last %d 0 R\n/Type /Outlines\n>>" % (len(parts), bookmarks, last)


def _text(text: str) -> bytes:
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()


def _written(objects: dict[int, bytes], version: bytes) -> bytes:
    file = bytearray(b"%%PDF-%s\n%%\xe9\xeb\xf1\xbf\n" % version)
    rows = [b"0000000000 65535 f \n"]
    for number in sorted(objects):
        rows.append(b"%010d 00000 n \n" % len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    table = len(file)
    file += b"xref\n0 %d\n%s" % (len(rows), b"".join(rows))
    file += b"trailer\n<<\n/Info %d 0 R\n/Root %d 0 R\n/Size %d\n>>\n" % (ABOUT, CATALOG, len(rows))
    file += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(file)
