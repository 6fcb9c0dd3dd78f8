"""Where the table stands in the lines of a sheet: below titles and blank lines, above whatever follows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

LOOKED_AT: Final = 40  # lines among which the heads may stand


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file with its number as a spreadsheet or an editor counts it."""

    number: int
    cells: tuple[str, ...]

    def __getitem__(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """The line of heads, None where the table has none, the lines below it, and those passed over: titles above the
    heads and heads that stand there again."""

    heads: Row | None
    rows: tuple[Row, ...]
    passed: tuple[Row, ...]


def table_in(rows: Sequence[Row], worth: Callable[[Row], int], chosen: int | None = None) -> Table:
    """The table in the filled lines of a sheet. `worth` says how many heads of columns a line names: the line that
    names most is the line of heads, the first one of equals. `chosen` is the number of the line somebody chose, 0 for
    none."""
    if chosen == 0 or not rows:
        return Table(None, tuple(rows), ())
    heads = next((row for row in rows if row.number == chosen), None)
    if heads is None:
        heads = max(rows[:LOOKED_AT], key=worth)
        if not worth(heads):
            return Table(None, tuple(rows), ())
    below = [row for row in rows if row.number > heads.number]
    again = [row for row in below if row.cells == heads.cells]
    above = [row for row in rows if row.number < heads.number]
    return Table(heads, tuple(row for row in below if row.cells != heads.cells), (*above, *again))
