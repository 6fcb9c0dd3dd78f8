"""The link in the mail to an address that was changed: for seven days it gives the account back."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import AddressChange, ApiToken, User
from scorekeeper.accounts.services import forget_changes, take_back_address
from scorekeeper.common.errors import Refused
from tests.acting import client_of, code_of, proven
from tests.factories import PASSWORD, make_token, make_user

pytestmark = pytest.mark.django_db

OLD, NEW, THIRD = "anna@example.org", "thief@example.org", "third@example.org"


def change(client: Client, address: str) -> None:
    """Change the address on the page, by somebody who could show that the account is theirs."""
    proven(client)
    client.post(reverse("account_email"), {"email": address, "action_add": ""})
    (code,) = [code_of(sent) for sent in mail.outbox if sent.to == [address] and sent.subject.startswith("Your code")]
    client.post(reverse("account_email_verification_sent"), {"code": code})


def link_to(address: str) -> str:
    """The path of the link in the newest mail to this address about its change."""
    sent = next(sent for sent in reversed(mail.outbox) if sent.to == [address] and "changed" in sent.subject)
    found = re.search(r"^https://scores\.example(/\S+)$", sent.body, re.MULTILINE)
    assert found, sent.body
    return found[1]


@pytest.fixture(autouse=True)
def configured(settings):
    settings.SCOREKEEPER_ADDRESS = "https://scores.example"


@pytest.fixture
def anna() -> User:
    return make_user("Anna", email=OLD)


def test_whoever_has_taken_the_account_loses_all_of_it(anna, client):
    """They were signed in, knew the password, and made themselves everything there is."""
    thief = client_of(anna)
    change(thief, NEW)
    secret = make_token(anna, "manage")
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    link = link_to(OLD)

    assert "Was this not you?" in client.get(link).content.decode()
    assert User.objects.get().email == NEW
    answer = client.post(link)

    assert answer.url == reverse("account_request_login_code")
    user = User.objects.get()
    assert (user.email, user.has_usable_password()) == (OLD, False)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(OLD, True, True)]
    assert not Authenticator.objects.exists()
    assert ApiToken.objects.get().revoked_at is not None
    assert thief.get(reverse("account")).status_code == 302
    assert Client().get("/api/v1/clubs", headers={"Authorization": f"Bearer {secret}"}).status_code in {401, 404}
    assert "undone" in mail.outbox[-1].subject
    assert mail.outbox[-1].to == [NEW]


def test_the_owner_then_signs_in_by_a_code_and_the_thief_does_not(anna, client):
    change(client_of(anna), NEW)
    client.post(link_to(OLD))

    for address, status in ((NEW, 302), (OLD, 200)):
        somebody = Client()
        somebody.post(reverse("account_request_login_code"), {"email": address})
        codes = [code_of(sent) for sent in mail.outbox if sent.to == [address] and sent.subject.startswith("Your code")]
        somebody.post(reverse("account_confirm_login_code"), {"code": codes[-1]})
        assert somebody.get(reverse("account")).status_code == status


def test_a_second_factor_that_was_there_long_before_stays(anna, client):
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    Authenticator.objects.update(created_at=timezone.now() - timedelta(days=8))
    change(client_of(anna), NEW)

    client.post(link_to(OLD))

    assert Authenticator.objects.count() == 1


def test_the_link_is_good_for_seven_days_and_once(anna, client):
    change(client_of(anna), NEW)
    link = link_to(OLD)
    AddressChange.objects.update(at=timezone.now() - timedelta(days=7))

    assert client.get(link).status_code == 404
    assert client.post(link).status_code == 422
    AddressChange.objects.update(at=timezone.now() - timedelta(days=6, hours=23))
    assert client.post(link).status_code == 302
    assert client.post(link).status_code == 422


def test_the_thief_does_not_take_it_back_again(anna, client):
    """They have changed the address twice, so that a link came to them too."""
    thief = client_of(anna)
    change(thief, NEW)
    change(thief, THIRD)

    client.post(link_to(OLD))

    assert client.post(link_to(NEW)).status_code == 422
    assert User.objects.get().email == OLD


def test_looking_at_the_link_changes_nothing(anna, client):
    change(client_of(anna), NEW)

    assert client.get(link_to(OLD)).status_code == 200
    assert client.head(link_to(OLD)).status_code == 200

    assert User.objects.get().email == NEW


def test_an_address_that_was_never_confirmed_gets_no_link(anna, client):
    """It may have been mistyped: whoever reads mail there is a stranger."""
    EmailAddress.objects.update(verified=False)

    change(client_of(anna), NEW)

    assert not AddressChange.objects.exists()
    assert not [sent for sent in mail.outbox if "take-back" in sent.body]


def test_an_address_that_another_account_has_by_now_is_refused(anna, client):
    change(client_of(anna), NEW)
    link = link_to(OLD)
    make_user(email=OLD)

    page = client.post(link)

    assert page.status_code == 422
    assert "Another account now has this address." in page.content.decode()


def sign_up(address: str) -> None:
    """By somebody who cannot read what is sent there."""
    Client().post(reverse("account_signup"), {"email": address})
    assert User.objects.filter(email=address, last_login=None).exists()


def test_who_signs_up_with_the_old_address_shuts_nobody_out(anna, client):
    """Nobody has confirmed it: that account gives way to the link."""
    change(client_of(anna), NEW)
    sign_up(OLD)

    client.post(link_to(OLD))

    assert User.objects.get().email == OLD


def test_an_operator_gives_an_address_back_that_nobody_confirmed(anna, client):
    change(client_of(anna), NEW)
    sign_up(OLD)

    call_command("account", "address", NEW, OLD)

    assert User.objects.get().email == OLD


def test_an_account_that_was_blocked_stays_so(anna, client):
    change(client_of(anna), NEW)
    User.objects.update(is_active=False)

    client.post(link_to(OLD))

    assert not User.objects.get().is_active


@pytest.mark.both_engines("locks the account", "accounts.services")
def test_a_made_up_link_is_refused():
    with pytest.raises(Refused) as error:
        take_back_address(secret="x" * 32, now=timezone.now())

    assert [problem.code for problem in error.value.problems] == ["link_void"]


def test_changes_are_forgotten_with_their_links(anna, client):
    change(client_of(anna), NEW)

    assert [forget_changes(now=timezone.now()), forget_changes(now=timezone.now() + timedelta(days=7))] == [0, 1]


def test_the_secret_stands_in_no_log_and_no_row(anna, client):
    from scorekeeper.common.logs import cut_secrets

    change(client_of(anna), NEW)
    secret = link_to(OLD).split("/")[-2]
    event: Any = {"path": link_to(OLD)}

    assert secret not in repr(cut_secrets(None, "", event))
    assert secret not in repr(list(AddressChange.objects.values()))
    assert PASSWORD not in repr(mail.outbox[-1].body)
