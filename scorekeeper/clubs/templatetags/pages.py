"""What pages ask of clubs: whether a link to a player's page, the records or the ratings would be refused, so that it
is not shown; and the reader's clock, for pages and mails of no club."""

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import template
from django.template import RequestContext

from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import clock_of
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import shows_pages

register = template.Library()


@register.simple_tag(takes_context=True)
def pages_shown(context: RequestContext, club: Club, player: UUID | None = None) -> bool:
    """Whether the reader may open the page of this player, or without one those of everybody. No statement where the
    club shows them to all members."""
    user: Any = context.get("user")
    return bool(user and user.is_authenticated) and shows_pages(club, user, of=player)


@register.filter
def time_zone(user: User) -> ZoneInfo:
    """The time zone of this person. One statement: a list asks once, and sets its clock by `{% timezone %}`."""
    return clock_of(user)
