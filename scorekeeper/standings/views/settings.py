"""Open a season, copy one, and change what counts for it while it runs."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

import games
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.standings.forms import FIRST, SeasonChangeForm, SeasonForm, filled, ways
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.table import newest_game
from scorekeeper.standings.services import change_season, open_season, preview_change
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
    if season := form.does(open_season, club=here.club, by=request.user):
        return redirect("season_detail", season.pk)
    page = {"club": here.club, "form": form, "like": like}
    return render(request, "standings/season_form.html", page, status=422 if form.errors else 200)


@login_required
def season_change(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Other settings; what they move is shown before they are saved."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    form = SeasonChangeForm(request.POST or None, season=season)
    page: dict[str, Any] = {"club": season.club, "season": season, "form": form}
    if "save" in request.POST:
        if form.does(change_season, competition=season, by=request.user):
            messages.success(request, _("The season has been changed."))
            return redirect("season_detail", season.pk)
    else:
        moves = form.previews(partial(preview_change, competition=season, by=request.user))
        page |= {"moves": moves_table(season, moves) if moves else None, "is_shown": moves is not None}
    return render(request, "standings/season_change.html", page, status=422 if form.errors else 200)


def _like(request: AuthedRequest, club: Club) -> Competition | None:
    like = uuid_in(request.GET.get("like", ""))
    return Competition.objects.filter(club=club, pk=like).first() if like else None


def _usual(club: Club) -> str:
    """The usual way to count what the club has played last; nothing where it has not played yet."""
    newest = newest_game(club)
    return ways(games.game(newest))[0][0] if newest else ""
