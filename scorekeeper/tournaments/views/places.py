"""Who stands where in a whole tournament, and letting it go on after its end."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.payouts.pools.reads import is_awarded
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.selectors.papers import places_out
from scorekeeper.tournaments.selectors.places import final_lines, places_table
from scorekeeper.tournaments.services.holding_back import hold_back, release
from scorekeeper.tournaments.services.planning import is_called_off
from scorekeeper.tournaments.services.reopening import reopen_tournament
from scorekeeper.tournaments.views.here import Here, at_tournament
from scorekeeper.tournaments.words import stage_title


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
        messages.success(request, _("Released: everybody reads the standing again."))
    else:
        hold_back(HeldFrom(), tournament_id=tournament_id, by=request.user, now=timezone.now())
        messages.success(request, _("Held back: only the desk reads the standing, until the ceremony."))
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
