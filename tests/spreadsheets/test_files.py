"""Files of spreadsheets: read in all usual spellings; what is hostile, broken or too large is refused at once."""

import base64
import io
import os
import subprocess
import sys
import time
import tracemalloc
import zipfile
import zlib
from datetime import date, datetime
from functools import cache

import pytest

from scorekeeper.spreadsheets.files import LONGEST_CELL, MOST_BYTES, MOST_LINES
from scorekeeper.spreadsheets.reading import Choices, Wanted, read
from scorekeeper.spreadsheets.texts import Unreadable
from tests.serving import ROOT
from tests.spreadsheets.writing import changed, csv, ods, packed, xlsx

PEOPLE = Wanted(("name", "total"))
TABLE = [["Name", "Points"], ["Jürgen Brandt", "12"], ["Zoë", "-8"]]


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


def test_formulas_without_a_value_are_named():
    data = xlsx([["Name", "Points"], ["Zoë", "=1+1"], ["Max", 3]], [["Name", "Points"], ["Zoë", "=2+2"]])
    (note,) = read(data, PEOPLE).notes
    other = read(data, PEOPLE, Choices(sheet="Sheet 2"))

    assert str(note).startswith(
        "Cell B2 is a formula without a value, and is read as empty. Open and save the file once"
    )
    assert [str(note)[:7] for note in other.notes] == ["Cell B2"]
    many = xlsx([["Name", "Points"], *(["Zoë", f"={number}+1"] for number in range(30))])
    assert "Cells B2, B3, B4" in str(read(many, PEOPLE).notes[0])
    assert "B11 … are formulas" in str(read(many, PEOPLE).notes[0])


def test_formulas_of_an_ods_without_a_value_are_named():
    rows = [["Name", "Points", "Sum"], ["", "", ""], ["Zoë", 3, "SUM"], ["Max", "SUM", 4]]
    plain = ods(rows, rows)
    with zipfile.ZipFile(io.BytesIO(plain)) as parts:
        content = parts.read("content.xml").decode()
    text = '<table:table-cell office:value-type="string"><text:p>SUM</text:p></table:table-cell>'
    alike = '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="3"/>'
    content = content.replace("<table:table-row>" + 3 * "<table:table-cell/>", alike)
    content = content.replace(text, '<table:table-cell table:formula="of:=SUM([.A1:.A2])&gt;1"/>')
    other = read(changed(plain, "content.xml", content), PEOPLE, Choices(sheet="Sheet 2"))
    assert str(other.notes[0]).startswith("Cells C5, B6 are formulas without a value")

    for value in ('office:value-type="float" office:value="2"', 'office:value-type="string"'):
        worked_out = content.replace("<table:table-cell table:formula", f"<table:table-cell {value} table:formula")
        assert not read(changed(plain, "content.xml", worked_out), PEOPLE).notes


