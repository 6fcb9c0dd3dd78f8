"""Sentences of the games in the reader's language, with the names of people in the places of seats."""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, Final
from unicodedata import bidirectional

from django.contrib.humanize.templatetags import humanize
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext, gettext_lazy, npgettext, pgettext

import games
from games.core.settling import InUnits
from games.core.text import Amount, SeatName, Text, context_of

MINUS = "\N{MINUS SIGN}"
HELD: Final = gettext_lazy("Held until the ceremony.")
"""What stands where somebody may not read a result or a standing yet."""
POINTS = InUnits()
TEN: Final = 10


class Names(dict[int, str]):
    """Who holds each seat, for the sentences of one sitting, and the unit its amounts are in.

    Isolated: a name that is written from right to left turns no figure round that stands beside it.
    """

    def __init__(self, names: Mapping[int, str], unit: InUnits = POINTS) -> None:
        super().__init__({seat: isolated(name) for seat, name in names.items()})
        self.unit = unit


def isolated(name: str) -> str:
    """A name that is written from right to left, so marked that no figure beside it is drawn into its order."""
    is_from_right = any(bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_from_right else name


def in_language(marked: str) -> str:
    """A message that was marked elsewhere, in the reader's language and in the context it was marked in."""
    context = context_of(marked)
    return gettext(marked) if context is None else pgettext(context, marked)


OWN_RULES: Final = "Own rules"
ADDED: Final = re.compile(r"(?P<name>.+), (?:with changes|(?P<hands>\d{1,4}) hands?)")
"""What is added to the name of rules that are not quite what it says."""


def rules_title(name: str) -> str:
    """What rules are called. Names that are ours are kept in English, so that each reader gets them in their language:
    the title of a preset, `OWN_RULES`, and what `ADDED` adds. A name that somebody gave stays as it is."""
    if name == OWN_RULES:
        return pgettext("note", "Own rules")
    if title := _preset_titles().get(name):
        return translated(title)
    if not (added := ADDED.fullmatch(name)):
        return isolated(name)
    title_before = rules_title(added["name"])
    if added["hands"] is None:
        return gettext("{name}, with changes").format(name=title_before)
    hands = int(added["hands"])
    return title_before + npgettext("note", ", {number} hand", ", {number} hands", hands).format(number=hands)


@cache
def _preset_titles() -> dict[str, Text]:
    return {str(preset.title): preset.title for game in games.all_games().values() for preset in game.presets}


def translated(text: Text, names: Mapping[int, str] | None = None) -> str:
    """The sentence, translated; `names` puts a person's name where the game knows only a seat."""
    known = {} if names is None else names  # names of nobody still know a unit
    values = {key: _value(value, known) for key, value in text.values.items()}
    return in_language(text.template).format(**values) if text.template else ""


def _value(value: Any, names: Mapping[int, str]) -> Any:
    match value:
        case SeatName(seat=seat):
            return names.get(seat) or pgettext("note", "Seat {number}").format(number=seat + 1)
        case Text():
            return translated(value, names)
        case Amount(units=units):
            return amount_words(units, getattr(names, "unit", POINTS))
        case int() if value < 0:
            return signed(value)
        case str():  # a name, or what somebody typed
            return isolated(value)
    return value


NAMED_AFTER: Final = frozenset({
    "Bierlachs", "Buchholz", "Koya", "Leipzig", "Seeger", "Seeger-Fabian", "Sonneborn-Berger",
    "Бирлахс", "Бухгольц", "Зегер", "Зегер-Фабиан", "Зоннеборн-Бергер", "Койя", "Лейпциг",  # noqa: RUF001
})  # fmt: skip
"""People and places that a way to count is named after: their capital is their own."""
NO_NOUNS: Final = frozenset({
    "Alle", "Direkter", "Durch", "Eingepasst", "Erwischt", "Erzielte", "Gespielte", "Gewonnene", "Mittlere",
    "Unentschiedene", "Verlorene", "Wenigste",
})  # fmt: skip
"""What titles in German begin with that is no noun: inside a sentence it has no capital."""


def in_sentence(title: str) -> str:
    """A title as it is written inside a sentence, where the reader's language has no capital for it: "decided by games
    won"."""
    first = re.split(r"[ ,]", title, maxsplit=1)[0]
    if first in NAMED_AFTER or ((get_language() or "").startswith("de") and first not in NO_NOUNS):
        return title
    return title[:1].lower() + title[1:]


def signed(amount: int) -> str:
    """A figure with a true minus."""
    return f"{MINUS}{-amount}" if amount < 0 else str(amount)


def fraction_figure(amount: int | Fraction) -> str:
    """A figure that need not be whole, exactly: "7½", "−2 5/12"."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    sign = MINUS if amount < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = f"{rest.numerator}/{rest.denominator}"
    if part in VULGAR:
        return f"{sign}{whole or ''}{VULGAR[part]}"
    return f"{sign}{whole}\N{NO-BREAK SPACE}{part}" if whole else f"{sign}{part}"


def ordinal(number: int) -> str:
    """ "1st", "22nd", as the reader's language writes it. In Gujarati and Punjabi all above ten end alike."""
    if number > TEN and get_language() in {"gu", "pa"}:
        return str(humanize.ordinal(TEN)).replace(str(TEN), str(number))
    if get_language() == "es":
        return f"{number}.º"
    return str(humanize.ordinal(number))


def rank_words(rank: int) -> str:
    """A rank before a name, as a list of winners has it: "2.", "2.º" in Spanish, "2º" in Portuguese."""
    return ordinal(rank) if get_language() in {"es", "pt-br"} else f"{rank}."


ENDS: Final = (".", "\N{DEVANAGARI DANDA}")
"""What a sentence ends with, in some language."""


def stop_after(text: str) -> str:
    """The full stop that a sentence lacks, as the reader's language has it. Punjabi has a sign of its own."""
    return "" if text.endswith(ENDS) else pgettext("end of a sentence", ".")


def halves(amount: int) -> str:
    """Half points as people write them: 3 is 1½."""
    return fraction_figure(Fraction(amount, 2))


SIGN_FIRST = {"pt-br": "$\N{NO-BREAK SPACE}", "es": "$\N{NO-BREAK SPACE}", "pa": "₹", "gu": "₹"}
"""{language: the end of a sign that it writes before the figure, and what stands between them}; "R$" ends with "$"."""
VULGAR = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚"}


def amount_figure(units: int, unit: InUnits) -> str:
    """An amount without its label: "1.50", with a true minus."""
    if not unit.decimals:
        return signed(units)
    whole = number_format(Decimal(abs(units)).scaleb(-unit.decimals), decimal_pos=unit.decimals)
    return f"{MINUS}{whole}" if units < 0 else whole


def amount_words(units: int, unit: InUnits) -> str:
    """An amount with its label: "1.50 €", "R$ 1,50" as in Brazil, "₹1.50" as in India; of points the figure alone."""
    first = SIGN_FIRST.get(get_language() or "", "")
    if first and unit.unit.endswith(first[0]):
        return f"{MINUS if units < 0 else ''}{unit.unit}{first[1:]}{amount_figure(abs(units), unit)}"
    return f"{amount_figure(units, unit)}\N{NO-BREAK SPACE}{unit.unit}".rstrip()
