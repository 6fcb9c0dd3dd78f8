"""Whole numbers and amounts as people type them."""

import re
from typing import Final

THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,' ]\d{3})+")
DECIMAL: Final = re.compile(r"(\d{1,13}|\d{1,3}(?:[.,' ]\d{3})+)(?:[.,](\d{1,4}))?")
MINUS: Final = "-\u2212\u2013"
MOST: Final = 10**12


def whole(text: str, decimals: int = 0) -> int | None:
    """A number, counted in the smallest unit; None for what is none, or has a fraction that the unit does not."""
    sign, digits = _signed(text)
    found = DECIMAL.fullmatch(digits)
    if found is None:
        return None
    if THOUSANDS.fullmatch(digits) and (decimals < 3 or digits.count(".") + digits.count(",") > 1):
        before, after = digits, ""
    else:
        before, after = found[1], found[2] or ""
    after = after.rstrip("0")
    if len(after) > decimals:
        return None
    units = int(re.sub(r"\D", "", before) + after.ljust(decimals, "0"))
    return sign * units if units <= MOST else None


def _signed(text: str) -> tuple[int, str]:
    """The sign, in front, behind or as brackets, and the rest."""
    plain = text.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2019", "'").strip()
    if plain.startswith("(") and plain.endswith(")"):
        return -1, plain[1:-1].strip()
    if plain[:1] and plain[0] in MINUS:
        return -1, plain[1:].strip()
    if plain[-1:] and plain[-1] in MINUS:
        return -1, plain[:-1].strip()
    return 1, plain.removeprefix("+").strip()
