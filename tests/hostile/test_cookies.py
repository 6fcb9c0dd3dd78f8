"""What a cookie alone may do: read. Every address of the app is asked to write with one, and refuses."""

import pytest
from django.test import Client

from tests.acting import csrf
from tests.factories.world import World
from tests.rows import everything
from tests.worlds import laid

pytestmark = pytest.mark.django_db


def without_token(_client: Client) -> dict[str, str]:
    return {}


def with_a_token_made_up(client: Client) -> dict[str, str]:
    csrf(client)
    return {"X-CSRFToken": "x" * 32}


def from_another_site(client: Client) -> dict[str, str]:
    return {**csrf(client), "Origin": "https://evil.example"}


def from_nowhere_it_says(client: Client) -> dict[str, str]:
    return {**csrf(client), "Origin": "null"}


def from_another_port(client: Client) -> dict[str, str]:
    return {**csrf(client), "Origin": "http://testserver:8001"}


JSON = {"/offline/tables/": {"data": {}, "content_type": "application/json"}}  # asked by scripts of the pages alone
WAYS = (with_a_token_made_up, from_another_site, from_nowhere_it_says, from_another_port)


def test_no_address_writes_by_a_cookie_alone(request: pytest.FixtureRequest):
    world = laid(World)
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    before, addresses = everything(), world.addresses()

    whole = request.config.getoption("--long")
    statuses = {
        (way.__name__, address): client.post(address, headers=way(client), **JSON.get(address, {})).status_code
        for turn, address in enumerate(addresses)
        for way in (without_token, *(WAYS if whole else WAYS[turn % 4 :][:1]))
    }

    assert {asked: status for asked, status in statuses.items() if status != 403} == {}
    assert len(addresses) > 70
    assert everything() == before
    assert client.get("/accounts/").status_code == 200, "signing out is a write too"
