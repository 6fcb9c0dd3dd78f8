"""How a page comes to its club."""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils import timezone

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Club, Membership, Role


def enter_club(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club, with the club; from here on times are the club's.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    here = Membership.objects.select_related("club").filter(club=club_id, user=request.user.pk).first()
    if here is None:
        raise Http404
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


def use_time_of(club: Club) -> None:
    """Show times by the club's clock for the rest of this request."""
    timezone.activate(ZoneInfo(club.time_zone))
