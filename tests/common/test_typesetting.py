"""Papers that typst sets: texts cut and parted to their room, and files that everybody can read."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from unicodedata import category, combining

import pytest
import segno
import typst
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.common.typesetting import APP, FONTS, Document, Part, clean, typeset
from tests.hostile.values import TEXTS
from tests.papers import assert_tagged, read, tags, text_of

MADE = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
VIRAMA = 9  # the class of marks that join a consonant to the next one, as Unicode counts them
NAMES = ["Renate", "Ayşe", "Алёна", "ਗੁਰਪ੍ਰੀਤ", "שרה", "#eval(1)", "*b* _i_ $x$", "\\ <a> @b `c`"]


def asked(function: str, data: list[tuple[str, float]]) -> Any:
    """What a function of the kit gives for each text of 10 points in a room of so many mm."""
    return in_typst(f"data.map(((it, room)) => kit.{function}(kit.letters(10), it, room * 1mm))", data)


def widths(texts: list[str]) -> list[float]:
    """mm of each text of 10 points."""
    return list(in_typst("data.map(it => kit.width(kit.letters(10), it) / 1mm)", texts))


def in_typst(expression: str, data: object) -> Any:
    source = f"""#import "/common/papers/kit.typ"
        #let data = json(bytes(sys.inputs.data))
        #set text(font: ("Noto Sans", "Noto Sans Hebrew", "Noto Sans Gujarati", "Noto Sans Gurmukhi"))
        #context [#metadata({expression})<found>]"""
    found = typst.query(
        source.encode(),
        "<found>",
        field="value",
        one=True,
        root=APP,
        font_paths=[FONTS],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data)},
    )
    return json.loads(found)


LONG = [
    "Maximiliane-Charlotte von Hohenstein",
    "שרה כהן-לוי בת אברהם",
    "\u2068שרה כהן-לוי\u2069 won all of the evening",
    "ਹਰਪ੍ਰੀਤ ਸਿੰਘ ਰਣਜੀਤ ਕੌਰ ਗੁਰਪ੍ਰੀਤ ਅੰਮ੍ਰਿਤਪਾਲ",
]


WORDS = [
    "નિર્ણાયકત્વસંચાલનવ્યવસ્થાપકશ્રેણીક્રમાંકનિયામક",
    "ਹਰਪ੍ਰੀਤਸਿੰਘਰਣਜੀਤਕੌਰਗੁਰਪ੍ਰੀਤਅੰਮ੍ਰਿਤਪਾਲ",
    "Donaudampfschifffahrtsgesellschaftskapitän" * 2,
]


def test_a_long_name_ends_where_its_room_does():
    data = [(clean(name), room) for name in LONG for room in (8.0, 20.0, 30.0)]

    shown = asked("cut", data)

    wide = widths(shown)
    for (name, room), cut, taken in zip(data, shown, wide, strict=True):
        assert taken <= room
        assert cut.replace("\u2069", "").endswith("…")
        assert cut.count("\u2068") == cut.count("\u2069")
        assert name.startswith(cut.partition("…")[0])
        assert taken > room - 8, "as much of it as fits"
        assert not parts_a_letter(cut.partition("…")[0], name)


def parts_a_letter(before: str, name: str) -> bool:
    """Whether a name that ends there is parted within what is read as one letter."""
    after = name[len(before) :]
    return bool(before and after) and (category(after[0]).startswith("M") or combining(before[-1]) == VIRAMA)


def test_a_name_that_fits_is_left_alone():
    assert asked("cut", [("Bo", 40), ("", 40)]) == ["Bo", ""]


@pytest.mark.parametrize("word", WORDS)
def test_a_long_word_is_parted_between_what_is_read_as_one_letter(word):
    rooms = [float(room) for room in range(8, 40, 8)]

    for room, lines in zip(rooms, asked("lines", [(word, room) for room in rooms]), strict=True):
        assert "".join(lines) == word
        assert len(lines) > 1
        assert not [number for number in range(1, len(lines)) if parts_a_letter("".join(lines[:number]), word)]
        assert max(widths(lines)) <= room


def test_words_go_on_in_the_next_line_and_are_parted_only_where_they_must():
    assert asked("lines", [("Ana Lima and Bia Reis", 25)]) == [["Ana Lima and", "Bia Reis"]]


# --- files


def card(bookmark: str = "", seats: int = 2) -> Part:
    """A card with a code."""
    data = {
        "stage": "Autumn",
        "round": "round 1",
        "cards": [
            {
                "table": "Table 1",
                "seats": [[str(seat), NAMES[seat]] for seat in range(1, seats + 1)],
                "modules": ["".join(map(str, row)) for row in MATRIX],
                "picture": "QR code of table 1",
                "code": "ABCD",
            }
        ],
    }
    return Part("/tournaments/drawings/cards.typ", "A5", data, bookmark=bookmark)


MATRIX = [
    [int(bool(dark)) for dark in row] for row in segno.make("https://example.org/j/A", error="m").matrix_iter(border=2)
]


