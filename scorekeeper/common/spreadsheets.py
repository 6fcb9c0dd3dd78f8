"""A file of a spreadsheet as rows of plain text: CSV in the usual spellings, or XLSX. Whatever is no such file, or is
larger than any club's, is refused with a sentence before it can cost anything."""

import csv
import io
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from xml.etree.ElementTree import ParseError

from games.core.text import Text, gettext_noop

MOST_BYTES: Final = 900_000  # of the file
MOST_UNPACKED: Final = 8_000_000  # bytes of all parts of an XLSX
MOST_PARTS: Final = 200
MOST_LINES: Final = 20_000
MOST_COLUMNS: Final = 200
LONGEST_CELL: Final = 1_000  # characters
DELIMITERS: Final = (";", ",", "\t")
ZIP: Final = b"PK\x03\x04"
OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
BROKEN: Final = (
    zipfile.BadZipFile,
    ParseError,
    AttributeError,
    EOFError,
    KeyError,
    IndexError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,  # what defusedxml raises too
)


class Unreadable(Exception):
    """The file can't be taken as a table; `message` says why."""

    def __init__(self, template: str, **values: int | str) -> None:
        self.message = Text(template, values)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file with its number as a spreadsheet or an editor counts it."""

    number: int
    cells: tuple[str, ...]

    def __getitem__(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The heads of the columns and the lines below them; empty lines are left out."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]


def read(data: bytes) -> Sheet:
    """The table in a file.

    Raises:
        Unreadable: it is none, or too large.
    """
    heads, *rest = rows_of(data)
    if not rest:
        raise Unreadable(ONLY_HEADS)
    return Sheet(heads.cells, tuple(rest))


def rows_of(data: bytes) -> list[Row]:
    """The lines of a file that are not empty, one at least; whether the first names the columns is not asked.

    Raises:
        Unreadable: it is no table, or too large.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(TOO_LARGE, most=MOST_BYTES // 1000)
    if data.startswith(OLD_EXCEL):
        raise Unreadable(OLD)
    rows = _of_xlsx(data) if data.startswith(ZIP) else _of_csv(data)
    filled = [row for row in _bounded(rows) if any(row.cells)]
    if not filled:
        raise Unreadable(EMPTY)
    return filled


def _bounded(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        if row.number > MOST_LINES:
            raise Unreadable(TOO_LONG, most=MOST_LINES)
        if len(row.cells) > MOST_COLUMNS:
            raise Unreadable(TOO_WIDE, line=row.number, most=MOST_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in row.cells):
            raise Unreadable(CELL_TOO_LONG, line=row.number, most=LONGEST_CELL)
        yield row


def _of_csv(data: bytes) -> Iterator[Row]:
    text = _decoded(data)
    if "\0" in text:
        raise Unreadable(NO_TEXT)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    before = 0
    try:
        for cells in lines:
            yield Row(before + 1, tuple(_tidy(cell) for cell in cells))
            before = lines.line_num
    except csv.Error:
        raise Unreadable(BROKEN_CSV, line=before + 1) from None


def _decoded(data: bytes) -> str:
    """UTF-8 with or without its mark, UTF-16 with it, else what Windows writes in western Europe."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    encodings = ["utf-16"] if marked else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable(NO_TEXT)


def _delimiter(text: str) -> str:
    """What parts the cells of the first line: what stands there most often outside quotes."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    plain = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=plain.count)


def _of_xlsx(data: bytes) -> Iterator[Row]:
    """The first sheet, with the values that formulas had when it was saved. Nothing outside the file is ever read."""
    from openpyxl import load_workbook  # takes a while to load, which nobody who sends no such file waits for
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        _look_inside(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            try:
                rows = book.worksheets[0].iter_rows(values_only=True, max_row=MOST_LINES + 1, max_col=MOST_COLUMNS + 1)
                for number, cells in enumerate(rows, start=1):
                    yield Row(number, _without_tail(tuple(_told(cell) for cell in cells)))
            finally:
                book.close()
    except (InvalidFileException, *BROKEN):
        raise Unreadable(BROKEN_XLSX) from None


def _look_inside(data: bytes) -> None:
    """Sizes as they are announced bind: whoever unpacks stops there."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        entries = parts.infolist()
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise Unreadable(UNPACKS_TOO_LARGE)
        names = [entry.filename for entry in entries]
        if any(name.startswith(("/", "\\")) or ".." in name for name in names):
            raise Unreadable(BROKEN_XLSX)
        if any("vbaproject" in name.casefold() for name in names):
            raise Unreadable(MACROS)
        if not any(name.startswith("xl/") for name in names):
            raise Unreadable(NO_SPREADSHEET)


def _without_tail(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Without the empty cells at the end."""
    last = max((place for place, cell in enumerate(cells, start=1) if cell), default=0)
    return cells[:last]


def _told(cell: object) -> str:
    """A cell of a spreadsheet as it would be typed; a day in the one spelling that can't be misread."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return _tidy(str(cell))


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


TOO_LARGE: Final = gettext_noop("The file is larger than {most} kB. Save only the sheet with the results, or part it.")
OLD: Final = gettext_noop("This is a spreadsheet of the old kind (.xls). Save it as .xlsx or as CSV.")
EMPTY: Final = gettext_noop("The file is empty.")
ONLY_HEADS: Final = gettext_noop("There is only one line in the file. The first line names the columns.")
TOO_LONG: Final = gettext_noop("The file has more than {most} lines. Part it.")
TOO_WIDE: Final = gettext_noop("Line {line} has more than {most} columns.")
CELL_TOO_LONG: Final = gettext_noop("A cell on line {line} has more than {most} characters.")
NO_TEXT: Final = gettext_noop("The letters of this file can’t be read. Save it as CSV in UTF-8, or as .xlsx.")
BROKEN_CSV: Final = gettext_noop("The file breaks off or a quotation mark is left open at line {line}.")
BROKEN_XLSX: Final = gettext_noop("This spreadsheet is damaged or only half there. Save it again.")
UNPACKS_TOO_LARGE: Final = gettext_noop("This spreadsheet is far larger inside than any list of results.")
MACROS: Final = gettext_noop("This spreadsheet holds macros. Save it as .xlsx without them.")
NO_SPREADSHEET: Final = gettext_noop("This is no spreadsheet. Save it as .xlsx or as CSV.")
