"""A table read off the page that shows it, so that its file says what the page says and no page has to say it twice.

`{% tabled %}` (`templatetags/tabled.py`) stands around the table and offers the file, for which `?as=csv&read=<name>`
asks. What a POST shows, before something is done, is no page that could be asked for again: such a table is kept for an
hour, and its file has an address of its own. Where a file holds more than its page has room for, the view makes a
`Table` of its own (`tables_out.py`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from scorekeeper.common.tables_out import FORMATS, READ, Cell, Table, answer, is_read
from scorekeeper.common.texts import MINUS

ARROW: Final = "→"
NONE: Final = "–"  # as a page writes that there is no figure
KEPT: Final = ("Cache-Control", "X-Robots-Tag", "Referrer-Policy")
UNCLOSED: Final = frozenset({"br", "hr", "img", "input", "wbr"})


def asked(request: HttpRequest) -> tuple[str, str]:
    """The format, and the name of the table that is to be read off the page; two empty texts for the page itself."""
    form, name = request.GET.get("as", ""), request.GET.get(READ, "")
    return (form, name) if form in FORMATS and name and is_read(request) else ("", "")


def is_asked(request: HttpRequest, name: str) -> bool:
    """Whether this table is to be read, and so may not be cut to what a page has room for."""
    return asked(request)[1] == name


def hold(request: HttpRequest, table: Table) -> None:
    """Keep what was read until the page is done."""
    request.table_read = table  # type: ignore[attr-defined]


class TablesRead:
    """Answers with the table that was asked for in place of its page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        form, _name = asked(request)
        table: Table | None = getattr(request, "table_read", None)
        if table is None or not form:
            return response
        file = answer(table, form)
        for name in KEPT:
            if name in response:
                file[name] = response[name]
        return file


def read(html: str, *, name: str = "") -> Table | None:
    """The first table of this HTML with its rows, empty ones left out; None where it has none. It is called like its
    caption where no name is given.

    A cell with what stood before ("12 → 15", `class="from"`) makes two columns, and so does a figure with a remark in
    small letters. What has the class `num` or `no` is a number if it reads like one, `<time datetime>` is a day.
    """
    reading = _Reading()
    reading.feed(html)
    reading.close()
    heads, rows = reading.heads, [row for row in reading.rows if any(cell.text for cell in row)]
    if not rows:
        return None
    width = max(len(row) for row in (heads, *rows))
    columns = [
        _column(head, list(cells)) for head, cells in zip(_wide(heads, width), _turned(rows, width), strict=True)
    ]
    out_heads = [head for column in columns for head in column.heads]
    out_rows = ([cell for column in columns for cell in column.cells[line]] for line in range(len(rows)))
    return Table(name or reading.caption or " ".join(out_heads), out_heads, list(out_rows))


@dataclass(slots=True)
class _Read:
    """A cell as it was read: what it says, what stood there before, a remark, and what only screen readers say.
    `pictures` are the words of pictures; where the same word follows it is told once."""

    is_figure: bool = False
    pictures: set[str] = field(default_factory=set)
    parts: dict[str, list[str]] = field(default_factory=dict)
    day: date | None = None

    def said(self, part: str) -> str:
        return " ".join("".join(self.parts.get(part, [])).split())

    @property
    def text(self) -> str:
        said = self.said("main").removeprefix(ARROW).strip()
        for word in map(re.escape, self.pictures):
            said = re.sub(rf"\b{word} (?={word}\b)", "", said, flags=re.IGNORECASE)
        return said or self.said("hidden")

    def value(self, part: str = "main") -> Cell:
        if part == "main" and self.day:
            return self.day
        said = self.text if part == "main" else self.said(part)
        return _figure(said) if self.is_figure and part != "note" else said or None


@dataclass(frozen=True, slots=True)
class _Column:
    """What becomes of a column of the page: one to three columns."""

    heads: list[str]
    cells: list[list[Cell]]


def _wide(row: Sequence[_Read], width: int) -> list[_Read]:
    return [*row, *(_Read() for _missing in range(width - len(row)))]


