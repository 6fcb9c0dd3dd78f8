"""Sentences of the games in the reader's language, with the names of people in the places of seats."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.core.text import SeatName, Text


def translated(text: Text, names: Mapping[int, str] | None = None) -> str:
    """The sentence, translated; `names` puts a person's name where the game knows only a seat."""
    values = {key: _value(value, names or {}) for key, value in text.values.items()}
    return gettext(text.template).format(**values) if text.template else ""


def _value(value: Any, names: Mapping[int, str]) -> Any:
    match value:
        case SeatName(seat=seat):
            return names.get(seat) or gettext("Seat {number}").format(number=seat + 1)
        case Text():
            return translated(value, names)
        case int() if value < 0:
            return f"\N{MINUS SIGN}{-value}"
    return value
