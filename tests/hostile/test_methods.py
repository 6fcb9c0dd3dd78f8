"""Every address with every method: refused in words, never by breaking; and what every answer says to browsers."""

from typing import Final

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client, RequestFactory

from tests.api import test_access as api
from tests.factories.world import World
from tests.rows import everything
from tests.worlds import laid

pytestmark = pytest.mark.django_db

METHODS: Final = ("OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "HEAD", "PROPFIND")
BESIDE: Final = (
    "/api/docs",
    "/api/docs?script=",
    "/api/schema",
    "/api/",
    "/api/v1/",
    "/robots.txt",
    "/static/img/icon.svg",
)


def test_no_address_breaks_at_any_method(request: pytest.FixtureRequest):
    """In the usual run each address is asked by one of them, and /api/ beside the versions by all."""
    world, whole = laid(World), request.config.getoption("--long")
    before, broken = everything(), []

    for client in (world.client(), Client(raise_request_exception=False)):
        client.raise_request_exception = False
        for turn, address in enumerate([*BESIDE, *world.addresses()]):
            every = whole or turn < len(BESIDE)
            for method in METHODS if every else METHODS[turn % len(METHODS) :][:1]:
                status = client.generic(method, address).status_code
                broken += [(method, address, status)] if status >= 500 else []

    assert broken == []
    assert everything() == before


def test_no_address_of_the_api_breaks_at_any_method():
    world = laid(api.make_world)
    by = api.bearer(api.user_of(world, "owner"))
    addresses = [f"/api/v1/{endpoint.format(**vars(world))}" for endpoint in api.ENDPOINTS]

    statuses = {
        (method, address): Client().generic(method, address, headers=by).status_code
        for turn, address in enumerate(addresses)
        for method in METHODS[turn % 2 :: 2]
    }

    assert {asked: status for asked, status in statuses.items() if status >= 500} == {}


def test_who_asks_for_the_head_gets_no_body(request: pytest.FixtureRequest):
    """The test client throws such a body away; servers log a warning for each."""
    world, server = laid(World), BaseHandler()
    server.load_middleware()
    cookies = world.client().cookies.output(header="", sep=";").strip()
    sent = {}

    for address in [*BESIDE, *world.addresses()[:: 1 if request.config.getoption("--long") else 5]]:
        answer = server.get_response(RequestFactory().head(address, headers={"Cookie": cookies}))
        sent[address] = b"".join(answer)[:40]

    assert len(sent) > 30
    assert {address: body for address, body in sent.items() if body} == {}


def test_every_answer_says_who_may_embed_it_and_what_it_may_use():
    world = laid(World)
    client = world.client()

    answers = {address: client.get(address) for address in (*BESIDE, *world.addresses()[::10])}

    wrong = {
        address: dict(answer.headers)
        for address, answer in answers.items()
        if answer["Cross-Origin-Resource-Policy"] != "same-origin"
        or "camera=()" not in answer["Permissions-Policy"]
        or "unsafe" in answer.get("Content-Security-Policy", "")
    }
    assert wrong == {}


def test_search_engines_are_told_what_is_nobodys(client: Client):
    said = client.get("/robots.txt").content.decode().splitlines()

    assert said == ["User-agent: *", "Allow: /$", "Allow: /rules/", "Disallow: /"]


def test_who_finds_a_hole_is_told_whom_to_tell(client: Client, settings):
    settings.SCOREKEEPER_ADDRESS = "https://scores.example.org"
    settings.DEFAULT_FROM_EMAIL = "Scorekeeper <club@example.org>"

    said = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").content.decode().splitlines())
    settings.SCOREKEEPER_SECURITY_CONTACT = "https://example.org/holes"
    named = client.get("/.well-known/security.txt").content.decode()

    assert said["Contact"] == "mailto:club@example.org"
    assert said["Canonical"] == "https://scores.example.org/.well-known/security.txt"
    assert said["Expires"].endswith("T00:00:00Z")
    assert "Contact: https://example.org/holes" in named
