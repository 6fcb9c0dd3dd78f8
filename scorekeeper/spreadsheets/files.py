"""What a file is, and the lines of its sheets as plain text. Whatever is no such file, or is larger than any club's, is
refused with a sentence before it can cost anything."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.text import Text, gettext_noop
from scorekeeper.spreadsheets import texts, workbooks
from scorekeeper.spreadsheets.refusing import Unreadable
from scorekeeper.spreadsheets.tables import Row

MOST_BYTES: Final = 900_000  # of the file
MOST_LINES: Final = 20_000
MOST_COLUMNS: Final = 200
LONGEST_CELL: Final = 1_000  # characters


@dataclass(frozen=True, slots=True)
class File:
    """The sheets of a file by name, each with its lines that are not empty; a text has one sheet without a name. None
    stands for a sheet that was not read, as others come first. `notes` say what was guessed."""

    sheets: Mapping[str, Sequence[Row] | None]
    notes: tuple[Text, ...] = ()


def opened(data: bytes, *, sheet: str = "", separator: str = "") -> File:
    """The sheets of a file. Of a workbook the sheet that is asked for alone is read, of a text by this separator.

    Raises:
        Unreadable: it is no table, or too large.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(TOO_LARGE, most=MOST_BYTES // 1000)
    notes: tuple[Text, ...] = ()
    if workbooks.is_workbook(data):
        lines = workbooks.sheets_in(data, sheet)
        sheets = {name: None if rows is None else _filled(enumerate(rows, start=1)) for name, rows in lines.items()}
    else:
        text, notes = texts.decoded(data)
        sheets = {"": _filled(texts.lines_in(text, separator or texts.separators(text)[0]))}
    if not any(sheets.values()):
        raise Unreadable(EMPTY)
    return File(sheets, notes)


def _filled(lines: Iterable[tuple[int, Sequence[str]]]) -> list[Row]:
    return [row for row in _bounded(lines) if any(row.cells)]


def _bounded(lines: Iterable[tuple[int, Sequence[str]]]) -> Iterator[Row]:
    for number, cells in lines:
        if number > MOST_LINES:
            raise Unreadable(TOO_LONG, most=MOST_LINES)
        if len(cells) > MOST_COLUMNS:
            raise Unreadable(TOO_WIDE, line=number, most=MOST_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise Unreadable(CELL_TOO_LONG, line=number, most=LONGEST_CELL)
        yield Row(number, tuple(_tidy(cell) for cell in cells))


def _tidy(text: str) -> str:
    return text if text.isascii() and text.isalnum() else " ".join(unicodedata.normalize("NFC", text).split())


TOO_LARGE: Final = gettext_noop("The file is larger than {most} kB. Save only the sheet with the results, or part it.")
EMPTY: Final = gettext_noop("The file is empty.")
TOO_LONG: Final = gettext_noop("The file has more than {most} lines. Part it.")
TOO_WIDE: Final = gettext_noop("Line {line} has more than {most} columns.")
CELL_TOO_LONG: Final = gettext_noop("A cell on line {line} has more than {most} characters.")
