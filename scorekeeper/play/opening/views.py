"""Open a table, in a club or without any: choose the game, then who sits there and the rules."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import enter_club, use_time_of
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_open_tables, role_in
from scorekeeper.common.addresses import seconds_to_wait
from scorekeeper.common.errors import require
from scorekeeper.common.names import TABLE, default_words
from scorekeeper.common.views import too_many_tries
from scorekeeper.languages.cities import known_zones
from scorekeeper.play.actors import remember, tables_in_hand
from scorekeeper.play.models import Sitting
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.forms import OpeningForm, guest_form, opening_form
from scorekeeper.play.opening.reads import played_lately
from scorekeeper.play.opening.slots import unnamed
from scorekeeper.play.rulebook.views import game_or_404


@require_safe
@login_required
def game_choose(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Which game is played at the new table; the club's usual one first."""
    here = enter_club(request, club_id)
    require(can_open_tables(here.role))
    page = {"club": here.club, "games": offers(played_lately(here.club))}
    return render(request, "play/game_choose.html", page)


@require_safe
def guest_game_choose(request: HttpRequest) -> HttpResponse:
    """Which game is played at a table without an account."""
    return render(request, "play/game_choose.html", {"games": offers()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sitting_new(request: HttpRequest, club_id: UUID, game: str) -> HttpResponse:
    """A table in a club whose member this is."""
    user, played = request.user, game_or_404(game)
    if not isinstance(user, User):
        return redirect("account_login")
    club = get_object_or_404(Club.objects.visible_to(user), pk=club_id)
    require(can_open_tables(role_in(user, club)))
    use_time_of(club)
    form = opening_form(played, club, user, request.POST)
    if request.method == "POST" and not form.act() and (sitting := form.open(user, timezone.now())):
        return redirect("sitting_detail", sitting.pk)
    # Table 1, 2, ... of those still open
    number = Sitting.objects.filter(club=club, closed_at=None).count() + 1
    return _page(request, form, club=club, suggested=default_words(TABLE, number=number))


@require_http_methods(["GET", "HEAD", "POST"])
def guest_table_new(request: HttpRequest, game: str) -> HttpResponse:
    """A table at once, without an account: this phone keeps it. Where only the number of `players` is said, their
    names are written down later."""
    played = game_or_404(game)
    data: QueryDict = request.POST
    if (size := data.get("players", "")).isdecimal() and len(size) < 3:
        data = unnamed(played, data, int(size))
    form = guest_form(played, tables_in_hand(request), data)
    if request.method == "POST" and not form.act():
        if wait := seconds_to_wait(request, "guest-tables", settings.SCOREKEEPER_GUEST_TABLES, 3600):
            return too_many_tries(request, _("Too many tables were started from here. Try again in an hour."), wait)
        zone = request.POST.get("time_zone", "")
        opened = form.start(zone if zone in known_zones() else "UTC", timezone.now())
        if opened:
            sitting, device = opened
            response = redirect("sitting_detail", sitting.pk)
            remember(request, response, device)
            return response
    return _page(request, form)


def _page(request: HttpRequest, form: OpeningForm, **more: Any) -> HttpResponse:
    """The form; 422 where something is wrong or has to be asked."""
    wrong = bool(form.problems) or any(slot.asks for slot in form.slots)
    piece = getattr(request, "htmx", False)
    template = "play/_opening.html" if piece else "play/sitting_new.html"
    folder = f"games/{form.game.name}"
    templates = {
        "asked_template": f"{folder}/_asked.html",
        "agreed_template": (f"{folder}/_agreed.html", "games/_agreed.html"),
    }
    context = {"form": form, **templates, **more}
    return render(request, template, context, status=422 if wrong else 200)
