"""The prizes of a tournament: the way to its pool."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_keep_money, can_read_money
from scorekeeper.tournaments.services.prizes import open_prizes
from scorekeeper.tournaments.views.here import at_tournament


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