def listed(title: str, rows: int, bookmark: str = "") -> Part:
    cells = [[NAMES[number % len(NAMES)], str(number)] for number in range(rows)]
    return Document(title, ["5 0 R"], ["Name", "No."], cells, [False, True], MADE).part(bookmark)


def texts(file: bytes) -> list[str]:
    return [page.extract_text() for page in read(file).pages]


def test_the_file_has_the_pages_of_all_its_parts_in_order():
    parts = [listed("List", 200, "List (1)"), card("Карточка #1"), listed("Last", 1, "Last")]
    together = read(typeset(parts, "Papers of Алёна", MADE))
    alone = [page for part in parts for page in read(typeset([part], "Papers", MADE)).pages]

    assert [page.extract_text() for page in together.pages] == [page.extract_text() for page in alone]
    assert [page.mediabox for page in together.pages] == [page.mediabox for page in alone]
    assert len(alone) > 3
    assert [str(item.title) for item in together.outline] == ["List (1)", "Карточка #1", "Last"]
    first = [together.get_destination_page_number(item) for item in together.outline]
    assert first == [0, len(alone) - 2, len(alone) - 1]
    assert together.metadata is not None
    assert (together.metadata.title, together.metadata.author) == ("Papers of Алёна", "Scorekeeper")
    assert together.metadata.creation_date == MADE


def test_what_is_set_alike_is_the_same_file():
    parts = [listed("List", 3), card()]
    assert typeset(parts, "Papers", MADE) == typeset(parts, "Papers", MADE)


def test_a_file_has_at_least_one_paper():
    with pytest.raises(ValueError, match="without papers"):
        typeset([], "Papers", MADE)


def test_a_template_that_cannot_be_set_says_why():
    with pytest.raises(RuntimeError, match=r"nowhere\.typ"):
        typeset([Part("/common/papers/nowhere.typ", "A4", {})], "Papers", MADE)


def test_no_name_is_markup():
    [page] = texts(typeset([listed('#eval("1")', len(NAMES))], "= Papers", MADE))

    assert all(name in page for name in (*NAMES[5:], '#eval("1")'))


def test_names_are_read_aloud_as_they_are_written():
    names = [*NAMES[:3], *NAMES[5:], "ગુજરાતી પટેલ", "ਹਰਪ੍ਰੀਤ ਸਿੰਘ", "क्षत्रिय", "Ashaને 50", "Łukasz ½ fi"]

    [page] = read(typeset([names_of(names)], "Names", MADE)).pages

    lines = [line.strip() for line in text_of(page).splitlines()]
    assert [line for line in lines if line in names] == [*names[:3], *names]


def test_a_code_is_drawn_module_by_module():
    page = read(typeset([card()], "Cards", MADE)).pages[0]

    drawn = [[0] * len(MATRIX) for _row in MATRIX]
    for left, top, wide in runs(page):
        for column in range(left, left + wide):
            drawn[top][column] += 1
    assert drawn == MATRIX


def runs(page: Any) -> Iterator[tuple[int, int, int]]:
    """(first column, row, how many) of the dark modules of the code on the page."""
    start: list[float] = []
    found: list[tuple[int, int, int]] = []
    for numbers, operator in page.get_contents().operations:
        if operator == b"m":
            start = [float(number) for number in numbers]
        elif operator == b"l" and start:
            found.append((round(start[0]), round(start[1]), round(float(numbers[0]) - start[0])))
            start = []
        elif operator == b"n":  # a place to draw in
            found = []
    return iter(found)


@pytest.mark.parametrize(("language", "tag"), [("de", "de"), ("pt-br", "pt-BR"), ("pa", "pa")])
def test_a_file_is_tagged_and_says_its_title_and_language(language, tag):
    with translation.override(language):
        file = typeset([listed("List", 3), card()], "Papers", MADE)

    assert_tagged(file, tag, "Papers")
    found = list(tags(file))
    assert found[:4] == ["Document", "H1", "P", "Table"]
    assert (found.count("H1"), found.count("TH"), found.count("TD"), found.count("Figure")) == (2, 2, 6, 1)


def test_the_date_of_a_file_is_its_time_in_utc():
    metadata = read(typeset([card()], "Cards", MADE)).metadata
    assert metadata is not None
    assert metadata.creation_date == MADE


@settings(max_examples=5)
@given(st.lists(st.text(max_size=60), min_size=30, max_size=30))
def test_any_texts_can_be_set(names):
    assert texts(typeset([listed(names[0], 0), names_of(names)], names[1], MADE))


def names_of(names: list[str]) -> Part:
    return Document("Names", names[:3], ["Name"], [[name] for name in names], [False], MADE).part(names[2])


def test_hostile_texts_can_be_set_on_a_card():
    hostile = list(TEXTS.values())
    part = card()
    cards = [{**part.data["cards"][0], "table": text, "seats": [["1", text]], "code": text} for text in hostile]

    assert texts(typeset([Part(part.template, "A4", {**part.data, "cards": cards})], hostile[0], MADE))
