"""The draw of an evening's tables: the draft with its reasons, changes by hand, opening all tables."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.core.units import unit_of_rules
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.draws.services.drafts import Seen
from scorekeeper.leagues.models import EveningGame
from scorekeeper.leagues.selectors.drafts import as_uuid, draft_of
from scorekeeper.leagues.selectors.history import busy_elsewhere, came_for, names_of
from scorekeeper.leagues.selectors.waiting import counted_for, will_count
from scorekeeper.leagues.services.drawing import draw_tables, publish_draw, swap_places
from scorekeeper.leagues.views.here import Here, at_evening, chosen_game, obstacles_told

NOBODY = UUID(int=0)  # what no row is called


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_draw(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The draft of the game that `game` names, else of the first; posting draws (again). `keep=0` lets go of what was
    done by hand. A match day has a page of its own."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if day := getattr(here.evening, "match_day", None):
        return redirect("match_day", day.pk)
    game = chosen_game(here.evening, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST":
        return _page(here, game)
    keep, now = request.POST.get("keep") != "0", timezone.now()
    problem = not_done(lambda: draw_tables(evening_id=evening_id, by=request.user, now=now, keep=keep, game_id=game.pk))
    return _page(here, game, problem) if problem else redirect(_address(game))


@require_POST
@login_required
def evening_swap(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Two change places by hand."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.POST)
    one, other = (as_uuid(request.POST.get(name, "")) or NOBODY for name in ("one", "other"))
    problem = not_done(
        lambda: swap_places(
            evening_id=evening_id, by=request.user, seen=_seen(request), places=(one, other), now=timezone.now()
        )
    )
    return _page(here, game, problem) if problem else redirect(_address(game))


@require_POST
@login_required
def evening_publish(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Open every table of the draft."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.POST)
    problem = not_done(
        lambda: publish_draw(evening_id=evening_id, by=request.user, seen=_seen(request), now=timezone.now())
    )
    if problem:
        return _page(here, game, problem)
    for one in counted_for(here.evening, []):
        if one.season.ended_at and game.game in one.season.systems:
            text = _("The tables are open. They do not count for {season}: it has ended.")
            messages.warning(request, text.format(season=one.season.name))
    return redirect("evening_detail", evening_id)


def _seen(request: AuthedRequest) -> Seen:
    """Which draft the form was made for; one that is none is never the one that stands."""
    revision = request.POST.get("revision", "")
    known = revision.isascii() and revision.isdecimal() and len(revision) < 9
    return Seen(as_uuid(request.POST.get("draw", "")) or NOBODY, int(revision) if known else 0)


def _address(game: EveningGame) -> str:
    """The page of the draw of this game."""
    address = reverse("evening_draw", args=[game.evening_id])
    return f"{address}?game={game.pk}" if game.evening.is_mixed else address


def _page(here: Here, game: EveningGame, problem: NotDone | None = None) -> HttpResponse:
    came, busy = came_for(game), busy_elsewhere(game)
    counts_for = will_count(here.evening, game.game)
    return here.show(
        "leagues/evening_draw.html",
        problem,
        game=game,
        draft=draft_of(game, came - busy),
        here=len(came - busy),
        elsewhere=names_of(came & busy),
        counts_for=counts_for,
        unit=unit_of_rules(game.rules).unit if not here.evening.is_closed else "",
        obstacles=obstacles_told(here, game, counts_for),
        counted=[one for one in counted_for(here.evening, []) if game.game in one.season.systems],
    )
