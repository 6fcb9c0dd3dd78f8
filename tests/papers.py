"""Papers as PDF: what a program that reads them aloud finds in them."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PageObject, PdfReader


def read(file: bytes) -> PdfReader:
    return PdfReader(BytesIO(file), strict=True)


def tags(file: bytes) -> Iterator[str]:
    """The names of the tags, in the order in which the file is read."""

    def within(node: Any) -> Iterator[str]:
        for each in node if isinstance(node, list) else [node]:
            found = each.get_object()
            if isinstance(found, dict) and "/S" in found:
                yield str(found["/S"])[1:]
                yield from within(found.get("/K", []))

    root: Any = read(file).trailer["/Root"]
    return within(root["/StructTreeRoot"]["/K"])


def assert_tagged(file: bytes, language: str, title: str) -> None:
    """It is tagged from its first heading on, names its language, is read from the left, and its title is shown."""
    reader = read(file)
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert root["/ViewerPreferences"].get("/Direction", "/L2R") == "/L2R"
    assert reader.metadata is not None
    assert reader.metadata.title == title
    assert [tag for tag in tags(file) if tag.startswith("H")][:1] == ["H1"]


MEANS = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>")


def text_of(page: PageObject) -> str:
    """What is read aloud from a page, a line for what stands at one height: what letters that are joined stand for is
    written beside them (ActualText), which pypdf passes over."""
    resources: Any = page["/Resources"]
    fonts = {name: _letters(font.get_object()) for name, font in resources["/Font"].items()}
    contents = page.get_contents()
    assert contents is not None
    found: list[str] = []
    marked: list[bool] = []  # whether each mark that is open says what its letters stand for
    letters: dict[int, str] = {}
    height = 0.0
    for operands, operator in contents.operations:
        if operator == b"BDC":
            said = operands[1] if isinstance(operands[1], dict) else {}
            marked.append("/ActualText" in said)
            found.append(str(said["/ActualText"]) if marked[-1] else "")
        elif operator == b"cm" and float(operands[5]) != height:
            height = float(operands[5])
            found.append("\n")
        elif operator == b"BMC":
            marked.append(False)
        elif operator == b"EMC":
            marked.pop()
        elif operator == b"Tf":
            letters = fonts[operands[0]]
        elif operator in {b"Tj", b"TJ"} and not any(marked):
            parts = operands[0] if operator == b"TJ" else operands
            found += ["".join(_shown(part, letters)) for part in parts if hasattr(part, "original_bytes")]
    return "".join(found)


def _letters(font: Any) -> dict[int, str]:
    """{glyph: what it stands for}"""
    data = font["/ToUnicode"].get_object().get_data()
    return {int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in MEANS.findall(data)}


def _shown(part: Any, letters: dict[int, str]) -> Iterator[str]:
    glyphs = part.original_bytes
    for at in range(0, len(glyphs), 2):
        yield letters[int.from_bytes(glyphs[at : at + 2], "big")]
