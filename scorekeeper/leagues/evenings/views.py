"""The evenings of a club: the list, the plan, the page of one of them, and calls for the director."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import HouseRulesVersion
from scorekeeper.common.doing import NotDone, not_done, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.draws.services.calling import waiting_at
from scorekeeper.leagues.evenings import reads, services
from scorekeeper.leagues.evenings.forms import EveningForm, GameForm, MixedEveningForm
from scorekeeper.leagues.evenings.here import Here, at_evening, obstacles_words, said_game
from scorekeeper.leagues.models import Attendance, DrawnTable, Evening, EveningGame, ReportReader, TableCall
from scorekeeper.leagues.money.reads import dues_of, entries_booked, owed_still, seen_dues
from scorekeeper.leagues.money.services import ReportsWish, read_reports
from scorekeeper.leagues.people.services import EveningSignUp, sign_up
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.report.files import evenings_out
from scorekeeper.leagues.seasons.reads import counted_for, left_out
from scorekeeper.play.models import Sitting
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.reads import played_lately
from scorekeeper.play.rulebook.views import game_or_404
from scorekeeper.play.sheet import here as table_here
from scorekeeper.play.sheet.views import answered_on_table
from scorekeeper.standings.models import Competition

A_PAGE = 20  # evenings that are over


@require_safe
@login_required
def evening_list(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """What is open and planned, the next one first; what is over, the newest first."""
    here = enter_club(request, club_id)
    evenings = Evening.objects.filter(club=here.club).prefetch_related("games")
    if file := asked_file(
        request, {"evenings": lambda: evenings_out(here.club, evenings.order_by("-starts_at", "-pk"))}, table, kind
    ):
        return file
    coming, over = reads.evenings_of(here.club)
    page = {
        "club": here.club,
        "coming": coming,
        "page": Paginator(over, A_PAGE).get_page(request.GET.get("page")),
        "may_plan": can_plan(here.role),
        "reads": ReportReader.objects.filter(club=here.club, user=request.user).exists(),
    }
    return render(request, "leagues/evening_list.html", page)


@require_POST
@login_required
def evening_reports(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Whether the reader gets the reports of this club by mail."""
    here = enter_club(request, club_id)
    wants = request.POST.get("wants") == "1"
    read_reports(ReportsWish(wants=wants), club=here.club, by=request.user)
    messages.success(
        request, _("You get the report of each evening.") if wants else _("You will not get any more reports.")
    )
    return redirect("evening_list", here.club.pk)


