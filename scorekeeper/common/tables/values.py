"""A table as a value: typed columns, and cells that say what they are and, where it differs, how a page shows it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.texts import MINUS, POINTS

Value: TypeAlias = str | int | Decimal | date | datetime | None
HALVES: Final = re.compile(rf"([+{MINUS}-]?)(\d*)(½|¼|¾)?")
PARTS: Final = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}


class Figure(str):
    """A number as people write it, like 1½: it stands where numbers stand, and in a file it is the number."""

    __slots__ = ()


class Kind(StrEnum):
    """What the cells of a column are. An amount counts the smallest parts of its unit; a change has its sign."""

    TEXT = "text"
    NAME = "name"  # of a person or of something that people named
    NUMBER = "number"
    ORDINAL = "ordinal"  # a number of a row, or a rank
    AMOUNT = "amount"
    CHANGE = "change"
    DAY = "day"

    @property
    def is_figure(self) -> bool:
        """Whether its column is read from the right."""
        return self in {Kind.NUMBER, Kind.AMOUNT, Kind.CHANGE}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key, its head, and what it holds.

    A file has the label of the `unit` in the head; a page has it there too, in small letters, unless it stands
    elsewhere (`says_unit`). Where it is a `day` that heads the column, a file names it whole, with its year.
    `heads_rows` is the column that names each row. `classes` are those of the page.
    """

    key: str
    head: str
    kind: Kind = Kind.TEXT
    unit: InUnits = POINTS
    says_unit: bool = True
    heads_rows: bool = False
    hides_head: bool = False  # it is there for screen readers and files alone
    classes: str = ""
    head_classes: str = ""
    link: str = ""  # where the head of a page leads
    only: Literal["", "page", "file"] = ""  # where it stands, if not in both
    day: date | None = None

    def file_head(self, written: Callable[[date], str]) -> str:
        """The head in a file, with the unit; a day as it is `written` there."""
        if self.day:
            return written(self.day)
        return headed(self.head, self.unit) if self.unit.unit and self.unit.unit != self.head else self.head


@dataclass(frozen=True, slots=True)
class Piece:
    """What a page draws in a cell by a template, as a form is: it gets what the page has, and the `subject` by its
    `name`."""

    template: str
    name: str
    subject: Any


@dataclass(frozen=True, slots=True)
class RichCell:
    """A value with more than its kind says: what stood there before, a remark in small letters, a unit of its own,
    emphasis, a link, a piece of the page behind it, or the whole of what the page shows."""

    value: Value
    before: Value = None
    moves: bool = False  # a page writes "before → after", a file has two columns
    note: str = ""
    unit: InUnits | None = None
    strong: bool = False
    link: str = ""
    html: SafeString | None = None
    piece: Piece | None = None
    classes: str = ""


Cell: TypeAlias = Value | RichCell
Row: TypeAlias = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """A table that a page shows or a file holds. Times are shown by the clock that is active.

    `name` is what its file is called, `caption` what the page calls it (else the name), `key` the last part of the
    address of its file. `over` is printed under the name. A column may be its head alone: its values say what they are.
    """

    name: str
    columns: Sequence[Column | str]
    rows: Iterable[Row]
    over: Sequence[str] = ()
    key: str = ""
    caption: str = ""
    foot: Sequence[Row] = ()
    classes: str = ""  # on the page, where they follow from the data
    nothing: str = ""  # what the page and the paper say where there are no rows
    grows: bool = False  # it is read on a wall: on paper its letters are as large as one page has room for

    @property
    def title(self) -> str:
        """What the page calls it."""
        return self.caption or self.name

    @property
    def typed_columns(self) -> list[Column]:
        """The columns, those that are a head alone as text."""
        return [column if isinstance(column, Column) else Column("", column) for column in self.columns]

    @property
    def heads(self) -> list[str]:
        """The heads of a file; rows that can be gone through once only are left alone where no column is typed."""
        if all(isinstance(column, str) for column in self.columns):
            return [str(column) for column in self.columns]
        return self.as_values()[0]

    def as_values(self, written: Callable[[date], str] = date.isoformat) -> tuple[list[str], list[list[Value]]]:
        """Heads and rows for a file: amounts as numbers, what moves in two columns, remarks in one of their own; a day
        that heads a column as it is `written`."""
        rows = [list(row) for row in (*self.rows, *self.foot)]
        columns = [(at, column) for at, column in enumerate(self.typed_columns) if column.only != "page"]
        spread = [_spread(column, [row[at] for row in rows], written) for at, column in columns]
        heads = [head for heads, _cells in spread for head in heads]
        return heads, [[value for _heads, cells in spread for value in cells[line]] for line in range(len(rows))]