@pytest.mark.parametrize(
    ("cell", "names_it"),
    [
        (b'<c r="B2"><f>1+1</f><v>2</v></c>', False),
        (b'<c r="B2" t="str"><f>IF(A1="","","")</f><v></v></c>', False),
        (b'<c r="B2"><f>1+1</f><v></v></c>', True),
        (b'<c r="B2"><f>1+1</f></c>', True),
        (b'<c r="B2"><v>3</v></c>', False),
    ],
)
def test_a_formula_has_a_value_once_a_program_has_worked_it_out(cell, names_it):
    plain = xlsx([["Name", "Points"], ["Zoë", 3], ["Max", 4]])
    with zipfile.ZipFile(io.BytesIO(plain)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml")
    begin, end = sheet.index(b'<c r="B2"'), sheet.index(b"</c>", sheet.index(b'<c r="B2"')) + 4
    data = changed(plain, "xl/worksheets/sheet1.xml", sheet[:begin] + cell + sheet[end:])

    assert bool(read(data, PEOPLE).notes) == names_it


WEB = """
import sys
from scorekeeper.spreadsheets.files import MOST_LINES
from scorekeeper.spreadsheets.reading import Wanted, read
from tests.memory import peak

read(b"Name;3.3.2025\\nAnna;5\\n", Wanted(("name",), has_evenings=True))
data, first = sys.stdin.buffer.read(), peak()
reading = read(data, Wanted(("name", "date", "total", "list"), has_evenings=True))
assert len(reading.rows) == MOST_LINES - 1
print(peak() - first)
"""
READER = """
import runpy, sys
from tests.memory import peak
from scorekeeper.spreadsheets.files import MEMORY, MOST_CELLS, SECONDS, UNPACKING

sys.argv[1:] = [str(MEMORY), str(SECONDS), str(MOST_CELLS), ""]
try:
    runpy.run_path(str(UNPACKING), run_name="__main__")
except SystemExit as ended:
    assert not ended.code
    print(f"\\n{peak()}")
"""


@pytest.mark.parametrize(("process", "write"), [(WEB, csv), (WEB, ods), (WEB, xlsx), (READER, ods), (READER, xlsx)])
def test_no_process_grows_by_more_than_200_megabytes(process, write):
    lines = [[f"{1 + nth % 28}.3.2025", f"Anna {chr(97 + nth % 26)}mann", nth % 900, nth % 7] for nth in range(19_999)]
    data = write([["Datum", "Name", "Punkte", "Liste"], *lines])
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.development"}
    command = [sys.executable, "-c", f"import django; django.setup(){process}" if process is WEB else process]
    done = subprocess.run(command, input=data, capture_output=True, env=environ, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert int(done.stdout.split()[-1]) < 200_000  # kB


def test_lines_are_counted_as_an_editor_does():
    data = b'\xef\xbb\xbf\r\nName;Points\r\n\r\n"Anna\r\nMaria";1\r\nBruno;2\r\n'

    assert [(row.number, row.cells) for row in read(data, PEOPLE).rows] == [
        (4, ("Anna Maria", "1")),
        (6, ("Bruno", "2")),
    ]


def test_commas_of_decimals_do_not_part_cells():
    assert rows_of(b"Name;Points\nAnna;12,5\n") == [["Name", "Points"], ["Anna", "12,5"]]


XLS = (
    "c-rk)O=uHA6#izDG(WcaYbvy22?eXxQV>0OX;&p05E7yu)FNtXgOu1r*7RU6R%=co2%Z!#g?jK(_2LgI=uJeZ=s^&QNj>%?D0oP-"
    "zIoZyv{q<93)T6;yqS43-"
    "_Favd2e?2?R20p@u01UCFp|<Wz&s@8l9lxu6F#OanqE|YVD$8Dy%8EUF66H2c9;)aY`Rbe;1+QzWpUhV3x{poI^aDNrhJtd)bDhk"
    "T&#^6u3<qFIw5EAj{J%n_1rDna^16X3aI0y)?HV`Z2A?yLMT-_^8&wV_wMXK4Q*C)@(-"
    "$Uddg2@w%wYbzqM%lsvn}2HNe7m;^aAn#!aM+4tcNJU}GU6N~j6BNPxKXHVjr83w*qqxwZy=~q`TK>F{C_0HeuUF5{2`Wu=Z7=w9"
    "=gCtLzdZWD($cK|d=d+m-"
    "cG9i@7aE8shf@^eiIGe?mm*yxnHw2i2OKCFXHuDP)X09a0sYxIk4*NQ9Q=!tLlXy0BgsMdxE<io@so9>yI<bL1`_&7){OCiP&qa>"
    "Nh@LEl4KCs%Okc0*~N@)EHCp_H*mX+Wr(b&x--#YHTIA5oGU!qN$c!jyw^9^w6{<@KX>qPd;YV&mD*F$;%I2<gFb-"
    "{I>rWxFMs3c7Tx03O^GLZwH8*2nPJ)bOS*Ase#>^#IvahMmjOlyu&ngt-4P2t&AL~TEtX*mX3P8WoYoi2zS=C)-"
    "HF#4F(pr1hNm&lZt*HUnWf|&#3=Lnv>+bJNt7CY!UF{b1qB5K1qFrw4uT&`D-"
    "Ypz>oq|><~yzLI`dS@>NCkdi$loLFGnwx`;ej9z=gW@&w4mS^;%+uoa*;Ni6gYSfiwo#j&$AomtJ>7?f+RZ(f{W{sNVI<_1O8B*Z"
    "%=L8Q?G"
)
"""A small workbook as Excel wrote them until 2003, packed."""


def test_an_old_workbook():
    data = zlib.decompress(base64.b85decode(XLS))

    assert rows_of(data) == [
        ["Name", "Punkte", "Datum"],
        ["Jürgen Groß", "12.5", "2025-03-03"],
        ["Zoë", "-8", "2025-03-10"],
    ]


def test_a_workbook_of_libreoffice():
    assert rows_of(ods([*TABLE, ["=1+1", 2.5]])) == [*TABLE, ["=1+1", "2.5"]]


SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def of_cells(rows):
    """A sheet of XLSX with these lines of XML."""
    return f"<worksheet {SPACE}><sheetData>{rows}</sheetData></worksheet>"


def repeated():
    """A workbook of LibreOffice in which one cell says that it stands in all others too."""
    data = ods([["Name", 1]])
    cell = '<table:table-cell table:number-columns-repeated="16000" office:value-type="float" office:value="1"/>'
    rows = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    content = zipfile.ZipFile(io.BytesIO(data)).read("content.xml").decode()
    return changed(data, "content.xml", content.replace("</table:table>", f"{rows}</table:table>"))


@cache
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
        "no old workbook": b"\xd0\xcf\x11\xe0" + b"\0" * 2000,
        "half an old workbook": zlib.decompress(base64.b85decode(XLS))[:3000],
        "a zip of zeros": packed({"xl/worksheets/sheet1.xml": b"\0" * 100_000_000}),
        "half a spreadsheet": plain[: len(plain) // 2],
        "no spreadsheet": packed({"word/document.xml": "<a/>"}),
        "macros": changed(plain, "xl/vbaProject.bin", b"x"),
        "out of the folder": changed(plain, "../../etc/passwd", b"x"),
        "entities": changed(plain, sheet, entity.format("x" * 100)),
        "outside entities": changed(plain, sheet, outside),
        "no XML": changed(plain, sheet, "<<<"),
        "a thousand parts": packed({f"xl/{number}": b"" for number in range(1000)}),
        "a cell far away": changed(
            plain,
            sheet,
            of_cells('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        ),
        "a cell repeated": repeated(),
        "millions of cells": changed(plain, sheet, of_cells("<row><c><v>1</v></c></row>" * 700_000)),
        "a hundred sheets": xlsx(*[TABLE] * 100),
        "entities in entities": changed(
            plain,
            sheet,
            f'<!DOCTYPE x [<!ENTITY a "{"x" * 1000}"><!ENTITY b "{"&a;" * 1000}"><!ENTITY c "{"&b;" * 1000}">]>'
            + of_cells('<row r="1"><c r="A1" t="str"><v>&c;</v></c></row>'),
        ),
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
