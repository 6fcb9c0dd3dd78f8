"""The draw of an evening's tables: the draft with its reasons, changes by hand, opening all tables."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.settling import unit_of_rules
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import ApartForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.keeping_apart import apart_in, keep_apart, let_together
from scorekeeper.clubs.models import Player
from scorekeeper.common.doing import NotDone, done, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.tables.serving import list_on_paper
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import translated
from scorekeeper.draws.selectors.why import names_title, plan_title, seats_by_name, seats_by_table
from scorekeeper.draws.views import Addresses, id_in, seen_in
from scorekeeper.leagues.drawing import services
from scorekeeper.leagues.drawing.reads import busy_elsewhere, came_for, draft_of, explained, is_stale, names_of
from scorekeeper.leagues.evenings.here import Here, at_evening, chosen_game, obstacles_words
from scorekeeper.leagues.models import EveningGame, Place, TableDraw
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.seasons.reads import counted_for, will_count


def seats_out(draw: TableDraw) -> Table:
    """Who sits where, table by table."""
    title = plan_title(draw.number, is_draft=draw.published_at is None)
    return seats_by_table(_named(draw, title), _over(draw), explained(draw), _name_of)


def names_out(draw: TableDraw) -> Table:
    """Who sits where, by name: the list to hang up."""
    found, title = explained(draw), names_title(draw.number, is_draft=draw.published_at is None)
    seats = [
        (_name_of(place), table.table.number, place.seat + 1, "") for table in found.tables for place in table.places
    ]
    out = [(_name_of(place), None, None, str(found.words.out)) for place in found.out]
    return seats_by_name(_named(draw, title), _over(draw), [*seats, *out])


def _name_of(place: Place) -> str:
    return place.player.name


def _named(draw: TableDraw, what: str) -> str:
    return f"{draw.evening.name}: {what}"


def _over(draw: TableDraw) -> list[str]:
    """What stands under the title: whose evening, when and where, and of several games which."""
    evening = draw.evening
    when = date_format(timezone.localtime(evening.starts_at), "DATETIME_FORMAT")
    game = translated(draw.evening_game.plays.title) if evening.is_mixed else ""
    return [part for part in (evening.club.name, when, evening.venue, game) if part]


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
    asked = services.TablesDraw(game=game.pk, keep=request.POST.get("keep") != "0")
    problem = not_done(lambda: services.draw_tables(asked, evening_id=evening_id, by=request.user, now=timezone.now()))
    return _page(here, game, problem) if problem else redirect(_address(game))


@require_POST
@login_required
def evening_swap(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Two change places by hand."""
    one, other = id_in(request.POST.get("one", "")), id_in(request.POST.get("other", ""))
    asked, now = services.EveningPlacesSwap(**_seen(request), one=one, other=other), timezone.now()
    return _changed(
        request, evening_id, lambda: services.swap_places(asked, evening_id=evening_id, by=request.user, now=now)
    )