def _turned(rows: Sequence[Sequence[_Read]], width: int) -> Iterator[tuple[_Read, ...]]:
    return zip(*(_wide(row, width) for row in rows), strict=True)


def _column(head: _Read, cells: Sequence[_Read]) -> _Column:
    title = " ".join(part for part in (head.text, head.said("note")) if part)
    heads, values = [title], [[cell.value()] for cell in cells]
    if any(cell.said("from") for cell in cells):
        heads = [_("{column}, before").format(column=title), _("{column}, after").format(column=title)]
        values = [_before_and_after(cell) for cell in cells]
    if any(cell.said("note") for cell in cells):
        heads.append(_("Remark"))
        values = [[*own, cell.said("note") or None] for own, cell in zip(values, cells, strict=True)]
    return _Column(heads, values)


def _before_and_after(cell: _Read) -> list[Cell]:
    """What does not move is told once on the page, and twice in the file."""
    before, after = cell.value("from"), cell.value()
    return [before if cell.said("from") else after, after if cell.text else before]


def _figure(said: str) -> Cell:
    """The number, by the reader's marks for thousands and decimals; the text itself where it is none."""
    decimal, thousand = (re.escape(str(get_format(mark))) for mark in ("DECIMAL_SEPARATOR", "THOUSAND_SEPARATOR"))
    match = re.fullmatch(rf"([+{MINUS}-]?)(\d{{1,3}}(?:{thousand}\d{{3}})+|\d+)(?:{decimal}(\d+))?", said)
    if not match:
        return None if said in {"", NONE} else said
    sign, whole, rest = match.groups()
    digits = f"{'-' if sign in {MINUS, '-'} else ''}{re.sub(r'[^0-9]', '', whole)}"
    return Decimal(f"{digits}.{rest}") if rest else int(digits)


class _Reading(HTMLParser):
    """Goes through the HTML of our own templates, in which every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.caption, self.heads, self.rows = "", list[_Read](), list[list[_Read]]()
        self._open: list[tuple[str, str]] = []  # the elements around, each with the part that its text belongs to
        self._row: list[_Read] | None = None
        self._cell: _Read | None = None
        self._is_done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = set(given.get("class", "").split())
        if tag == "tr":
            self._row = []
        elif tag in {"td", "th"} and self._row is not None:
            self._cell = _Read(is_figure=not classes.isdisjoint({"num", "no"}))
            span = int(given.get("colspan", "1"))
            self._row += [self._cell, *(_Read() for _more in range(span - 1))]
        elif tag == "time" and self._cell:
            self._cell.day = date.fromisoformat(given["datetime"][:10])
        if tag == "svg" and "aria-label" in given:
            self._picture(given["aria-label"])
        if tag in UNCLOSED:
            self._say(" ")
        else:
            self._open.append((tag, _part(tag, classes)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A shape of an SVG says nothing."""

    def handle_data(self, data: str) -> None:
        self._say(data)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()
        if tag == "table":
            self._is_done = True
        elif tag in {"td", "th"}:
            self._cell = None
        elif tag == "tr" and self._row is not None and not self._is_done:
            if "thead" in (name for name, _part in self._open):
                self.heads = self._row
            else:
                self.rows.append(self._row)
            self._row = None

    def _picture(self, words: str) -> None:
        if self._cell:
            self._cell.pictures.add(words)
            self._say(f"{words} ")

    def _say(self, text: str) -> None:
        tags, parts = {tag for tag, _part in self._open}, {part for _tag, part in self._open}
        if self._is_done or "silent" in parts:
            return
        if self._cell is None:
            self.caption += text if "caption" in tags else ""
            return
        part = next((part for part in ("hidden", "from", "note") if part in parts), "main")
        self._cell.parts.setdefault(part, []).append(text)


def _part(tag: str, classes: set[str]) -> str:
    if tag in {"svg", "title"}:
        return "silent"
    if tag in {"td", "th", "tr", "thead", "tbody", "tfoot", "table"}:
        return ""  # its classes are of the whole cell
    if "vh" in classes:
        return "hidden"
    if "from" in classes:
        return "from"
    return "note" if tag == "small" or "small" in classes else ""
