"""Tables as files for other programs: CSV and XLSX, in which no cell is ever a formula; and PDF, to be printed.

A spreadsheet takes a cell that begins with one of `= + - @`, a tab or a line break for a formula. In CSV such a text
gets an apostrophe in front, as people type it, and so does a text that would read like one with an apostrophe already,
so that `as_written` gives back exactly what was there. In XLSX the cell says itself that it is text.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, Final, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.common.pdf import Document, pdf_of
from scorekeeper.common.pdf_canvas import Paper
from scorekeeper.common.texts import MINUS

Cell: TypeAlias = str | int | Decimal | date | datetime | None
FORMATS: Final = ("csv", "xlsx")
PRINTED: Final[Mapping[str, Paper]] = {"pdf": "A4", "a5": "A5"}
READ: Final = "read"  # names a table that is read off the page (`tables_read.py`)
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BOM: Final = "\ufeff"  # without it spreadsheets read UTF-8 as something else
# The characters themselves, their full-width forms, and whatever some program skips before it looks.
RISKY: Final = re.compile(r"'*\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML has no way to say them
MOST_IN_A_CELL: Final = 32_767  # characters, for XLSX
LONGEST_TITLE: Final = 31  # of a sheet in XLSX
MOST_PRINTED: Final = 10_000  # cells of a PDF: some twenty pages, made in a few seconds


class Figure(str):
    """A number as people write it, like 1½: it stands where numbers stand."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What a page shows as a table. Times are shown by the clock that is active; `over` is printed under the name."""

    name: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    over: Sequence[str] = ()


def wanted(request: HttpRequest, *more: str) -> str:
    """The format that `?as=` asks for, of the usual ones and those that this page has `more`; empty for the page, for a
    table that is read off it, and for whoever writes: a file would not say whether that was done."""
    asked = request.GET.get("as", "") if is_read(request) else ""
    return asked if asked in (*FORMATS, *more) and READ not in request.GET else ""


def is_read(request: HttpRequest) -> bool:
    """Whether the request only reads. One that writes is answered as if its query asked for no file."""
    return request.method in {"GET", "HEAD"}


def answer(table: Table, form: str) -> HttpResponse:
    """The table as a file to keep."""
    if form == "csv":
        response = HttpResponse(csv_of(table), content_type="text/csv; charset=utf-8")
    elif form in PRINTED:
        return paper_answer(table.name, printed(table, PRINTED[form], timezone.now()))
    else:
        response = HttpResponse(xlsx_of(table), content_type=XLSX)
    return _to_keep(response, f"{table.name[:80]}.{form}")


def paper_answer(name: str, pdf: bytes) -> HttpResponse:
    """Pages to print, as a file to keep."""
    return _to_keep(HttpResponse(pdf, content_type="application/pdf"), f"{name[:80]}.pdf")


def _to_keep(response: HttpResponse, name: str) -> HttpResponse:
    kept = content_disposition_header(as_attachment=True, filename=get_valid_filename(name))
    response["Content-Disposition"] = kept or ""
    return response


def one_of(request: HttpRequest, tables: Mapping[str, Callable[[], Table]]) -> HttpResponse | None:
    """Of a page with several tables the one that `?table=` names, else the first, as a file; None for the page."""
    form = wanted(request)
    if not form or not tables:
        return None
    make = tables.get(request.GET.get("table", "")) or next(iter(tables.values()))
    return answer(make(), form)


def csv_of(table: Table) -> Iterator[str]:
    """The lines of the file."""
    out = StringIO()
    writer = csv.writer(out)
    yield BOM
    for row in _lines(table):
        writer.writerow([_in_csv(cell) for cell in row])
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def xlsx_of(table: Table) -> bytes:
    """The workbook, with one sheet."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\']", " ", UNWRITABLE.sub("", table.name))[:LONGEST_TITLE] or None)
    for row in _lines(table):
        sheet.append([_in_xlsx(sheet, cell) for cell in row])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def printed(table: Table, paper: Paper, made: datetime) -> bytes:
    """The pages to print. Of a table too long for that the first rows, and a line that says so."""
    rows = list(table.rows)
    kept, over = rows[: MOST_PRINTED // max(len(table.heads), 1)], list(table.over)
    if len(kept) < len(rows):
        told = _("The first {count} rows of {all}. All of them are in the table for spreadsheets.")
        over.append(told.format(count=len(kept), all=len(rows)))
    columns = zip(*kept, strict=True) if kept else [()] * len(table.heads)
    figures = [is_of_figures(column) for column in columns]
    cells = [[on_paper(cell) for cell in row] for row in kept]
    return pdf_of(Document(table.name, over, table.heads, cells, figures, made, paper))


def is_of_figures(cells: Sequence[Cell]) -> bool:
    """Whether a column has numbers and nothing else, so that it is read from the right."""
    return bool(cells) and all(cell == "" or isinstance(cell, int | Decimal | Figure | None) for cell in cells)


def safe(text: str) -> str:
    """The text as it can stand in a CSV cell."""
    return f"'{text}" if RISKY.match(text) else text


def as_written(text: str) -> str:
    """What a cell said before `safe`."""
    return text[1:] if text.startswith("'") and RISKY.match(text) else text


def figure(units: int, unit: InUnits) -> int | Decimal:
    """An amount as a number that can be added up."""
    return Decimal(units).scaleb(-unit.decimals) if unit.decimals else units


def headed(words: str, unit: InUnits) -> str:
    """The head of a column of amounts."""
    return f"{words} ({unit.unit})" if unit.unit else words


def _lines(table: Table) -> Iterator[Sequence[Cell]]:
    yield table.heads
    yield from table.rows


def _in_csv(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case str():
            return safe(UNWRITABLE.sub("", cell))
        case datetime():
            return f"{timezone.localtime(cell):%Y-%m-%d %H:%M}"
        case date():
            return cell.isoformat()
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)


def on_paper(cell: Cell) -> str:
    """A cell as it is read on a page."""
    match cell:
        case None:
            return ""
        case str():
            return cell
        case datetime():
            return date_format(timezone.localtime(cell), "SHORT_DATETIME_FORMAT")
        case date():
            return date_format(cell, "SHORT_DATE_FORMAT")
    return number_format(cell).replace("-", MINUS)


def _in_xlsx(sheet: Any, cell: Cell) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if isinstance(cell, datetime):
        return timezone.localtime(cell).replace(tzinfo=None, microsecond=0)
    if not isinstance(cell, str):
        return cell
    text = UNWRITABLE.sub("", cell)[:MOST_IN_A_CELL]
    written = WriteOnlyCell(sheet, text)
    written.data_type = "s"
    if RISKY.match(text):
        written.quotePrefix = True
    return written
