"""What templates of draws say in words."""

from django import template

from scorekeeper.common.texts import isolated
from scorekeeper.draws.models import BasePlace
from scorekeeper.draws.selectors.why import ExplainedDraw

register = template.Library()


@register.filter
def of(place: BasePlace, draw: ExplainedDraw) -> str:
    """Who has this place of a draw."""
    return isolated(draw.names[place.key])
