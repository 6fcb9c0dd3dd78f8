"""The page of those who take part: my table, and what I have so far. It asks again by itself while it runs."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import nothing_new
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.entries.reads import mine
from scorekeeper.tournaments.here import at_tournament
from scorekeeper.tournaments.mine.reads import part_of


@require_safe
@login_required
def tournament_mine(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """My table. A page that asks again with the stamp it has is told 204 while nothing is new."""
    here, now = at_tournament(request, tournament_id), timezone.now()
    found, own = here.tournament, mine(here.tournament, request.user)
    stamp = stamp_of(found)
    if request.GET.get("since") == stamp:
        response = nothing_new(now)
    else:
        template = "tournaments/_mine.html" if own and getattr(request, "htmx", False) else "tournaments/mine.html"
        part = part_of(found, own, request.user, now, stamp, is_held=here.held is not None) if own else None
        response = here.show(template, mine=part, stamp=stamp, now=now)
    response["Vary"] = "HX-Request, Cookie"
    return response
