"""The standing, the bracket, the final places and the prizes of a tournament on their pages."""

from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_keep_money, can_read_money
from scorekeeper.payouts.pools.reads import is_awarded
from scorekeeper.standings.standing import StandingRow
from scorekeeper.tournaments.draft.publishing import is_untouched
from scorekeeper.tournaments.ending.services import hold_back, release, reopen_tournament
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.formats.bracket.bracket import State, bracket_of, late_matches
from scorekeeper.tournaments.formats.bracket.picture import match_title, parts_of
from scorekeeper.tournaments.formats.bracket.standing import came_from, tables_of
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.here import AtStage, Here, at_tournament
from scorekeeper.tournaments.models import DeskAct, Round, Stage
from scorekeeper.tournaments.papers.reads import places_out
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.planning.services import is_called_off
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.rounds.field import acts_in_force, called
from scorekeeper.tournaments.rounds.results import signed_for_in
from scorekeeper.tournaments.standing.reads import final_lines, places_table
from scorekeeper.tournaments.words import stage_title


def show_bracket(here: AtStage, problem: NotDone | None, *, official: bool) -> HttpResponse:
    """As it is now, before its first round as it would be with those who are here; or by what is official."""
    state = bracket_of(here.stage, official=official)
    if official and state and not state.rounds:
        state = None
    return here.show_live(
        "tournaments/bracket.html",
        problem,
        state=state,
        official=official,
        parts=parts_of(state) if state else [],
        seeded=len(state.seeds) if state else 0,
        tables=tables_of(state) if state else {},
        why=came_from(state) if state else [],
        signed_for=signed_for_in(here.stage) if state else {},
        moved=_moved(state) if state and not official else [],
        early=_taken_early(state) if state and not official and here.may_desk else [],
        tied=_tied(here, state) if state and not official else [],
        lots=acts_in_force(here.stage, DeskAct.Kind.LOT),
        key=uuid4(),
    )


def _moved(state: State) -> list[dict[str, str]]:
    """Corrections that came too late, by name."""
    return [
        {
            "match": match_title(state.bracket, late_match.name),
            "into": match_title(state.bracket, late_match.into),
            "sits": called(late_match.sits) if late_match.sits else "",
            "would": called(late_match.would) if late_match.would else "",
        }
        for late_match in late_matches(state)
    ]


def _taken_early(state: State) -> list[Round]:
    """The rounds that were opened with somebody who would not be there by now, as long as their opening can be taken
    back."""
    of = {state.tables[late_match.into].table.round_id for late_match in late_matches(state)}
    return [round_ for round_ in state.rounds if round_.pk in of and is_untouched(round_)]


def _tied(here: AtStage, state: State) -> list[list[StandingRow]]:
    """Who shares a place at the end, where a stage comes after it: lots say who of them goes on."""
    following = here.stage.tournament.stages.filter(number__gt=here.stage.number).exists()
    if not (following and state.rounds and state.is_decided):
        return []
    format_ = format_of(here.stage)
    rows = {row.entrant: row for row in format_.standing(here.stage, official=False).rows}
    (group,) = format_.places(here.stage, official=False)
    return [[rows[entrant] for entrant in tied] for tied in group if len(tied) > 1]


@login_required
def places_files(request: AuthedRequest, tournament_id: UUID, table: str, kind: str) -> HttpResponse:
    """The places as a file."""
    here = at_tournament(request, tournament_id)
    here.require_shown()
    found = here.tournament
    lines = final_lines(found, official=found.is_ended)
    return file_of(request, {"places": partial(places_out, found)} if lines else {}, table, kind)


@require_safe
@login_required
@with_files(places_files)
def tournament_places(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The places as they are final, or as they would be now."""
    return _page(at_tournament(request, tournament_id))


@require_POST
@login_required
def tournament_reopen(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """It goes on, for a reason."""
    here = at_tournament(request, tournament_id)
    reason, now = request.POST.get("reason", ""), timezone.now()
    problem = not_done(
        lambda: reopen_tournament(
            WithReason.read({"reason": reason}), tournament_id=tournament_id, by=request.user, now=now
        )
    )
    if problem:
        return _page(here, problem, reason=reason)
    if not here.tournament.is_ended:
        messages.success(request, _("The stage goes on."))
        return redirect("tournament_rounds", tournament_id)
    messages.success(request, _("The tournament goes on."))
    return redirect("tournament_places", tournament_id)


@require_POST
@login_required
def tournament_hold(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Nobody but the desk reads the standing from now on; with `hold` 0 everybody does again."""
    at_tournament(request, tournament_id)
    if request.POST.get("hold") == "0":
        release(tournament_id=tournament_id, by=request.user, now=timezone.now())
        messages.success(request, _("Released: everybody sees the standings again."))
    else:
        hold_back(HeldFrom(), tournament_id=tournament_id, by=request.user, now=timezone.now())
        messages.success(request, _("Hidden: only the desk sees the standings until the ceremony."))
    return redirect("tournament_places", tournament_id)


def _page(here: Here, problem: NotDone | None = None, *, reason: str = "") -> HttpResponse:
    found = here.tournament
    lines = [] if here.held else final_lines(found, official=found.is_ended)
    begun = found.stages.exclude(state=Stage.State.PLANNED).order_by("number") if lines else ()
    return here.show(
        "tournaments/places.html",
        problem,
        stages=[(stage, stage_title(stage)) for stage in begun],
        table=places_table(found, lines) if lines else None,
        is_called_off=is_called_off(found),
        is_awarded=found.competition is not None and is_awarded(found.competition),
        reason=reason,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_prizes(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Its pool; before there is one, how to set it up, and posting begins that."""
    here = at_tournament(request, tournament_id)
    require(can_read_money(here.membership.role))
    found, keeps = here.tournament, can_keep_money(here.membership.role) and not here.membership.club.is_closed
    if PrizePool.objects.filter(competition__tournament=found).exists():
        return redirect("season_prizes", found.competition_id)
    if not found.club.keeps_money:
        raise Http404
    problem = None
    if request.method == "POST":
        require(keeps)
        problem = not_done(lambda: open_prizes(tournament_id=found.pk, by=request.user))
        if problem is None:
            return redirect("pool_terms", found.pk)
    return here.show("tournaments/prizes.html", problem, keeps=keeps)
