"""The director's desk: a tournament on one screen, and the steps that lead it on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.jobs.models import Job
from scorekeeper.tournaments.clock.reads import open_calls, time_of
from scorekeeper.tournaments.desk.reads import (
    DeskRounds,
    Stamps,
    course_of,
    figures_of,
    opened,
    rounds_of,
    rounds_planned,
    stage_on,
    stages_in_order,
    stamps_of,
    standing_of,
)
from scorekeeper.tournaments.desk.services import make_rounds_official, open_next_matches
from scorekeeper.tournaments.desk.steps import DRAW, OFFICIAL, OPEN, needs_of, next_step, preview_of
from scorekeeper.tournaments.draft.scheduling import draw_or_ask
from scorekeeper.tournaments.entries.reads import mine
from scorekeeper.tournaments.formats.at_desk import NextStep, StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.here import Here, asks_again, at_stage, at_tournament, still_the_same
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.papers.printing import PrintMenu, groups_of_now
from scorekeeper.tournaments.words import tabs_of


@require_safe
@login_required
def tournament_enter(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Leads on to what the reader looks for first: the desk for who runs it, their own table for who plays, else what
    is planned."""
    here = at_tournament(request, tournament_id)
    found = here.tournament
    if here.may_desk and not found.is_ended:
        return redirect("tournament_desk", tournament_id)
    if found.is_running and mine(found, request.user):
        return redirect("tournament_mine", tournament_id)
    return redirect("tournament_detail", tournament_id)


@require_safe
@login_required
def tournament_desk(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The tournament on one screen, for scorers and directors; once it has ended its overview."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if here.tournament.is_ended:
        return redirect("tournament_detail", tournament_id)
    return still_the_same(request, here.tournament) or _page(here)


@require_safe
@login_required
def tournament_step(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The next step as part of another page of the desk, with the ways to the results of its rounds: not to the page
    that it is a part of."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    at = _AtWork.of(here)
    rounds = opened(at.stage) if at.stage and _takes(at.stage, StageAct.WRITE_RESULT) else ()
    around = urlsplit(request.headers.get("HX-Current-URL", "")).path
    return here.show(
        "tournaments/desk/_step_here.html",
        stage=at.stage,
        step=at.step(),
        rounds=[round_ for round_ in rounds if reverse("round_results", args=[round_.pk]) != around],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_step(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """The next step of the stage that is on (`do`), with one tap; what is drawn is shown before it is opened. Read it
    says all that the tap does."""
    here = at_stage(request, stage_id)
    require(here.may_desk)
    if request.method != "POST":
        at = _AtWork.of(here.here)
        if at.stage is None or at.stage.pk != stage_id:
            return redirect("tournament_desk", here.stage.tournament_id)
        step = at.step()
        preview = preview_of(at.stage, at.on, step.does) if step and step.is_ready and step.does else None
        return here.show("tournaments/step.html", step=step, preview=preview)
    do = request.POST.get("do", "")
    if do not in _STEPS:
        raise Http404
    led: list[HttpResponse] = []
    problem = not_done(lambda: led.append(_STEPS[do](request, here.stage)))
    return _page(here.here, problem) if problem else led[0]


def _draw(request: AuthedRequest, stage: Stage) -> HttpResponse:
    return _drawn(draw_or_ask(stage_id=stage.pk, by=request.user, now=timezone.now()), stage)


def _make_official(request: AuthedRequest, stage: Stage) -> HttpResponse:
    """The rounds are official also where the draw after them is refused: the desk says so then."""
    make_rounds_official(stage_id=stage.pk, by=request.user, now=timezone.now())
    return _draw(request, stage)


def _open(request: AuthedRequest, stage: Stage) -> HttpResponse:
    opened = open_next_matches(stage_id=stage.pk, by=request.user, now=timezone.now())
    if isinstance(opened, Job):
        return redirect("job_detail", opened.pk)
    return redirect("tournament_desk", stage.tournament_id)


def _drawn(made: Round | Job, stage: Stage) -> HttpResponse:
    return redirect("job_detail", made.pk) if isinstance(made, Job) else redirect("stage_draw", stage.pk)


_STEPS: Final[Mapping[str, Callable[[AuthedRequest, Stage], HttpResponse]]] = {
    DRAW: _draw,
    OPEN: _open,
    OFFICIAL: _make_official,
}


@dataclass(frozen=True, slots=True)
class _AtWork:
    """What every part of the desk goes by: the stages, the one that is on, and its rounds that are on."""

    here: Here
    stages: list[Stage]
    stamps: Stamps
    stage: Stage | None
    on: DeskRounds | None
    planned: int

    @classmethod
    def of(cls, here: Here) -> "_AtWork":
        stages, stamps = stages_in_order(here.tournament), stamps_of(here.tournament)
        stage = stage_on(stages)
        on = rounds_of(stage, timezone.now(), stamps.entries) if stage else None
        return cls(here, stages, stamps, stage, on, rounds_planned(stage, stamps) if stage else 0)

    def step(self) -> NextStep | None:
        return next_step(self.here.tournament, self.stages, self.on, self.planned, may_plan=self.here.may_plan)


def _page(here: Here, problem: NotDone | None = None) -> HttpResponse:
    found, at = here.tournament, _AtWork.of(here)
    stage, stamp = at.stage, at.stamps.whole
    calls = open_calls(found) if at.stamps.calls else []
    figures = figures_of(found, stage, here.request.user)
    return here.show(
        "tournaments/desk.html",
        problem,
        tabs=tabs_of(found, may_desk=True, plays=figures.plays),
        stage=stage,
        on=at.on,
        course=course_of(at.stages, at.on, at.planned, has_prizes=found.competition_id is not None),
        needs=needs_of(found, stage, at.on, calls, stamp, may_plan=here.may_plan),
        step=at.step(),
        standing=standing_of(at.stages, stamp),
        time=time_of(found, timezone.now()),
        figures=figures,
        menu=PrintMenu(groups_of_now(found, at.stages)),
        has_penalties=_takes(stage, StageAct.GIVE_POINTS),
        may_type=here.may_plan and _takes(stage, StageAct.WRITE_RESULT),
        calls=[],
        calls_stamp="",
        **(asks_again(here.request, found, stamp, before_it_begins=True) if problem is None else {}),
    )


def _takes(stage: Stage | None, act: StageAct) -> bool:
    """Whether there is a stage that is on, and the act has a place in its format."""
    return stage is not None and format_of(stage).refuses(act) is None
