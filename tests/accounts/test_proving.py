"""A stolen session is not a stolen account: every page that changes how somebody signs in asks for a recent sign-in.

What such a page is, is found, not listed: whatever allauth offers, whatever reaches one of the services that write it,
and whatever changes it when everything is posted to every address.
"""

import ast
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.accounts.models import ApiToken, User
from tests.acting import client_of, code_of, proven
from tests.factories import PASSWORD, make_token, make_user

pytestmark = pytest.mark.django_db

NEW = "lantern orchid tuba"
EVIL = "thief@example.org"
PRODUCT = Path(__file__).resolve().parent.parent.parent / "scorekeeper"
# What writes how an account is signed in to; and, outside services, who may call it without asking for a proof.
WRITES = {
    "make_api_token",
    "revoke_api_token",
    "end_api_tokens",
    "give_up_account",
    "set_password",
    "set_unusable_password",
    "take_back_address",
    "end_all_sessions",
    "second_factor_off",
    "move_address",
}
WITHOUT = {
    "accounts/adapter.py": "every new password of allauth's flows comes through it, and ends the tokens",
    "accounts/models.py": "an account is made",
    "accounts/management/commands/account.py": "who runs the installation",
    "archive/bringing.py": "an account that came with an archive and is awaited is made",
    "demo/cast.py": "the accounts of the demo are made",
}
# allauth's pages that ask for no recent sign-in, each with what keeps them safe.
FREE = {
    "account_login": "it is the sign-in",
    "account_request_login_code": "it is the sign-in",
    "account_confirm_login_code": "it is the sign-in",
    "mfa_login_webauthn": "it is the sign-in",
    "mfa_authenticate": "it is the sign-in",
    "account_signup": "it makes an account of one's own",
    "account_logout": "it ends the session",
    "account_inactive": "it says that an account is closed",
    "account_reset_password": "it sends a code to the address of the account",
    "account_confirm_password_reset_code": "it takes that code",
    "account_complete_password_reset": "that code was taken",
    "account_password_reset_completed": "it says that it was done",
    "account_reauthenticate": "it is the proof",
    "mfa_reauthenticate": "it is the proof",
    "mfa_reauthenticate_webauthn": "it is the proof",
    "mfa_index": "it says what is set up",
    "mfa_list_webauthn": "it says what is set up",
    "usersessions_list": "it ends other sessions, which who finds a thief in the list wants to do at once",
}
CODES = ("mfa_view_recovery_codes", "mfa_download_recovery_codes")


