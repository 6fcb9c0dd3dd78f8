"""Signing up, in, out; codes by mail."""

import pytest
from django.core import mail
from django.urls import reverse

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import name_in
from scorekeeper.outbox.models import Mail
from tests.acting import code_of, proven
from tests.factories import PASSWORD, make_user

SIGNUP = {"email": "Anna.Krueger+cards@Example.org"}


@pytest.fixture(autouse=True)
def through_the_outbox(settings):
    """pytest-django puts its own backend in the place of ours."""
    settings.EMAIL_BACKEND = "scorekeeper.outbox.services.OutboxBackend"


@pytest.mark.django_db(transaction=True)
def test_sign_up_confirms_the_address_by_code(client):
    page = client.post(reverse("account_signup"), SIGNUP)

    assert page.status_code == 302
    assert page.url == reverse("account_email_verification_sent")
    (sent,) = mail.outbox
    assert sent.to == ["anna.krueger+cards@example.org"]
    done = client.post(page.url, {"code": code_of(sent)})
    assert done.url == reverse("home")
    user = User.objects.get()
    assert (user.name, user.is_named, user.email) == ("Anna Krueger", False, "anna.krueger+cards@example.org")
    assert not user.has_usable_password()
    html = client.get(reverse("account")).content.decode()
    for name in ("mfa_add_webauthn", "account_set_password"):
        assert f'<a href="{reverse(name)}">' in html


def test_sign_up_asks_for_an_address_only(client, db):
    page = client.get(reverse("account_signup"))

    assert [field.name for field in page.context["form"].visible_fields()] == ["email"]
    assert "placeholder" not in page.content.decode()


def test_a_refused_sign_up_keeps_what_was_typed(client, db):
    page = client.post(reverse("account_signup"), {"email": "anna at home"})

    assert list(page.context["form"].errors) == ["email"]
    assert User.objects.count() == 0
    assert 'value="anna at home"' in page.content.decode()


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("renate.vogt@example.org", "Renate Vogt"),
        ("JOSÉ_luis-49+cards@example.org", "José Luis"),
        ("1234@example.org", "1234"),
        (f"{'a' * 200}@example.org", f"A{'a' * 79}"),
    ],
)
def test_an_address_suggests_a_name(address, name):
    assert name_in(address) == name


@pytest.mark.django_db(transaction=True)
def test_sign_up_does_not_tell_who_has_an_account(client):
    make_user(email=SIGNUP["email"].lower())

    page = client.post(reverse("account_signup"), SIGNUP)

    assert page.url == reverse("account_email_verification_sent")
    assert User.objects.count() == 1
    (sent,) = mail.outbox
    assert sent.subject == "You already have an account"
    assert "http" not in sent.body
    assert "Send a code" in sent.body


@pytest.mark.django_db(transaction=True)
def test_sign_in_by_code(client):
    make_user(email="anna@example.org")
    assert "Send a code" in client.get(reverse("account_login")).content.decode()

    asked = client.post(reverse("account_request_login_code"), {"email": "anna@example.org"})
    page = client.post(asked.url, {"code": code_of(mail.outbox[0])})

    assert page.url == reverse("home")
    assert Mail.objects.get().body == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [{"password": ""}, {"password": PASSWORD, "by_code": "1"}])
def test_who_signs_in_without_a_password_is_sent_a_code(client, more):
    make_user(email="anna@example.org")

    asked = client.post(reverse("account_login"), {"login": "Anna@Example.org", "next": "/accounts/", **more})
    page = client.post(asked.url, {"code": code_of(mail.outbox[0]), "next": "/accounts/"})

    assert page.url == "/accounts/"
    assert client.get(page.url).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_wrong_code_is_said_and_does_not_sign_in(client):
    make_user(email="anna@example.org")
    asked = client.post(reverse("account_request_login_code"), {"email": "anna@example.org"})

    page = client.post(asked.url, {"code": "000-000"})

    assert "This code is wrong or has expired" in page.content.decode()
    assert client.get(reverse("account")).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_forgotten_password_is_set_anew_by_code(client):
    make_user(email="anna@example.org")

    asked = client.post(reverse("account_reset_password"), {"email": "anna@example.org"})
    confirmed = client.post(asked.url, {"code": code_of(mail.outbox[0])})
    new = {"password1": "gravel mitten sonata", "password2": "gravel mitten sonata"}
    client.post(confirmed.url, new)

    assert User.objects.get().check_password("gravel mitten sonata")


def sign_in(client, password: str = PASSWORD, **more: str):
    return client.post(reverse("account_login"), {"login": "anna@example.org", "password": password, **more})


def test_sign_in_goes_on_where_one_wanted_to(client, db):
    make_user(email="anna@example.org")

    assert sign_in(client, next="/accounts/tokens/").url == "/accounts/tokens/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_sign_in_leads_nowhere_else(client, db, elsewhere):
    make_user(email="anna@example.org")

    assert sign_in(client, next=elsewhere).url == reverse("home")


def test_signing_out_needs_a_post(client, db):
    client.force_login(make_user())

    asked = client.get(reverse("account_logout"))
    assert asked.status_code == 200
    assert client.get(reverse("account")).status_code == 200
    assert client.post(reverse("account_logout")).url == reverse("home")
    assert client.get(reverse("account")).status_code == 302


@pytest.mark.parametrize(
    "name",
    ["account_login", "account_signup", "account_request_login_code", "account_reset_password", "account_logout"],
)
def test_entry_pages_wear_our_frame(client, db, name):
    page = client.get(reverse(name), follow=True).content.decode()

    assert "css/base.css" in page
    assert " style=" not in page
    assert "placeholder=" not in page.replace('placeholder="K7F-M2Q"', "")


@pytest.mark.parametrize(
    "name",
    [
        "account_email",
        "account_change_password",
        "account_logout",
        "account_reauthenticate",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "mfa_list_webauthn",
        "usersessions_list",
    ],
)
def test_own_pages_wear_our_frame(client, db, name):
    client.force_login(make_user())
    proven(client)

    page = client.get(reverse(name), follow=True).content.decode()

    assert "css/base.css" in page
    assert " style=" not in page


@pytest.mark.django_db(transaction=True)
def test_another_address_counts_once_it_is_confirmed(client):
    user = make_user(email="anna@example.org")
    sign_in(client)
    proven(client)

    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""}, follow=True)

    user.refresh_from_db()
    assert user.email == "anna@example.org"
    done = client.post(reverse("account_email_verification_sent"), {"code": code_of(mail.outbox[0])})
    assert done.status_code == 302
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert client.get(reverse("account_email")).status_code == 200


def test_the_form_token_is_needed(db):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)

    page = strict.post(reverse("account_login"), {"login": "anna@example.org", "password": PASSWORD})

    assert page.status_code == 403
    assert "open for too long" in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_code_that_did_not_arrive_is_sent_again_or_elsewhere(client):
    client.post(reverse("account_signup"), SIGNUP)
    address = reverse("account_email_verification_sent")
    html = client.get(address).content.decode()

    assert "Send a new code" in html
    assert "Use another address" in html
    client.post(address, {"action": "change", "email": "other@example.org"})
    assert mail.outbox[-1].to == ["other@example.org"]
    client.post(address, {"code": code_of(mail.outbox[-1])})
    assert User.objects.get().email == "other@example.org"
