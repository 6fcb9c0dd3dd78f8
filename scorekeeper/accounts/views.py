"""A person's own pages: what they are called, the language, their devices and the tokens of their programs."""

from uuid import UUID

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request
from allauth.account.models import EmailAddress  # noqa: F401 loads allauth's models before its forms
from allauth.account.views import logout as allauth_logout
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts import services
from scorekeeper.accounts.entry import ProofCode, own_name_field
from scorekeeper.accounts.http import AuthedRequest, forget_pages
from scorekeeper.accounts.models import ApiToken, Scope
from scorekeeper.accounts.proving import ProofByCode, has_only_address, recent_sign_in
from scorekeeper.accounts.second_factor import has_second_factor
from scorekeeper.common.addresses import next_page
from scorekeeper.common.doing import ActForm, attempt
from scorekeeper.common.names import LONGEST
from scorekeeper.common.widgets import Boxes, CheckBoxes
from scorekeeper.languages.choice import offered


class RenameForm(ActForm):
    """What a person is called from now on."""

    asks = services.OwnName
    name = own_name_field()


class LanguageForm(ActForm):
    """The language of pages and mails."""

    asks = services.OwnLanguage
    language = forms.ChoiceField(
        label=pgettext_lazy("field", "Language"),
        required=False,
        choices=lambda: [("", gettext_lazy("Same as my club or browser")), *offered().items()],
    )


class LookForm(forms.Form):
    """How this reader wants to see pages; kept in cookies of this device."""

    theme = forms.ChoiceField(
        label=gettext_lazy("Light or dark"),
        choices=[
            ("system", gettext_lazy("Same as the device")),
            ("light", pgettext_lazy("field", "Light")),
            ("dark", pgettext_lazy("field", "Dark")),
        ],
        widget=Boxes(3),
    )
    suits = forms.ChoiceField(
        label=gettext_lazy("Colours of the suits"),
        choices=[("two", pgettext_lazy("field", "Two colours")), ("four", pgettext_lazy("field", "Four colours"))],
        widget=Boxes(2),
    )


class TokenForm(ActForm):
    """A new API token."""

    asks = services.NewToken

    name = forms.CharField(
        label=gettext_lazy("What is the token for?"),
        max_length=LONGEST,
        help_text=gettext_lazy("Helps you know later which one to revoke."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"), choices=Scope.choices, widget=CheckBoxes(1)
    )


# A person's own page, and how pages look. Address, password and second factor are allauth's.

YEAR = 365 * 24 * 3600  # seconds


@login_required
def account(request: AuthedRequest) -> HttpResponse:
    """Everything about one's own account; posting changes the name."""
    form = RenameForm(request.POST if request.method == "POST" else None, initial={"name": request.user.own_name})
    if form.does(services.rename, by=request.user):
        messages.success(request, _("Your name is now {name}.").format(name=request.user.own_name))
        return redirect("account")
    page = {
        "form": form,
        "look": LookForm(initial=look_of(request)),
        "language": LanguageForm(initial={"language": request.user.language}),
        "has_second_factor": has_second_factor(request.user),
        "tokens": request.user.api_tokens.filter(revoked_at=None).count(),
    }
    return render(request, "accounts/account.html", page, status=form.status)


@require_POST
def account_language(request: HttpRequest) -> HttpResponse:
    """Keep the language with the account, and in a cookie of this device for when nobody is signed in."""
    form = LanguageForm(request.POST)
    response = redirect(next_page(request, "home"))
    if form.is_valid() and request.user.is_authenticated:
        form.does(services.choose_language, by=request.user)
    name = settings.LANGUAGE_COOKIE_NAME
    if chosen := form.cleaned_data.get("language"):
        response.set_cookie(name, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    else:
        response.delete_cookie(name, samesite="Lax")
    return response


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
    response: HttpResponse = allauth_logout(request)
    return forget_pages(response) if request.method == "POST" else response


def look_of(request: HttpRequest) -> dict[str, str]:
    """The reader's settings as their cookies have them."""
    return {"theme": request.COOKIES.get("theme", "system"), "suits": request.COOKIES.get("suits", "two")}


# A code to the present address, for who has nothing else to show that an account is theirs.


@login_required
@never_cache
def reauthenticate_by_code(request: AuthedRequest) -> HttpResponse:
    """Posting `action=send` sends a code, posting a `code` is the proof; then on to `next`."""
    if not has_only_address(request.user):
        return redirect(get_adapter().get_reauthentication_methods(request.user)[0]["url"])
    if request.POST.get("action") == "send":
        return _send(request)
    process = ProofByCode.resume(request)
    if process is None or request.method != "POST":
        return _page(request, ProofCode(code=process.code) if process else None)
    form = ProofCode(request.POST, code=process.code)
    if not form.is_valid():
        left = process.record_invalid_attempt()
        return _page(request, form if left else None, "" if left else get_adapter().error_messages["incorrect_code"])
    process.abort()
    record_authentication(request, request.user, method="code", reauthenticated=True)
    return resume_request(request) or redirect("account")


def _send(request: AuthedRequest) -> HttpResponse:
    if problem := ProofByCode.send_new(request):
        process = ProofByCode.resume(request)
        return _page(request, ProofCode(code=process.code) if process else None, problem)
    return redirect(request.get_full_path())


def _page(request: AuthedRequest, form: forms.Form | None, problem: str = "") -> HttpResponse:
    status = 422 if problem or (form and form.errors) else 200
    return render(request, "account/reauthenticate_by_code.html", {"form": form, "problem": problem}, status=status)


# The devices on which somebody is signed in; the list itself is allauth's.


@login_required
@require_POST
def session_end(request: AuthedRequest, session: int) -> HttpResponse:
    """Sign one device out. Nobody is asked for a recent sign-in: who finds a stranger in the list is in a hurry."""
    if not services.end_session(user=request.user, session=session):
        raise Http404
    messages.success(request, _("That device is signed out."))
    return redirect("usersessions_list")


# The link in the mail to an address that was changed.


@never_cache
def address_take_back(request: HttpRequest, secret: str) -> HttpResponse:
    """What the link would do; only posting does it, so that a program that looks into mails does not."""
    now = timezone.now()
    problem = ""
    if request.method == "POST":
        change, refused = attempt(lambda: services.take_back_address(secret=secret, now=now))
        if change:
            logout(request)
            messages.success(request, _("The account belongs to {address} again.").format(address=change.old))
            return redirect("account_request_login_code")
        problem = refused.text if refused else ""
    found = services.change_behind(secret, now)
    status = 422 if problem else 200 if found else 404
    return render(request, "accounts/address_take_back.html", {"change": found, "problem": problem}, status=status)


@login_required
@recent_sign_in()
@never_cache
def token_list(request: AuthedRequest) -> HttpResponse:
    """The tokens in force; posting makes one and shows its secret this once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    made = form.does(services.make_api_token, by=request.user)
    page = {
        "form": TokenForm() if made else form,
        "secret": made.secret if made else "",
        "tokens": request.user.api_tokens.filter(revoked_at=None).order_by("-created_at"),
        "now": timezone.now(),
    }
    return render(request, "accounts/token_list.html", page, status=form.status)


@login_required
@recent_sign_in(back="token_list")
@require_POST
def token_revoke(request: AuthedRequest, token_id: UUID) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, user=request.user)
    services.revoke_api_token(token=token, now=timezone.now())
    messages.success(request, _("The token “{name}” no longer works.").format(name=token.name))
    return redirect("token_list")
