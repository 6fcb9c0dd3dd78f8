"""The rounds of a stage: the draft with its reasons, changes by hand, opening all tables, the round as it is played."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, attempt, not_done
from scorekeeper.common.errors import require
from scorekeeper.draws.views import Addresses, id_in, seen_in
from scorekeeper.jobs.models import Job
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.tournaments.desk.services import finish_stage
from scorekeeper.tournaments.draft import services
from scorekeeper.tournaments.draft.publishing import is_untouched, publish_round, take_back_round
from scorekeeper.tournaments.draft.reads import corrections_of, draw_entry, explained, why_unsaid
from scorekeeper.tournaments.draft.scheduling import could_not_part, draw_or_ask, drawing_now
from scorekeeper.tournaments.ending.reads import can_end, end_of
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.formats.tables.format import of_draft
from scorekeeper.tournaments.formats.tables.instances import can_keep, coming_of, is_by_list
from scorekeeper.tournaments.here import AtStage, at_stage, at_tournament
from scorekeeper.tournaments.knockout.views import show_tables
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.planning.reads import next_number, stages_of
from scorekeeper.tournaments.records import MOST_VERSION
from scorekeeper.tournaments.results.services import make_official
from scorekeeper.tournaments.rounds.field import field_of
from scorekeeper.tournaments.rounds.results import Once, shown_of, to_be_accepted, unit_of, without_results
from scorekeeper.tournaments.words import entrants_count


@require_safe
@login_required
def tournament_rounds(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The rounds of every stage, and the way to the next draw and to the standings."""
    here = at_tournament(request, tournament_id)
    return here.show(
        "tournaments/tournament_rounds.html",
        stages=stages_of(here.tournament),
        awaiting=to_be_accepted(here.tournament),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_end(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """The stage is over; after the last one the tournament is. What that means is said before, and what is complete
    becomes official with it."""
    here = at_stage(request, stage_id)
    require(here.may_plan)
    problem = None
    if request.method == "POST":
        problem = not_done(lambda: finish_stage(stage_id=stage_id, by=request.user, now=timezone.now()))
        if problem is None:
            return _after_stage(here)
    return here.show("tournaments/stage_end.html", problem, end=end_of(here.stage))


def _after_stage(here: AtStage) -> HttpResponse:
    """On to the next stage; after the last one to the prizes where there are any, else to the final places."""
    found = here.stage.tournament
    found.refresh_from_db()
    if not found.is_ended:
        return redirect("tournament_desk", found.pk)
    has_prizes = found.competition_id is not None and can_read_money(here.here.membership.role)
    return redirect("tournament_prizes" if has_prizes else "tournament_detail", found.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_draw(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """What stands in the way of the next round, and its draft; posting draws (again). `keep=0` lets go of the locks,
    `few_changes=1` asks for a draw that changes little, `despite=1` for one whatever it puts together, `smaller=1` for
    smaller tables where somebody sits out anyway, `number` for one with this number."""
    here = _at_desk(request, stage_id)
    if request.method != "POST":
        return _page(here)
    sent = request.POST
    asked = {
        "keep": sent.get("keep") != "0",
        **{name: sent.get(name) == "1" for name in ("few_changes", "despite", "smaller")},
        "seed": sent.get("number"),
    }
    made, problem = attempt(
        lambda: draw_or_ask(services.RoundDraw.read(asked), stage_id=stage_id, by=request.user, now=timezone.now())
    )
    if problem:
        number = sent.get("number") if "seed" in problem.at else None
        return _page(here, problem, asks=() if "cannot_part" in problem.codes else None, number=number)
    return redirect("job_detail", made.pk) if isinstance(made, Job) else redirect("stage_draw", stage_id)


@require_POST
@login_required
def stage_swap(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Two change places by hand; where that puts people together who are never to be, it is asked once more."""
    places = id_in(request.POST.get("one", "")), id_in(request.POST.get("other", ""))
    swap = services.PlacesSwap(
        **_seen(request), one=places[0], other=places[1], despite=request.POST.get("despite") == "1"
    )
    here, now = _at_desk(request, stage_id), timezone.now()
    problem = not_done(lambda: services.swap_places(swap, stage_id=stage_id, by=request.user, now=now))
    if problem:
        return _page(here, problem, asks=places if "keeps_apart" in problem.codes else None)
    return redirect("stage_draw", stage_id)


@require_POST
@login_required
def stage_hold(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Somebody stays at their table when it is drawn again, or (`held=0`) may sit elsewhere again."""
    place, is_held = id_in(request.POST.get("place", "")), request.POST.get("held") != "0"
    hold, now = services.DraftHold(**_seen(request), place=place, held=is_held), timezone.now()
    return _changed(request, stage_id, lambda: services.hold_place(hold, stage_id=stage_id, by=request.user, now=now))


@require_POST
@login_required
def stage_undo(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """The draw that was there before, as it was."""
    draft = services.SeenDraft(**_seen(request))
    return _changed(request, stage_id, lambda: services.undo_draft(draft, stage_id=stage_id, by=request.user))


@require_POST
@login_required
def stage_drop(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Let go of the draft."""
    draft = services.SeenDraft(**_seen(request))
    return _changed(request, stage_id, lambda: services.drop_draft(draft, stage_id=stage_id, by=request.user))


def _seen(request: AuthedRequest) -> dict[str, Any]:
    """Which draft the form was made for; what is none is never the one that stands."""
    round_, revision = seen_in(request, "round")
    return {"round": round_, "revision": revision or MOST_VERSION}


def _changed(request: AuthedRequest, stage_id: UUID, act: Callable[[], object]) -> HttpResponse:
    """What is done to the draft of a stage, and its page again."""
    here = _at_desk(request, stage_id)
    problem = not_done(act)
    return _page(here, problem) if problem else redirect("stage_draw", stage_id)


@require_POST
@login_required
def stage_publish(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Open every table of the draft."""
    here, draft = _at_desk(request, stage_id), services.SeenDraft(**_seen(request))
    problem = not_done(lambda: publish_round(draft, stage_id=stage_id, by=request.user, now=timezone.now()))
    if problem:
        return _page(here, problem)
    return redirect("tournament_desk", here.stage.tournament_id)


@require_safe
@login_required
def round_detail(request: AuthedRequest, round_id: UUID) -> HttpResponse:
    """A round: who sits where, results as they come, what is missing, and why it was drawn so."""
    return _round_page(request, round_id)


@require_POST
@login_required
def round_official(request: AuthedRequest, round_id: UUID) -> HttpResponse:
    """The results of the round stand from now on."""
    one = _published(round_id)
    here = at_stage(request, one.stage_id)
    require(here.may_plan)
    problem = not_done(lambda: make_official(round_id=round_id, by=request.user, now=timezone.now()))
    return _round_page(request, round_id, problem) if problem else redirect("round_detail", round_id)


@require_POST
@login_required
def round_back(request: AuthedRequest, round_id: UUID) -> HttpResponse:
    """The opening of a round in which nothing was played is taken back."""
    one = _published(round_id)
    require(at_stage(request, one.stage_id).may_desk)
    problem = not_done(lambda: take_back_round(round_id=round_id, by=request.user, now=timezone.now()))
    return _round_page(request, round_id, problem) if problem else redirect("stage_draw", one.stage_id)


def _published(round_id: UUID) -> Round:
    return get_object_or_404(Round.objects.exclude(state=Round.State.DRAFT), pk=round_id)


def _round_page(request: AuthedRequest, round_id: UUID, problem: NotDone | None = None) -> HttpResponse:
    one = _published(round_id)
    here = at_stage(request, one.stage_id)
    one.stage = here.stage
    if same := here.unchanged():
        return same
    held = here.here.held
    if not format_of(here.stage).refuses(StageAct.KNOCK_OUT):
        return here.show_live("tournaments/stage_held.html", problem) if held else show_tables(here, one, problem)
    read = Once()
    tables = read([one], named=True)
    shown, missing = shown_of(tables, request.user), format_of(here.stage).missing(one, read)
    if held and held.has(one):
        shown = without_results(shown)
    later = None if held else corrections_of(one, read)
    rounds = list(here.stage.rounds.order_by("number"))
    others = [each for each in rounds if not each.is_draft]
    following = next_number(here.stage, rounds) if one.number == others[-1].number else 0
    return here.show_live(
        "tournaments/round_detail.html",
        problem,
        round=one,
        tables=shown,
        missing=[table for table in shown if table.played.number in missing],
        awaiting=[table.sitting for table in tables if table.sitting and table.sitting.awaits_acceptance],
        why=explained(one, for_desk=here.may_desk, with_reasons=held is None),
        is_held=held is not None and held.has(one),
        unit=unit_of(here.stage.tournament),
        table_template=format_of(here.stage).table_template,
        may_take_back=here.may_desk and is_untouched(one),
        may_keep=can_keep(here.stage),
        entry=here.may_desk and draw_entry(one) is not None,
        corrected=later.since_draw if later else [],
        since_official=later.since_official if later else [],
        others=others,
        next_number=following,
        has_draft=len(rounds) > len(others),
        is_done=one.pk == others[-1].pk and not following and can_end(here.stage, rounds),
        is_last_stage=not here.stage.tournament.stages.filter(number__gt=here.stage.number).exists(),
    )


@require_safe
@login_required
def round_entry(request: AuthedRequest, round_id: UUID) -> HttpResponse:
    """What the tables of a round, or of its draft, were drawn from, as a file for `manage.py draw`."""
    one = get_object_or_404(Round, pk=round_id)
    here = _at_desk(request, one.stage_id)
    one.stage = here.stage
    entry = draw_entry(one)
    if entry is None:
        raise Http404
    answer = JsonResponse(entry, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="draw-{one.number}.json"'
    return answer


def _at_desk(request: AuthedRequest, stage_id: UUID) -> AtStage:
    """Raises Http404: it is not theirs to see. PermissionDenied: a member."""
    here = at_stage(request, stage_id)
    require(here.may_desk)
    return here


def _addresses(stage: Stage) -> Addresses:
    """Where the forms of its draft lead."""
    page, swap, hold, undo, drop = (
        reverse(f"stage_{act}", args=[stage.pk]) for act in ("draw", "swap", "hold", "undo", "drop")
    )
    return Addresses(page, swap, hold, undo, drop, draw="round")


def _page(
    here: AtStage, problem: NotDone | None = None, asks: Sequence[UUID] | None = None, number: str | None = None
) -> HttpResponse:
    """`asks` are two places that change only if somebody says that they want it so; none: so it is with the draw.
    `number` is what was typed to draw with and is none."""
    stage, format_ = here.stage, format_of(here.stage)
    look, job = format_.next_round(stage), drawing_now(stage.pk)
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    page = {"look": look, **(_of_draft(here, draft, look) if draft else {})}
    unsaid = page.get("unsaid")
    return here.show(
        "tournaments/stage_draw.html",
        problem,
        is_stopped=not (draft or job or look.may_draw),
        awaiting=to_be_accepted(stage.tournament),
        who_plays=entrants_count(here.here.tournament, len(look.field.here)),
        job=job,
        words=format_.words,
        draw_words=format_.rounds.draw(look.number),
        title=format_.rounds.draft(draft.number) if draft else format_.rounds.draw(look.number),
        may_swap=format_.refuses(StageAct.CHANGE_PLACES) is None,
        asks_swap=asks,
        asks_draw=asks == () or (not problem and could_not_part(stage.pk)) or bool(unsaid and is_by_list(stage)),
        may_keep=can_keep(stage) and bool(format_.shown(stage, look.number)),
        to=_addresses(stage),
        number=number,
        takes_number=not format_.is_by_matches,
        **page,
    )


def _of_draft(here: AtStage, draft: Round, look: NextRound) -> dict[str, Any]:
    """What the page says of the draft there is; of one that has the tables of today also what is to be drawn."""
    stage = draft.stage = here.stage
    why, taken = explained(draft, for_desk=True), id_in(here.here.request.GET.get("take", ""))
    drawn = {place.entrant_id for place in why.movable}
    is_stale = drawn != {unit.entrant.pk for unit in format_of(stage).seated(stage, look.field)}
    is_overtaken = format_of(stage).is_overtaken(draft, field_of(stage, draft.number))
    return {
        "look": look if is_stale else of_draft(stage, look, [len(table.places) for table in why.tables]),
        "draft": why,
        "taken": taken if any(place.pk == taken for place in why.movable) else None,
        "coming": coming_of(draft),
        "entry": draw_entry(draft) is not None,
        "is_stale": is_stale or is_overtaken,
        "is_overtaken": is_overtaken,
        "unsaid": "" if is_stale else why_unsaid(stage, draft),
    }
