"""A table is one value: the page, and each file, says the same of it."""

import csv
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO

import pytest
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils.safestring import mark_safe
from openpyxl import load_workbook

from games.core.settling import InUnits
from scorekeeper.common.tables.drawing import drawn
from scorekeeper.common.tables.files import COMMA, SEMICOLON, Dialect, csv_of, sheet_title, xlsx_of
from scorekeeper.common.tables.serving import dialect_of, file_of, with_files
from scorekeeper.common.tables.values import Column, Figure, Kind, Piece, RichCell, Table, moved

EURO = InUnits(unit="€", decimals=2)
COLUMNS = [
    Column("player", "Player", Kind.NAME, heads_rows=True),
    Column("balance", "Balance", Kind.AMOUNT, EURO),
    Column("rank", "Rank", Kind.NUMBER),
]
TABLE = Table("Autumn", COLUMNS, [("<Ana>", moved(-150, 1200), moved(None, 2)), ("=Bo", moved(0, 0), moved(1, 1))])


def read(table: Table, dialect: Dialect = COMMA) -> list[list[str]]:
    text = "".join(csv_of(table, dialect)).removeprefix("\ufeff")
    return list(csv.reader(StringIO(text, newline=""), delimiter=dialect.separator))


def test_what_moves_is_one_column_of_the_page_and_two_of_the_file():
    page = drawn(TABLE)

    assert page.heads[1] == '<th scope="col" class="num">Balance <span class="why">in €</span></th>'
    assert page.rows == [
        '<th scope="row"><bdi>&lt;Ana&gt;</bdi></th>'
        '<td class="num"><span class="from"><span class="minus">−1.50</span></span> → <b>12.00</b></td>'
        '<td class="num"><span class="from">–</span> → <b>2</b></td>',
        '<th scope="row"><bdi>=Bo</bdi></th><td class="num">0.00</td><td class="num">1</td>',
    ]
    assert read(TABLE) == [
        ["Player", "Balance (€), before", "Balance (€), after", "Rank, before", "Rank, after"],
        ["<Ana>", "-1.50", "12.00", "", "2"],
        ["'=Bo", "0.00", "0.00", "1", "1"],
    ]


def test_a_remark_has_a_column_of_its_own_in_the_file():
    columns = [Column("player", "Player"), Column("points", "Points", Kind.CHANGE)]
    table = Table(
        "Autumn", columns, [("Ana", RichCell(150, note="3 × 50", strong=True)), ("Bo", -7)], foot=[("All", 143)]
    )

    assert drawn(table).rows[0] == '<td>Ana</td><td class="num"><b>+150</b> <small class="muted">3 × 50</small></td>'
    assert drawn(table).foot == ['<td>All</td><td class="num">+143</td>']
    assert read(table) == [
        ["Player", "Points", "Remark"],
        ["Ana", "150", "3 × 50"],
        ["Bo", "-7", ""],
        ["All", "143", ""],
    ]


def test_what_a_page_shows_beside_the_value_is_on_the_page_alone():
    cells = (
        RichCell("paid", html=mark_safe('<a href="/">Was paid</a>')),
        RichCell(date(2026, 1, 31), link="/?a=1&b=2"),
    )
    table = Table("Autumn", [Column("state", "State"), Column("day", "Day", Kind.DAY)], [cells])

    assert drawn(table).rows == [
        '<td><a href="/">Was paid</a></td>'
        '<td><a href="/?a=1&amp;b=2"><time datetime="2026-01-31">31 Jan 2026</time></a></td>'
    ]
    assert read(table)[1] == ["paid", "2026-01-31"]


def test_halves_are_numbers_in_every_file():
    table = Table("Autumn", ["Points", "Share"], [(Figure("1½"), Decimal("0.25")), (Figure("−½"), Figure("2 1/3"))])

    assert read(table)[1:] == [["1.5", "0.25"], ["-0.5", "2 1/3"]]
    assert read(table, SEMICOLON)[1:] == [["1,5", "0,25"], ["-0,5", "2 1/3"]]
    sheet = load_workbook(BytesIO(xlsx_of(table))).active
    assert [sheet["A2"].value, sheet["A3"].value, sheet["B3"].value] == [1.5, -0.5, "2 1/3"]


