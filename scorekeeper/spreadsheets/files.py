"""What a file is, and the lines of its sheets as plain text. Whatever is no such file, or is larger than any club's, is
refused with a sentence before it can cost anything."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
    """The sheets of a file by name, each with its lines up to the last that holds anything; a text has one sheet
    without a name. None stands for a sheet that was not read, as others come first. `notes` say what was guessed,
    `letters` is the encoding of a text that does not say it; `unvalued` are the places of formulas without a value, by
    sheet."""

    sheets: Mapping[str, Sequence[Row] | None]
    notes: tuple[Text, ...] = ()
    letters: str = ""
    unvalued: Mapping[str, Sequence[str]] = field(default_factory=dict)


def opened(data: bytes, *, sheet: str = "", letters: str = "", worth: Callable[[Sequence[Row]], int] = len) -> File:
    """The sheets of a file. Of a workbook the sheet that is asked for alone is read. A text that does not say in which
    `letters` it is written is read in these, or in the likeliest. Where several separators may part the cells of a
    text, the one by which its first lines are `worth` most does.

    Raises:
        Unreadable: it is no table, or too large.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(TOO_LARGE, most=MOST_BYTES // 1000)
    if workbooks.is_workbook(data):
        sheets, unvalued = workbooks.sheets_in(data, sheet)
        read = {name: None if lines is None else _rows(enumerate(lines, start=1)) for name, lines in sheets.items()}
        file = File(read, unvalued=unvalued)
    else:
        text, used, notes = texts.decoded(data, letters)
        samples = {separator: sample for separator, sample in texts.samples(text).items() if sample}
        separator = max(samples, key=lambda separator: worth(_sampled(samples[separator])), default=texts.SEPARATORS[0])
        file = File({"": _rows(texts.lines_in(text, separator))}, notes, used)
    if not any(file.sheets.values()):
        raise Unreadable(EMPTY)
    return file


def _sampled(lines: Iterable[Sequence[str]]) -> list[Row]:
    return [Row(number, tuple(map(_tidy, cells))) for number, cells in enumerate(lines, start=1)]


def _rows(lines: Iterable[tuple[int, Sequence[str]]]) -> list[Row]:
    rows: list[Row] = []
    last = 0
    for number, cells in lines:
        if number > MOST_LINES and any(cells):
            raise Unreadable(TOO_LONG, most=MOST_LINES)
        if len(cells) > MOST_COLUMNS:
            raise Unreadable(TOO_WIDE, line=number, most=MOST_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise Unreadable(CELL_TOO_LONG, line=number, most=LONGEST_CELL)
        rows.append(Row(number, tuple(_tidy(cell) for cell in cells)))
        if any(rows[-1].cells):
            last = len(rows)
    return rows[:last]


def _tidy(text: str) -> str:
    return text if text.isascii() and text.isalnum() else " ".join(unicodedata.normalize("NFC", text).split())


TOO_LARGE: Final = gettext_noop("The file is larger than {most} kB. Save only the sheet with the results, or part it.")
EMPTY: Final = gettext_noop("The file is empty.")
TOO_LONG: Final = gettext_noop("The file has more than {most} lines. Part it.")
TOO_WIDE: Final = gettext_noop("Line {line} has more than {most} columns.")
CELL_TOO_LONG: Final = gettext_noop("A cell on line {line} has more than {most} characters.")
