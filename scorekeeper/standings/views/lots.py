"""Lots between those who are equal in everything."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.standings.forms import LotForm
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors.lots import equals
from scorekeeper.standings.selectors.table import Line, lines
from scorekeeper.standings.services import draw_lot
from scorekeeper.standings.tables_out import equals_table
from scorekeeper.standings.views.seasons import season_of


@login_required
def lots_files(request: AuthedRequest, season_id: UUID, table: str, kind: str) -> HttpResponse:
    """Each group of equals as a file."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    tables = {f"rank-{rows[0].rank}": partial(equals_table, season, rows[0].rank, rows) for rows in _equals(season)}
    return file_of(request, tables, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@with_files(lots_files)
def season_lots(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Who shares a rank, and a button for each of these groups."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = LotForm(request.POST or None)
    if form.does(draw_lot, competition=season, by=request.user):
        messages.success(request, _("The lots are drawn. The seed stands in what directors did."))
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, "form": form, "groups": _groups(season)}
    return render(request, "standings/lots.html", page, status=422 if form.errors else 200)


def _groups(season: Competition) -> list[dict[str, Any]]:
    """Those who share a rank; the key of each is new with the page."""
    return [
        {
            "rank": rows[0].rank,
            "rows": rows,
            "table": equals_table(season, rows[0].rank, rows),
            "among": " ".join(str(row.row.player_id) for row in rows),
            "key": uuid4(),
        }
        for rows in _equals(season)
    ]


def _equals(season: Competition) -> list[list[Ranked[Line]]]:
    return equals(lines(season, official=False))
