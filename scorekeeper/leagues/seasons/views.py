"""End a season, or open it again: what that means for its evenings and sheets stands on the page before it is done."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.policies import can_direct, can_end_seasons
from scorekeeper.common.doing import done
from scorekeeper.common.errors import require
from scorekeeper.leagues.seasons.reads import named_apart, waiting_of
from scorekeeper.payouts.pools.reads import is_awarded
from scorekeeper.play.closing.services import count_late, late_moves
from scorekeeper.standings.forms import LateForm, ReopenForm
from scorekeeper.standings.selectors.seasons import late_sheets
from scorekeeper.standings.selectors.standing import moves_table
from scorekeeper.standings.services import end_season, reopen_season
from scorekeeper.standings.views import season_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_end(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """No new sheet can count for it then; the page lists what will not count and what is still open."""
    season, role = season_of(request, season_id)
    require(can_end_seasons(role))
    if request.method == "POST":
        end_season(competition=season, by=request.user, now=timezone.now())
        messages.success(request, _("The season has ended. Its standings are final."))
        return redirect("season_detail", season.pk)
    if season.ended_at:
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, **waiting_of(season).page()}
    return render(request, "leagues/season_end.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_reopen(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Sheets can count for it again, with a reason; the page lists which evenings will, and which sheets did not."""
    season, role = season_of(request, season_id)
    require(can_end_seasons(role))
    if not season.ended_at:
        return redirect("season_detail", season.pk)
    form = ReopenForm(request.POST or None)
    if form.does(reopen_season, competition=season, by=request.user):
        messages.success(request, _("The season is open again. New sheets can count for it."))
        return redirect("season_detail", season.pk)
    page = {"club": season.club, "season": season, "form": form, **waiting_of(season).page()}
    page["awarded"] = is_awarded(season)
    return render(request, "leagues/season_reopen.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_late(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """Count sheets in that were opened while the season had ended; what they move is shown before it is done."""
    season, role = season_of(request, season_id)
    require(can_direct(role))
    sheets = late_sheets(season)
    offered = named_apart(sheets)
    form = LateForm(request.POST or None, sheets=offered)
    page: dict[str, Any] = {"club": season.club, "season": season, "form": form, "any": bool(offered)}

    def count() -> None:
        chosen, key = form.cleaned_data["sheets"], form.cleaned_data["key"]
        count_late(competition=season, by=request.user, sheets=chosen, key=key, now=timezone.now())

    def show_moves() -> None:
        moves = late_moves(season, sheets.filter(pk__in=form.cleaned_data["sheets"]))
        page.update(moves=moves_table(season, moves) if moves else None, is_shown=True)

    if request.method == "POST" and "save" in request.POST:
        if done(form, count):
            messages.success(request, _("These sheets count from now on."))
            return redirect("season_detail", season.pk)
    elif request.method == "POST":
        done(form, show_moves)
    return render(request, "leagues/season_late.html", page, status=422 if form.errors else 200)
