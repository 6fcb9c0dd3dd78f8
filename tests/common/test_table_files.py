"""Whatever people call themselves, a spreadsheet takes it for text, and an import reads it as it was."""

import csv
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO

import pytest
from django.test import RequestFactory
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from pypdf import PdfReader

from games.core.settling import InUnits
from scorekeeper.common.tables.files import BOM, MOST_PRINTED, PRINTED, UNWRITABLE, as_written, csv_of, printed, safe
from scorekeeper.common.tables.files import xlsx_of as written_xlsx
from scorekeeper.common.tables.serving import answer, wanted
from scorekeeper.common.tables.values import Table, figure

PAYLOADS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    '=HYPERLINK("http://example.org","x")',
    "=cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "'=1+1",
    "''@x",
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "a;=1+1",
    'a"\n=1+1',
    "a,=1+1",
    "+49 30 1234",
    "-",
]
FORMULA = tuple("=+-@\t\r\n")


def read_csv(table: Table) -> list[list[str]]:
    text = "".join(csv_of(table))
    assert text.startswith(BOM)
    return list(csv.reader(StringIO(text.removeprefix(BOM), newline="")))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_text_is_a_formula_and_each_comes_back(payload):
    table = Table("Names", ["Name", payload], [[payload, 7]])

    _head, (name, number) = read_csv(table)
    sheet = load_workbook(BytesIO(written_xlsx(table))).active
    cells = [cell for row in sheet.iter_rows() for cell in row]

    assert not name.lstrip(" ").startswith(FORMULA)
    assert (as_written(name), number) == (payload, "7")
    assert [cell.data_type for cell in cells] == ["s", "s", "s", "n"]
    assert sheet["A2"].value == payload.replace("\r", "\n")  # all that XML knows
    assert sheet["A2"].quotePrefix == (safe(payload) != payload)


@given(st.text())
def test_any_text_comes_back(text):
    assert as_written(safe(text)) == text
    written = UNWRITABLE.sub("", text)
    assert [[as_written(cell) for cell in row] for row in read_csv(Table("x", ["a", "b"], [[text, "."]]))[1:]] == [
        [written, "."]
    ]


def test_figures_stay_figures():
    day = datetime(2026, 9, 4, 18, 30, 5, tzinfo=timezone.get_fixed_timezone(0))
    row = [-24, figure(-150, InUnits(unit="€", decimals=2)), figure(7, InUnits()), day, date(2026, 9, 4), None]
    table = Table("Figures", list("abcdef"), [row])

    with timezone.override("Europe/Berlin"):
        assert read_csv(table)[1] == ["-24", "-1.50", "7", "2026-09-04 20:30", "2026-09-04", ""]
        sheet = load_workbook(BytesIO(written_xlsx(table))).active

    values = [cell.value for cell in sheet[2]]
    assert values[:4] == [-24, pytest.approx(Decimal("-1.50")), 7, datetime(2026, 9, 4, 20, 30, 5)]  # noqa: DTZ001


def test_the_file_has_a_name_of_its_own():
    table = Table('Herbst/"liga": Süd\r\n', ["a"], [])

    for form in ("csv", "xlsx"):
        head = answer(table, form)["Content-Disposition"]
        assert head == f"attachment; filename*=utf-8''Herbst_liga_S%C3%BCd.{form}"


@pytest.mark.parametrize(("query", "form"), [("as=csv", "csv"), ("as=xlsx", "xlsx"), ("as=exe", ""), ("", "")])
def test_what_is_asked_for(query, form):
    assert wanted(RequestFactory().get(f"/?{query}")) == form


def test_printed_table_writes_figures_and_days_as_pages_do():
    made = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
    row = ["Ana", -1204, Decimal("-7.50"), date(2026, 1, 31), made, None]
    table = Table("Autumn", ["Player", "Points", "Euro", "Day", "Time", "Rank"], [row], ["A club"])

    [page] = PdfReader(BytesIO(printed(table, "A4", made))).pages

    said = page.extract_text().splitlines()
    assert said[:3] == ["Autumn", "A club", "Player Points Euro Day Time Rank"]
    assert said[3].startswith("Ana −1204 −7.50 ")


def test_printed_table_that_is_too_long_says_what_is_left_out():
    width = 40
    rows = [[f"R{number}", *[None] * (width - 1)] for number in range(MOST_PRINTED // width + 1)]
    table = Table("Autumn", ["Player"] * width, rows)

    pages = PdfReader(BytesIO(printed(table, "A5", datetime(2026, 11, 22, tzinfo=UTC)))).pages

    said = " ".join(page.extract_text() for page in pages).split()
    assert "The first 250 rows of 251." in pages[0].extract_text()
    assert "R249" in said
    assert "R250" not in said


@pytest.mark.parametrize("form", PRINTED)
def test_answer_is_a_pdf_to_keep_where_a_page_has_one(form):
    request = RequestFactory().get("/", {"as": form})

    assert wanted(request) == ""
    assert wanted(request, *PRINTED) == form
    response = answer(Table("Öffentlich 2026", ["Player"], [["Ana"]]), form)
    assert response["Content-Type"] == "application/pdf"
    assert "attachment" in response["Content-Disposition"]
    assert response["Content-Disposition"].endswith(".pdf")
    assert response.content.startswith(b"%PDF-")
