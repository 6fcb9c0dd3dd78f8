"""The pages of a season: its standings, and why somebody stands where they do."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.texts import translated
from scorekeeper.standings.forms import SeasonForm
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors import Counting, Why, evenings, table, why
from scorekeeper.standings.services import end_season, open_season


@login_required
def season_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The seasons of a club, newest first."""
    here = enter_club(request, club_id)
    seasons = Competition.objects.filter(club=here.club).order_by("-created_at", "-pk")
    page = {
        "club": here.club,
        "running": [season for season in seasons if season.ended_at is None],
        "ended": [season for season in seasons if season.ended_at],
        "directs": can_direct(here.role),
    }
    return render(request, "standings/season_list.html", page)


@login_required
def season_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    form = SeasonForm(request.POST or None, initial={"counting": "skat:seeger_fabian"})
    if request.method == "POST" and form.is_valid():
        game, system = form.split()
        try:
            season = open_season(
                club=here.club,
                by=request.user,
                name=form.cleaned_data["name"],
                game=game,
                system=system,
                now=timezone.now(),
            )
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("season_detail", season.pk)
    page = {"club": here.club, "form": form}
    return render(request, "standings/season_form.html", page, status=422 if form.errors else 200)


@login_required
def season_detail(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """The standings; `?count=official` counts sealed sheets only, `?why=PLAYER` opens a row."""
    season = get_object_or_404(Competition.objects.select_related("club"), pk=season_id)
    here = enter_club(request, season.club_id)
    official = request.GET.get("count") == "official"
    rows = table(season, official=official)
    page = {
        "club": here.club,
        "season": season,
        "system": season.rules.system_titles[season.system],
        "official": official,
        "now": timezone.now(),
        "directs": can_direct(here.role),
        "heads": [season.rules.measure_titles[measure] for measure, _sign in season.rules.ranking],
        **_rows(season, rows, official=official, opened=_opened(request, season, rows, official=official)),
    }
    return render(request, "standings/season_detail.html", page)


@login_required
@require_POST
def season_end(request: AuthedRequest, season_id: UUID) -> HttpResponse:
    """No new sheet can count for it."""
    season = get_object_or_404(Competition.objects.select_related("club"), pk=season_id)
    enter_club(request, season.club_id)
    end_season(competition=season, by=request.user, now=timezone.now())
    messages.success(request, _("The season has ended. Its standings stay."))
    return redirect("season_detail", season.pk)


def _opened(request: AuthedRequest, season: Competition, rows: Any, *, official: bool) -> Why | None:
    try:
        player = UUID(request.GET.get("why", ""))
    except ValueError:
        return None
    return why(season, rows, player, official=official)


def _rows(season: Competition, rows: Any, *, official: bool, opened: Why | None) -> dict[str, Any]:
    """The table as the template writes it."""
    counting, columns = Counting(official), evenings(season, official=official)
    written = []
    for row in rows:
        standing = row.row
        measures, of_player = counting.measures(standing), columns.cells.get(standing.player_id, {})
        written.append(
            {
                "rank": row.rank,
                "player": standing.player,
                "points": counting.points(standing),
                "sources": counting.sources(standing),
                "is_sealed": official or standing.sources == standing.official_sources,
                "ties": [measures.get(measure, 0) for measure, _sign in season.rules.ranking],
                "cells": [of_player.get(day) for day in columns.days],
                "why": opened if opened and opened.found.row.pk == standing.pk else None,
                "decision": _decision(season, opened, counting)
                if opened and opened.found.row.pk == standing.pk
                else "",
            }
        )
    return {"rows": written, "days": columns.days, "unsigned": not all(row["is_sealed"] for row in written)}


def _decision(season: Competition, opened: Why | None, counting: Counting) -> str:
    """What put the row behind the one above, in a sentence."""
    if opened is None or opened.above is None:
        return ""
    mine, above = opened.found.row, opened.above.row
    name, decided = above.player.name, opened.found.decided_by
    if decided is None:
        return _("Equal with {name} in everything that counts: they share the rank.").format(name=name)
    if not decided:
        gap = counting.points(above) - counting.points(mine)
        return _("{gap} points behind {name}.").format(gap=gap, name=name)
    return _("Equal with {name} on points. The season then looks at “{measure}”: {theirs} to {mine}.").format(
        name=name,
        measure=translated(season.rules.measure_titles[decided]),
        theirs=counting.measures(above).get(decided, 0),
        mine=counting.measures(mine).get(decided, 0),
    )
