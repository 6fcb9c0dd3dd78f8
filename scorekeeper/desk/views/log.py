"""The journal of a club: what those who run it did, for all its members."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.paging import page_of
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.desk.http import at_desk
from scorekeeper.desk.selectors.files import log_out
from scorekeeper.desk.selectors.log import actors, entries, lines
from scorekeeper.desk.words import GROUPS

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
