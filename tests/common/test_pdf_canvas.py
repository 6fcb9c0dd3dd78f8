"""Paper to draw on: texts cut to their width, and codes that are drawn module by module."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader
from pypdf.generic import ContentStream

from scorekeeper.common.pdf_canvas import Canvas

MADE = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)


def canvas(**more):
    made = Canvas("Autumn", "A5", MADE, margin=10, **more)
    made.page()
    made.font(10)
    return made


@pytest.fixture
def paper():
    """Finished after the test: until then its fonts are open files."""
    made = canvas()
    yield made
    made.finished()


@pytest.mark.parametrize(
    "name",
    ["Maximiliane-Charlotte von Hohenstein", "שרה כהן-לוי בת אברהם", "\u2068שרה כהן-לוי\u2069 won all of the evening"],
)
@pytest.mark.parametrize("width", [8, 20, 30])
def test_a_long_name_ends_where_its_room_does(paper, name, width):
    clean = paper.clean(name)

    shown = paper.cut(clean, width)

    assert paper.long(shown) <= width
    assert shown.replace("\u2069", "").endswith("…")
    assert shown.count("\u2068") == shown.count("\u2069")
    letters = len(shown.partition("…")[0])
    more = next(clean[:end] for end in range(letters + 1, len(clean)) if not clean[end - 1].isspace())
    assert paper.long(f"{more}…") > width or more.endswith("\u2069"), "as much of it as fits"


def test_a_name_that_fits_is_left_alone(paper):
    assert paper.cut("Bo", paper.long("Bo")) == "Bo"


def test_a_code_is_drawn_module_by_module():
    matrix = [list(row) for row in segno.make("https://example.org/j/ABC", error="m").matrix_iter(border=2)]
    paper, size = canvas(has_foot=False), 40

    paper.squares((10, 20), size, matrix)

    page = PdfReader(BytesIO(paper.finished())).pages[0]
    height, one = float(page.mediabox.height), size / len(matrix) / 25.4 * 72
    drawn = [[0] * len(matrix) for _row in matrix]
    for numbers, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"re":
            left, top, wide, _high = map(float, numbers)
            row = round((height - top - 20 / 25.4 * 72) / one)
            first = round((left - 10 / 25.4 * 72) / one)
            for column in range(first, first + round(wide / one)):
                drawn[row][column] += 1
    assert drawn == [[int(bool(module)) for module in row] for row in matrix]


def test_the_foot_says_when_only_where_it_is_asked_for():
    def text(has_foot):
        return PdfReader(BytesIO(canvas(has_foot=has_foot).finished())).pages[0].extract_text()

    assert "Page 1 of 1" in text(has_foot=True)
    assert text(has_foot=False) == ""
