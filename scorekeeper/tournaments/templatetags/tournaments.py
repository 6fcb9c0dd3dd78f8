"""What templates of tournaments say in words."""

from django import template

from games.core.units import InUnits
from scorekeeper.common.texts import amount_figure
from scorekeeper.tournaments.models import RoundPlace
from scorekeeper.tournaments.selectors.tables import name_of

register = template.Library()


@register.filter
def who(place: RoundPlace) -> str:
    """Who has this place."""
    return name_of(place)


@register.filter
def reckoned(amount: int | str, unit: InUnits) -> str:
    """A figure in its unit, or as it is said already."""
    return amount if isinstance(amount, str) else amount_figure(amount, unit)
