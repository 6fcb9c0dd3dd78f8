"""Whole numbers and amounts as people type them."""

import re
import unicodedata
from functools import cache
from typing import Final

THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,' ]\d{3})+")
LAKHS: Final = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}")  # 12,50,000 as it is written in India
GROUPED: Final = rf"{THOUSANDS.pattern}|{LAKHS.pattern}"
DECIMAL: Final = re.compile(rf"(\d{{1,13}}|{GROUPED})(?:[.,](\d{{1,4}}))?")
NO_CENTS: Final = re.compile(r"(?<=\d)[.,][-\u2013\u2014]{1,2}$")  # "5,-" and "5.--"
WORDS: Final = re.compile(r"[^\W\d_]+[$.]?|[$€£¥₽₹₴₺]")
MINUS: Final = ("-", "\u2212", "\u2013", "\u2014", "\u2010", "\u2011", "./.", "minus", "\u043c\u0438\u043d\u0443\u0441")
PARTS: Final = {"¼": 25, "½": 50, "¾": 75}
CURRENCIES: Final = (
    "€ eur euro euros", "$ us$ usd dollar dollars dólar dólares", "£ gbp pound pounds", "r$ brl real reais",
    "₽ rub руб рубль рубля рублей р", "₹ inr rs rupee rupees ਰੁਪਏ રૂપિયા", "fr sfr chf franken", "zł pln złoty",
    "kč czk", "ft huf", "kr nok sek dkk", "¥ jpy cny yen", "₴ uah грн",
)  # fmt: skip
POINTS: Final = "p pt pts pkt pkte point points punkt punkte pontos puntos очков очка очко ਅੰਕ ગુણ"
MOST: Final = 10**12


def whole(text: str, decimals: int = 0, unit: str = "") -> int | None:
    """A number, counted in the smallest unit; None for what is none, or has a fraction that the unit does not. Beside
    it may stand what it counts: the unit, by its sign, code or name, or in a unit without a name points."""
    if text.isascii() and text.isdigit() and len(text) < len(str(MOST)) - decimals:  # as nearly all are written
        return int(text + "0" * decimals)
    sign, digits = _signed(_bare(text, unit))
    half = PARTS.get(digits[-1:], 0)
    if half:
        digits = digits[:-1].strip() or "0"
    found = DECIMAL.fullmatch(digits)
    if found is None or (half and found[2]):
        return None
    if (THOUSANDS.fullmatch(digits) or LAKHS.fullmatch(digits)) and (
        decimals < 3 or len(re.findall("[.,]", digits)) > 1
    ):
        before, after = digits, ""
    else:
        before, after = found[1], found[2] or ""
    after = (str(half) if half else after).rstrip("0")
    if len(after) > decimals:
        return None
    units = int(re.sub(r"\D", "", before) + after.ljust(decimals, "0"))
    return sign * units if units <= MOST else None


def _bare(text: str, unit: str) -> str:
    """The text with plain blanks and apostrophes, and without the unit in front or behind."""
    plain = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text).replace("\u2019", "'").strip()
    words = list(WORDS.finditer(plain.casefold()))
    counted = [word for word in words if _counts(word[0].rstrip("."), unit)]
    if len(counted) != 1 or len(plain.casefold()) != len(plain):
        return NO_CENTS.sub("", plain)
    [word] = counted
    return NO_CENTS.sub("", f"{plain[: word.start()].strip()} {plain[word.end() :].strip()}".strip())


def _counts(word: str, unit: str) -> bool:
    """Whether the word is what is counted."""
    if word == unit.casefold():
        return bool(unit)
    if not unit:
        return word in POINTS.split()
    return _currency(word) is not None and _currency(word) == _currency(unit.casefold())


@cache
def _currency(word: str) -> int | None:
    return next((place for place, words in enumerate(CURRENCIES) if word in words.split()), None)


def _signed(text: str) -> tuple[int, str]:
    """The sign, in front, behind or as brackets, and the rest."""
    if text.startswith("(") and text.endswith(")"):
        return -1, text[1:-1].strip()
    folded = text.casefold()
    for minus in MINUS:
        if folded.startswith(minus):
            return -1, text[len(minus) :].strip()
        if folded.endswith(minus):
            return -1, text[: -len(minus)].strip()
    return 1, text.removeprefix("+").strip()
