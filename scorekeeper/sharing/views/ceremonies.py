"""The ceremony of a tournament: the director reveals, the projector shows."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.sharing.ceremonies import begin_ceremony, end_ceremony, turn_to
from scorekeeper.sharing.forms import StartForm, TurnForm
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.revealing import ceremony_of, shown_at, stamp_of
from scorekeeper.sharing.services import links_of
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.planning.services import is_called_off


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_ceremony(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """What is revealed, with the buttons that go on and back; before it how it begins. Posted: `turn` is how many turns
    are to be revealed, `act` says that it begins or ends."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    act = request.POST.get("act", "turn") if request.method == "POST" else ""
    form = StartForm(request.POST if act == "begin" else None, most=here.tournament.entrants.count())
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user}
    problem, is_piece = None, bool(getattr(request, "htmx", False))
    if act == "end":
        end_ceremony(**place, now=timezone.now())
        return redirect("tournament_places", tournament_id)
    if act == "begin":
        form.does(begin_ceremony, **place)
    elif act:
        turn = TurnForm(request.POST)
        turn.does(turn_to, **place)
        problem = turn.not_done
    if act and not is_piece and not (problem or form.errors):
        return redirect("tournament_ceremony", tournament_id)
    return _page(here, form, problem, is_piece=is_piece)


def _page(here: Here, form: StartForm, problem: NotDone | None, *, is_piece: bool) -> HttpResponse:
    found, request = here.tournament, here.request
    ceremony = ceremony_of(found)
    if ceremony is None:
        if is_piece:  # it has ended elsewhere
            response = HttpResponse(status=204)
            response["HX-Refresh"] = "true"
            return response
        has_screen = links_of(found).filter(kind=Link.Kind.SCREEN).exists()
        may_begin = found.is_ended and not is_called_off(found)
        page = {"may_begin": may_begin, "has_screen": has_screen, "form": form}
        if not may_begin:
            problem = problem or form.not_done
        return here.show("sharing/ceremony_begin.html", problem, status=form.status, **page)
    stamp, now = stamp_of(ceremony), timezone.now()
    if request.method != "POST" and request.GET.get("since") == stamp:
        return nothing_new(now)
    template = "sharing/_ceremony.html" if is_piece else "sharing/ceremony.html"
    page = {"shown": shown_at(ceremony, found), "tournament": found, "stamp": stamp, "now": now, "controls": True}
    return render(request, template, page, status=problem.status if problem else form.status)
