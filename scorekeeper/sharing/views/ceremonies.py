"""The ceremony of a tournament: the director reveals, the projector shows."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.sharing.ceremonies import begin_ceremony, end_ceremony, turn_to
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.revealing import ceremony_of, shown_at, stamp_of
from scorekeeper.sharing.services import links_of
from scorekeeper.sharing.views.holders import number_in
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.planning.services import is_called_off


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_ceremony(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """What is revealed, with the buttons that go on and back; before it how it begins. Posted: `turn` is how many turns
    are to be revealed, `act` says that it begins or ends."""
    here = at_tournament(request, tournament_id)
    require(here.may_plan)
    problem = _act(request, tournament_id) if request.method == "POST" else None
    is_piece = bool(getattr(request, "htmx", False))
    if request.method == "POST" and problem is None and not is_piece:
        ended = request.POST.get("act") == "end"
        return redirect("tournament_places" if ended else "tournament_ceremony", tournament_id)
    return _page(here, problem, is_piece=is_piece)


def _act(request: AuthedRequest, tournament_id: UUID) -> NotDone | None:
    sent, now, by = request.POST, timezone.now(), request.user
    if sent.get("act") == "begin":
        since = number_in(sent.get("since", ""))
        return not_done(lambda: begin_ceremony(tournament_id=tournament_id, by=by, now=now, since=since))
    if sent.get("act") == "end":
        return not_done(lambda: end_ceremony(tournament_id=tournament_id, by=by, now=now))
    return not_done(lambda: turn_to(tournament_id=tournament_id, by=by, turn=number_in(sent.get("turn", "")) or 0))


def _page(here: Here, problem: NotDone | None, *, is_piece: bool) -> HttpResponse:
    found, request = here.tournament, here.request
    ceremony = ceremony_of(found)
    if ceremony is None:
        if is_piece:  # it has ended elsewhere
            response = HttpResponse(status=204)
            response["HX-Refresh"] = "true"
            return response
        has_screen = links_of(found).filter(kind=Link.Kind.SCREEN).exists()
        may_begin = found.is_ended and not is_called_off(found)
        entrants = found.entrants.count()
        return here.show(
            "sharing/ceremony_begin.html", problem, may_begin=may_begin, has_screen=has_screen, most=entrants
        )
    stamp, now = stamp_of(ceremony), timezone.now()
    if request.method != "POST" and request.GET.get("since") == stamp:
        return nothing_new(now)
    template = "sharing/_ceremony.html" if is_piece else "sharing/ceremony.html"
    page = {"shown": shown_at(ceremony, found), "tournament": found, "stamp": stamp, "now": now, "controls": True}
    return render(request, template, page)
