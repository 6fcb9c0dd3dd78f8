"""What directors did to a season: its bonuses and penalties, lots, other settings, its end."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.standings.forms import BonusForm, LotForm, SeasonBackForm
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors.seasons import log_of
from scorekeeper.standings.selectors.table import Line, equals, lines, lots_of
from scorekeeper.standings.services import draw_lot, give_bonus, take_back_bonus
from scorekeeper.standings.tables_out import equals_table
from scorekeeper.standings.views.seasons import names_of, season_of
from scorekeeper.standings.words import change_words


@login_required
def season_log(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Everything directors did to the season, newest first."""
    season, role = season_of(request, season_id)
    acts = list(log_of(season))
    lots = lots_of(lines(season, official=False)) if any(act.kind == SeasonAct.Kind.LOT for act in acts) else []
    shown = {lot.drawn.act: lot for lot in lots}
    page = {
        "club": season.club,
        "season": season,
        "acts": [(act, change_words(season, act), shown.get(act)) for act in acts],
        "directs": can_direct(role) and not season.ended_at,
    }
    return render(request, "standings/season_log.html", page)


@login_required
def bonus_new(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Give a bonus or a penalty."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = BonusForm(request.POST or None, season=season, people=names_of(season))
    if form.does(give_bonus, competition=season, by=request.user):
        messages.success(request, _("The bonus or penalty counts from now on."))
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, "form": form}
    return render(request, "standings/bonus_form.html", page, status=422 if form.errors else 200)


@login_required
def bonus_take_back(request: AuthedRequest, season_id: UUID, act_id: UUID) -> HttpResponse:
    """Take a bonus, a penalty or a lot back, with a reason."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    act = get_object_or_404(
        SeasonAct.objects.select_related("competition", "player"),
        competition=season,
        pk=act_id,
        kind__in=[SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT],
    )
    form = SeasonBackForm(request.POST or None)
    if form.does(take_back_bonus, season_act=act, by=request.user):
        messages.success(request, _("Taken back. The standings are up to date."))
        return redirect("season_log", season.pk)
    page = {"club": season.club, "season": season, "act": act, "form": form}
    return render(request, "standings/bonus_take_back.html", page, status=422 if form.errors else 200)


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
        messages.success(request, _("The lots are drawn. The seed is in the season’s log."))
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