def test_a_workbook_can_be_read_as_it_opens():
    moment = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
    table = Table(
        "Autumn",
        ["Player", "Day", "Opened", "Balance"],
        [("Karl-Heinz of the Lindenhof", date(2026, 9, 4), moment, Decimal("1.50"))],
    )

    sheet = load_workbook(BytesIO(xlsx_of(table))).active

    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].font.bold
    assert [sheet.column_dimensions[letter].width for letter in "ABCD"] == [29, 12, 19, 9]
    assert [sheet[f"{letter}2"].number_format for letter in "BCD"] == ["yyyy-mm-dd", "yyyy-mm-dd hh:mm", "0.00"]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Evenings of Skatfreunde Lindenhof", "Evenings of Skatfreunde"),
        ("Ratings: Skat", "Ratings Skat"),
        ("x" * 40, "x" * 31),
        ("Lindenhof Prize Skat: seat plan of round 2", "seat plan of round 2"),
        ("Evenings of the club at number 7", "Evenings of the club at number"),
    ],
)
def test_the_name_of_a_sheet_is_cut_after_a_word(name, title):
    assert sheet_title(name) == title


@pytest.mark.parametrize(
    ("language", "query", "dialect"),
    [
        ("", "", COMMA),
        ("de-DE,de;q=0.9,en;q=0.8", "", SEMICOLON),
        ("en-GB,de;q=0.5", "", COMMA),
        ("de", "?separator=comma", COMMA),
        ("en", "?separator=semicolon", SEMICOLON),
        ("*", "?separator=tab", COMMA),
        ("qq-xx", "", COMMA),
    ],
)
def test_cells_are_parted_as_spreadsheets_expect_it_where_the_reader_lives(language, query, dialect):
    assert dialect_of(RequestFactory().get(f"/a.csv{query}", headers={"accept-language": language})) == dialect


def files(request: HttpRequest, table: str, kind: str) -> HttpResponse:
    return file_of(request, {"first": lambda: TABLE, "second": lambda: Table("Second", ["A"], [("a",)])}, table, kind)


@with_files(files)
def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"the page, by {request.method}")


def test_each_file_has_an_address():
    request = RequestFactory().get("/second.csv")

    assert files(request, "second", "csv").content.decode() == "\ufeffA\r\na\r\n"
    for table, kind in (("third", "csv"), ("second", "pdf")):
        with pytest.raises(Http404):
            files(request, table, kind)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("?as=csv", "Player"),
        ("?as=csv&table=second", "\ufeffA"),
        ("?as=csv&read=second", "\ufeffA"),
        ("?as=csv&read=third", "the page"),
        ("?as=pdf", "the page"),
        ("?as=exe", "the page"),
        ("", "the page"),
    ],
)
def test_addresses_of_earlier_versions_answer(query, answer):
    assert answer in page(RequestFactory().get(f"/{query}")).content.decode()


def test_who_writes_is_never_answered_with_a_file():
    assert page(RequestFactory().post("/?as=csv")).content == b"the page, by POST"


def test_a_piece_of_the_page_stands_in_its_cell_and_in_no_file():
    columns = [Column("player", "Player", Kind.NAME), Column("act", "Act", only="page")]
    piece = Piece("any.html", "subject", "Ana")
    table = Table("Autumn", columns, [(RichCell("Ana", piece=piece), RichCell(None, piece=piece))])

    page = drawn(table, lambda piece: mark_safe(f"<i>{piece.subject}</i>"))

    assert page.rows == ["<td><bdi>Ana</bdi><i>Ana</i></td><td><i>Ana</i></td>"]
    assert read(table) == [["Player"], ["Ana"]]
    assert not page.hides_heads
    assert drawn(Table("Autumn", [Column("player", "Player", hides_head=True)], [])).hides_heads