@require_safe
@login_required
def evening_choose(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Which game the new evening is for; the club's usual one first."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    page = {"club": here.club, "games": offers(played_lately(here.club))}
    return render(request, "leagues/evening_choose.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_new(request: AuthedRequest, club_id: UUID, game: str) -> HttpResponse:
    """Plan an evening."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    played = game_or_404(game)
    form = EveningForm(request.POST if request.method == "POST" else None, club=here.club, game=played)
    if made := form.does(services.plan_evening, club=here.club, by=request.user):
        return redirect("evening_detail", made.pk)
    page = {"club": here.club, "game": played, "form": form}
    return render(request, "leagues/evening_form.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_edit(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Say otherwise what was planned."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    evening, club = here.evening, here.membership.club
    data = request.POST if request.method == "POST" else None
    form_of = MixedEveningForm if evening.is_mixed else EveningForm
    form = form_of(data, club=club, game=evening.first.plays, evening=evening)
    if form.does(services.change_evening, evening_id=evening.pk, by=request.user):
        messages.success(request, _("The evening has been changed."))
        return redirect("evening_detail", evening.pk)
    page = {"club": club, "form": form, "evening": evening, "match_day": getattr(evening, "match_day", None)}
    return render(request, "leagues/evening_form.html", page, status=form.status)


@require_safe
@login_required
def evening_detail(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """An evening as it stands: who comes, who plays where, what is missing."""
    return show_evening(at_evening(request, evening_id))


@require_POST
@login_required
def evening_sign_up(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The reader comes, or does not."""
    here = at_evening(request, evening_id)
    game = said_game(request.POST)
    asked = EveningSignUp(comes=request.POST.get("comes") == "1" or game is not None, game=game)
    problem = not_done(lambda: sign_up(asked, evening_id=evening_id, by=request.user, now=timezone.now()))
    return show_evening(here, problem) if problem else redirect("evening_detail", here.evening.pk)


@require_POST
@login_required
def evening_open(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Open the doors; the list to check people in follows."""
    here = at_evening(request, evening_id)
    problem = not_done(lambda: services.open_evening(evening_id=evening_id, by=request.user, now=timezone.now()))
    return show_evening(here, problem) if problem else redirect("evening_people", evening_id)


@require_POST
@login_required
def evening_next(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The next evening like this one; its page follows."""
    here = at_evening(request, evening_id)
    made = services.next_evening(evening_id=evening_id, by=request.user, now=timezone.now())
    messages.success(request, _("The next evening is planned. Change whatever is different."))
    for season in left_out(here.evening, made):
        if season.ended_at is None:
            text = _(
                "This evening does not count for {season}, a season of a past year. Choose the season if "
                "the evening should count."
            )
            messages.warning(request, text.format(season=season.name))
            continue
        text = _(
            "This evening does not count for {season}, which ended on {day}. Reopen that season or choose another one."
        )
        day = date_format(timezone.localtime(season.ended_at), "DATE_FORMAT")
        messages.warning(request, text.format(season=season.name, day=day))
    return redirect("evening_detail", made.pk)


def show_evening(here: Here, problem: NotDone | None = None) -> HttpResponse:
    """The page of an evening, with the reason where something was not done."""
    evening = here.evening
    evening.refresh_from_db(fields=["state", "closed_at", "opened_at"])
    sittings = [] if evening.is_planned else reads.sittings_of(evening)
    people, counted = reads.people_of(evening), counted_for(evening, sittings)
    desk = _desk(here, sittings) if here.may_run and evening.is_open else {}
    mine = next(
        (
            attendance
            for group in people.values()
            for attendance in group
            if attendance.player.user_id == here.request.user.pk
        ),
        None,
    )
    return here.show(
        "leagues/evening_detail.html",
        problem,
        people=people,
        counted=counted,
        mine=mine,
        comes=mine is not None and mine.state == Attendance.State.SIGNED_UP,
        parts=_earlier(reads.parts_of(evening, sittings, here.request.user), desk),
        awaiting=[] if desk else [sitting for sitting in sittings if sitting.awaits_acceptance],
        dues=seen_dues(dues_of(evening, sittings), here.sight) if here.may_run and not evening.is_planned else None,
        books_back=here.may_plan and evening.is_closed and bool(entries_booked(evening)),
        owed=owed_still(evening, [sitting.pk for sitting in sittings], here.sight) if evening.is_closed else [],
        newer=_newer(here),
        obstacles=_obstacles(here, [counted_season.season for counted_season in counted]),
        next=Evening.objects.filter(next_of=evening).first(),
        match_day=getattr(evening, "match_day", None),
        **desk,
    )


def _desk(here: Here, sittings: Sequence[Sitting]) -> dict[str, Any]:
    """What whoever runs it sees of what is on, and the stamp by which that asks again."""
    evening, now = here.evening, timezone.now()
    desk = reads.desk_of(evening, sittings, services.open_calls(evening), now, may_plan=here.may_plan)
    return {"desk": desk, "desk_stamp": reads.stamp_of_desk(evening), "as_of": now}


def _earlier(parts: Sequence[reads.Part], desk: Mapping[str, Any]) -> list[reads.Part]:
    """Without the tables that the desk shows."""
    shown = desk["desk"].shown if desk else set()
    return [part.without(shown) for part in parts]


@require_safe
@login_required
def evening_desk(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """What is on, as part of the page of the evening, which asks again and again; once it is closed, nothing."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if not here.evening.is_open:
        return HttpResponse()
    if request.GET.get("since") == reads.stamp_of_desk(here.evening):
        return nothing_new(timezone.now())
    sittings = reads.sittings_of(here.evening)
    return here.show("leagues/_desk_parts.html", people=reads.people_of(here.evening), **_desk(here, sittings))


def _obstacles(here: Here, seasons: Sequence[Competition]) -> list[str]:
    """Why tables of its games can't be opened any more, for whoever opens them."""
    if not here.may_run or here.evening.is_closed:
        return []
    running = [season for season in seasons if season.ended_at is None]
    by_game = ((game, [season for season in running if game.game in season.systems]) for game in here.evening.line_up)
    return [text for game, seasons in by_game for text in obstacles_words(here, game, seasons)]


def _newer(here: Here) -> list[tuple[EveningGame, HouseRulesVersion]]:
    """The games of which a newer version of their house rules is in force, for whoever can choose it."""
    if not here.may_plan or here.evening.is_closed:
        return []
    found = ((game, reads.newer_of(game)) for game in here.evening.line_up)
    return [(game, version) for game, version in found if version]


@require_safe
@login_required
def evening_games(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Which game is added; those that the evening has already are not offered."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    there = {game.game for game in here.evening.line_up}
    offered = [offer for offer in offers(played_lately(here.membership.club)) if offer.name not in there]
    return here.show("leagues/evening_games.html", games=offered)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_game_add(request: AuthedRequest, evening_id: UUID, game: str) -> HttpResponse:
    """Add this game."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    data = request.POST if request.method == "POST" else None
    form = GameForm(data, club=here.membership.club, game=game_or_404(game), evening=here.evening)
    if form.does(services.add_game, evening_id=evening_id, by=request.user):
        messages.success(request, _("The game has been added."))
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
    if form.does(services.change_game, evening_id=evening_id, game_id=game_id, by=request.user):
        messages.success(request, _("The evening has been changed."))
        return redirect("evening_edit", evening_id)
    return _form(here, form)


@require_POST
@login_required
def evening_game_remove(request: AuthedRequest, evening_id: UUID, game_id: UUID) -> HttpResponse:
    """Take a game out of the evening."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    played = _game(here, game_id)
    problem = not_done(
        lambda: services.remove_game(evening_id=evening_id, game_id=game_id, by=request.user, now=timezone.now())
    )
    if problem:
        return _form(here, GameForm(None, club=here.membership.club, game=played.plays, played=played), problem)
    messages.success(request, _("The game has been removed."))
    return redirect("evening_edit", evening_id)


def _form(here: Here, form: GameForm, problem: NotDone | None = None) -> HttpResponse:
    page = {
        "club": here.membership.club,
        "evening": here.evening,
        "form": form,
        "problem": problem.text if problem else "",
        "is_drawn": bool(form.played and form.played.draws.filter(published_at__isnull=False).exists()),
    }
    status = problem.status if problem else form.status
    return render(here.request, "leagues/evening_game.html", page, status=status)


def _game(here: Here, game_id: UUID) -> EveningGame:
    """Raises Http404: the evening has no such game."""
    for game in here.evening.line_up:
        if game.pk == game_id:
            return game
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
@table_here.at_table
@answered_on_table
def sitting_call(here: table_here.Here) -> HttpResponse:
    """Call the director to a table of an evening: whoever may record there."""
    require(here.may["record"])
    table = DrawnTable.objects.filter(sitting=here.sitting).first()
    if table is None:
        raise Http404
    if here.request.method == "POST":
        asked = services.TableCallWords(words=here.request.POST.get("words", ""))
        services.call_to_table(asked, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return redirect("sitting_call", here.sitting.pk)
    waiting = waiting_at(TableCall.objects.all(), table)
    return here.show("leagues/table_call.html", waiting=waiting)


@require_POST
@login_required
def evening_call_answered(request: AuthedRequest, call_id: UUID) -> HttpResponse:
    """Somebody who runs the evening has come."""
    call = get_object_or_404(TableCall.objects.select_related("table__draw"), pk=call_id)
    here = at_evening(request, call.table.draw.evening_id)
    services.answer_call(call_id=call.pk, by=request.user, now=timezone.now())
    return redirect("evening_detail", here.evening.pk)
