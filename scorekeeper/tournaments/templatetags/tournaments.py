"""What templates of tournaments say in words."""

from django import template

from scorekeeper.tournaments.models import RoundPlace
from scorekeeper.tournaments.selectors.tables import name_of

register = template.Library()


@register.filter
def who(place: RoundPlace) -> str:
    """Who has this place."""
    return name_of(place)
