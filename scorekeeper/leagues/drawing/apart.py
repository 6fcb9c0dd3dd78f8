"""The pairs of a club that no draw puts together."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.keeping_apart import apart_in, keep_apart, let_together
from scorekeeper.clubs.models import Player
from scorekeeper.common import refusals
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.errors import Refused, require
from scorekeeper.leagues.evenings.forms import ApartForm
from scorekeeper.leagues.policies import can_plan


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_apart(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Which pairs there are; posting adds one."""
    here = enter_club(request, club_id)
    require(can_plan(here.role))
    players = Player.objects.people().filter(club=here.club, retired_at=None).order_by(Alphabetical("name"), "pk")
    names = [(str(pk), name) for pk, name in players.values_list("pk", "name")]
    form = ApartForm(request.POST if request.method == "POST" else None, names)
    if form.is_valid():
        one, other = form.pair()
        try:
            keep_apart(club=here.club, by=request.user, one=one, other=other, now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("evening_apart", here.club.pk)
    page = {"club": here.club, "form": form, "pairs": apart_in(here.club.pk), "enough": len(names) > 1}
    return render(request, "leagues/evening_apart.html", page, status=422 if form.errors else 200)


@require_POST
@login_required
def evening_together(request: AuthedRequest, club_id: UUID, pair_id: UUID) -> HttpResponse:
    """These two may sit together again."""
    here = enter_club(request, club_id)
    let_together(club=here.club, by=request.user, pair_id=pair_id)
    return redirect("evening_apart", here.club.pk)
