"""One box for the people, evenings, tournaments and tables of a club."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.desk.http import at_desk
from scorekeeper.desk.selectors.search import search


@require_safe
@login_required
def club_search(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    club = at_desk(request, club_id).club
    wanted = tidied(request.GET.get("q", "")[: 4 * LONGEST])[:LONGEST]
    page = {"club": club, "wanted": wanted, "found": search(club, wanted) if wanted else None}
    return render(request, "desk/club_search.html", page)
