"""The evenings of a club: the list, the plan, the page of one of them."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.game import AnyGame
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common import refusals
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.tables_out import answer, wanted
from scorekeeper.leagues.forms.evenings import EveningForm
from scorekeeper.leagues.models import Attendance, Evening, ReportReader, TableDraw
from scorekeeper.leagues.policies import can_plan
from scorekeeper.leagues.selectors.files import evenings_out
from scorekeeper.leagues.selectors.house_rules import newer_of
from scorekeeper.leagues.selectors.money import dues_of
from scorekeeper.leagues.selectors.tables import people_of, rounds_of, sittings_of
from scorekeeper.leagues.selectors.waiting import counted_for
from scorekeeper.leagues.services.attending import sign_up
from scorekeeper.leagues.services.planning import change_evening, next_evening, open_evening, plan_evening
from scorekeeper.leagues.services.settling import read_reports
from scorekeeper.leagues.views.here import Here, NotDone, at_evening, not_done
from scorekeeper.play.offers import offers
from scorekeeper.play.selectors.earlier import played_lately

A_PAGE = 20  # evenings that are over


@require_safe
@login_required
def evening_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What is open and planned, the next one first; what is over, the newest first."""
    here = enter_club(request, club_id)
    evenings = Evening.objects.filter(club=here.club)
    if form := wanted(request):
        return answer(evenings_out(here.club, evenings.order_by("-starts_at", "-pk")), form)
    over = evenings.filter(state=Evening.State.CLOSED).order_by("-starts_at", "-pk")
    page = {
        "club": here.club,
        "coming": evenings.exclude(state=Evening.State.CLOSED).order_by("starts_at", "pk"),
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
    read_reports(club=here.club, by=request.user, wants=wants)
    messages.success(request, _("You get the report of each evening.") if wants else _("You get no more reports."))
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
    played = _game(game)
    form = EveningForm(request.POST if request.method == "POST" else None, club=here.club, game=played)
    if request.method == "POST" and form.is_valid():
        try:
            made = plan_evening(club=here.club, by=request.user, plan=form.plan(), now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("evening_detail", made.pk)
    page = {"club": here.club, "game": played, "form": form}
    return render(request, "leagues/evening_form.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_edit(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Say otherwise what was planned."""
    here = at_evening(request, evening_id)
    require(here.may_plan)
    evening, club = here.evening, here.membership.club
    data = request.POST if request.method == "POST" else None
    form = EveningForm(data, club=club, game=evening.plays, evening=evening)
    if request.method == "POST" and form.is_valid():
        try:
            change_evening(evening_id=evening.pk, by=request.user, plan=form.plan(), now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        except Conflict as conflict:
            form.add_error(None, conflict.message)
        else:
            messages.success(request, _("The evening is changed."))
            return redirect("evening_detail", evening.pk)
    page = {"club": club, "game": evening.plays, "form": form, "evening": evening}
    return render(request, "leagues/evening_form.html", page, status=422 if form.errors else 200)


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
    comes = request.POST.get("comes") == "1"
    return _then(
        here,
        not_done(lambda: sign_up(evening_id=evening_id, by=request.user, comes=comes, now=timezone.now())),
    )


@require_POST
@login_required
def evening_open(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Open the doors; the list to check people in follows."""
    here = at_evening(request, evening_id)
    problem = not_done(lambda: open_evening(evening_id=evening_id, by=request.user, now=timezone.now()))
    return show_evening(here, problem) if problem else redirect("evening_people", evening_id)


@require_POST
@login_required
def evening_next(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The next evening like this one; its page follows."""
    at_evening(request, evening_id)
    made = next_evening(evening_id=evening_id, by=request.user, now=timezone.now())
    messages.success(request, _("The next evening is planned. Change what is different."))
    return redirect("evening_detail", made.pk)


def show_evening(here: Here, problem: NotDone | None = None) -> HttpResponse:
    """The page of an evening, with the reason where something was not done."""
    evening = here.evening
    evening.refresh_from_db(fields=["state", "closed_at", "opened_at"])
    sittings = [] if evening.is_planned else sittings_of(evening)
    people = people_of(evening)
    mine = next((one for group in people.values() for one in group if one.player.user_id == here.request.user.pk), None)
    return here.show(
        "leagues/evening_detail.html",
        problem,
        people=people,
        counted=counted_for(evening, sittings),
        mine=mine,
        comes=mine is not None and mine.state == Attendance.State.SIGNED_UP,
        rounds=rounds_of(evening, sittings, here.request.user) if sittings else [],
        has_draft=TableDraw.objects.filter(evening=evening, published_at=None).exists(),
        dues=dues_of(evening, sittings) if here.may_run and not evening.is_planned else None,
        newer=newer_of(evening) if here.may_plan and not evening.is_closed else None,
        next=Evening.objects.filter(next_of=evening).first(),
        match_day=getattr(evening, "match_day", None),
    )


def _then(here: Here, problem: NotDone | None) -> HttpResponse:
    return show_evening(here, problem) if problem else redirect("evening_detail", here.evening.pk)


def _game(slug: str) -> AnyGame:
    try:
        return games.game(slug)
    except KeyError:
        raise Http404 from None
