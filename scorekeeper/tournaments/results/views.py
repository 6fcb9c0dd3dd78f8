"""The standing of a stage, and what is said of points at the desk: results, penalties and bonuses, lots."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, done, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.draws.views import id_in
from scorekeeper.tournaments.entries.reads import Given, given_in_all
from scorekeeper.tournaments.entries.views import row_answer
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.tables.totals import is_by_team
from scorekeeper.tournaments.here import AtStage, at_stage
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundTable, Stage
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.results import services
from scorekeeper.tournaments.results.forms import MatchForm, PointsForm, ReasonForm, ResultForm, asked_of
from scorekeeper.tournaments.results.reads import ResultMoves, built_on, moves_of
from scorekeeper.tournaments.results.records import LotsAmong, PointsGiven, TableMatch, TableResult
from scorekeeper.tournaments.results.rows import RowWanted, acts_wanted
from scorekeeper.tournaments.rounds.field import acts_in_force, called, in_line, with_players
from scorekeeper.tournaments.rounds.results import Played, read_tables, signed_for_in, unit_of
from scorekeeper.tournaments.standing.views import show_bracket


@login_required
def standing_files(request: AuthedRequest, stage_id: UUID, table: str, kind: str) -> HttpResponse:
    """The standing, and each table beside it, as a file."""
    here = at_stage(request, stage_id)
    here.here.require_shown()
    stage = here.stage
    tables = format_of(stage).page_tables(stage, official=_is_official(request, stage))
    return file_of(request, tables, table, kind, prints=True)


@require_safe
@with_files(standing_files)
@login_required
def stage_standing(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Everybody's rounds and their sum: as if it ended now, or of what is official, which is what a stage that has
    ended shows unless it is asked (`official=0`)."""
    return _standing(request, stage_id)


def _is_official(request: AuthedRequest, stage: Stage) -> bool:
    return request.GET.get("official", str(int(stage.state == Stage.State.ENDED))) == "1"


