"""Sessions: a key known before is worth nothing after, and one that has ended nothing at all."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts.models import User
from tests.acting import code_of, proven
from tests.factories import PASSWORD, make_user
from tests.serving import environ_for, run_python

pytestmark = pytest.mark.django_db

NEW = "lantern orchid tuba"
ADDRESS = "anna@example.org"


@pytest.fixture
def anna() -> User:
    return make_user("Anna", email=ADDRESS)


def sign_in(client: Client) -> str:
    """The key of the session it begins."""
    answer = client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert answer.status_code == 302
    return client.cookies["sessionid"].value


def holding(key: str) -> Client:
    """Somebody who has got hold of this key."""
    client = Client()
    client.cookies["sessionid"] = key
    return client


def is_let_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def test_a_key_planted_before_is_not_that_of_who_signs_in(anna):
    client = Client()
    planted = client.session
    planted["seen"] = True
    planted.save()
    client.cookies["sessionid"] = planted.session_key

    key = sign_in(client)

    assert key != planted.session_key
    assert is_let_in(client)
    assert not is_let_in(holding(planted.session_key))


@pytest.mark.parametrize("key", ["", "x", "a" * 32, "../../etc/passwd", "' OR 1=1 --", "\xe9" * 32])
def test_a_key_made_up_is_nobodys(db, key):
    assert not is_let_in(holding(key))


def test_a_stolen_key_ends_with_signing_out(anna):
    client = Client()
    thief = holding(sign_in(client))
    assert is_let_in(thief)

    client.post(reverse("account_logout"))

    assert not is_let_in(thief)


def change_password(client: Client) -> None:
    fields = {"password1": NEW, "password2": NEW}
    proven(client)
    assert client.post(reverse("account_change_password"), fields).status_code == 302


def test_a_stolen_key_ends_with_a_new_password_and_the_owner_stays(anna):
    client, other = Client(), Client()
    keys = [sign_in(client), sign_in(other)]

    change_password(client)

    assert is_let_in(client)
    assert client.cookies["sessionid"].value not in keys
    assert [is_let_in(holding(key)) for key in keys] == [False, False]


@pytest.mark.django_db(transaction=True)
def test_a_stolen_key_ends_with_a_password_set_anew_by_mail(settings):
    settings.EMAIL_BACKEND = "scorekeeper.outbox.services.OutboxBackend"
    make_user("Anna", email=ADDRESS)
    thief, client = holding(sign_in(Client())), Client()

    asked = client.post(reverse("account_reset_password"), {"email": ADDRESS})
    confirmed = client.post(asked.url, {"code": code_of(mail.outbox[0])})
    client.post(confirmed.url, {"password1": NEW, "password2": NEW})

    assert not is_let_in(thief)


def test_a_stolen_key_ends_when_the_account_is_locked(anna):
    thief = holding(sign_in(Client()))

    User.objects.filter(pk=anna.pk).update(is_active=False)

    assert not is_let_in(thief)


COOKIES = """
import django; django.setup()
from django.conf import settings
settings.SESSION_ENGINE = "django.contrib.sessions.backends.cache"
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.contrib.sessions.middleware import SessionMiddleware
from django.test import RequestFactory

def view(request):
    get_token(request)
    request.session["a"] = 1
    return HttpResponse()

request = RequestFactory().get("/", secure=True)
answer = SessionMiddleware(CsrfViewMiddleware(view))(request)
for cookie in answer.cookies.values():
    print(cookie.key, cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"], repr(cookie["domain"]))
"""


def test_cookies_of_a_server_are_for_its_host_alone_and_only_by_https(tmp_path):
    more = {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.production",
        "SCOREKEEPER_SECRET": "x" * 50,
        "SCOREKEEPER_HOSTS": "testserver",
    }

    printed = run_python(["-c", COOKIES], environ_for(f"sqlite:///{tmp_path}/none.sqlite3", more))

    assert sorted(printed.splitlines()) == [
        "__Host-csrf True True Lax / ''",
        "__Host-session True True Lax / ''",
    ]


def test_the_cookie_of_a_phone_is_no_scripts_and_of_this_host_alone(rf):
    from django.http import HttpResponse

    from scorekeeper.play.actors import COOKIE, remember
    from tests import factories

    answer: Any = HttpResponse()
    remember(rf.get("/", secure=True), answer, factories.make_device(factories.make_sitting()))

    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"], cookie["domain"]) == (True, "Lax", True, "")


@pytest.mark.parametrize("name", ["home", "account", "account_login"])
def test_a_late_answer_to_a_key_of_before_takes_no_cookie_away(anna, name):
    """A page may still be on its way to this browser when somebody signs in, which ends the key it was asked with."""
    client = Client()
    before = client.session
    before["seen"] = True
    before.save()
    client.cookies["sessionid"] = before.session_key
    sign_in(client)

    late = holding(before.session_key).get(reverse(name))

    assert "sessionid" not in late.cookies
    assert "Cookie" in late.headers["Vary"]


def test_who_signs_out_keeps_no_cookie(anna):
    client = Client()
    sign_in(client)

    answer = client.post(reverse("account_logout"))

    assert answer.cookies["sessionid"].value == ""
    assert answer.cookies["sessionid"]["max-age"] == 0
