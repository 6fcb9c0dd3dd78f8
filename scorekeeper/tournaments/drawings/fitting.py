"""How large a name can be written in its place, in a picture that is drawn before its letters are measured."""

from dataclasses import dataclass
from typing import Final
from unicodedata import combining, east_asian_width

NARROW: Final = frozenset("fijlrtI.,:;'’!|()[] ")
BROAD: Final = frozenset("mwMW@%&")
LEAST: Final = 1.5  # mm of letters
UNMARKED: Final = 1.2  # so much longer counts a part that ends in the middle of a name
IN_TWO: Final = 0.45  # of the height of a line, where two lines of letters stand in it


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines of a text, one or two, and the size of their letters in mm."""

    lines: tuple[str, ...]
    size: float


def fitted(text: str, wide: float, letters: float, line: float) -> Fitted:
    """In one line of these letters where it fits; else smaller, or in two lines, whatever gives the larger letters.
    None are smaller than can be read: whoever draws it cuts what is too long for them."""
    alone = min(letters, wide / max(_ems(text), 1))
    if alone >= letters or " " not in text:
        return Fitted((text,), max(alone, LEAST))
    both = _halves(text)
    parted = min(line * IN_TWO, wide / max(_ems(both[0]), _ems(both[1]), 1))
    if parted > alone:
        return Fitted(both, max(parted, min(LEAST, line * IN_TWO)))
    return Fitted((text,), max(alone, LEAST))


def _halves(text: str) -> tuple[str, str]:
    """Parted at a space, so that the longer part is short; rather behind “&” and “/” than elsewhere."""
    ways = [(text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == " "]
    return min(ways, key=lambda way: max(map(_ems, way)) * (1 if way[0].endswith(("&", "/")) else UNMARKED))


def _ems(text: str) -> float:
    """About how wide it is, in sizes of its letters; rather too wide than too narrow."""
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if combining(letter) or letter in "\u2068\u2069":
        return 0
    if letter in NARROW:
        return 0.4
    return 1 if letter in BROAD or east_asian_width(letter) in "WF" else 0.68