def joined(
    name: str, heads: Sequence[Column], parts: Sequence[tuple[Row, Table]], *, over: Sequence[str] = ()
) -> Table:
    """Tables of the same columns as one, for a file: before each row stands what parts them, under `heads`. Amounts
    keep the unit of their own table, which a part has to name."""
    first = parts[0][1].typed_columns if parts else []
    rows = [
        (*part, *(_in_unit(column, cell) for column, cell in zip(table.typed_columns, row, strict=True)))
        for part, table in parts
        for row in table.rows
    ]
    return Table(name, [*heads, *(replace(column, unit=POINTS) for column in first)], rows, over)


def without_empty(table: Table) -> Table:
    """The table as values. A column in which nothing stands for anybody is left out, the first two never."""
    heads, rows = table.as_values()
    kept = [n for n in range(len(heads)) if n < 2 or any(row[n] not in {None, ""} for row in rows)]
    return replace(table, columns=[heads[n] for n in kept], rows=[[row[n] for n in kept] for row in rows])


def _in_unit(column: Column, cell: Cell) -> Cell:
    if not column.unit.decimals:
        return cell
    return replace(cell if isinstance(cell, RichCell) else RichCell(cell), unit=column.unit)


def moved(before: Value, after: Value, *, note: str = "") -> RichCell:
    """What stood there, and what stands there then."""
    return RichCell(after, before=before, moves=True, note=note)


def headed(words: str, unit: InUnits) -> str:
    """The head of a column of amounts."""
    return f"{words} ({unit.unit})" if unit.unit else words


def figure(units: int, unit: InUnits) -> int | Decimal:
    """An amount as a number that can be added up."""
    return Decimal(units).scaleb(-unit.decimals) if unit.decimals else units


def _spread(
    column: Column, cells: Sequence[Cell], written: Callable[[date], str]
) -> tuple[list[str], list[list[Value]]]:
    """The columns that a column becomes in a file."""
    heads, rich = (
        [column.file_head(written)],
        [cell if isinstance(cell, RichCell) else RichCell(cell) for cell in cells],
    )
    values = [[_number(cell.value, cell, column)] for cell in rich]
    if any(cell.moves for cell in rich):
        heads = [
            pgettext("column", "{column}, before").format(column=heads[0]),
            pgettext("column", "{column}, after").format(column=heads[0]),
        ]
        earlier = (_number(cell.before if cell.moves else cell.value, cell, column) for cell in rich)
        values = [[before, *after] for before, after in zip(earlier, values, strict=True)]
    if any(cell.note for cell in rich):
        heads.append(pgettext("column", "Remark"))
        values = [[*own, cell.note or None] for own, cell in zip(values, rich, strict=True)]
    return heads, values


def _number(value: Value, cell: RichCell, column: Column) -> Value:
    unit = cell.unit or column.unit
    is_amount = isinstance(value, int) and unit.decimals and column.kind in {Kind.AMOUNT, Kind.CHANGE}
    return figure(value, unit) if is_amount else value  # type: ignore[arg-type]  # mypy forgets the check


def number_of(written: Figure) -> Value:
    """The number that people write so, as 1½; the text where it is none that decimals can say."""
    match = HALVES.fullmatch(written)
    if not match or not (match[2] or match[3]):
        return str(written) or None
    number = int(match[2] or 0) + PARTS.get(match[3] or "", 0)
    return -number if match[1] in {MINUS, "-"} and match[1] else number


def is_of_figures(cells: Iterable[Cell]) -> bool:
    """Whether a column has numbers and nothing else, so that it is read from the right."""
    found = list(cells)
    return bool(found) and all(cell == "" or isinstance(cell, int | Decimal | Figure | None) for cell in found)


def rows_of(table: Table) -> Iterator[Sequence[Value]]:
    """The lines of a file: heads, then rows."""
    heads, rows = table.as_values()
    yield heads
    yield from rows
