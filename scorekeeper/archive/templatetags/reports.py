from django import template

from scorekeeper.archive.trf.report import can_report
from scorekeeper.tournaments.models import Stage

register = template.Library()


@register.filter
def has_report(stage: Stage) -> bool:
    """Whether there is a report of the stage in FIDE's format."""
    return can_report(stage)
