"""Where the table stands in the lines of a sheet: below titles and blank lines, above whatever follows."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

LOOKED_AT: Final = 40  # lines among which the heads may stand
MOST_WORDS: Final = 5  # of a name
EXAMPLE: Final = re.compile(r"(?:example|beispiel|exemplo|ejemplo|пример|ਉਦਾਹਰਨ|ઉદાહરણ) ?(?::|$)", re.IGNORECASE)
REMARK: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d\. ?\d|[:!?*=©]")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file with its number as a spreadsheet or an editor counts it."""

    number: int
    cells: tuple[str, ...]

    def __getitem__(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def filled(self) -> int:
        """How many cells hold anything."""
        return sum(map(bool, self.cells))


@dataclass(frozen=True, slots=True)
class Table:
    """The line of heads, None where the table has none, the lines below it, and those passed over: titles above the
    heads, heads that stand there again, remarks below. `blank` are the numbers of lines without anything."""

    heads: Row | None
    rows: tuple[Row, ...]
    passed: tuple[Row, ...] = ()
    blank: tuple[int, ...] = ()


class Together(Protocol):
    """Makes one line of heads of two; None where one of them is none."""

    def __call__(self, upper: Row, lower: Row, *, heads: Row) -> Row | None: ...


def is_example(text: str) -> bool:
    """Whether a cell or the name of a sheet says that it is an example, as in our files to fill in."""
    return bool(EXAMPLE.match(text))


def table_in(
    lines: Sequence[Row], worth: Callable[[Row], int], chosen: int | None = None, together: Together | None = None
) -> Table:
    """The table in the lines of a sheet. `worth` says how many heads of columns a line names: the line that names most
    is the line of heads, the first one of equals; `together` joins it with the line above or below that belongs to it.
    `chosen` is the number of the line somebody chose, 0 for none. Lines that begin with "Example:" are passed over."""
    filled = [row for row in lines if row.filled]
    examples = [row for row in filled if is_example(row.cells[0]) and row.number != chosen]
    rows = [row for row in filled if row not in examples] if examples else filled
    blank = tuple(row.number for row in lines if not row.filled)
    heads = next((row for row in rows if row.number == chosen), None)
    if heads is None and chosen != 0:
        heads = max(rows[:LOOKED_AT], key=worth, default=None)
    if heads is None or not (worth(heads) or chosen):
        titles = _titles(rows, blank)
        return Table(None, tuple(rows[titles:]), (*rows[:titles], *examples), blank)
    above = [row for row in rows if row.number < heads.number]
    below = [row for row in rows if row.number > heads.number]
    again = [row for row in below if row.cells == heads.cells]
    body = [row for row in below if row.cells != heads.cells]
    next_line = body[0] if body and body[0].number == heads.number + 1 else None
    if together and next_line and (joined := together(heads, next_line, heads=heads)):
        heads, body = joined, body[1:]
    line_before = above[-1] if above and above[-1].number == heads.number - 1 else None
    if together and line_before and (joined := together(line_before, heads, heads=heads)):
        heads, above = joined, above[:-1]
    remarks = _remarks(body, heads, blank)
    return Table(heads, tuple(body[: len(body) - len(remarks)]), (*above, *again, *remarks, *examples), blank)


def _titles(rows: Sequence[Row], blank: Sequence[int]) -> int:
    """How many lines above a table without heads are titles: of one cell that is no name, or a blank line follows."""
    many = 0
    while many < len(rows) - 1 and rows[many].filled == 1:
        number = rows[many].number
        if not (_is_remark(rows[many]) or (many == 0 and number + 1 in blank and rows[-1].filled > 1)):
            break
        many += 1
    return many


def _is_remark(row: Row) -> bool:
    """Whether the only cell of a line is a sentence, has a year or a day, or a sign that no name has."""
    text = next(filter(None, row.cells))
    return row.filled == 1 and bool(REMARK.search(text) or len(text.split()) > MOST_WORDS)


def _remarks(body: Sequence[Row], heads: Row, blank: Sequence[int]) -> list[Row]:
    """What follows the table after a blank line, a cell a line that is no name, as "As of 3 March:" is."""
    found: list[Row] = []
    if heads.filled < 2:
        return found
    for row in reversed(body):
        if not _is_remark(row):
            break
        found.insert(0, row)
    gaps = set(blank)
    while found and found[0].number - 1 not in gaps:
        found.pop(0)
    return found
