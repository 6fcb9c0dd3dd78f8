"""The tokens of a person's programs."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.forms import TokenForm
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import ApiToken
from scorekeeper.accounts.proving import recent_sign_in
from scorekeeper.accounts.services.tokens import make_api_token, revoke_api_token
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused


@login_required
@recent_sign_in()
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
@recent_sign_in(back="token_list")
@require_POST
def token_revoke(request: AuthedRequest, token_id: UUID) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, user=request.user)
    revoke_api_token(token=token, now=timezone.now())
    messages.success(request, _("“{name}” no longer works.").format(name=token.name))
    return redirect("token_list")


def _make(request: AuthedRequest, form: TokenForm) -> str:
    if not form.is_valid():
        return ""
    try:
        _token, secret = make_api_token(user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refused as refused:
        refusals.show(form, refused)
        return ""
    return secret
