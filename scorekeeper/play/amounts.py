"""Amounts as people write them, and as the rules count them: whole numbers of the smallest unit."""

import re

from django.utils.formats import get_format
from django.utils.translation import gettext_noop

from games.core.text import Text

WRITTEN = re.compile(r"([0-9]+)|([0-9]*)[.,]([0-9]+)")
MOST_FIGURES = 12  # before the point

_NONSENSE = gettext_noop("This is not an amount. Write a number.")
_NONSENSE_WITH_DECIMALS = gettext_noop("This is not an amount. Write it like 0.50.")
_WHOLE = gettext_noop("This table plays for whole amounts. Write a number without decimals, or choose two decimals.")
_TOO_LARGE = gettext_noop("This amount is too large. Write at most twelve digits before the point.")
_TOO_FINE = gettext_noop("Write at most two digits after the point.")


class NotAnAmount(ValueError):
    """A text that is no amount; `message` says what to write."""

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.message = Text(template)


def smallest(text: str, decimals: int) -> int:
    """What an amount is in the smallest unit; with two decimals "0.50", "0,5" and ".5" are 50.

    Raises:
        NotAnAmount: no number, a number that is too large, or more decimals than there are.
    """
    found = WRITTEN.fullmatch(text.strip())
    if not found:
        raise NotAnAmount(_NONSENSE_WITH_DECIMALS if decimals else _NONSENSE)
    number, whole, part = found.groups()
    if len(number or whole or "") > MOST_FIGURES:
        raise NotAnAmount(_TOO_LARGE)
    if part and not decimals:
        raise NotAnAmount(_WHOLE)
    if part and len(part) > decimals:
        raise NotAnAmount(_TOO_FINE)
    scale: int = 10**decimals
    return int(number or whole or 0) * scale + int((part or "").ljust(decimals, "0") or 0)


def written(amount: int, decimals: int) -> str:
    """An amount as `smallest` reads it again, with the comma or the point of the reader's language."""
    if not decimals:
        return str(amount)
    whole, part = divmod(amount, 10**decimals)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{part:0{decimals}}"
