"""What the log really says: the lines as they are written, of our loggers and Django's."""

import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone
from structlog.stdlib import ProcessorFormatter

from scorekeeper.common.logs import cut_secrets
from scorekeeper.play.passes.services import link_secret, make_pass, short_code
from scorekeeper.urls import urlpatterns as ours
from tests import factories
from tests.acting import code_of, proven

SECRET = "uQ4m5YkT0-bX_9zRw1LsNpAe7Hc"


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Written as the settings say."""
    root = logging.getLogger()
    ours = next(handler.formatter for handler in root.handlers if isinstance(handler.formatter, ProcessorFormatter))
    written, level = StringIO(), root.level
    handler = logging.StreamHandler(written)
    handler.setFormatter(ours)
    root.addHandler(handler)
    root.setLevel("INFO")
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def secret(db: None) -> str:
    sitting = factories.make_sitting(now=timezone.now())
    return link_secret(make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now()))


def too_often(request, secret):
    return HttpResponse(status=429)


def fails(request, secret):
    raise ValueError(request.path)


urlpatterns = [path("join/<secret>/often/", too_often), path("join/<secret>/fails/", fails), *ours]


def test_a_hostile_request_is_told_in_short_lines_and_no_traceback(lines, db, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()

    statuses = [client.get("/", headers={"Host": f"{'x' * 3000}.example"}).status_code for _time in range(5)]
    statuses += [client.post("/accounts/login/", {f"f{number}": "" for number in range(5_001)}).status_code]
    statuses += [client.post("/accounts/login/", {"login": "x" * 1_000_001}).status_code]

    said = lines()
    assert statuses == [400] * 6 + [413]
    assert len(said) <= 3 * len(statuses)
    assert "Traceback" not in json.dumps(said)
    assert {line["level"] for line in said} <= {"info", "warning"}
    assert max(len(json.dumps(line)) for line in said) < 600
    assert any(line["logger"] == "django.security.DisallowedHost" for line in said)


@pytest.mark.urls(__name__)
def test_no_line_holds_the_secret_of_a_link(lines, secret):
    client, strict = Client(raise_request_exception=False), Client(enforce_csrf_checks=True)
    client.force_login(factories.make_user())
    answers = [
        client.get(f"/join/{secret}/"),
        client.post(f"/join/{secret}/", {"seat": "99"}),
        strict.post(f"/join/{secret}/"),
        strict.post(f"/clubs/invitation/{secret}/"),
        client.get(f"/join/{secret}/more/"),
        client.get(f"/join//{secret}/"),
        client.get(f"/clubs/invitation/{secret}/"),
        client.get(f"/join/{secret}/often/"),
        client.get(f"/join/{secret}/fails/"),
    ]

    assert [answer.status_code for answer in answers] == [200, 422, 403, 403, 404, 404, 404, 429, 500]
    said = lines()
    assert {line["logger"] for line in said} == {"scorekeeper.request", "django.request", "django.security.csrf"}
    assert secret not in json.dumps(said)
    assert "Not Found: /clubs/invitation/.../" in [line["event"] for line in said]


def test_a_line_of_django_names_the_request(lines, db):
    Client().get("/join/guess/", headers={"X-Request-ID": "0123abcd"})

    assert {line["logger"]: line["request_id"] for line in lines()} == {
        "scorekeeper.request": "0123abcd",
        "django.request": "0123abcd",
    }


OLD, WRONG, NEW = "lantern orchid tuba", "wrong wrong wrong", "gravel mitten sonata"
MAIL = "anna@example.org"


def of_an_account(client: Client) -> list[str]:
    """Signing up, a password, a mistake, signing in by code, another password: what lets somebody in on the way."""
    signed_up = client.post("/accounts/signup/", {"email": MAIL})
    codes = [code_of(mail.outbox[-1])]
    client.post(signed_up.url, {"code": codes[0]})
    proven(client).post("/accounts/password/set/", {"password1": OLD, "password2": OLD})
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": MAIL, "password": WRONG})
    asked = client.post("/accounts/login/code/", {"email": MAIL})
    codes.append(code_of(mail.outbox[-1]))
    client.post(asked.url, {"code": "000-000"})
    client.post(asked.url, {"code": codes[1]})
    sessions = [client.cookies["sessionid"].value]
    asked = client.get("/accounts/password/change/")
    client.post(asked.url, {"password": OLD, "next": "/accounts/password/change/"})
    client.post("/accounts/password/change/", {"password1": NEW, "password2": NEW})
    sessions.append(client.cookies["sessionid"].value)
    return [MAIL, OLD, WRONG, NEW, *codes, *sessions, str(client.get("/").context["csrf_token"])]


def of_a_program(client: Client) -> list[str]:
    """A token, sent rightly and wrongly."""
    secret = client.post("/accounts/tokens/", {"name": "A", "scopes": ["read"]}).context["secret"]
    for header in (f"Bearer {secret}", f"bearer {secret} x", f"Token {secret}"):
        Client().get(f"/api/v1/clubs/{factories.make_club().pk}", headers={"Authorization": header})
    return [secret]


def of_a_phone() -> list[str]:
    """The code and the link of a table, and the cookie they bring."""
    sitting = factories.make_sitting(now=timezone.now())
    table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
    code, link, phone = short_code(table_pass), link_secret(table_pass), Client()
    phone.post("/join/", {"code": code}, follow=True)
    phone.post(f"/join/{link}/", {"seat": "1"}, follow=True)
    phone.get(f"/tables/{sitting.pk}/?code={code}")
    return [code, link, phone.cookies["tables"].value]


@pytest.mark.django_db(transaction=True)
def test_no_line_of_an_evening_holds_what_lets_somebody_in(lines, settings):
    """Nor an address of mail; and every line about a request names it."""
    settings.EMAIL_BACKEND = "scorekeeper.outbox.services.OutboxBackend"
    logging.getLogger().setLevel("DEBUG")
    client = Client()

    secrets = [*of_an_account(client), *of_a_program(client), *of_a_phone()]

    said = lines()
    assert [secret for secret in secrets if secret in json.dumps(said)] == []
    assert len(said) >= 20
    assert [line for line in said if "request" in line["logger"] and "request_id" not in line] == []


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (f"/join/{SECRET}/", "/join/.../"),
        (f"/accounts/take-back/{SECRET}/", "/accounts/take-back/.../"),
        (f"Forbidden (no cookie): /clubs/invitation/{SECRET}", "Forbidden (no cookie): /clubs/invitation/..."),
        (f'"GET /join/{SECRET}?a=1 HTTP/1.1" 404', '"GET /join/...?a=1 HTTP/1.1" 404'),
        (
            f"/accounts/login/?next=%2Fclubs%2Finvitation%2F{SECRET}%2F",
            "/accounts/login/?next=%2Fclubs%2Finvitation%2F...%2F",
        ),
        ("/tables/1/seats/join/ HTTP/1.1", "/tables/1/seats/join/ HTTP/1.1"),
        ("/tables/1/claim/", "/tables/1/claim/"),
    ],
)
def test_a_path_ends_before_its_secret(text, cut):
    assert cut_secrets(None, "info", {"event": text, "status": 404}) == {"event": cut, "status": 404}
