"""Texts with separators, as CSV: in which letters they are written and what parts the cells, by the evidence."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from games.core.text import Text, gettext_noop
from scorekeeper.spreadsheets.refusing import Unreadable

SEPARATORS: Final = (";", "\t", ",", "|")


def decoded(data: bytes) -> tuple[str, tuple[Text, ...]]:
    """UTF-8 with or without its mark, UTF-16 with it, else what Windows writes in western Europe."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text, ()
    raise Unreadable(NO_TEXT)


def separators(text: str) -> list[str]:
    """What may part the cells, the likeliest first."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    plain = "".join(first.split('"')[::2])
    return sorted(SEPARATORS, key=plain.count, reverse=True)


def lines_in(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with the number where each begins.

    Raises:
        Unreadable: a quotation mark is left open.
    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in lines:
            yield before + 1, cells
            before = lines.line_num
    except csv.Error:
        raise Unreadable(BROKEN_CSV, line=before + 1) from None


NO_TEXT: Final = gettext_noop("The letters of this file can’t be read. Save it as CSV in UTF-8, or as .xlsx.")
BROKEN_CSV: Final = gettext_noop("The file breaks off or a quotation mark is left open at line {line}.")
