"""What somebody chooses for themselves about money: the most they want to lose in a month."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused
from scorekeeper.payouts.forms import LimitForm, unit_key
from scorekeeper.payouts.selectors.discretion import hidden_clubs
from scorekeeper.payouts.selectors.limits import Care, care_of
from scorekeeper.payouts.services.discretion import hide_own
from scorekeeper.payouts.services.limiting import set_limit


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_money(request: AuthedRequest) -> HttpResponse:
    """A form for each club and unit; posting one sets that limit."""
    now = timezone.now()
    found = care_of(request.user, now)
    if "hides" in request.POST:
        hide_own(club=_sent(request, found).club, user=request.user, hides=request.POST["hides"] == "1", now=now)
        messages.success(request, _("Other members see it as you have chosen."))
        return redirect("account_money")
    sent = _sent(request, found) if request.method == "POST" else None
    forms: list[tuple[Care, LimitForm]] = []
    for one in found:
        form = LimitForm(request.POST if one is sent else None, care=one)
        if one is sent and form.is_valid():
            try:
                made = set_limit(
                    club=one.club, user=request.user, unit=one.unit, amount=form.cleaned_data["most"], now=now
                )
            except Refused as refused:
                refusals.show(form, refused)
            else:
                messages.success(
                    request, _("It holds from tomorrow on.") if made.next_on else _("It holds from now on.")
                )
                return redirect("account_money")
        forms.append((one, form))
    is_wrong = any(form.errors for _one, form in forms)
    return render(
        request,
        "payouts/care.html",
        {"forms": forms, "hidden": hidden_clubs(request.user)},
        status=422 if is_wrong else 200,
    )


def _sent(request: AuthedRequest, found: Any) -> Care:
    """The one whose form was sent. Raises Http404: none of theirs."""
    try:
        club = UUID(request.POST.get("club", ""))
    except ValueError:
        raise Http404 from None
    of = request.POST.get("of", "")
    sent: Care | None = next((one for one in found if (one.club.pk, unit_key(one.unit)) == (club, of)), None)
    if sent is None or sent.club.is_closed:
        raise Http404
    return sent
