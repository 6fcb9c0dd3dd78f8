"""The link in the mail to an address that was changed."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scorekeeper.accounts.services.taking_back import change_behind, take_back_address
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused


@never_cache
def address_take_back(request: HttpRequest, secret: str) -> HttpResponse:
    """What the link would do; only posting does it, so that a program that looks into mails does not."""
    now = timezone.now()
    problem = ""
    if request.method == "POST":
        try:
            change = take_back_address(secret=secret, now=now)
        except Refused as refused:
            problem = refusals.sentence(refused)
        else:
            logout(request)
            messages.success(request, _("The account belongs to {address} again.").format(address=change.old))
            return redirect("account_request_login_code")
    found = change_behind(secret, now)
    status = 422 if problem else 200 if found else 404
    return render(request, "accounts/address_take_back.html", {"change": found, "problem": problem}, status=status)
