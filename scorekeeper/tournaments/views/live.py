"""Pages that keep themselves up to date: they ask again by themselves, and are told nothing while nothing is new."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.asking import nothing_new
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.selectors.stamps import stamp_of


def still_the_same(request: AuthedRequest, tournament: Tournament) -> HttpResponse | None:
    """204 for a page that asks again (`since`, the stamp it has) while nothing of the tournament is another one."""
    if not getattr(request, "htmx", False) or request.GET.get("since") != stamp_of(tournament):
        return None
    response = nothing_new(timezone.now())
    response["Vary"] = "HX-Request, Cookie"
    return response


def asks_again(
    request: AuthedRequest, tournament: Tournament, stamp: str = "", *, before_it_begins: bool = False
) -> dict[str, Any]:
    """What `_frame.html` needs for a page that asks again: where, with which stamp (worked out here where it is not
    given), and as of when it is. Nothing once the tournament is over, and for a page that says why something was not
    done."""
    is_on = tournament.is_running or (before_it_begins and tournament.is_planned)
    if not is_on or request.method not in {"GET", "HEAD"}:
        return {}
    asked = request.GET.copy()
    asked.pop("since", None)
    asked["since"] = stamp or stamp_of(tournament)
    now: datetime = timezone.now()
    return {"asks_at": f"{request.path}?{asked.urlencode()}", "as_of": now}
