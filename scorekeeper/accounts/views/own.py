"""A person's own page, and how pages look. Address, password and second factor are allauth's."""

from allauth.account.views import logout
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.forms import LookForm, RenameForm
from scorekeeper.accounts.http import AuthedRequest, forget_pages
from scorekeeper.accounts.selectors import has_second_factor
from scorekeeper.accounts.services.own import rename
from scorekeeper.common.addresses import next_page

YEAR = 365 * 24 * 3600  # seconds


@login_required
def account(request: AuthedRequest) -> HttpResponse:
    """Everything about one's own account; posting changes the name."""
    form = RenameForm(request.POST if request.method == "POST" else None, initial={"name": request.user.name})
    if request.method == "POST" and form.is_valid():
        rename(user=request.user, name=form.cleaned_data["name"])
        messages.success(request, _("You are {name} now.").format(name=request.user.name))
        return redirect("account")
    page = {
        "form": form,
        "look": LookForm(initial=look_of(request)),
        "has_second_factor": has_second_factor(request.user),
        "tokens": request.user.api_tokens.filter(revoked_at=None).count(),
    }
    return render(request, "accounts/account.html", page, status=422 if form.errors else 200)


@require_POST
def account_look(request: HttpRequest) -> HttpResponse:
    """Keep theme and suit colours in this device's cookies; no account is needed."""
    form = LookForm(request.POST)
    response = redirect(next_page(request, "home"))
    if form.is_valid():
        for name, value in form.cleaned_data.items():
            response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    return response


def sign_out(request: HttpRequest) -> HttpResponse:
    """allauth's page; once somebody has left, no page of theirs is left in the browser."""
    response: HttpResponse = logout(request)
    return forget_pages(response) if request.method == "POST" else response


def look_of(request: HttpRequest) -> dict[str, str]:
    """The reader's settings as their cookies have them."""
    return {"theme": request.COOKIES.get("theme", "system"), "suits": request.COOKIES.get("suits", "two")}
