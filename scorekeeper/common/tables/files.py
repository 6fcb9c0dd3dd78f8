"""Tables as files for other programs: CSV and XLSX, in which no cell is ever a formula; and PDF, to be printed.

A spreadsheet takes a cell that begins with one of `= + - @`, a tab or a line break for a formula. In CSV such a text
gets an apostrophe in front, as people type it, and so does a text that would read like one with an apostrophe already,
so that `as_written` gives back exactly what was there. In XLSX the cell says itself that it is text.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Cell, Figure, RichCell, Table, Value, is_of_figures, number_of, rows_of
from scorekeeper.common.texts import MINUS
from scorekeeper.common.typesetting import Document, Paper, pdf_of

FORMATS: Final = ("csv", "xlsx")
PRINTED: Final[Mapping[str, Paper]] = {"pdf": "A4", "a5": "A5"}
BOM: Final = "\ufeff"  # without it spreadsheets read UTF-8 as something else
# The characters themselves, their full-width forms, and whatever some program skips before it looks.
RISKY: Final = re.compile(r"'*\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML has no way to say them
MOST_IN_A_CELL: Final = 32_767  # characters, for XLSX
LONGEST_TITLE: Final = 31  # of a sheet in XLSX
NARROWEST, WIDEST = 6, 60  # columns of XLSX, in characters
MOST_PRINTED: Final = 10_000  # cells of a PDF: some twenty pages, made in a few seconds


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV parts its cells, and numbers their decimals: where the comma is in numbers it parts no cells."""

    separator: str
    decimal: str


COMMA: Final = Dialect(",", ".")
SEMICOLON: Final = Dialect(";", ",")


def csv_of(table: Table, dialect: Dialect = COMMA) -> Iterator[str]:
    """The lines of the file."""
    out = StringIO()
    writer = csv.writer(out, delimiter=dialect.separator)
    yield BOM
    for row in rows_of(table):
        writer.writerow([_in_csv(cell, dialect) for cell in row])
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def xlsx_of(table: Table) -> bytes:
    """The workbook, with one sheet: columns as wide as what stands in them, the heads stay in sight."""
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    rows = list(rows_of(table))
    book = Workbook(write_only=True)
    book.properties.creator, book.properties.title = "Scorekeeper", UNWRITABLE.sub("", table.name)[:255]
    sheet = book.create_sheet(sheet_title(table.name) or None)
    sheet.freeze_panes = "A2"
    for number, cells in enumerate(zip(*rows, strict=True), 1):
        sheet.column_dimensions[get_column_letter(number)].width = _width(cells)
    for line, row in enumerate(rows):
        sheet.append([_in_xlsx(sheet, cell, is_head=not line) for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def sheet_title(name: str) -> str:
    """The name of a sheet, which Excel keeps to 31 characters: where it is longer, what it says behind the name of the
    event; and if that is too long, cut after a word where one ends in time."""
    title = _titled(name)
    if len(title) > LONGEST_TITLE:
        title = _titled(name.rpartition(": ")[2])
    if len(title) <= LONGEST_TITLE:
        return title
    whole = title[: LONGEST_TITLE + 1].rpartition(" ")[0]
    return (whole or title[:LONGEST_TITLE]).rstrip(" ,;-–(")


def _titled(name: str) -> str:
    return " ".join(re.sub(r"[\[\]:*?/\\']", " ", UNWRITABLE.sub("", name)).split())


def printed(table: Table, paper: Paper, made: datetime) -> bytes:
    """The pages to print."""
    return pdf_of(document_of(table, paper, made))


def document_of(table: Table, paper: Paper, made: datetime) -> Document:
    """The table on paper; in the place of one without rows a line that says so. Of one too long for that the first
    rows, and a line that says so too."""
    heads, rows = table.as_values(on_paper)
    kept, over = rows[: MOST_PRINTED // max(len(heads), 1)], list(table.over)
    if not rows:
        heads, over = [], [*over, table.nothing or _("The list is still empty.")]
    if len(kept) < len(rows):
        cut = _("The first {count} rows of {all}. The spreadsheet file has all rows.")
        over.append(cut.format(count=len(kept), all=len(rows)))
    columns: Sequence[Sequence[Value]] = list(zip(*kept, strict=True)) if kept else [()] * len(heads)
    figures = [is_of_figures(column) for column in columns]
    cells = [[on_paper(cell) for cell in row] for row in kept]
    return Document(table.name, over, heads, cells, figures, made, paper, table.grows)


def on_paper(cell: Cell) -> str:
    """A value as it is read on a page."""
    match cell:
        case RichCell():
            return on_paper(cell.value)
        case None:
            return ""
        case str():
            return cell
        case datetime():
            return date_format(timezone.localtime(cell), "SHORT_DATETIME_FORMAT")
        case date():
            return date_format(cell, "SHORT_DATE_FORMAT")
    return number_format(cell).replace("-", MINUS)


def safe(text: str) -> str:
    """The text as it can stand in a CSV cell."""
    return f"'{text}" if RISKY.match(text) else text


def as_written(text: str) -> str:
    """What a cell said before `safe`."""
    return text[1:] if text.startswith("'") and RISKY.match(text) else text


def _in_csv(cell: Value, dialect: Dialect) -> str:
    value = number_of(cell) if isinstance(cell, Figure) else cell
    match value:
        case None:
            return ""
        case str():
            return safe(UNWRITABLE.sub("", value))
        case datetime():
            return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
        case date():
            return value.isoformat()
        case Decimal():
            return f"{value:f}".replace(".", dialect.decimal)
    return str(value)


def _width(cells: Sequence[Value]) -> int:
    widest = max(len(on_paper(cell)) for cell in cells)
    return min(max(widest, NARROWEST), WIDEST) + 2


def _in_xlsx(sheet: Any, cell: Value, *, is_head: bool) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    value = number_of(cell) if isinstance(cell, Figure) else cell
    match value:
        case None:
            return None
        case datetime():
            written = WriteOnlyCell(sheet, timezone.localtime(value).replace(tzinfo=None, microsecond=0))
            written.number_format = "yyyy-mm-dd hh:mm"
        case date():
            written = WriteOnlyCell(sheet, value)
            written.number_format = "yyyy-mm-dd"
        case Decimal():
            written = WriteOnlyCell(sheet, value)
            places = -int(value.as_tuple().exponent)
            written.number_format = f"0.{'0' * places}" if places > 0 else "0"
        case str():
            text = UNWRITABLE.sub("", value)[:MOST_IN_A_CELL]
            written = WriteOnlyCell(sheet, text)
            written.data_type = "s"
            written.quotePrefix = bool(RISKY.match(text))
            if is_head:
                written.font = Font(bold=True)
        case _:
            return value
    return written
