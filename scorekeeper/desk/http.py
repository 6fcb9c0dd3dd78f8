"""How a page of the desk comes to its club."""

from uuid import UUID

from django.http import Http404

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership


def at_desk(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club. The private club of a guest sheet has no desk.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    return here
