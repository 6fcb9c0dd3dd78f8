"""A second factor: an app, passkeys and recovery codes on allauth's pages, in our words and with our rules."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts.models import User
from scorekeeper.accounts.second_factor import SecondFactor
from tests.acting import client_of, proven
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

KEY = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def anna() -> User:
    return make_user("Anna", email="anna@example.org")


def code_now(key: str) -> str:
    """What an app shows at this moment."""
    _before, now, _after = yield_hotp_counters_from_time()
    return str(format_hotp_value(hotp_value(key, now)))


def sign_in(client: Client) -> Any:
    return client.post(reverse("account_login"), {"login": "anna@example.org", "password": PASSWORD})


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_with_codes_to_recover_by_and_a_mail(anna, client):
    proven(client_of(anna, client))
    page = client.get(reverse("mfa_activate_totp"))
    key = page.context["form"].secret

    done = client.post(reverse("mfa_activate_totp"), {"code": code_now(key)})

    assert done.url == reverse("mfa_view_recovery_codes")
    html = client.get(done.url).content.decode()
    assert len(re.findall(r"<b>(\d{8})</b>", html)) == 10
    assert [sent.subject for sent in mail.outbox] == ["An app was set up for your account"]
    saved = client.get(reverse("mfa_download_recovery_codes")).content.decode()
    assert len(re.findall(r"^\d{8}$", saved, re.MULTILINE)) == 10
    assert "no-store" in client.get(reverse("mfa_download_recovery_codes")).headers["Cache-Control"]


@pytest.mark.parametrize("by_code", [False, True])
def test_signing_in_takes_both(anna, client, by_code):
    TOTP.activate(anna, KEY)

    if by_code:
        asked = client.post(reverse("account_request_login_code"), {"email": anna.email})
        found = re.search(r"^([A-Z0-9-]{6,12})$", mail.outbox[0].body, re.MULTILINE)
        assert found
        step = client.post(asked.url, {"code": found[1]})
    else:
        step = sign_in(client)

    assert step.url == reverse("mfa_authenticate")
    assert client.get(reverse("account")).status_code == 302
    assert "This code is wrong or has expired" in client.post(step.url, {"code": "000000"}).content.decode()
    assert client.post(step.url, {"code": code_now(KEY)}).url == reverse("home")
    assert client.get(reverse("account")).status_code == 200


def test_a_lost_phone_is_got_over_by_a_recovery_code_without_an_operator(anna, client):
    TOTP.activate(anna, KEY)
    (first, *_others) = RecoveryCodes.activate(anna).get_unused_codes()

    sign_in(client)
    assert client.post(reverse("mfa_authenticate"), {"code": first}).url == reverse("home")
    asked = client.get(reverse("mfa_deactivate_totp")).url
    assert asked.startswith(reverse("mfa_reauthenticate"))
    (second, *_others) = RecoveryCodes.activate(anna).get_unused_codes()
    assert second != first
    client.post(asked, {"code": second, "next": reverse("mfa_deactivate_totp")})
    client.post(reverse("mfa_deactivate_totp"))

    assert not Authenticator.objects.exists()
    assert sign_in(Client()).url == reverse("home")


def test_a_recovery_code_is_good_once(anna):
    TOTP.activate(anna, KEY)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]

    clients = [Client(), Client()]
    for client in clients:
        sign_in(client)
        client.post(reverse("mfa_authenticate"), {"code": code})

    assert [client.get(reverse("account")).status_code for client in clients] == [200, 302]


def test_nobody_who_reads_the_database_has_the_codes(anna):
    TOTP.activate(anna, KEY)
    codes = RecoveryCodes.activate(anna).get_unused_codes()

    kept = repr(list(Authenticator.objects.values()))

    assert not [secret for secret in (KEY, *codes) if secret in kept]


def test_a_changed_secret_of_the_installation_lets_nobody_in(anna, settings):
    """What can't be read any more must not become a key that everybody knows, such as none."""
    TOTP.activate(anna, KEY)
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another secret"
    stored = Authenticator.objects.get().data["secret"]

    assert SecondFactor().decrypt(stored) not in {"", KEY}
    assert SecondFactor().decrypt(stored) != SecondFactor().decrypt(stored)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert SecondFactor().decrypt(stored) == KEY


def test_a_passkey_belongs_to_the_configured_address(rf, settings):
    from allauth.core import context

    with context.request_context(rf.get("/", headers={"host": "evil.example"})):
        settings.SCOREKEEPER_ADDRESS = "https://scores.example:8443/"
        assert SecondFactor().get_public_key_credential_rp_entity()["id"] == "scores.example"
        settings.SCOREKEEPER_ADDRESS = ""
        assert SecondFactor().get_public_key_credential_rp_entity()["id"] == "evil.example"


PAGES = (
    "mfa_index",
    "mfa_add_webauthn",
    "mfa_list_webauthn",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "usersessions_list",
)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_in_our_words_and_run_nothing_of_allauths(anna, client, name):
    TOTP.activate(anna, KEY)
    RecoveryCodes.activate(anna)
    proven(client_of(anna, client))

    answer = client.get(reverse(name))
    page = answer.content.decode()

    assert answer.status_code == 200
    assert "css/base.css" in page
    for theirs in (" style=", "Two-Factor", "Deactivate", "Security Key", "allauth", "placeholder="):
        assert theirs not in page
    scripts = re.findall(r"<script\b[^>]*>", page)
    assert not [script for script in scripts if "nonce=" not in script and "application/json" not in script]


def test_no_template_of_allauth_is_shown_as_it_is():
    """A page or mail that comes with a new version of allauth is written in our words before it is shown."""
    from pathlib import Path

    import allauth

    ours = Path(__file__).resolve().parent.parent.parent / "templates"
    theirs = Path(allauth.__file__).parent / "templates"
    frames = {"base", "manage", "entrance", "scripts", "snippets"}
    unused = ("phone", "signup_by_passkey", "trust", "signup_form", "email.html", "email_confirm.html", "reset_key")

    missing = [
        path.relative_to(theirs).as_posix()
        for folder in ("account", "mfa", "usersessions")
        for path in (theirs / folder).rglob("*.*")
        if not (ours / path.relative_to(theirs)).exists()
        and not frames & {*re.split(r"[/._]", path.relative_to(theirs).as_posix())}
        and not any(word in path.name for word in unused)
    ]

    assert missing == []
