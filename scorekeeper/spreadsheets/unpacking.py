"""What a process of its own does with a workbook: it bounds itself, opens the file that comes by standard input, and
writes the cells as JSON. Run by path and without the rest of the program, so that it starts in a moment; whatever a
hostile file does happens here, to nobody else."""

import datetime
import io
import json
import math
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any, Final

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

LOCKED: Final = 3  # exit codes, read by `workbooks`
BROKEN: Final = 4
TOO_MANY_CELLS: Final = 5
MOST_NAMED: Final = 20  # formulas without a value of a sheet
CELL: Final = re.compile(rb"<c\b([^>]*)>(.*?)</c>", re.DOTALL)
PLACE: Final = re.compile(rb"\br=\"([A-Z]{1,3}[0-9]{1,7})\"")
VALUE: Final = re.compile(rb"<v>|<is>")
IS_TEXT: Final = re.compile(rb"\bt=\"str\"")  # whose value may be empty
SHEET: Final = re.compile(rb"<sheet\b[^>]*>")
ATTRIBUTE: Final = re.compile(rb"([\w:.-]+)=\"([^\"]*)\"")
RELATION: Final = re.compile(rb"<Relationship\b[^>]*>")
OPEN_ELEMENT: Final = re.compile(
    rb"<table:(table|table-row|table-cell|covered-table-cell)((?:\s+[\w:.-]+=\"[^\"]*\")*)\s*/?>"
)


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


def unvalued(data: bytes, names: Sequence[str]) -> dict[str, list[str]]:
    """{name: places} of the formulas of each sheet of an XLSX or ODS whose value was never worked out, as they are left
    by programs that write workbooks and do not calculate. `names` are those of the sheets in their order. An XLS always
    has some value beside a formula and does not say whether it was ever worked out."""
    found: dict[str, list[str]] = {}
    if not data.startswith(b"PK"):
        return found
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        if "content.xml" in parts.namelist():
            return _unvalued_in_ods(parts.read("content.xml"), names)
        if "xl/workbook.xml" not in parts.namelist() or "xl/_rels/workbook.xml.rels" not in parts.namelist():
            return found
        relations = (
            dict(ATTRIBUTE.findall(relation)) for relation in RELATION.findall(parts.read("xl/_rels/workbook.xml.rels"))
        )
        targets = {relation.get(b"Id"): relation.get(b"Target", b"").decode() for relation in relations}
        sheets = [dict(ATTRIBUTE.findall(sheet_tag)) for sheet_tag in SHEET.findall(parts.read("xl/workbook.xml"))]
        for name, sheet in zip(names, sheets, strict=False):
            target = targets.get(sheet.get(b"r:id"), "")
            path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            if path in parts.namelist() and (places := _unvalued_in(parts.read(path))):
                found[name] = places
    return found


def _unvalued_in(sheet: bytes) -> list[str]:
    """The places of formulas without a value in the XML of a sheet, as many as are named."""
    places: list[str] = []
    if b"<f" not in sheet:
        return places
    for attributes, inside in CELL.findall(sheet):
        has_value = VALUE.search(inside) and not (b"<v></v>" in inside and not IS_TEXT.search(attributes))
        if b"<f" in inside and not has_value and (place := PLACE.search(attributes)):
            places.append(place[1].decode())
            if len(places) == MOST_NAMED:
                break
    return places


def _unvalued_in_ods(content: bytes, names: Sequence[str]) -> dict[str, list[str]]:
    """The same of an ODS, which says rows and cells that are alike once, with how often they stand there."""
    found: dict[str, list[str]] = {}
    if b"table:formula" not in content:
        return found
    left, places = iter(names), list[str]()
    row = column = rows = 0
    for element in OPEN_ELEMENT.finditer(content):
        kind, attributes = element[1], dict(ATTRIBUTE.findall(element[2]))
        if kind == b"table":
            name, places, row, rows = next(left, ""), [], 0, 0
            found[name] = places
        elif kind == b"table-row":
            row, rows, column = row + rows, int(attributes.get(b"table:number-rows-repeated", 1)), 0
        else:
            if b"table:formula" in attributes and b"office:value-type" not in attributes and len(places) < MOST_NAMED:
                places.append(f"{_letters(column)}{row + 1}")
            column += int(attributes.get(b"table:number-columns-repeated", 1))
    return {name: places for name, places in found.items() if places}


def _letters(column: int) -> str:
    """What a spreadsheet calls the column."""
    letters, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


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
        data = sys.stdin.buffer.read()
        found = sheets_of(data, sys.argv[4], most_cells)
        names = CalamineWorkbook.from_filelike(io.BytesIO(data)).sheet_names
        done = {"sheets": found, "unvalued": unvalued(data, names)}
    except PasswordError:
        return LOCKED
    except OverflowError:
        return TOO_MANY_CELLS
    except (CalamineError, ValueError, OSError, zipfile.BadZipFile, NotImplementedError):
        return BROKEN
    json.dump(done, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
