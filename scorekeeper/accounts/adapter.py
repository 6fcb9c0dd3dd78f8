"""allauth as we use it: our words for its refusals, our count of wrong tries, our proof of a recent sign-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts import tries
from scorekeeper.accounts.models import FailedTry, User
from scorekeeper.accounts.proving import has_only_address, has_shown_code
from scorekeeper.accounts.services import end_api_tokens, name_in
from scorekeeper.accounts.tries import LOCKED_FOR, LockedOut, Purpose
from scorekeeper.languages.choice import language_of_page, written_for
from scorekeeper.outbox.services import CODE


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """What allauth leaves to us."""

    error_messages: dict[str, Any] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("The address or the password is wrong."),
        "too_many_login_attempts": _("Too many tries from here. Request a code by mail, or try again later."),
        "too_many_codes": _("Too many codes were requested. Use the newest one you have received, or try again later."),
        "rate_limited": _("Too many tries. Wait a few minutes, then try again."),
        "email_taken": _("There is already an account with this address."),
        "enter_current_password": _("Enter your current password."),
        "incorrect_password": _("This password is wrong."),
        "incorrect_code": _("This code is wrong or has expired."),
        "unverified_primary_email": _("First confirm your address."),
        "same_as_current": _("Choose an address other than your present one."),
    }

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None) -> Any:
        """As allauth does; a mail with a code says so to the outbox."""
        more = {CODE: "yes"} if "code" in context else {}
        reader = context.get("user") or context.get("reader")
        with written_for(getattr(reader, "language", ""), get_language() or ""):
            return super().render_mail(template_prefix, email, context, headers={**(headers or {}), **more})

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SCOREKEEPER_SIGNUP)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Whoever signs up gives an address only: until they say what they are called, it says so."""
        user.name, user.is_named = name_in(form.cleaned_data["email"]), False
        user.language = language_of_page()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def count_try(self, purpose: Purpose, address: str) -> FailedTry:
        """Count a try of this request; whoever was right deletes it.

        Raises:
            ValidationError: it is one too many.
        """
        try:
            return tries.begin(purpose=purpose, address=address, request=self.request, now=timezone.now())
        except LockedOut as locked_out:
            setattr(self.request, LOCKED_FOR, locked_out.seconds)
            words = "too_many_codes" if purpose is Purpose.SEND else "too_many_login_attempts"
            raise self.validation_error(words) from locked_out

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """A password is about to be tried, at signing in or once more."""
        purpose = Purpose.AGAIN if request.user.is_authenticated else Purpose.SIGN_IN
        self._try = self.count_try(purpose, credentials["email"])

    def _rollback_login_failed_rl_usage(self) -> None:
        """It was right."""
        self._try.delete()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """A password set anew by mail: what was tried before counts no more."""
        tries.forgive(credentials["email"])

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **more)
        tries.know(request, response, user.email)
        return response

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """allauth asks nothing of who has neither a password nor a second factor; see `has_only_address`."""
        user = self.request.user
        if user.is_authenticated and not has_shown_code(self.request) and has_only_address(user):
            raise ReauthenticationRequired
        return True

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """Who has a second factor shows that: a password alone may have been stolen together with the session."""
        methods = super().get_reauthentication_methods(user)
        words = {
            "reauthenticate": gettext("Use your password"),
            "mfa_reauthenticate": gettext("Use a code from your app, or a recovery code"),
            "mfa_reauthenticate:webauthn": gettext("Use a passkey"),
        }
        found = [{**method, "description": words[method["id"]]} for method in methods]
        if user.is_authenticated and not found:
            url = reverse("account_reauthenticate_by_code")
            return [{"id": "reauthenticate_by_code", "description": gettext("Use a code by e-mail"), "url": url}]
        strong = [method for method in found if method["id"] != "reauthenticate"]
        return sorted(strong or found, key=lambda method: method["id"] != "mfa_reauthenticate:webauthn")

    def set_password(self, user: User, password: str) -> None:
        """Every way to a new password comes through here: the programs of before it work no more."""
        super().set_password(user, password)
        end_api_tokens(user=user, now=timezone.now())

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Who has changed their address sees it where they changed it; who has just signed up begins at home."""
        if self.request.user.is_authenticated:
            return reverse("account")
        return str(super().get_email_verification_redirect_url(email_address))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """The mail to an address that was changed carries the link that takes the change back. Times in it go by the
        clock of its reader, who may not be signed in."""
        more = {"undo_link": getattr(self.request, "undo_link", ""), "reader": user}
        super().send_notification_mail(template_prefix, user, {**(context or {}), **more}, email)
