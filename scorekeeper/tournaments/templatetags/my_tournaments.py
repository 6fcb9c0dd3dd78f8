"""The tournaments that the reader plays in right now, for the first page."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import RequestContext

from scorekeeper.tournaments.models import Entrant, Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def my_running(context: RequestContext) -> Sequence[Tournament]:
    """Those of the clubs the reader belongs to. One statement."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated:
        return []
    played = Entrant.objects.filter(state__in=(Entrant.State.ENTERED, Entrant.State.HERE))
    played = played.filter(players__player__user=user, players__is_active=True)
    found = Tournament.objects.filter(state=Tournament.State.RUNNING, pk__in=played.values("tournament"))
    return list(found.filter(club__closed_at=None, club__memberships__user=user).order_by("starts_at", "pk"))