@require_POST
@login_required
def evening_hold(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Somebody stays at their table when it is drawn again, or (`held=0`) may sit elsewhere again."""
    place, held = id_in(request.POST.get("place", "")), request.POST.get("held") != "0"
    asked, now = services.PlaceHold(**_seen(request), place=place, held=held), timezone.now()
    return _changed(
        request, evening_id, lambda: services.hold_place(asked, evening_id=evening_id, by=request.user, now=now)
    )


@require_POST
@login_required
def evening_undo(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The draw that was there before, as it was."""
    asked = services.SeenTables(**_seen(request))
    return _changed(request, evening_id, lambda: services.undo_draft(asked, evening_id=evening_id, by=request.user))


@require_POST
@login_required
def evening_drop(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Let go of the draft."""
    asked = services.SeenTables(**_seen(request))
    return _changed(request, evening_id, lambda: services.drop_draft(asked, evening_id=evening_id, by=request.user))


def _seen(request: AuthedRequest) -> dict[str, Any]:
    """Which draft the form was made for, as records name it."""
    draw, revision = seen_in(request)
    return {"draw": draw, "revision": revision}


def _changed(request: AuthedRequest, evening_id: UUID, act: Callable[[], object]) -> HttpResponse:
    """What is done to a draft of the game that the form names, and its page again."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.POST)
    problem = not_done(act)
    return _page(here, game, problem) if problem else redirect(_address(game))


@require_POST
@login_required
def evening_publish(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Open every table of the draft; where people sit elsewhere, or other evenings still play, after a question
    (`elsewhere`)."""
    here = at_evening(request, evening_id)
    game = chosen_game(here.evening, request.POST)
    asked = services.TablesOpening(**_seen(request), elsewhere="elsewhere" in request.POST)
    problem = not_done(lambda: services.publish_draw(asked, evening_id=evening_id, by=request.user, now=timezone.now()))
    if problem:
        return _page(here, game, problem)
    for counted_season in counted_for(here.evening, []):
        if counted_season.season.ended_at and game.game in counted_season.season.systems:
            text = _("The tables are open. They do not count for {season}, which has ended.")
            messages.warning(request, text.format(season=counted_season.season.name))
    return redirect("evening_detail", evening_id)


def _address(game: EveningGame) -> str:
    """The page of the draw of this game."""
    address = reverse("evening_draw", args=[game.evening_id])
    return f"{address}?game={game.pk}" if game.evening.is_mixed else address


def _page(here: Here, game: EveningGame, problem: NotDone | None = None) -> HttpResponse:
    came, busy = came_for(game), busy_elsewhere(game)
    counts_for, draft = will_count(here.evening, game.game), draft_of(game)
    taken = id_in(here.request.GET.get("take", ""))
    return here.show(
        "leagues/evening_draw.html",
        problem,
        game=game,
        draft=draft,
        asks_elsewhere=problem is not None and services.ELSEWHERE in problem.at,
        is_stale=draft is not None and is_stale(draft, came - busy),
        taken=taken if draft and any(place.pk == taken for place in draft.movable) else None,
        to=_addresses(game),
        here=len(came - busy),
        elsewhere=names_of(came & busy),
        counts_for=counts_for,
        unit=unit_of_rules(game.rules).unit if not here.evening.is_closed else "",
        obstacles=obstacles_words(here, game, counts_for),
        counted=[
            counted_season
            for counted_season in counted_for(here.evening, [])
            if game.game in counted_season.season.systems
        ],
    )


def _addresses(game: EveningGame) -> Addresses:
    """Where the forms of the draft of this game lead."""
    swap, hold, undo, drop = (
        reverse(f"evening_{act}", args=[game.evening_id]) for act in ("swap", "hold", "undo", "drop")
    )
    return Addresses(_address(game), swap, hold, undo, drop, also={"game": str(game.pk)})


@require_safe
@login_required
def draw_seats_print(request: AuthedRequest, draw_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who sits where, table by table; of a draft for those who run the evening alone."""
    return _paper(request, draw_id, seats_out, (table, kind))


@require_safe
@login_required
def draw_names_print(request: AuthedRequest, draw_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who sits where, by name; of a draft for those who run the evening alone."""
    return _paper(request, draw_id, names_out, (table, kind))


def _paper(
    request: AuthedRequest, draw_id: UUID, table_of: Callable[[TableDraw], Table], file: tuple[str, str]
) -> HttpResponse:
    """Raises Http404: there is no such draw, or it is not theirs to see."""
    draw = get_object_or_404(TableDraw.objects.select_related("evening_game"), pk=draw_id)
    here = at_evening(request, draw.evening_id)
    is_draft = draw.published_at is None
    if is_draft and not here.may_run:
        raise Http404
    draw.evening = draw.evening_game.evening = here.evening
    back = _address(draw.evening_game) if is_draft else reverse("evening_detail", args=[draw.evening_id])
    return list_on_paper(request, here.show, table_of(draw), back, file=file)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_apart(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Which pairs there are; posting adds one."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    players = Player.objects.people().filter(club=here.club, retired_at=None).order_by(Alphabetical("name"), "pk")
    names = [(str(pk), name) for pk, name in players.values_list("pk", "name")]
    form = ApartForm(request.POST if request.method == "POST" else None, names)

    def add_pair() -> None:
        one, other = form.pair()
        keep_apart(club=here.club, by=request.user, one=one, other=other, now=timezone.now())

    if request.method == "POST" and done(form, add_pair):
        return redirect("evening_apart", here.club.pk)
    page = {"club": here.club, "form": form, "pairs": apart_in(here.club.pk), "enough": len(names) > 1}
    return render(request, "leagues/evening_apart.html", page, status=422 if form.errors else 200)


@require_POST
@login_required
def evening_together(request: AuthedRequest, club_id: UUID, pair_id: UUID) -> HttpResponse:
    """These two may sit together again."""
    here = enter_club(request, club_id)
    let_together(club=here.club, by=request.user, pair_id=pair_id)
    return redirect("evening_apart", here.club.pk)
