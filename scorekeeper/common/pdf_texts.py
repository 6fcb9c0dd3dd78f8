"""Texts as a printed page can bear them: of any script, of any length, whoever wrote them."""

import re
from collections.abc import Collection, Iterator
from typing import Final
from unicodedata import category, normalize

UNKNOWN: Final = "\ufffd"  # stands for characters that no font here has
JOINERS: Final = "\u200c\u200d"
ISOLATES: Final = re.compile("[\u2066-\u2069]")
CLOSED: Final = "\u2069"
MOST_MARKS: Final = 3  # on one letter
LONGEST: Final = 120  # characters; a longer text ends in "…"
ROOM: Final = 16  # characters read for each one kept, most of which may be thrown away


def bearable(text: str, longest: int = LONGEST) -> str:
    """One line of what is written, without what only steers, and with no more marks on a letter than can be read."""
    kept, marks = [], 0
    for letter in normalize("NFC", text[: longest * ROOM]):
        kind = category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind in {"Cc", "Zl", "Zp"}:
            kept.append(" ")
        elif marks <= MOST_MARKS and (kind not in {"Cf", "Cs"} or letter in JOINERS or ISOLATES.match(letter)):
            kept.append(letter)
    line = " ".join("".join(kept).split())
    return _isolated(line if len(line) <= longest else f"{line[: longest - 1]}…")


def _isolated(line: str) -> str:
    """Parts that are isolated stay so where each that opens is closed again."""
    depth = 0
    for mark in ISOLATES.findall(line):
        depth += -1 if mark == CLOSED else 1
        if depth < 0:
            break
    return line if depth == 0 else ISOLATES.sub("", line)


def drawable(text: str, known: Collection[int]) -> str:
    """The text, with one mark in the place of characters that no font has."""
    return "".join(_drawn(text, known))


def _drawn(text: str, known: Collection[int]) -> Iterator[str]:
    is_unknown = False
    for letter in text:
        was_unknown, is_unknown = is_unknown, ord(letter) not in known or (is_unknown and letter in JOINERS)
        if not is_unknown:
            yield letter
        elif not was_unknown:
            yield UNKNOWN