def _standing(request: AuthedRequest, stage_id: UUID, problem: NotDone | None = None) -> HttpResponse:
    here = at_stage(request, stage_id)
    if same := here.unchanged():
        return same
    if here.here.held:
        return here.show_live("tournaments/stage_held.html", problem)
    official = _is_official(request, here.stage)
    format_, opened = format_of(here.stage), id_in(request.GET.get("why", ""))
    if format_.is_by_matches:
        return show_bracket(here, problem, official=official)
    standing = format_.standing(here.stage, official=official)
    row = standing.row_of(opened)
    return here.show_live(
        "tournaments/stage_standing.html",
        problem,
        standing=standing,
        nobody_yet=format_.rounds.no_standing(official=official),
        may_give=here.may_plan and format_.refuses(StageAct.GIVE_POINTS) is None,
        official=official,
        opened=opened,
        chain=row.chain() if row and row.chain else None,
        signed_for=signed_for_in(here.stage, opened) if row else {},
        lots=acts_in_force(here.stage, DeskAct.Kind.LOT),
        key=uuid4(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table_result(request: AuthedRequest, round_table_id: UUID) -> HttpResponse:
    """Write down what everybody has of a table, or who has won a match, whatever its sheet says."""
    drafts = Round.State.DRAFT
    table = get_object_or_404(
        RoundTable.objects.exclude(round__state=drafts).select_related("round"), pk=round_table_id
    )
    here = at_stage(request, table.round.stage_id)
    require(here.may_plan)
    here.require_place(StageAct.WRITE_RESULT)
    played = read_tables(RoundTable.objects.filter(pk=table.pk))[0]
    if format_of(here.stage).refuses(StageAct.WRITE_POINTS):
        return _match(request, here, played)
    names = {place.entrant_id: called(place.entrant) for place in played.places}
    data = request.POST if request.method == "POST" else None
    form = ResultForm(data, names=names, known=_known(played), asked=asked_of(here.stage.tournament))

    def write() -> None:
        result = TableResult.read({"points": form.got, "reason": form.cleaned_data.get("reason", "")})
        services.write_result(result, table_id=round_table_id, **_sender(request, form))

    def row() -> RowWanted:
        return RowWanted(table.pk, "", form.points, form.measures, despite_sum=True)

    moves = _moves_first(request, here, played, form, row)
    if request.method == "POST" and not moves and done(form, write):
        return _written(here, table.round_id)
    status = 422 if form.errors else 200
    return here.show(
        "tournaments/table_result.html", form=form, round=table.round, played=played, moves=moves, status=status
    )


def _moves_first(
    request: AuthedRequest, here: AtStage, played: Played, form: ReasonForm, row: Callable[[], RowWanted]
) -> ResultMoves | None:
    """What a changed result would move where something was built on the round, as long as its writer has not seen
    it: what was asked about is sent back with the answer (`moves`)."""
    round_ = played.table.round
    round_.stage = here.stage
    if request.method != "POST" or not played.has_begun or built_on(round_) is None or not form.is_valid():
        return None
    if request.POST.get("moves") == str(form.once):
        return None
    acts = acts_wanted(
        round_=round_,
        rows=[row()],
        say=services.Saying(request.user, form.cleaned_data.get("reason", ""), form.once, timezone.now()),
    )
    return moves_of(round_, acts)


def _written(here: AtStage, round_id: UUID) -> HttpResponse:
    """Back to where a result was asked for, else to its round."""
    return redirect(here.here.came_from or reverse("round_detail", args=[round_id]))


def _known(played: Played) -> dict[UUID, dict[str, int]]:
    """What a hand or the desk has said of each: an empty sheet says nothing of anybody, not 0."""
    return {
        pk: {**got.measures, "": got.points or 0} for pk, got in played.got.items() if not played.says_nothing_of([pk])
    }


def _match(request: AuthedRequest, here: AtStage, played: Played) -> HttpResponse:
    sides = [(place.entrant_id, called(place.entrant)) for place in played.places]
    data = request.POST if request.method == "POST" else None
    form = MatchForm(
        data,
        sides=sides,
        duel=here.stage.tournament.plays.duel,
        may_draw=format_of(here.stage).may_draw(here.stage),
        is_first=played.says_nothing_of(played.got),
    )

    def write() -> None:
        result = TableMatch(**dict(form.result), reason=form.cleaned_data.get("reason", ""))
        services.write_match(result, table_id=played.table.pk, **_sender(request, form))

    def row() -> RowWanted:
        return RowWanted(played.table.pk, "", match=form.result)

    moves = _moves_first(request, here, played, form, row)
    if request.method == "POST" and not moves and done(form, write):
        return _written(here, played.table.round_id)
    status = 422 if form.errors else 200
    return here.show(
        "tournaments/match_result.html",
        form=form,
        round=played.table.round,
        played=played,
        sides=sides,
        moves=moves,
        status=status,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def stage_points(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """A penalty or a bonus for somebody."""
    here = at_stage(request, stage_id)
    require(here.may_plan)
    here.require_place(StageAct.GIVE_POINTS)
    there = set(here.stage.entrants.values_list("entrant", flat=True))
    names = [(str(entrant.pk), called(entrant)) for entrant in in_line(here.stage) if entrant.pk in there]
    data = request.POST if request.method == "POST" else None
    in_halves = format_of(here.stage).in_halves
    by_team = is_by_team(here.stage)
    form = PointsForm(data, names=names, unit=unit_of(here.stage.tournament), in_halves=in_halves, by_team=by_team)

    def give() -> None:
        sent = form.cleaned_data
        given = PointsGiven(entrant=UUID(sent["entrant"]), points=form.points, reason=sent["reason"])
        services.give_points(given, stage_id=stage_id, **_sender(request, form))

    if request.method == "POST" and done(form, give):
        return redirect(here.here.came_from or reverse("stage_standing", args=[stage_id]))
    status = 422 if form.errors else 200
    return here.show("tournaments/stage_points.html", form=form, given=_given(here), status=status)


def _given(here: AtStage) -> list[tuple[str, Given]]:
    """(entrant, what it was given), the newest first."""
    found = given_in_all(here.stage.tournament, here.stage)
    entrants = with_players(Entrant.objects.filter(pk__in=found)).in_bulk()
    named = [(called(entrants[pk]), each) for pk, own in found.items() for each in own]
    return sorted(named, key=lambda line: line[1].act.at, reverse=True)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def act_back(request: AuthedRequest, desk_act_id: UUID) -> HttpResponse:
    """Take something back that was said at the desk; `to` says what is shown then: the penalties of the stage
    (`points`), or the entrant, as its row in the list of entries where it was tapped there."""
    acts = DeskAct.objects.exclude(stage=None).select_related("entrant", "table", "round")
    act = get_object_or_404(acts, pk=desk_act_id)
    assert act.stage_id  # noqa: S101 asked for
    here = at_stage(request, act.stage_id)
    require(here.may_plan)
    form = ReasonForm(request.POST if request.method == "POST" else None)

    def back() -> None:
        services.take_back(WithReason(reason=form.cleaned_data["reason"]), act_id=desk_act_id, **_sender(request, form))

    is_done = request.method == "POST" and done(form, back)
    if is_done or (request.htmx and request.method == "POST"):
        return _after_back(here, act, form)
    name = called(act.entrant) if act.entrant else ""
    moves = None
    if act.kind == DeskAct.Kind.RESULT and act.round:
        act.round.stage = here.stage
        moves = moves_of(act.round, (), without=[act.pk])
    status = 422 if form.errors else 200
    return here.show("tournaments/act_back.html", form=form, act=act, name=name, moves=moves, status=status)


def _after_back(here: AtStage, act: DeskAct, form: ReasonForm) -> HttpResponse:
    """What was tapped on, as it is now; to a script also where it was not done, with the reason."""
    request, to = here.here.request, here.here.request.POST.get("to", "")
    errors = [str(error) for errors in form.errors.values() for error in errors]
    problem = NotDone(" ".join(errors), 422) if errors else None
    if to == "entrant" and act.entrant:
        act.entrant.tournament = here.stage.tournament
        if request.htmx:
            return row_answer(here.here, act.entrant, timezone.now(), problem)
        return redirect("entrant_detail", here.stage.tournament_id, act.entrant_id)
    if to == "points":
        if request.htmx:
            return here.show("tournaments/_given.html", problem, given=_given(here), back_to="points")
        return redirect("stage_points", here.stage.pk)
    return redirect("round_detail", act.table.round_id) if act.table else redirect("stage_standing", act.stage_id)


@require_POST
@login_required
def stage_lots(request: AuthedRequest, stage_id: UUID) -> HttpResponse:
    """Draw lots among those who share a place."""
    here = at_stage(request, stage_id)
    require(here.may_plan)
    sent = {"entrants": [id_in(text) for text in request.POST.getlist("entrant")]}
    key, now = id_in(request.POST.get("key", "")), timezone.now()
    problem = not_done(
        lambda: services.draw_lots(LotsAmong.read(sent), stage_id=stage_id, by=request.user, key=key, now=now)
    )
    return _standing(request, stage_id, problem) if problem else redirect("stage_standing", stage_id)


def _sender(request: AuthedRequest, form: ReasonForm) -> dict[str, Any]:
    return {"by": request.user, "key": form.once, "now": timezone.now()}
