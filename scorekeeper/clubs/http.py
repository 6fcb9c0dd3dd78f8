"""How a page comes to its club, and somebody who is invited to it."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import F
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Role
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.addresses import public_address
from scorekeeper.common.logs import name_in_log
from scorekeeper.languages.spoken import use_words_of_club


def enter_club(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club, with the club; from here on times are the club's.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    try:
        here = membership_of(request.user, club_id)
    except Membership.DoesNotExist as missing:
        raise Http404 from missing
    use_time_of(here.club)
    if here.club.is_closed:
        here.role = Role.MEMBER  # of this copy: nobody is offered what nobody may
    return here


def enter_book(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club. The private club of a guest sheet has no book to look at.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    return here


def clock_of(user: User) -> ZoneInfo:
    """The time zone of what is of no club: of the reader's clubs that are open the one they have known longest."""
    mine = Membership.objects.filter(user=user, club__is_private=False).select_related("club")
    here = mine.order_by(F("club__closed_at").asc(nulls_first=True), "pk").first()
    return ZoneInfo(here.club.time_zone if here else settings.TIME_ZONE)


def use_time_of_reader(user: User) -> None:
    """Show times by the reader's clock for the rest of this request."""
    timezone.activate(clock_of(user))


def use_time_of(club: Club) -> None:
    """Show times by the club's clock for the rest of this request, and words in its language where the reader chose
    none; and name it in the log."""
    name_in_log(club=club.pk)
    use_words_of_club(club)
    timezone.activate(ZoneInfo(club.time_zone))


def invitation_link(request: HttpRequest | Request, secret: str) -> str:
    """The whole address behind which an invitation is accepted."""
    return public_address(request, reverse("invitation_accept", args=[secret]))
