"""Files of spreadsheets: read in all usual spellings; what is hostile, broken or too large is refused at once."""

import io
import time
import tracemalloc
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from scorekeeper.spreadsheets.files import LONGEST_CELL, MOST_BYTES, MOST_LINES
from scorekeeper.spreadsheets.reading import Wanted, read
from scorekeeper.spreadsheets.refusing import Unreadable

PEOPLE = Wanted(("name", "total"))
TABLE = [["Name", "Points"], ["Jürgen Brandt", "12"], ["Zoë", "-8"]]


def xlsx(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def packed(parts):
    """An archive with these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(data, name, content):
    """The spreadsheet with one part written anew."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {entry: archive.read(entry) for entry in archive.namelist()}
    return packed({**parts, name: content})


def rows_of(data):
    sheet = read(data, PEOPLE)
    return [list(sheet.heads), *(list(row.cells) for row in sheet.rows)]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_csv_in_all_usual_spellings(delimiter, encoding, end):
    text = end.join(delimiter.join(row) for row in TABLE)

    assert rows_of(text.encode(encoding)) == TABLE


def test_xlsx_with_days_numbers_and_formulas():
    evening = datetime(2025, 3, 7, 20, 0)  # noqa: DTZ001 as a spreadsheet has it
    data = xlsx([["Name", date(2025, 3, 7)], ["Zoë", 12.0], ["Max", evening], ["Moritz", "=1+1"]])

    assert rows_of(data) == [["Name", "2025-03-07"], ["Zoë", "12"], ["Max", "2025-03-07"], ["Moritz"]]


def test_lines_are_counted_as_an_editor_does():
    data = b'\xef\xbb\xbf\r\nName;Points\r\n\r\n"Anna\r\nMaria";1\r\nBruno;2\r\n'

    assert [(row.number, row.cells) for row in read(data, PEOPLE).rows] == [
        (4, ("Anna Maria", "1")),
        (6, ("Bruno", "2")),
    ]


def test_commas_of_decimals_do_not_part_cells():
    assert rows_of(b"Name;Points\nAnna;12,5\n") == [["Name", "Points"], ["Anna", "12,5"]]


def bombs():
    sheet = "xl/worksheets/sheet1.xml"
    plain = xlsx(TABLE)
    entity = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "{}">]><worksheet><sheetData>&a;</sheetData></worksheet>'
    outside = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'
    return {
        "empty": b"",
        "one line": b"Name;Points\n",
        "no letters": b"Name;Points\n\x01\x02\x81;1\n",
        "zeros": b"\0" * 1000,
        "half a line": b'Name;Points\n"Anna',
        "a cell of a megabyte": b"Name;Points\n" + b"x" * 880_000 + b";1\n",
        "a cell that is long": b"Name;Points\n" + b"x" * (LONGEST_CELL + 1) + b";1\n",
        "a hundred thousand lines": b"Name;Points\n" + b"a;1\n" * 100_000,
        "a million columns": b"Name;Points\n" + b";" * 800_000,
        "two megabytes": b"Name;Points\n" * 200_000,
        "old Excel": b"\xd0\xcf\x11\xe0" + b"\0" * 2000,
        "a zip of zeros": packed({"xl/worksheets/sheet1.xml": b"\0" * 100_000_000}),
        "half a spreadsheet": plain[: len(plain) // 2],
        "no spreadsheet": packed({"word/document.xml": "<a/>"}),
        "macros": changed(plain, "xl/vbaProject.bin", b"x"),
        "out of the folder": changed(plain, "../../etc/passwd", b"x"),
        "entities": changed(plain, sheet, entity.format("x" * 100)),
        "outside entities": changed(plain, sheet, outside),
        "no XML": changed(plain, sheet, "<<<"),
        "a thousand parts": packed({f"xl/{number}": b"" for number in range(1000)}),
        "many rows": changed(
            plain, sheet, "<worksheet><sheetData>" + "<row><c><v>1</v></c></row>" * 50_000 + "</sheetData></worksheet>"
        ),
    }


@pytest.mark.parametrize("name", list(bombs()))
def test_what_is_hostile_or_broken_is_refused_soon_and_cheaply(name):
    data = bombs()[name]
    started = time.perf_counter()
    with pytest.raises(Unreadable) as refused:
        read(data, PEOPLE)
    assert time.perf_counter() - started < 30
    assert str(refused.value)

    tracemalloc.start()
    with pytest.raises(Unreadable):
        read(data[:MOST_BYTES], PEOPLE)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000_000


def test_the_most_lines_that_are_taken():
    sheet = read(b"Name;Points\n" + b"a;1\n" * (MOST_LINES - 1), PEOPLE)

    assert len(sheet.rows) == MOST_LINES - 1
