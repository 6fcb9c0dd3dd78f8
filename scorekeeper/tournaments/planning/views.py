"""The tournaments of a club: the list, the plan, the page of one of them, its stages."""

from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.game import AnyGame
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.play.offers import offers
from scorekeeper.play.opening.reads import played_lately
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.entries.reads import entry_counts, mine
from scorekeeper.tournaments.fees.reads import asked_pool
from scorekeeper.tournaments.formats.format import Format, all_formats, format_of
from scorekeeper.tournaments.formats.next_round import entering
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.models import MOST_ENTRANTS, Stage, Tournament
from scorekeeper.tournaments.planning import services
from scorekeeper.tournaments.planning.forms import ChangedTournamentForm, NewTournamentForm, StageForm, StageLengthsForm
from scorekeeper.tournaments.planning.reads import formats_for, has_lengths, is_offered, now_of
from scorekeeper.tournaments.planning.records import PlanSeen
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import MOST_VERSION
from scorekeeper.tournaments.rounds.results import to_be_accepted
from scorekeeper.tournaments.standing.reads import final_lines, podium
from scorekeeper.tournaments.words import of_whom, stage_title, stage_words

A_PAGE = 20  # tournaments that are over


@require_safe
@login_required
def tournament_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What is played and planned, the next one first; what is over, the newest first."""
    here = enter_club(request, club_id)
    found = Tournament.objects.filter(club=here.club)
    over = found.filter(state=Tournament.State.ENDED).order_by("-starts_at", "-pk")
    page = {
        "club": here.club,
        "coming": found.exclude(state=Tournament.State.ENDED).order_by("starts_at", "pk"),
        "page": Paginator(over, A_PAGE).get_page(request.GET.get("page")),
        "may_plan": can_plan(here.role),
    }
    return render(request, "tournaments/tournament_list.html", page)


@require_safe
@login_required
def tournament_choose(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Which game the new tournament is for; the club's usual one first."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    page = {
        "club": here.club,
        "games": [offer for offer in offers(played_lately(here.club)) if is_offered(games.game(offer.name))],
    }
    return render(request, "tournaments/tournament_choose.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_new(request: AuthedRequest, club_id: UUID, game: str) -> HttpResponse:
    """Plan a tournament with its first stage."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    played = game_named(game)
    form = NewTournamentForm(request.POST if request.method == "POST" else None, club=here.club, game=played)
    if made := form.does(services.plan_tournament, club=here.club, by=request.user):
        return redirect("tournament_detail", made.pk)
    page = {"club": here.club, "game": played, "form": form}
    return render(request, "tournaments/tournament_form.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_edit(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Say otherwise what was planned."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    found, data = here.tournament, request.POST if request.method == "POST" else None
    form = ChangedTournamentForm(data, club=here.membership.club, tournament=found)
    if form.does(services.change_tournament, tournament_id=found.pk, by=request.user):
        messages.success(request, _("The tournament has been changed."))
        return redirect("tournament_detail", found.pk)
    return here.show("tournaments/tournament_form.html", form=form, status=form.status)


@require_safe
@login_required
def tournament_detail(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """A tournament as it stands: what is played, how, and what comes next."""
    return show_tournament(at_tournament(request, tournament_id))


@require_POST
@login_required
def tournament_call_off(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """It does not take place; or, with `again`, it does after all."""
    here = at_tournament(request, tournament_id)
    act = services.plan_again if request.POST.get("again") == "1" else services.call_off
    problem = not_done(lambda: act(tournament_id=tournament_id, by=request.user, now=timezone.now()))
    return show_tournament(here, problem) if problem else redirect("tournament_detail", tournament_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_new(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """One more stage: first its format, then how that is played."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    format_ = _format(request)
    if format_ is None:
        return here.show("tournaments/stage_choose.html", formats=_offered(here.tournament))
    data = request.POST if request.method == "POST" else None
    form = StageForm(data, tournament=here.tournament, format_=format_)
    if form.does(services.add_stage, tournament_id=tournament_id, by=request.user):
        return redirect("tournament_detail", tournament_id)
    return _stage_page(here, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_edit(request: AuthedRequest, tournament_id: UUID, stage_id: UUID) -> HttpResponse:
    """Say otherwise how a stage is played, in its format or in the one that the address names."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    stage = get_object_or_404(Stage, pk=stage_id, tournament=here.tournament)
    if request.method != "POST" and "formats" in request.GET:
        return here.show("tournaments/stage_choose.html", formats=_offered(here.tournament), stage=stage)
    format_ = _format(request) or format_of(stage)
    form = StageForm(
        request.POST if request.method == "POST" else None, tournament=here.tournament, format_=format_, stage=stage
    )
    if form.does(services.change_stage, stage_id=stage.pk, by=request.user):
        messages.success(request, _("The stage has been changed."))
        return redirect("tournament_detail", tournament_id)
    return _stage_page(here, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_lengths(request: AuthedRequest, tournament_id: UUID, stage_id: UUID) -> HttpResponse:
    """Have the rounds of a stage that are not drawn yet last otherwise, also while it is played."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    stage = get_object_or_404(Stage, pk=stage_id, tournament=here.tournament)
    stage.tournament = here.tournament
    if not has_lengths(stage):
        raise Http404
    form = StageLengthsForm(request.POST if request.method == "POST" else None, stage=stage)
    if form.does(services.change_lengths, stage_id=stage.pk, by=request.user):
        messages.success(request, _("The lengths of the rounds have been changed."))
        return redirect("tournament_detail", tournament_id)
    return here.show(
        "tournaments/stage_lengths.html",
        form=form,
        stage=stage,
        title=stage_title(stage),
        drawn=[*stage.rounds.order_by("number").values_list("number", flat=True)],
        status=form.status,
    )


@require_POST
@login_required
def stage_remove(request: AuthedRequest, tournament_id: UUID, stage_id: UUID) -> HttpResponse:
    """Take a stage out again."""
    here = at_tournament(request, tournament_id)
    stage = get_object_or_404(Stage, pk=stage_id, tournament=here.tournament)
    text = request.POST.get("version", "")
    version = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    seen = PlanSeen(version=version or MOST_VERSION)  # what is none is never the one that stands
    problem = not_done(lambda: services.remove_stage(seen, stage_id=stage.pk, by=request.user, now=timezone.now()))
    return show_tournament(here, problem) if problem else redirect("tournament_detail", tournament_id)


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage as the overview shows it."""

    stage: Stage
    title: str
    told: list[str]
    is_open: bool
    has_lengths: bool


def show_tournament(here: Here, problem: NotDone | None = None) -> HttpResponse:
    """The page of a tournament, with the reason where something was not done. Where it stands and what waits is on the
    desk for who runs it."""
    found = here.tournament
    found.refresh_from_db()
    here = replace(here, holds=held_back(found))
    is_off, at_desk = services.is_called_off(found), here.may_desk and not found.is_ended
    drawn = set(found.stages.filter(rounds__isnull=False).values_list("pk", flat=True))
    stages = [
        StageCard(
            stage,
            stage_title(stage),
            told,
            not found.is_ended and stage.state == Stage.State.PLANNED and stage.pk not in drawn,
            not found.is_ended and stage.state != Stage.State.ENDED and stage.pk in drawn and has_lengths(stage),
        )
        for stage, told in stage_words(found)
    ]
    return here.show(
        "tournaments/tournament_detail.html",
        problem,
        stages=stages,
        of_whom=of_whom(found),
        counts=entry_counts(found),
        places=found.most if found.most < MOST_ENTRANTS else None,
        mine=mine(found, here.request.user),
        alone=found.of == Tournament.Of.PLAYERS,
        is_called_off=is_off,
        pool=asked_pool(found),
        at_desk=at_desk,
        now=now_of(found) if found.is_running and not at_desk else None,
        awaiting=[] if at_desk else to_be_accepted(found),
        winners=[(line.place, line.name) for line in podium(final_lines(found, official=True))]
        if found.is_ended and not is_off and not here.held
        else [],
        has_prizes=found.competition_id is not None and can_read_money(here.membership.role),
    )


def _stage_page(here: Here, form: StageForm) -> HttpResponse:
    return here.show(
        "tournaments/stage_form.html",
        form=form,
        stage=form.stage,
        format_title=str(form.format.title),
        status=form.status,
    )


def _format(request: AuthedRequest) -> Format | None:
    """The format that the address names; None where it names none."""
    return all_formats().get(request.GET.get("format", ""))


def _offered(found: Tournament) -> list[tuple[str, str, str]]:
    """The formats that such a tournament can have: the name in addresses, the title, a line on it."""
    return [(format_.name, str(format_.title), str(format_.about)) for format_ in formats_for(entering(found))]


def game_named(slug: str) -> AnyGame:
    """Raises Http404: there is no such game, or no tournament of it is offered."""
    found = games.all_games().get(slug)
    if found is None or not is_offered(found):
        raise Http404
    return found
