"""What templates of tournaments say in words."""

from django import template

from games.core.amounts import InUnits
from scorekeeper.common.texts import amount_figure, isolated
from scorekeeper.tournaments.models import RoundPlace, Stage
from scorekeeper.tournaments.rounds.units import name_of
from scorekeeper.tournaments.words import stage_title

register = template.Library()


@register.filter
def who(place: RoundPlace) -> str:
    """Who has this place."""
    return name_of(place)


@register.filter
def stage_name(stage: Stage) -> str:
    """What the rounds of a stage are called by; empty for one that has no name and none before it."""
    return isolated(stage_title(stage)) if stage.name or stage.number > 1 else ""


@register.filter
def reckoned(amount: int | str, unit: InUnits) -> str:
    """A figure in its unit, or as it is said already."""
    return amount if isinstance(amount, str) else amount_figure(amount, unit)
