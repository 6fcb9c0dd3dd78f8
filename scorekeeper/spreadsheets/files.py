"""What a file is, and the lines of its sheets as plain text. Whatever is no such file, or is larger than any club's, is
refused with a sentence before it can cost anything.

A workbook (XLSX, XLS, ODS) is looked at from outside first, then opened in a process of its own, which has little
memory and little time.
"""

import io
import json
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from games.core.text import Text, gettext_noop
from scorekeeper.spreadsheets import texts
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.spreadsheets.texts import Unreadable

Lines: TypeAlias = dict[str, list[list[str]] | None]
MOST_UNPACKED: Final = 40_000_000  # bytes of all parts
MOST_PARTS: Final = 200
MOST_SHEETS: Final = 50
MOST_CELLS: Final = 600_000  # of all sheets, empty ones between others too
MEMORY: Final = 220_000_000  # bytes of address space
SECONDS: Final = 8
ZIP: Final = b"PK\x03\x04"
OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
UNPACKING: Final = Path(__file__).with_name("unpacking.py")
LOCKED_CODE, BROKEN_CODE, MANY_CODE = 3, 4, 5  # as `unpacking` ends


def is_workbook(data: bytes) -> bool:
    return data.startswith((ZIP, OLD_EXCEL))


def sheets_in(data: bytes, wanted: str = "") -> tuple[Lines, dict[str, list[str]]]:
    """The lines of the visible sheets, with the values that formulas had when the workbook was saved, and by sheet the
    places of formulas that had none ("C4"). Sheets beyond what is read at once are None; the sheet that is wanted is
    read alone.

    Raises:
        Unreadable: it is broken, locked or too large.
    """
    if data.startswith(ZIP):
        _look_inside(data)
    command = [sys.executable, "-P", str(UNPACKING), str(MEMORY), str(SECONDS), str(MOST_CELLS), wanted]
    try:
        done = subprocess.run(  # noqa: S603 our own module, and nothing of the file is in the command but a name
            command, input=data, capture_output=True, timeout=3 * SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(UNPACKS_TOO_LARGE) from None
    if done.returncode == LOCKED_CODE:
        raise Unreadable(LOCKED)
    if done.returncode == BROKEN_CODE:
        raise Unreadable(BROKEN)
    if done.returncode:
        raise Unreadable(UNPACKS_TOO_LARGE)
    found = json.loads(done.stdout)
    return found["sheets"], found["unvalued"]


def _look_inside(data: bytes) -> None:
    """Sizes as they are announced: whoever unpacks stops there."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            entries = parts.infolist()
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        raise Unreadable(BROKEN) from None
    names = [entry.filename for entry in entries]
    if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Unreadable(UNPACKS_TOO_LARGE)
    if any(name.startswith(("/", "\\")) or ".." in name for name in names):
        raise Unreadable(BROKEN)
    if any("vbaproject" in name.casefold() for name in names):
        raise Unreadable(MACROS)
    if not any(name.startswith("xl/") or name == "content.xml" for name in names):
        raise Unreadable(NO_SPREADSHEET)
    if sum(name.startswith("xl/worksheets/") and name.endswith(".xml") for name in names) > MOST_SHEETS:
        raise Unreadable(MANY_SHEETS, most=MOST_SHEETS)


LOCKED: Final = gettext_noop("This workbook is locked with a password. Save it without one.")
BROKEN: Final = gettext_noop("This spreadsheet is damaged or only half there. Save it again.")
UNPACKS_TOO_LARGE: Final = gettext_noop("This spreadsheet is far larger inside than any list of results.")
MACROS: Final = gettext_noop("This spreadsheet holds macros. Save it as .xlsx without them.")
NO_SPREADSHEET: Final = gettext_noop("This is no spreadsheet. Save it as .xlsx or as CSV.")
MANY_SHEETS: Final = gettext_noop(
    "This workbook has more than {most} sheets. Save the sheet you need as a file of its own."
)


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
    if is_workbook(data):
        sheets, unvalued = sheets_in(data, sheet)
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
