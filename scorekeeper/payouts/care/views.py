"""What somebody chooses for themselves about money: the most they want to lose in a month, and who sees where they
stand."""

from collections.abc import Sequence
from itertools import groupby

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.care.reads import Care, care_of, hidden_clubs
from scorekeeper.payouts.care.services import hide_own, set_limit
from scorekeeper.payouts.forms import LimitForm, unit_key


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_money(request: AuthedRequest) -> HttpResponse:
    """A form for each club and unit; posting one sets that limit."""
    now = timezone.now()
    found = care_of(request.user, now)
    if "hides" in request.POST:
        hide_own(club=_club(request, found), user=request.user, hides=request.POST["hides"] == "1", now=now)
        messages.success(request, _("Your choice about your balance is saved."))
        return redirect("account_money")
    sent = _sent(request, found) if request.method == "POST" else None
    forms = [(one, LimitForm(request.POST if one is sent else None, care=one)) for one in found]
    for one, form in forms:
        if one is sent and (made := form.does(set_limit, club=one.club, by=request.user)):
            text = _("The new limit applies from tomorrow.") if made.next_on else _("The new limit applies now.")
            messages.success(request, text)
            return redirect("account_money")
    is_wrong = any(form.errors for _one, form in forms)
    hidden = hidden_clubs(request.user)
    clubs = [
        (club, club.pk in hidden, list(of_club)) for club, of_club in groupby(forms, key=lambda pair: pair[0].club)
    ]
    return render(request, "payouts/care.html", {"clubs": clubs}, status=422 if is_wrong else 200)


def _club(request: AuthedRequest, found: Sequence[Care]) -> Club:
    """The club the form says. Raises Http404: none of theirs, or one that is closed."""
    club = next((one.club for one in found if str(one.club.pk) == request.POST.get("club")), None)
    if club is None or club.is_closed:
        raise Http404
    return club


def _sent(request: AuthedRequest, found: Sequence[Care]) -> Care:
    """The one whose form was sent. Raises Http404: none of theirs."""
    club, of = _club(request, found), request.POST.get("of", "")
    sent = next((one for one in found if one.club == club and unit_key(one.unit) == of), None)
    if sent is None:
        raise Http404
    return sent
