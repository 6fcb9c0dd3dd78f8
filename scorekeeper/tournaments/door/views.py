"""The code at the door of a tournament, and the page behind it, where everybody says that they are here."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import use_time_of
from scorekeeper.common.addresses import public_address
from scorekeeper.common.charts import qr_code
from scorekeeper.common.errors import require
from scorekeeper.common.throttling import seconds_to_wait
from scorekeeper.common.views import too_many_tries
from scorekeeper.tournaments.door.services import door_of, is_door_of
from scorekeeper.tournaments.entries.attending import come_in
from scorekeeper.tournaments.entries.forms import ComingForm
from scorekeeper.tournaments.entries.reads import expected_at_the_door, mine
from scorekeeper.tournaments.here import at_tournament
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.rounds.field import called

COMINGS = 600  # by the code, from one address in an hour: a whole hall behind one router, and no more


@require_safe
@login_required
def tournament_door(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The code to hang up at the door."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    link = public_address(request, reverse("tournament_come", args=[tournament_id, door_of(tournament_id)]))
    return here.show("tournaments/door_code.html", link=link, qr=qr_code(link))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tournament_come(request: HttpRequest, tournament_id: UUID, door: str) -> HttpResponse:
    """Behind the code: say who has come. Needs no account; a member is asked by name."""
    if not is_door_of(tournament_id, door):
        raise Http404
    found = get_object_or_404(Tournament.objects.select_related("club"), pk=tournament_id)
    use_time_of(found.club)
    form = ComingForm(request.POST if request.method == "POST" else None, expected_at_the_door(found))
    if request.method != "POST":
        return _door(request, found, form)
    if wait := seconds_to_wait(request, "tournament_door", COMINGS, 3600):
        return too_many_tries(request, _("Too many people have checked in from here. Tell the desk."), wait)
    user = request.user if isinstance(request.user, User) else None
    if not form.does(come_in, tournament_id=found.pk, by=user):
        return _door(request, found, form, form.status)
    chosen = form.cleaned_data["entrant"]
    short = dict(form.fields["entrant"].choices)  # type: ignore[attr-defined]
    messages.success(request, _("{name} is checked in.").format(name=short[chosen]))
    return redirect("tournament_come", found.pk, door)


def _door(request: HttpRequest, found: Tournament, form: ComingForm, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    own = mine(found, user) if user else None
    page = {
        "tournament": found,
        "form": form,
        "own": own,
        "own_name": called(own) if own else "",
        "own_is_expected": own is not None and str(own.pk) in dict(form.fields["entrant"].choices),  # type: ignore[attr-defined]
        "expected": form.fields["entrant"].choices,  # type: ignore[attr-defined]
    }
    return render(request, "tournaments/door.html", page, status=status)
