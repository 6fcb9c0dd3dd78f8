"""The games of an evening: add another one, change what it is played by, take it out."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common import refusals
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.leagues.evenings.forms import GameForm
from scorekeeper.leagues.evenings.games import add_game, change_game, remove_game
from scorekeeper.leagues.evenings.here import Here, at_evening
from scorekeeper.leagues.evenings.views import game_named
from scorekeeper.leagues.models import EveningGame
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.reads import played_lately


@require_safe
@login_required
def evening_games(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Which game is added; those that the evening has already are not offered."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    there = {one.game for one in here.evening.line_up}
    offered = [one for one in offers(played_lately(here.membership.club)) if one.name not in there]
    return here.show("leagues/evening_games.html", games=offered)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_game_add(request: AuthedRequest, evening_id: UUID, game: str) -> HttpResponse:
    """Add this game."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    data = request.POST if request.method == "POST" else None
    form = GameForm(data, club=here.membership.club, game=game_named(game), evening=here.evening)
    if form.is_valid():
        plan, wanted = form.game_plan(), form.wanted()
        try:
            add_game(evening_id=evening_id, by=request.user, plan=plan, seasons=wanted, now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            messages.success(request, _("The game is added."))
            return redirect("evening_detail", evening_id)
    return _form(here, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_game(request: AuthedRequest, evening_id: UUID, game_id: UUID) -> HttpResponse:
    """Say otherwise what a game is played by."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    played = _game(here, game_id)
    data = request.POST if request.method == "POST" else None
    form = GameForm(data, club=here.membership.club, game=played.plays, evening=here.evening, played=played)
    if form.is_valid():
        plan = form.game_plan()
        try:
            change_game(evening_id=evening_id, game_id=game_id, by=request.user, plan=plan, now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            messages.success(request, _("The evening is changed."))
            return redirect("evening_edit", evening_id)
    return _form(here, form)


@require_POST
@login_required
def evening_game_remove(request: AuthedRequest, evening_id: UUID, game_id: UUID) -> HttpResponse:
    """Take a game out of the evening."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    played = _game(here, game_id)
    problem = not_done(lambda: remove_game(evening_id=evening_id, game_id=game_id, by=request.user, now=timezone.now()))
    if problem:
        return _form(here, GameForm(None, club=here.membership.club, game=played.plays, played=played), problem)
    messages.success(request, _("The game is taken out."))
    return redirect("evening_edit", evening_id)


def _form(here: Here, form: GameForm, problem: NotDone | None = None) -> HttpResponse:
    page = {
        "club": here.membership.club,
        "evening": here.evening,
        "form": form,
        "problem": problem.text if problem else "",
        "is_drawn": bool(form.played and form.played.draws.filter(published_at__isnull=False).exists()),
    }
    status = problem.status if problem else 422 if form.errors else 200
    return render(here.request, "leagues/evening_game.html", page, status=status)


def _game(here: Here, game_id: UUID) -> EveningGame:
    """Raises Http404: the evening has no such game."""
    for one in here.evening.line_up:
        if one.pk == game_id:
            return one
    raise Http404
