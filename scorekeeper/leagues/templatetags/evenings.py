"""What the first page and the page of a club ask of evenings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import Exists, OuterRef
from django.template import RequestContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.models import Club, Membership, Player, acting_role
from scorekeeper.clubs.policies import can_direct
from scorekeeper.leagues.evenings.reads import today_in
from scorekeeper.leagues.models import Evening
from scorekeeper.play.models import Sitting

register = template.Library()


@register.simple_tag(takes_context=True)
def evenings_today(context: RequestContext, club: Club | None = None) -> Sequence[Evening]:
    """Those of this club, or of the clubs that the reader belongs to."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated:
        return []
    clubs = Club.objects.filter(pk=club.pk) if club else Club.objects.visible_to(user).filter(closed_at=None)
    return today_in(clubs, timezone.now())


@dataclass(frozen=True, slots=True)
class Step:
    """One of the first things to do in a new club."""

    title: str
    about: str
    url: str
    is_done: bool


@register.simple_tag(takes_context=True)
def first_steps(context: RequestContext, club: Club | None) -> Sequence[Step]:
    """People, a table, an evening: for who directs a club in which one of them is still to be done and no sheet is
    closed. Nothing for everybody else. One statement."""
    user: Any = context.get("user")
    if not user or not user.is_authenticated or not club or club.is_closed:
        return []
    sheets = Sitting.objects.filter(club=OuterRef("club"))
    found = (
        Membership.objects.filter(user=user, club=club)
        .annotate(acting=acting_role())
        .values_list(
            "acting",
            Exists(Player.objects.people().filter(club=OuterRef("club")).exclude(user=user)),
            Exists(sheets),
            Exists(Evening.objects.filter(club=OuterRef("club"))),
            Exists(sheets.filter(closed_at__isnull=False)),
        )
        .first()
    )
    if found is None:
        return []
    role, people, table, evening, is_settled = found
    if is_settled or not can_direct(role) or (people and table and evening):
        return []
    done = pgettext("a step of setting up a club", "Done")
    steps = (
        (_("Add the people"), _("Who plays with you, members and guests"), "person_new", people),
        (_("Open a table"), _("Record the first hand together"), "game_choose", table),
        (_("Plan an evening"), _("A day, a place, a game: members can sign up"), "evening_choose", evening),
    )
    return [
        Step(title, done if is_done else about, reverse(name, args=[club.pk]), is_done)
        for title, about, name, is_done in steps
    ]
