"""Tables of pages as people read them: what stands in the row that begins so, under the heading of a column."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

NOT_SEEN = str.maketrans({"\u2068": None, "\u2069": None, "\xa0": " ", "\N{MINUS SIGN}": "-"})
CELLS = ("td", "th")


@dataclass
class Grid:
    """A table: its caption, its headings, and the cells of each row below them. Who uses a reader of screens hears
    more than is seen ("74, not all official yet"): that is part of a cell."""

    caption: str = ""
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    def cell(self, row: str, head: str) -> str:
        """What stands in the one row that has a cell of this text, or one that begins with it, under this heading."""
        return self.row(row)[head]

    def row(self, begins: str) -> dict[str, str]:
        """{heading: cell} of that row; a cell that spans several columns stands under each."""
        found = [row for row in self.rows if any(cell == begins for cell in row)]
        found = found or [row for row in self.rows if any(cell.startswith(begins) for cell in row)]
        assert len(found) == 1, f"{len(found)} rows of {self.caption!r} have {begins!r}: {self.rows}"
        assert len(found[0]) == len(self.heads), (self.heads, found[0])
        return dict(zip(self.heads, found[0], strict=True))

    def column(self, head: str) -> list[str]:
        """What stands under a heading, from above."""
        return [row[self.heads.index(head)] for row in self.rows if len(row) == len(self.heads)]


def grids(page: Any) -> list[Grid]:
    """Every table of a page: an answer of the test client, or text of HTML."""
    reading = _Reading()
    reading.feed(page if isinstance(page, str) else page.content.decode())
    return reading.grids


def grid(page: Any, begins: str = "", *, head: str = "") -> Grid:
    """The one table of a page whose caption begins so, or that has this heading."""
    found = [one for one in grids(page) if one.caption.startswith(begins) and (not head or head in one.heads)]
    assert len(found) == 1, [(one.caption, one.heads) for one in grids(page)]
    return found[0]


def seen_grid(table: Any) -> Grid:
    """The same of a table that a browser shows, by its locator."""
    return grid(table.evaluate("table => table.outerHTML"))


class _Reading(HTMLParser):
    """The first row of headings alone names the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.grids: list[Grid] = []
        self._row: list[tuple[str, str]] = []
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.grids.append(Grid())
        elif tag == "tr":
            self._row = []
        elif tag in (*CELLS, "caption"):
            self._text = []
            self._spans = int(dict(attrs).get("colspan") or 1)
        elif self._text is not None:
            self._text.append(" ")

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self.grids[-1].caption = self._take()
        elif tag in CELLS:
            self._row += [(tag, self._take())] * self._spans
        elif tag == "tr" and self.grids:
            self._end_row(self.grids[-1])

    def _end_row(self, grid: Grid) -> None:
        texts = [text for _tag, text in self._row]
        is_head = all(tag == "th" or not text for tag, text in self._row)
        if is_head and not grid.heads:
            grid.heads = texts
        else:
            grid.rows.append(texts)

    def _take(self) -> str:
        words = "".join(self._text or ()).translate(NOT_SEEN)
        self._text = None
        return " ".join(words.split()).replace(" ,", ",")
