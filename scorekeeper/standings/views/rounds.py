"""Rank over rounds: a chart, and the same as a table."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.rounds import ALL_ROUNDS, MOST_ROUNDS, Rounds, rounds
from scorekeeper.standings.tables_out import rounds_table
from scorekeeper.standings.views.seasons import season_of


@login_required
def rounds_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """The ranks after each evening as a file."""
    season, _role = season_of(request, season_id)
    return file_of(request, {"ranks": lambda: rounds_table(season, _rounds(request, season)[0])}, table, kind)


@login_required
@with_files(rounds_files)
def season_rounds(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who stood where after each evening: those who lead, the reader, and whoever `?player=` asks for."""
    season, _role = season_of(request, season_id)
    found, first = _rounds(request, season)
    page = {
        "club": season.club,
        "season": season,
        "rounds": found,
        "chart": found.chart(first),
        "ranks": rounds_table(season, found, first),
        "more": found.is_cut and _most(request) < ALL_ROUNDS,
    }
    return render(request, "standings/season_rounds.html", page)


def _rounds(request: AuthedRequest, season: Competition) -> tuple[Rounds, UUID | None]:
    """What the page shows, and whose line is drawn first."""
    mine = Player.objects.filter(club=season.club_id, user=request.user, merged_into=None).first()
    asked = uuid_in(request.GET.get("player", ""))
    people = [pk for pk in (asked, mine.pk if mine else None) if pk]
    official = request.GET.get("count") == "official"
    found = rounds(season, official=official, wanted=people, most=_most(request))
    return found, asked or (mine.pk if mine else None)


def _most(request: AuthedRequest) -> int:
    """How many evenings at most: `?evenings=all` asks for those the page does not begin with."""
    return ALL_ROUNDS if request.GET.get("evenings") == "all" else MOST_ROUNDS
