"""Open a season, copy one, and change what counts for it while it runs."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

import games
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common import refusals
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.standings.forms import FIRST, SeasonForm, filled, ways
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.moving import settings_moves
from scorekeeper.standings.selectors.table import newest_game
from scorekeeper.standings.services import change_season, considered, open_season_of
from scorekeeper.standings.tables_out import moves_table
from scorekeeper.standings.views.seasons import season_of


@login_required
def season_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """A new season; `?like=SEASON` starts with the settings of another one."""
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    like = _like(request, here.club)
    initial = {**filled(like), "name": ""} if like else {**FIRST, "counting": _usual(here.club)}
    form = SeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            season = open_season_of(
                club=here.club, by=request.user, first=form.split(), wanted=form.wanted(), now=timezone.now()
            )
        except Refused as refused:
            show(form, refused)
        else:
            return redirect("season_detail", season.pk)
    page = {"club": here.club, "form": form, "like": like}
    return render(request, "standings/season_form.html", page, status=422 if form.errors else 200)


@login_required
def season_change(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Other settings; what they move is shown before they are saved."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = SeasonForm(request.POST or None, season=season, initial=filled(season))
    page: dict[str, Any] = {"club": season.club, "season": season, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            if "save" in request.POST:
                change_season(competition=season, by=request.user, wanted=form.wanted(), now=timezone.now())
                messages.success(request, _("The season is changed."))
                return redirect("season_detail", season.pk)
            moves = settings_moves(season, considered(competition=season, wanted=form.wanted()))
            page["moves"] = moves_table(season, moves) if moves else None
            page["is_shown"] = True
        except Refused as refused:
            show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
    return render(request, "standings/season_change.html", page, status=422 if form.errors else 200)


FIELDS = {"best": "many", "drop": "many", "tie_breaks": "tie_1", "system": "counting", "game": "counting"}


def show(form: SeasonForm, refused: Refused) -> None:
    """What the service refused, at the field of the form that says it."""
    for problem in refused.problems:
        name = FIELDS.get(problem.field, problem.field).replace("factors.", "factor_")
        refusals.show_at(form, name, problem)


def _like(request: AuthedRequest, club: Club) -> Competition | None:
    try:
        return Competition.objects.filter(club=club, pk=UUID(request.GET.get("like", ""))).first()
    except ValueError:
        return None


def _usual(club: Club) -> str:
    """The usual way to count what the club has played last; nothing where it has not played yet."""
    newest = newest_game(club)
    return ways(games.game(newest))[0][0] if newest else ""
