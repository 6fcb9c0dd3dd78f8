"""Rank over rounds: a chart, and the same as a table."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.tables_out import answer, wanted
from scorekeeper.standings.selectors.rounds import rounds
from scorekeeper.standings.tables_out import rounds_out
from scorekeeper.standings.views.seasons import season_of


@login_required
def season_rounds(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who stood where after each evening: those who lead, the reader, and whoever `?player=` asks for."""
    season, _role = season_of(request, season_id)
    mine = Player.objects.filter(club=season.club_id, user=request.user, merged_into=None).first()
    asked = _asked(request)
    people = [pk for pk in (asked, mine.pk if mine else None) if pk]
    found = rounds(season, official=request.GET.get("count") == "official", wanted=people)
    if form := wanted(request):
        return answer(rounds_out(season, found), form)
    first = asked or (mine.pk if mine else None)
    page = {"club": season.club, "season": season, "rounds": found, "chart": found.chart(first), "first": first}
    return render(request, "standings/season_rounds.html", page)


def _asked(request: AuthedRequest) -> UUID | None:
    try:
        return UUID(request.GET.get("player", ""))
    except ValueError:
        return None
