"""What a process of its own does with a workbook: it bounds itself, opens the file that comes by standard input, and
writes the cells as JSON. Run by path and without the rest of the program, so that it starts in a moment; whatever a
hostile file does happens here, to nobody else."""

import datetime
import io
import json
import math
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

LOCKED: Final = 3  # exit codes, read by `workbooks`
BROKEN: Final = 4
TOO_MANY_CELLS: Final = 5


def bound(memory: int, seconds: int) -> None:
    """At most so many bytes of memory and seconds of processor time, where the system knows such limits."""
    try:
        import resource
    except ImportError:  # Windows has none: there the time is bounded from outside alone
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):  # macOS takes no limit of the address space
            continue


def sheets_of(data: bytes, wanted: str, most_cells: int) -> dict[str, Any]:
    """{name: lines} of the visible sheets that hold anything, with all cells as they would be typed. Where there are
    more than `most_cells` cells the sheets after those are named and empty, unless one is wanted by name.

    Raises:
        OverflowError: the first sheet has more cells than that, or the wanted one.
    """
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    found: dict[str, Any] = {}
    wanted = wanted if wanted in book.sheet_names else ""
    left = most_cells
    for place, about in enumerate(book.sheets_metadata):
        if about.visible != SheetVisibleEnum.Visible or about.typ != SheetTypeEnum.WorkSheet:
            continue
        if wanted and about.name != wanted:
            found[about.name] = None
            continue
        sheet = book.get_sheet_by_index(place)
        cells = sheet.total_height * sheet.total_width
        if cells > left:
            if left == most_cells or wanted:
                raise OverflowError
            found[about.name] = None
            continue
        left -= cells
        found[about.name] = list(_lines(sheet.to_python(skip_empty_area=False)))
    return found


def _lines(rows: Sequence[Sequence[object]]) -> Iterator[list[str]]:
    """The cells as text, without the empty ones at the end of each line."""
    for row in rows:
        cells = [typed(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def typed(cell: object) -> str:
    """A cell as somebody would type it. A day is written in the spelling that can't be misread, and a number so that no
    point of it is taken for one between thousands."""
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, bool):
        return str(cell)
    if isinstance(cell, float):
        return _number(cell)
    return str(cell)


def _number(number: float) -> str:
    if not math.isfinite(number):
        return str(number)
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    text = f"{number:.9f}".rstrip("0")  # what binary fractions add beyond that nobody typed
    if text.endswith("."):
        return text[:-1]
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text


def main() -> int:
    memory, seconds, most_cells = map(int, sys.argv[1:4])
    bound(memory, seconds)
    try:
        found = sheets_of(sys.stdin.buffer.read(), sys.argv[4], most_cells)
    except PasswordError:
        return LOCKED
    except OverflowError:
        return TOO_MANY_CELLS
    except (CalamineError, ValueError, OSError):
        return BROKEN
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
