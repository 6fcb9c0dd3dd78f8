"""Programs are answered without what pages need, and a browser that opens such an answer loads nothing with it."""

import pytest
from django.test import Client

from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.services import NewToken, make_api_token
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(club):
    client = Client()
    client.force_login(factories.owner_of(club))
    return client


def test_what_programs_get_may_load_nothing_and_stand_in_no_frame(browser):
    answer = browser.get("/api/v1/me")

    assert answer.status_code == 200
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer["X-Frame-Options"] == "DENY"
    assert not hasattr(answer.wsgi_request, "htmx")


@pytest.mark.parametrize("address", ["/", "/api/docs"])
def test_a_page_keeps_its_own_rules(browser, address):
    page = browser.get(address)

    assert "script-src 'self'" in page["Content-Security-Policy"]
    assert hasattr(page.wsgi_request, "htmx")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html, */*;q=0.1", "application/*"])
def test_whoever_takes_json_gets_json(browser, accept):
    answer = browser.get("/api/v1/me", headers={"Accept": accept})

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_whoever_takes_something_else_is_told():
    assert Client().get("/api/v1/me", headers={"Accept": "image/png"}).status_code == 406


def test_who_shows_a_token_is_known_by_it_alone(browser, club):
    scorer = factories.make_member(club, "scorer")
    _token, secret = make_api_token(NewToken(name="phone", scopes=(Scope.READ,)), by=scorer, now=factories.NOW)

    answer = browser.get("/api/v1/me", headers={"Authorization": f"bearer {secret}"})
    refused = browser.get("/api/v1/me", headers={"Authorization": "Bearer of nothing"})
    other = browser.get("/api/v1/me", headers={"Authorization": "Basic bm9ib2R5"})

    assert (answer.json()["id"], hasattr(answer.wsgi_request, "session")) == (str(scorer.pk), False)
    assert (refused.status_code, other.status_code) == (401, 200)
    assert other.json()["id"] != str(scorer.pk)
    assert browser.get("/").wsgi_request.user.is_authenticated
