"""A person's own pages: name, look of the pages, API tokens. Address and password are allauth's."""

from uuid import UUID

from allauth.account.views import logout
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.forms import LookForm, RenameForm, TokenForm
from scorekeeper.accounts.http import AuthedRequest, forget_pages
from scorekeeper.accounts.models import ApiToken
from scorekeeper.accounts.services import make_api_token, rename, revoke_api_token
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused

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
        "tokens": request.user.api_tokens.filter(revoked_at=None).count(),
    }
    return render(request, "accounts/account.html", page, status=422 if form.errors else 200)


@require_POST
def account_look(request: HttpRequest) -> HttpResponse:
    """Keep theme and suit colours in this device's cookies; no account is needed."""
    form = LookForm(request.POST)
    response = redirect(_next(request))
    if form.is_valid():
        for name, value in form.cleaned_data.items():
            response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    return response


def sign_out(request: HttpRequest) -> HttpResponse:
    """allauth's page; once somebody has left, no page of theirs is left in the browser."""
    response: HttpResponse = logout(request)
    return forget_pages(response) if request.method == "POST" else response


@login_required
@never_cache
def token_list(request: AuthedRequest) -> HttpResponse:
    """The tokens in force; posting makes one and shows its secret this once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    secret = _make(request, form) if request.method == "POST" else ""
    page = {
        "form": TokenForm() if secret else form,
        "secret": secret,
        "tokens": request.user.api_tokens.filter(revoked_at=None).order_by("-created_at"),
        "now": timezone.now(),
    }
    return render(request, "accounts/token_list.html", page, status=422 if form.errors else 200)


@login_required
@require_POST
def token_revoke(request: AuthedRequest, token_id: UUID) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, user=request.user)
    revoke_api_token(token=token, now=timezone.now())
    messages.success(request, _("“{name}” no longer works.").format(name=token.name))
    return redirect("token_list")


def look_of(request: HttpRequest) -> dict[str, str]:
    """The reader's settings as their cookies have them."""
    return {"theme": request.COOKIES.get("theme", "system"), "suits": request.COOKIES.get("suits", "two")}


def _make(request: AuthedRequest, form: TokenForm) -> str:
    if not form.is_valid():
        return ""
    try:
        _token, secret = make_api_token(user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refused as refused:
        refusals.show(form, refused)
        return ""
    return secret


def _next(request: HttpRequest) -> str:
    """Where to go on: a page of ours, or home."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if wanted.startswith("/") and ours else "home"
