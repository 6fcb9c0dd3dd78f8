"""A recent sign-in: who changes how an account is signed in to shows once more that it is theirs."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows, is_reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode

from scorekeeper.accounts.models import User
from scorekeeper.accounts.tries import Purpose

View = Callable[..., HttpResponse]
CODE = "proof_code"  # in the session: the code that was sent to the present address
CODE_LASTS = 15 * 60  # seconds
WRONG_CODES = 3


def recent_sign_in(*, back: str = "") -> Callable[[View], View]:
    """For a page that asks whoever is signed in for a recent proof of it, and then leads on to itself, or to `back`.

    What was posted without one is not kept for afterwards: it may hold a password. Strangers are the page's own matter.
    """

    def guarded(view: View) -> View:
        @wraps(view)
        def asked(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not is_proven(request):
                first = get_adapter().get_reauthentication_methods(request.user)[0]
                onward = reverse(back) if back else request.path
                return HttpResponseRedirect(f"{first['url']}?{urlencode({'next': onward})}")
            return view(request, *args, **kwargs)

        asked.asks_recent_sign_in = True  # type: ignore[attr-defined]
        return asked

    return guarded


def is_proven(request: HttpRequest) -> bool:
    """Whether whoever is signed in has shown lately that the account is theirs."""
    try:
        return not is_reauthentication_required(request, app="allauth.account")
    except ReauthenticationRequired:  # the adapter's answer for who has nothing but their address
        return False


def has_only_address(user: User) -> bool:
    """Whether this person signs in by codes alone. allauth takes them for signed in recently, as it has nothing to ask
    them for; we ask for a code to their present address."""
    return not get_reauthentication_flows(user)


def has_shown_code(request: HttpRequest) -> bool:
    """Whether this session has a proof that is young enough."""
    times = [
        record["at"] for record in get_authentication_records(request, request.user) if record.get("reauthenticated")
    ]
    return bool(times) and time.time() - times[-1] < app_settings.REAUTHENTICATION_TIMEOUT


def renew_session(request: HttpRequest, **more: Any) -> None:
    """After each proof the session has another key, so that a copy of the old cookie is worth nothing. Called by
    allauth's signal for every step of a sign-in."""
    if not more.get("reauthenticated"):
        return
    old = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=request.session.session_key)


class ProofByCode(AbstractCodeVerificationProcess):  # type: ignore[misc]  # allauth has no types
    """A code to the present address, typed by who has asked for it in this session."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        super().__init__(max_attempts=WRONG_CODES, timeout=CODE_LASTS, state=state, user=request.user)
        self.request = request

    @classmethod
    def resume(cls, request: HttpRequest) -> "ProofByCode | None":
        """The code that was sent, while it is good."""
        state = request.session.get(CODE)
        if state is None or state.get("email") != request.user.email:  # type: ignore[union-attr]
            return None
        found: ProofByCode | None = cls(request, state).abort_if_invalid()
        return found

    @classmethod
    def send_new(cls, request: HttpRequest) -> str:
        """Send a new code, after which the one before is good no more; or why none is sent, as too many were."""
        try:
            get_adapter().count_try(Purpose.SEND, request.user.email)  # type: ignore[union-attr]
        except ValidationError as error:
            return str(error.messages[0])
        cls.begin(request)
        return ""

    @classmethod
    def begin(cls, request: HttpRequest) -> None:
        """Send a new code; the one before is good no more."""
        process = cls(request, cls.initial_state(request.user, request.user.email))  # type: ignore[union-attr]
        process.send()
        process.persist()

    def send(self) -> None:
        adapter = get_adapter()
        self.state["code"] = adapter.generate_login_code()
        adapter.send_mail("account/email/proof_code", self.state["email"], {"code": self.code, "request": self.request})

    def persist(self) -> None:
        self.request.session[CODE] = self.state

    def abort(self) -> None:
        self.request.session.pop(CODE, None)
