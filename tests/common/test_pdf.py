"""Printed pages: a valid PDF whatever the names are, the same one each time, with all that the table says."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader

from scorekeeper.common.typesetting import UNKNOWN, Document, Paper, bearable, drawable, pdf_of
from tests.hostile.values import TEXTS

MADE = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)


def document(rows: Sequence[Sequence[str]], *heads: str, paper: Paper = "A4", lines: Sequence[str] = ()) -> Document:
    """A table whose first column is a text, all others figures."""
    figures = [number > 0 for number in range(len(heads))]
    return Document("Autumn", lines, heads, rows, figures, MADE, paper)


def pages(document: Document) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf_of(document)), strict=True).pages)


def size(page: PageObject) -> tuple[int, int]:
    """mm"""
    points_to_mm = 25.4 / 72
    return round(page.mediabox.width * points_to_mm), round(page.mediabox.height * points_to_mm)


def test_page_says_what_the_table_says():
    [page] = pages(document([["Renate Köhler", "−1,204"], ["Łukasz Żółć", "96"]], "Player", "Points", lines=["A club"]))

    assert page.extract_text().splitlines() == [
        "Autumn",
        "A club",
        "Player Points",
        "Renate Köhler −1,204",
        "Łukasz Żółć 96",
        "Page 1 of 1 Made on 22 November 2026, 18:30",
    ]


@pytest.mark.parametrize(("paper", "millimetres"), [("A4", (210, 297)), ("A5", (148, 210))])
def test_paper_has_its_size_and_lies_on_its_side_for_a_wide_table(paper, millimetres):
    [narrow] = pages(document([["Ana", "1"]], "Player", "Points", paper=paper))
    [wide] = pages(document([["Ana", *"1" * 9]], "Player", *["2026-01-01"] * 9, paper=paper))

    assert size(narrow) == millimetres
    assert size(wide) == tuple(reversed(millimetres))


def test_table_wider_than_any_paper_goes_on_below_with_its_first_column_again():
    days = [f"2026-01-{day:02}" for day in range(1, 29)]

    [page] = pages(document([["Ana", *map(str, range(28))]], "Player", *days))

    said = page.extract_text().split()
    assert said.count("Player") == said.count("Ana") == 3
    assert [word for word in said if word in days] == days


def test_every_page_begins_with_the_heads():
    found = pages(document([[f"Player {number}", str(number)] for number in range(120)], "Who", "Points"))

    said = [page.extract_text() for page in found]
    assert [text.count("Who Points") for text in said] == [1] * len(found) == [1, 1, 1]
    assert [f"Page {number} of 3" in text for number, text in enumerate(said, 1)] == [True] * 3
    assert [text.count("Autumn") for text in said] == [1, 1, 1], "above the table, then at the foot"
    assert [line for text in said for line in text.splitlines() if line.startswith("Player ")] == [
        f"Player {number} {number}" for number in range(120)
    ]


def test_same_document_is_the_same_file():
    names = document([["Иван", "1"], ["שרה כהן", "2"], ["ਗੁਰਪ੍ਰੀਤ", "3"]], "Player", "Points")

    assert pdf_of(names) == pdf_of(names)


def test_names_of_the_shipped_scripts_have_no_unknown_letter():
    names = "Иван Σωκράτης שרה محمد Արամ გიორგი नरेन्द्र ਗੁਰਪ੍ਰੀਤ નરેન્દ્ર สมชาย ♠♥♦♣ → ≥ −"

    [page] = pages(document([[name] for name in names.split()], "Player"))

    assert UNKNOWN not in page.extract_text()


def drawn(page: PageObject) -> Counter[str]:
    """{font: how many glyphs are drawn in it}, as whoever shows the page: what is set within q and Q ends there."""
    found, kept, font = Counter[str](), list[str](), ""
    names = {name: str(one["/BaseFont"]).partition("+")[2] for name, one in page["/Resources"]["/Font"].items()}
    contents = page.get_contents()
    assert contents is not None
    for operands, operator in contents.operations:
        if operator == b"q":
            kept.append(font)
        elif operator == b"Q":
            font = kept.pop()
        elif operator == b"Tj":
            found[font] += len(operands[0].original_bytes) // 2
        elif operator == b"Tf":
            font = names[operands[0]]
        elif operator == b"TJ":
            found[font] += sum(len(each.original_bytes) // 2 for each in operands[0] if hasattr(each, "original_bytes"))
    return found


def test_names_between_heads_of_another_script_are_drawn_in_their_own_font():
    [page] = pages(document([["1", "96", "0"]], "ક્રમ", "Piotr Nowak", "Sabine Thiel", lines=["A club"]))

    assert drawn(page)["NotoSans-Bold"] == sum(map(len, ("Autumn", "Piotr Nowak", "Sabine Thiel")))


def test_head_of_another_script_is_not_parted_within_a_word():
    [page] = pages(document([["1", "96"]], "ક્રમ", "ખાતરી કરનાર"))

    _title, *heads, _row, _foot = page.extract_text().splitlines()
    assert len(heads) == 2, "two words, of which each stands in a line"


def test_letters_of_no_shipped_font_become_one_mark():
    [page] = pages(document([["王小明 \U0001f468\u200d\U0001f469\u200d\U0001f467 Li"]], "Player"))

    assert f"{UNKNOWN} {UNKNOWN} Li" in page.extract_text()


@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_hostile_texts_give_a_valid_file(paper):
    texts = list(TEXTS.values())
    hostile = Document(texts[0], texts, texts, [texts, texts[::-1]], [False] * len(texts), MADE, paper)

    assert PdfReader(BytesIO(pdf_of(hostile)), strict=True).pages


@pytest.mark.parametrize("name", ["NUL", "half a character", "bidi isolate left open", "many accents", "spaces"])
def test_hostile_text_stands_alone_in_every_place(name):
    text = TEXTS[name]
    alone = Document(text, [text], [text, text], [[text, text]], [False, True], MADE)

    assert len(pages(alone)) == 1


def test_table_without_rows_or_columns_is_a_page():
    assert len(pages(document([], "Player"))) == len(pages(document([]))) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana\tB\x00\nC", "Ana B C"),
        ("\u202eevil\u202c", "evil"),
        ("\u2068שרה\u2069 won", "\u2068שרה\u2069 won"),
        ("\u2068שרה won", "שרה won"),
        ("\u2069a\u2068", "a"),
        ("a" + "\u0323" * 9, "ạ" + "\u0323" * 3),
        ("x" * 121, "x" * 119 + "…"),
        ("क्\u200dष", "क्\u200dष"),
        ("\ud800", ""),
    ],
)
def test_bearable_text_is_one_line_that_steers_nothing(text, found):
    assert bearable(text) == found


@given(st.text(max_size=300))
def test_bearable_text_is_short_and_stays_as_it_is(text):
    found = bearable(text)

    assert len(found) <= 120
    assert bearable(found) == found


def test_drawable_text_has_one_mark_for_all_that_is_unknown():
    assert drawable("ab王小c", {97, 98, 99}) == f"ab{UNKNOWN}c"


def test_texts_take_what_is_left_of_the_width_and_go_on_below_only_where_they_must():
    long = "Maximiliane-Charlotte von Hohenstein-Weißenfels"
    [alone] = pages(document([[long, "1"]], "Player", "Points", paper="A5"))
    [beside] = pages(Document("Seats", [], ["Table"] * 8, [["Charlotte von Hohenstein"] * 8], [False] * 8, MADE))

    assert f"{long} 1" in alone.extract_text(), "in one line"
    assert beside.extract_text().split().count("Table") == 8, "side by side, in two lines each"


@pytest.mark.parametrize("rows", [1, 12, 40, 80])
@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_what_grows_stands_on_no_more_pages_than_it_would(rows, paper):
    plain = document([[f"Player {number}", str(number)] for number in range(rows)], "Player", "Seat", paper=paper)
    grown = replace(plain, grows=True)

    assert len(pages(grown)) == len(pages(plain))
    assert pages(grown)[0].extract_text().split() == pages(plain)[0].extract_text().split()


def test_names_stand_in_two_lines_where_all_letters_can_be_larger_so():
    heads = ["Table", "Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    rows = [[str(table), *["Karl-Heinz Ruppert"] * 4] for table in range(1, 6)]
    seats = Document("Seat plan", [], heads, rows, [True, *[False] * 4], MADE, grows=True)
    many = replace(seats, rows=rows * 9)

    assert letters(seats) >= 16
    assert pages(seats)[0].extract_text().count("Ruppert") == 20
    assert (len(pages(seats)), len(pages(many))) == (1, 1)


def test_a_head_of_many_words_stays_in_two_lines_of_smaller_letters():
    """What is read from afar are the names, not what says that the first seat deals."""
    heads = ["Mesa", "Asiento 1, reparte primero", "Asiento 2", "Asiento 3", "Asiento 4"]
    rows = [[str(table), *["Karl-Heinz Ruppert"] * 4] for table in (1, 2)]
    seats = Document("Plano", [], heads, rows, [True, *[False] * 4], MADE, grows=True)
    (page,) = pages(seats)
    shown = page.extract_text()

    assert letters(seats) >= 16
    assert letters(seats, "Mesa", "Asiento") < letters(seats)
    assert sum(any(word in line for word in ("Asiento", "reparte", "primero")) for line in shown.splitlines()) <= 2


def test_what_grows_is_read_from_afar_as_long_as_there_is_room():
    few, many = ([[f"Player {number}", "1"] for number in range(rows)] for rows in (8, 60))

    assert letters(replace(document(few, "Player", "Seat"), grows=True)) >= 20
    assert (
        letters(document(few, "Player", "Seat")) == letters(replace(document(many, "Player", "Seat"), grows=True)) == 9
    )


def letters(made: Document, *begins: str) -> float:
    """How large the names are, in points, or the texts that begin so."""
    found: list[float] = []

    def seen(text: str, _matrix: object, _line: object, _font: object, points: float) -> None:
        if text.startswith(begins or ("Player ", "Karl-Heinz")):
            found.append(points)

    pages(made)[0].extract_text(visitor_text=seen)
    return round(found[0])
