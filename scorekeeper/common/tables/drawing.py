"""The rows of a table as HTML: every cell is escaped here, so that the template only puts them together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeAlias

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.tables.values import Cell, Column, Kind, Piece, RichCell, Row, Table, Value
from scorekeeper.common.texts import MINUS, POINTS, amount_figure

DrawPiece: TypeAlias = Callable[[Piece], SafeString]
NOTHING: Final = "–"  # how a page writes that nothing stands there before or after


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table for its template: heads, and each row as the HTML of its cells."""

    title: str
    heads: list[SafeString]
    rows: list[SafeString]
    foot: list[SafeString]
    nothing: str
    hides_heads: bool  # all of them


def drawn(table: Table, draw: DrawPiece | None = None) -> Drawn:
    """The table for its template; pieces of its page as that `draw`s them."""
    columns = table.typed_columns
    return Drawn(
        table.title,
        [_head(column) for column in columns if column.only != "file"],
        list(_lines(columns, table.rows, draw)),
        list(_lines(columns, table.foot, draw)),
        table.nothing,
        all(column.hides_head for column in columns if column.only != "file"),
    )


def _head(column: Column) -> SafeString:
    if not column.head:
        return mark_safe("<td></td>")
    classes = _classes("num" if column.kind.is_figure else "", column.classes, column.head_classes)
    head = format_html('<span class="vh">{}</span>', column.head) if column.hides_head else column.head
    if column.link:
        head = format_html('<a href="{}">{}</a>', column.link, head)
    label = column.unit.unit
    if not label or not column.says_unit or label == column.head:
        return format_html('<th scope="col"{}>{}</th>', classes, head)
    in_unit = pgettext("note", "in {unit}").format(unit=label)
    return format_html('<th scope="col"{}>{} <span class="why">{}</span></th>', classes, head, in_unit)


def row_html(columns: Sequence[Column], row: Row) -> SafeString:
    """The cells of a row, for a page that writes what stands around them."""
    return _row(columns, row, None)


def head_html(columns: Sequence[Column]) -> SafeString:
    """The heads of columns, for such a page."""
    return mark_safe("".join(_head(column) for column in columns if column.only != "file"))  # noqa: S308 escaped


def _lines(columns: list[Column], rows: Iterable[Row], draw: DrawPiece | None) -> Iterator[SafeString]:
    for row in rows:
        yield _row(columns, row, draw)


def _row(columns: Sequence[Column], row: Row, draw: DrawPiece | None) -> SafeString:
    cells = [_cell(column, cell, draw) for column, cell in zip(columns, row, strict=True) if column.only != "file"]
    return mark_safe("".join(cells))  # noqa: S308 escaped


def _cell(column: Column, cell: Cell, draw: DrawPiece | None) -> str:
    rich = cell if isinstance(cell, RichCell) else None
    inside = written(cell, column.kind, column.unit) if rich is None else _rich(column, rich)  # type: ignore[arg-type]
    if rich and rich.piece and draw:
        inside += draw(rich.piece)
    classes = _classes(
        "num" if column.kind.is_figure else "no" if column.kind is Kind.ORDINAL else "",
        column.classes,
        rich.classes if rich else "",
    )
    tag = 'th scope="row"' if column.heads_rows else "td"
    return f"<{tag}{classes}>{inside}</{tag[:2]}>"


def _rich(column: Column, cell: RichCell) -> str:
    if cell.html is not None:
        return cell.html
    unit = cell.unit or column.unit
    inside = written(cell.value, column.kind, unit)
    if cell.moves and cell.before != cell.value:
        before = written(cell.before, column.kind, unit) or NOTHING
        inside = f'<span class="from">{before}</span> → <b>{inside or NOTHING}</b>'
    elif cell.moves:
        inside = inside or NOTHING
    if cell.link:
        inside = format_html('<a href="{}">{}</a>', cell.link, mark_safe(inside))  # noqa: S308 written here
    if cell.strong:
        inside = f"<b>{inside}</b>"
    return f'{inside} <small class="muted">{conditional_escape(cell.note)}</small>' if cell.note else inside


def written(value: Value, kind: Kind, unit: InUnits = POINTS) -> str:
    """A value as the sheet writes it, escaped: red with a true minus below zero, a change with its sign."""
    match value:
        case None:
            return ""
        case str():
            text = conditional_escape(value)
            return f"<bdi>{text}</bdi>" if kind is Kind.NAME and text else text
        case datetime():
            return _time(value, timezone.localtime(value).isoformat(timespec="seconds"))
        case date():
            return _time(value, value.isoformat())
        case Decimal():
            figure = number_format(value).replace("-", MINUS)
        case _:
            figure = amount_figure(value, unit if kind in {Kind.AMOUNT, Kind.CHANGE} else POINTS)
    if value < 0:
        return f'<span class="minus">{figure}</span>'
    return f"+{figure}" if kind is Kind.CHANGE and value else figure


def black(amount: int | None, unit: InUnits) -> RichCell:
    """An amount that is no loss where it is below zero, and so is not red."""
    return RichCell(amount, html=format_html("{}", "" if amount is None else amount_figure(amount, unit)))


def figure_html(value: Value, kind: Kind, unit: InUnits = POINTS) -> SafeString:
    """The same for whoever puts it into more HTML."""
    return mark_safe(written(value, kind, unit))  # noqa: S308 escaped there


def _time(value: date, machine: str) -> str:
    local = timezone.localtime(value) if isinstance(value, datetime) else value
    return f'<time datetime="{machine}">{date_format(local, "SHORT_DATE_FORMAT")}</time>'


def _classes(*names: str) -> SafeString:
    found = " ".join(filter(None, names))
    return format_html(' class="{}"', found) if found else mark_safe("")
