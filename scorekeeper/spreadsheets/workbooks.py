"""Workbooks: XLSX, XLS and ODS. Looked at from outside first, then opened in a process of its own, which has little
memory and little time."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final, TypeAlias

from games.core.text import gettext_noop
from scorekeeper.spreadsheets.refusing import Unreadable

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
