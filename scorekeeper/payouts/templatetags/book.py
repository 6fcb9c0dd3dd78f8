"""What the pages of the money book say of an entry: the words of the treasurer."""

from django import template

from games.core.units import InUnits
from scorekeeper.payouts import words
from scorekeeper.payouts.models import Leg

register = template.Library()


@register.filter
def moved_here(leg: Leg, unit: InUnits) -> str:
    """What it moves, on a page of this account alone: "owes 10.00 € for the entry"."""
    return words.moved(leg, unit, named=False)


@register.filter
def rounded(units: int, unit: InUnits) -> str:
    """What somebody gains or gives by rounding: "gains 0.02 €"."""
    return words.rounded(units, unit)


@register.filter
def stands(units: int, unit: InUnits) -> str:
    """Where an account stands: "owes 12.00 €"."""
    return words.stands(units, unit)
