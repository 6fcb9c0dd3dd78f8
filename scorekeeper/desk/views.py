"""One box for the people, evenings, tournaments and tables of a club."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Membership
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.common.navigation import page_of
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.desk.selectors import GROUPS, actors, entries, lines, log_out, search


def at_desk(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club. The private club of a guest sheet has no desk.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    return here


# The journal of a club: what those who run it did, for all its members.

A_PAGE = 50
MOST_LINES = 10_000  # of a file


@require_safe
@login_required
def club_log(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """All of it or what is asked for, the newest first."""
    here = at_desk(request, club_id)
    club = here.club
    group, by = request.GET.get("what", ""), request.GET.get("who", "")
    people = actors(club)
    who = next((person.pk for person in people if str(person.pk) == by), None)
    if file := asked_file(
        request, {"log": lambda: log_out(club, lines(entries(club, here.role, group, who)[:MOST_LINES]))}, table, kind
    ):
        return file
    shown = page_of(entries(club, here.role, group, who), request.GET.get("page"), A_PAGE)
    page = {
        "club": club,
        "page": shown,
        "lines": lines(shown),
        "groups": GROUPS,
        "group": group,
        "people": people,
        "who": who,
    }
    return render(request, "desk/club_log.html", page)


@require_safe
@login_required
def club_search(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    club = at_desk(request, club_id).club
    wanted = tidied(request.GET.get("q", "")[: 4 * LONGEST])[:LONGEST]
    page = {"club": club, "wanted": wanted, "found": search(club, wanted) if wanted else None}
    return render(request, "desk/club_search.html", page)
