"""What the pages of the money book say of an entry: the words of the treasurer."""

from django import template

from games.core.amounts import InUnits
from scorekeeper.payouts import words

register = template.Library()


@register.filter
def rounded(units: int, unit: InUnits) -> str:
    """What somebody gains or gives by rounding: "gains 0.02 €"."""
    return words.rounded(units, unit)


@register.filter
def stands(units: int, unit: InUnits) -> str:
    """Where an account stands: "owes 12.00 €"."""
    return words.stands(units, unit)
