"""What is new on paper: printed with one tap as one file, and noted."""

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.files import PRINTED
from scorekeeper.common.tables.serving import paper_answer
from scorekeeper.payouts.policies import can_read_accounts
from scorekeeper.tournaments.drawings.bundle import bundle_name, bundle_pdf
from scorekeeper.tournaments.selectors.printing import Batch, batch_of, print_menu
from scorekeeper.tournaments.services.printing import note_printed, print_new
from scorekeeper.tournaments.views.here import Here, at_tournament
from scorekeeper.tournaments.views.printing import code_of_card

SIZES = {"a4": "pdf", "a5": "a5"}
"""{paper: how the address of its file ends}"""


@require_safe
@login_required
def tournament_print(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everything that there is to print, with what of it is new."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    return _page(here)


@require_POST
@login_required
def print_fresh(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Print what is new: it is noted, and the page that this leads to begins the file."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    size = request.POST.get("size", "a4")
    if size not in SIZES:
        raise Http404
    made: list[UUID] = []
    problem = not_done(lambda: made.append(print_new(tournament_id=tournament_id, by=request.user, now=timezone.now())))
    if problem:
        return _page(here, problem)
    return redirect(reverse("print_batch", args=[tournament_id, made[0]]) + f"?begin={size}")


@require_POST
@login_required
def paper_printed(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Note that a paper was printed by itself."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    paper = request.POST.get("paper", "")
    problem = not_done(
        lambda: note_printed(tournament_id=tournament_id, paper=paper, by=request.user, now=timezone.now())
    )
    return _page(here, problem) if problem else redirect("tournament_print", tournament_id)


@require_safe
@login_required
def print_batch(request: AuthedRequest, tournament_id: UUID, batch: UUID) -> HttpResponse:
    """What was printed together, with its file; with `begin` the file begins by itself."""
    here = at_tournament(request, tournament_id)
    begins = SIZES.get(request.GET.get("begin", ""), "")
    return here.show("tournaments/print_batch.html", batch=_batch(here, batch), begins=begins)


@require_safe
@login_required
def print_batch_file(
    request: AuthedRequest, tournament_id: UUID, batch: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """The pages of what was printed together, as they stand now."""
    here = at_tournament(request, tournament_id)
    found = _batch(here, batch)
    if table != "papers" or kind not in PRINTED:
        raise Http404
    pdf = bundle_pdf(found.papers, PRINTED[kind], timezone.now(), partial(code_of_card, request))
    return paper_answer(bundle_name(here.tournament), pdf)


def _reads_accounts(here: Here) -> bool:
    return can_read_accounts(here.membership.role)


def _page(here: Here, problem: NotDone | None = None) -> HttpResponse:
    menu = print_menu(here.tournament, timezone.now(), reads_accounts=_reads_accounts(here))
    return here.show("tournaments/print.html", problem, menu=menu)


def _batch(here: Here, batch: UUID) -> Batch:
    """Raises PermissionDenied. Http404: there is none, or nothing of it is left for the reader."""
    require(here.may_desk)
    found = batch_of(here.tournament, batch, reads_accounts=_reads_accounts(here))
    if found is None:
        raise Http404
    return found
