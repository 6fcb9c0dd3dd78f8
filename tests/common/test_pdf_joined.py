"""Documents that are drawn one by one as one file: every reader finds all their pages, as they are."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.common.pdf import Document, joined, pdf_of
from scorekeeper.common.pdf_canvas import Canvas
from tests.factories import NOW

NAMES = ["Renate", "Ayşe", "Алёна", "ਗੁਰਪ੍ਰੀਤ", "7 0 R", "stream\nendstream", "(a) 1 0 R endobj"]


def listed(title: str, rows: int) -> bytes:
    cells = [[NAMES[number % len(NAMES)], str(number)] for number in range(rows)]
    return pdf_of(Document(title, ["5 0 R"], ["Name", "No."], cells, [False, True], NOW))


def card() -> bytes:
    canvas = Canvas("Card", "A5", NOW, margin=8, has_foot=False)
    canvas.page(is_wide=True)
    canvas.font(20)
    canvas.write((8, 8), canvas.clean("Table 1"), 100)
    return canvas.finished()


def test_the_file_has_the_pages_of_all_its_parts_in_order() -> None:
    parts = [("List (1)", listed("List", 200)), ("Карточка 7 0 R", card()), ("Last", listed("Last", 1))]
    read = PdfReader(BytesIO(joined(parts, "Papers of Алёна", NOW)), strict=True)
    alone = [page for _title, part in parts for page in PdfReader(BytesIO(part)).pages]

    assert [page.extract_text() for page in read.pages] == [page.extract_text() for page in alone]
    assert [page.mediabox for page in read.pages] == [page.mediabox for page in alone]
    assert [page.get_contents().get_data() for page in read.pages] == [  # type: ignore[union-attr]
        page.get_contents().get_data()  # type: ignore[union-attr]
        for page in alone
    ]
    assert len(PdfReader(BytesIO(parts[0][1])).pages) > 1
    assert [str(item.title) for item in read.outline] == [title for title, _part in parts]  # type: ignore[union-attr]
    first = [read.get_destination_page_number(item) for item in read.outline]  # type: ignore[arg-type]
    assert first == [0, len(alone) - 2, len(alone) - 1]
    assert read.metadata is not None
    assert (read.metadata.title, read.metadata.creator) == ("Papers of Алёна", "Scorekeeper")
    assert read.metadata.creation_date == NOW.replace(microsecond=0)


def test_the_same_documents_are_the_same_file() -> None:
    parts = [("List", listed("List", 3)), ("Card", card())]
    assert joined(parts, "Papers", NOW) == joined(parts, "Papers", NOW)


@pytest.mark.parametrize("parts", [[], [("Text", b"no document")]])
def test_only_documents_of_ours_are_joined(parts: list[tuple[str, bytes]]) -> None:
    with pytest.raises(ValueError, match=r"document"):
        joined(parts, "Papers", NOW)