def routes() -> Iterator[tuple[str, str, Any]]:
    """The address, name and view of every page and operation."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, str, Any]]:
        for entry in resolver.url_patterns:
            path = before + str(entry.pattern).lstrip("^")
            if isinstance(entry, URLPattern):
                yield path, entry.name or "", entry.callback
            else:
                yield from walk(entry, path)

    yield from walk(get_resolver(), "/")


class Victim:
    """Somebody with tokens, a recovery code and what else they sign in with, and a thief with their cookie."""

    def __init__(self, *, password: str | None = PASSWORD, app: bool = False) -> None:
        self.user = make_user("Anna", password=password)
        self.secret = make_token(self.user, "read")
        if app:
            TOTP.activate(self.user, "JBSWY3DPEHPK3PXP")
            RecoveryCodes.activate(self.user)
        client = client_of(self.user)
        self.thief = Client()
        self.thief.cookies["sessionid"] = client.cookies["sessionid"].value

    def state(self) -> list[Any]:
        """All that decides who gets into the account."""
        user = User.objects.get(pk=self.user.pk)
        return [
            (user.email, user.password, user.is_active),
            list(EmailAddress.objects.filter(user=user).order_by("pk").values()),
            list(ApiToken.objects.filter(user=user).order_by("pk").values()),
            list(Authenticator.objects.filter(user=user).order_by("pk").values("pk", "type", "data")),
        ]


VICTIMS = {
    "with a password": {},
    "who signs in by code": {"password": None},
    "with an app": {"app": True},
    "with an app, by code": {"password": None, "app": True},
}
# A field of each form that matters, with a value that would do harm.
EVERYTHING = {
    "email": EVIL,
    "action_add": "",
    "password": "wrong wrong wrong",
    "oldpassword": PASSWORD,
    "password1": NEW,
    "password2": NEW,
    "name": "evil",
    "scopes": "manage",
    "code": "123456",
    "credential": "{}",
}


@pytest.fixture(params=VICTIMS, ids=list(VICTIMS))
def victim(request) -> Victim:
    return Victim(**VICTIMS[request.param])


def test_every_page_of_allauth_asks_or_has_a_reason_not_to(victim):
    found = {name: path for path, name, view in routes() if view.__module__.startswith("allauth.")}
    thief = victim.thief

    asks = set()
    for name, path in found.items():
        if name == "account_logout":
            continue
        address = re.sub(r"<int:\w+>", "1", path)
        answers = [thief.get(address), thief.post(address, {**EVERYTHING})]
        if all("reauthenticate" in answer.headers.get("Location", "") for answer in answers):
            asks.add(name)

    assert {"account_email", "account_email_verification_sent", "mfa_add_webauthn", "mfa_remove_webauthn"} <= asks
    unreasoned = set(found) - asks - set(FREE)
    # These lead elsewhere, or are not there, depending on what the account has.
    assert unreasoned <= {"mfa_activate_totp", "mfa_deactivate_totp", *CODES}
    assert not [name for name in unreasoned if thief.get(found[name]).status_code == 200]


def calls(path: Path) -> set[str]:
    """The names that a module calls, or gives to somebody who does."""
    return called(ast.parse(path.read_text()))


def called(part: ast.AST) -> set[str]:
    """The names that a part of a module calls, or gives to somebody who does, as to a form."""
    calls = [node for node in ast.walk(part) if isinstance(node, ast.Call)]
    found = [named for call in calls for named in (call.func, *call.args)]
    return {named.id if isinstance(named, ast.Name) else getattr(named, "attr", "") for named in found}


def test_every_module_that_writes_how_an_account_is_signed_in_to_asks():
    modules = {path.relative_to(PRODUCT).as_posix(): calls(path) & WRITES for path in PRODUCT.rglob("*.py")}
    doors = {module for module, written in modules.items() if written and not re.search(r"/services(/|\.py$)", module)}
    views: dict[str, list[Any]] = {}
    for _path, _name, view in routes():
        views.setdefault(view.__module__.removeprefix("scorekeeper.").replace(".", "/") + ".py", []).append(view)

    assert doors - set(WITHOUT) == {"accounts/views.py", "privacy/views.py"}
    asking = {
        module: [view.__name__ for view in views[module] if hasattr(view, "asks_recent_sign_in")]
        for module in doors & set(views)
    }
    assert asking == {
        "accounts/views.py": ["token_list", "token_revoke"],
        "privacy/views.py": ["account_give_up"],
    }
    functions = ast.parse((PRODUCT / "accounts" / "views.py").read_text()).body
    writing = {view.name for view in functions if isinstance(view, ast.FunctionDef) and called(view) & WRITES}
    # The secret in the mail to the old address is the proof of the third.
    assert writing == {"token_list", "token_revoke", "address_take_back"}


def filled(path: str, victim: Victim) -> Iterator[str]:
    """The address with things of the victim in it."""
    token = ApiToken.objects.filter(user=victim.user).first()
    key = Authenticator.objects.filter(user=victim.user).first()
    uuids = [str(token.pk), str(uuid4())] if "token" in path and token else [str(uuid4())]
    for one in uuids:
        address = re.sub(r"<uuid:\w+>", one, path)
        address = re.sub(r"<int:\w+>", str(key.pk if key else 1), address)
        yield re.sub(r"<\w*:?\w+>", "x", address)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["who signs in by code", "with an app"])
def test_nothing_that_is_posted_anywhere_takes_the_account(kind):
    """Every address of the app, with all fields of all such forms at once, as a form and as JSON."""
    victim = Victim(**VICTIMS[kind])
    before, tried = victim.state(), 0

    for path, _name, _view in routes():
        if "(?P" in path or path == "/accounts/logout/":
            continue
        for address in filled(path, victim):
            for how in ({}, {"content_type": "application/json"}):
                victim.thief.post(address, {**EVERYTHING, "action": "change"}, **how)
                tried += 1

    assert tried > 500
    assert victim.state() == before


ATTACKS = {
    "another address": ("account_email", {"email": EVIL, "action_add": ""}),
    "a code to the pending address": ("account_email", {"email": EVIL, "action_send": ""}),
    "the code goes elsewhere": ("account_email_verification_sent", {"action": "change", "email": EVIL}),
    "another password": ("account_change_password", {"password1": NEW, "password2": NEW}),
    "a password": ("account_set_password", {"password1": NEW, "password2": NEW}),
    "a token": ("token_list", {"name": "evil", "scopes": "manage"}),
    "an app": ("mfa_activate_totp", {"code": "123456"}),
    "a passkey": ("mfa_add_webauthn", {"name": "evil", "credential": "{}"}),
    "no app": ("mfa_deactivate_totp", {}),
    "new recovery codes": ("mfa_generate_recovery_codes", {}),
    "no account": ("account_give_up", {"email": "EMAIL"}),
}


def test_the_attack_takes_over_nobody(victim):
    """The script of who has copied the cookie: each act, with a wrong proof before each."""
    before = victim.state()

    for (name, fields), _again in product(ATTACKS.values(), range(2)):
        victim.thief.post(reverse("account_reauthenticate"), {"password": "wrong wrong wrong"})
        victim.thief.post(reverse("mfa_reauthenticate"), {"code": "000000"})
        victim.thief.post(reverse("account_reauthenticate_by_code"), {"code": "AAA-BBB"})
        filled_in = {field: value.replace("EMAIL", victim.user.email) for field, value in fields.items()}
        answer = victim.thief.post(reverse(name), filled_in)
        assert answer.status_code in {302, 404}
        victim.thief.post(reverse("account_email_verification_sent"), {"code": "AAA-BBB"})

    assert victim.state() == before
    assert not [sent for sent in mail.outbox if EVIL in sent.to]
    assert [victim.thief.get(reverse(name)).status_code in {302, 404} for name in CODES] == [True, True]


def test_a_proof_lets_the_owner_do_it_and_throws_a_copied_cookie_out(client):
    victim = Victim()
    client.cookies["sessionid"] = victim.thief.cookies["sessionid"].value

    asked = client.get(reverse("token_list"))
    assert asked.url == f"{reverse('account_reauthenticate')}?next=%2Faccounts%2Ftokens%2F"
    answer = client.post(asked.url, {"password": PASSWORD, "next": reverse("token_list")})

    assert answer.url == reverse("token_list")
    assert client.get(answer.url).status_code == 200
    assert victim.thief.get(reverse("account")).status_code == 302


def test_a_proof_gets_old():
    user = make_user()
    client = proven(client_of(user))
    session = client.session
    session["account_authentication_methods"][0]["at"] = time.time() - 301
    session.save()

    assert "reauthenticate" in client.get(reverse("token_list")).url


def test_signing_in_alone_is_no_proof(client):
    user = make_user()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})

    assert client.get(reverse("account")).status_code == 200
    assert "reauthenticate" in client.get(reverse("account_email")).url


def test_who_has_no_password_types_a_code_from_the_present_address(client, mailoutbox):
    """allauth takes them for signed in recently, as it has nothing to ask them for."""
    user = make_user(password=None)
    client.force_login(user)

    asked = client.get(reverse("account_set_password"))
    assert asked.url.startswith(reverse("account_reauthenticate_by_code"))
    assert "Send a code" in client.get(asked.url).content.decode()
    sent = client.post(asked.url, {"action": "send"})
    assert client.post(sent.url, {"code": "AAA-BBB"}).status_code == 422
    (message,) = mailoutbox
    assert message.to == [user.email]
    assert client.post(sent.url, {"code": code_of(message)}).url == reverse("account_set_password")

    client.post(reverse("account_set_password"), {"password1": NEW, "password2": NEW})
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_a_code_is_good_for_three_tries_and_codes_are_few(client, mailoutbox):
    client.force_login(make_user(password=None))
    address = reverse("account_reauthenticate_by_code")

    client.post(address, {"action": "send"})
    for _try in range(3):
        client.post(address, {"code": "AAA-BBB"})
    assert client.post(address, {"code": code_of(mailoutbox[0])}).status_code == 200
    answers = [client.post(address, {"action": "send"}).status_code for _try in range(8)]

    assert answers == [302] * 4 + [429] * 4
    assert len(mailoutbox) == 5


def test_a_code_for_an_address_that_is_no_longer_the_present_one_is_none(client, mailoutbox):
    user = make_user(password=None)
    client.force_login(user)
    address = reverse("account_reauthenticate_by_code")
    client.post(address, {"action": "send"})

    User.objects.filter(pk=user.pk).update(email="another@example.org")

    client.post(address, {"code": code_of(mailoutbox[0])})
    assert "reauthenticate" in client.get(reverse("token_list")).url


def test_who_has_an_app_shows_it_and_not_the_password_alone(client):
    """Whoever has caught a password at a false page has caught the session there too."""
    victim = Victim(app=True)

    asked = victim.thief.get(reverse("token_list")).url
    answer = victim.thief.post(reverse("account_reauthenticate"), {"password": PASSWORD})

    assert asked.startswith(reverse("mfa_reauthenticate"))
    assert answer.url == reverse("mfa_reauthenticate")
    assert "reauthenticate" in victim.thief.get(reverse("token_list")).url


def test_a_password_that_was_posted_without_a_proof_is_kept_nowhere():
    victim = Victim()

    victim.thief.post(reverse("account_change_password"), {"password1": NEW, "password2": NEW})

    assert NEW not in repr(dict(victim.thief.session))


@pytest.mark.parametrize("page", ["account_change_password", "account_set_password"])
def test_a_new_password_ends_all_tokens_and_the_page_says_so_before(client, page):
    user = make_user(password=PASSWORD if page == "account_change_password" else None)
    secret = make_token(user, "read")
    client.force_login(user)
    proven(client)

    assert "All API tokens end" in client.get(reverse(page)).content.decode()
    client.post(reverse(page), {"password1": NEW, "password2": NEW})

    assert ApiToken.objects.get().revoked_at is not None
    asked = Client().get("/api/v1/home", headers={"Authorization": f"Bearer {secret}"})
    assert asked.status_code in {401, 404}


def test_every_proof_can_be_left(victim):
    """Whoever has got there by mistake is asked for a password by a page with a way back."""
    page = victim.thief.get(reverse("token_list"), follow=True)

    assert page.redirect_chain
    assert re.search(r'<a class="btn quiet" href="/accounts/">\s*Cancel', page.content.decode())
