"""The commands of whoever runs an installation: find an account, block it, unlock it, help its owner."""

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import ApiToken, User
from scorekeeper.privacy.services import give_up_account
from tests.acting import code_of
from tests.factories import PASSWORD, make_token, make_user

pytestmark = pytest.mark.django_db

ADDRESS = "anna@example.org"


@pytest.fixture
def anna() -> User:
    return make_user("Anna Krüger", email=ADDRESS)


def account(*words: str) -> str:
    out = StringIO()
    call_command("account", *words, stdout=out)
    return out.getvalue()


def sign_in(password: str = PASSWORD) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": ADDRESS, "password": password})
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("account")).status_code == 200)


@pytest.mark.both_engines("letters large or small", "accounts.management.commands.account")
@pytest.mark.parametrize("text", ["anna@", "krüg", "ANNA", "id"])
def test_an_account_is_found_by_a_part_of_it(anna, text):
    make_user("Bert", email="bert@example.org")
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    make_token(anna, "read")
    sign_in()

    (line,) = account("find", str(anna.pk) if text == "id" else text).splitlines()

    for part in (str(anna.pk), ADDRESS, "Anna Krüger", "open", "password", "second factor: totp", "API tokens: 1"):
        assert part in line.split(" | ")
    assert "JBSWY3DPEHPK3PXP" not in line


def test_many_are_not_all_printed():
    for _number in range(52):
        make_user()

    printed = account("find", "example.org").splitlines()

    assert len(printed) == 51
    assert "name a longer part" in printed[-1]


def test_who_is_not_there_is_said(anna):
    for words in (("find", "nobody"), ("block", "nobody@example.org"), ("unlock", "x")):
        with pytest.raises(CommandError, match=r"No account has|There is no account"):
            account(*words)


def test_a_blocked_account_lets_nobody_in_until_it_is_opened_again(anna):
    client, secret = sign_in(), make_token(anna, "read")
    assert is_in(client)

    account("block", ADDRESS.upper())

    assert "blocked" in account("find", ADDRESS)
    assert [is_in(client), is_in(sign_in())] == [False, False]
    account("unblock", str(anna.pk))
    assert [is_in(client), is_in(sign_in())] == [False, True]
    assert ApiToken.objects.get().revoked_at is not None
    assert Client().get("/api/v1/clubs", headers={"Authorization": f"Bearer {secret}"}).status_code != 200


def test_an_account_that_is_nobodys_is_not_opened(anna):
    give_up_account(user=anna, now=timezone.now())

    assert "given up" in account("find", str(anna.pk))
    with pytest.raises(CommandError, match="This account was given up"):
        account("unblock", str(anna.pk))
    with pytest.raises(CommandError, match="Nobody can sign in to this account"):
        account("block", str(anna.pk))


def test_who_is_locked_out_need_not_wait(anna):
    for _try in range(6):
        sign_in("wrong wrong wrong")
    assert not is_in(sign_in())

    assert account("unlock", ADDRESS) == "5 tries are forgotten.\n"

    assert is_in(sign_in())


def test_every_device_is_signed_out_also_one_that_is_not_listed(anna):
    unlisted = Client()
    unlisted.force_login(anna)
    clients = [sign_in(), sign_in(), unlisted]
    other = Client()
    other.force_login(make_user())
    make_token(anna, "read")

    assert account("sign-out", ADDRESS) == "3 devices are signed out, 1 API tokens have ended.\n"

    assert [is_in(client) for client in (*clients, other)] == [False, False, False, True]


def test_a_second_factor_is_taken_off_and_its_owner_told(anna, mailoutbox):
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")

    account("second-factor-off", ADDRESS)

    assert not Authenticator.objects.exists()
    assert [sent.subject for sent in mailoutbox] == ["Your second factor was removed"]
    assert is_in(sign_in())


def test_who_lost_their_address_gets_another_and_both_are_told(anna, mailoutbox):
    client, secret = sign_in(), make_token(anna, "read")

    account("address", ADDRESS, " New@Example.org ")

    user = User.objects.get()
    assert (user.email, user.has_usable_password()) == ("new@example.org", False)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("new@example.org", True, True)]
    assert [sent.to for sent in mailoutbox] == [[ADDRESS], ["new@example.org"]]
    assert not is_in(client)
    assert ApiToken.objects.get().revoked_at is not None
    assert secret not in mailoutbox[0].body
    asked = Client()
    asked.post(reverse("account_request_login_code"), {"email": "new@example.org"})
    asked.post(reverse("account_confirm_login_code"), {"code": code_of(mailoutbox[-1])})
    assert is_in(asked)


@pytest.mark.parametrize(("new", "why"), [("x", "not an e-mail address"), ("bert@example.org", "already uses this")])
def test_an_address_that_is_none_or_taken_is_refused(anna, new, why):
    make_user(email="bert@example.org")

    for words in (("address", ADDRESS, new), ("create", new, "Somebody")):
        with pytest.raises(CommandError, match=why):
            account(*words)

    assert User.objects.get(pk=anna.pk).email == ADDRESS


def test_an_account_is_made_where_sign_up_is_closed(settings, mailoutbox):
    settings.SCOREKEEPER_SIGNUP = False

    account("create", "Carl@example.org", " Carl  Gustav ")

    user = User.objects.get()
    assert (user.email, user.name) == ("carl@example.org", "Carl Gustav")
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": "carl@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_of(mailoutbox[-1])})
    assert is_in(client)


def test_the_first_owner_gets_in_by_a_password_before_any_mail_works(monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("gravel mitten sonata\n"))
    said = account("create", "first@example.org", "Anna Vogt", "--password")
    client = Client()

    answer = client.post("/accounts/login/", {"login": "first@example.org", "password": "gravel mitten sonata"})

    assert "with the password" in said
    assert answer.status_code == 302
    assert client.get("/clubs/new/").status_code == 200


def test_the_first_owner_can_choose_no_password_that_is_easy_to_guess(monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("password\n"))

    with pytest.raises(CommandError, match="too short"):
        account("create", "first@example.org", "Anna Vogt", "--password")
