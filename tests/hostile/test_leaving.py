"""Who has signed out leaves nothing behind: no browser may keep a page, file or answer with names or money on it."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client

from scorekeeper.clubs.models import Club, Player
from tests import factories
from tests.acting import bearer, client_of, proven
from tests.api import test_access as api
from tests.factories.money import with_money
from tests.factories.world import World
from tests.rows import undone
from tests.worlds import laid

pytestmark = pytest.mark.django_db

PASSWORD: Final = "three of us at one table"
# What may be kept: nobody's names are in it. A new one of these is a decision.
KEPT: Final = {"/offline/", "/sw.js", "/manifest.webmanifest", "/robots.txt", "/.well-known/security.txt"}


def names() -> set[str]:
    return {*Player.objects.values_list("name", flat=True), *Club.objects.values_list("name", flat=True)} - {""}


def body_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode("utf-8", "replace")


def pages(world: World, *, files: int) -> Iterator[tuple[Client, str]]:
    """Every page of the app, and of so many one as its file too; the addresses behind a secret by nobody."""
    for client, addresses in ((world.client(), world.addresses()), (Client(), world.addresses({"secret", "op"}))):
        for turn, address in enumerate(addresses):
            yield client, address
            if turn % files == 0:
                yield client, f"{address}?as=csv"


def test_no_page_of_the_app_is_kept(request: pytest.FixtureRequest):
    """In the usual run a tenth of the pages is asked as files too."""
    world = laid(World)
    with_money(world.club)
    known, kept, with_names = names(), {}, 0

    for client, address in pages(world, files=1 if request.config.getoption("--long") else 10):
        answer = client.get(address)
        if "no-store" not in answer.get("Cache-Control", ""):
            kept[address.split("?")[0]] = sorted(name for name in known if name in body_of(answer))
        elif answer.status_code == 200:
            with_names += any(name in body_of(answer) for name in known)

    assert {address: found for address, found in kept.items() if found} == {}
    assert kept.keys() <= KEPT
    assert with_names > 100, "the pages that were asked for show no names at all"


def test_no_answer_of_the_api_is_kept_and_a_program_is_told_all_the_same_that_nothing_has_changed():
    world = laid(api.make_world)
    by, kept, unchanged = bearer(api.user_of(world, "owner")), [], 0

    for endpoint, row in api.ENDPOINTS.items():
        if row[0] != "GET":
            continue
        with undone():
            api.prepare(world, endpoint)
            address = f"/api/v1/{endpoint.format(**vars(world))}"
            answer = Client().get(address, headers=by)
            kept += [address] if "no-store" not in answer["Cache-Control"] else []
            if tag := answer.get("ETag"):
                again = Client().get(address, headers={**by, "If-None-Match": tag})
                unchanged += again.status_code == 304 and "no-store" in again["Cache-Control"]

    assert kept == []
    assert unchanged > 4


@pytest.mark.parametrize("address", ["/accounts/logout/", "/accounts/data/give-up/"])
def test_who_leaves_has_the_pages_dropped_and_nothing_that_is_not_sent_yet(address: str):
    user = factories.make_user()
    user.set_password(PASSWORD)
    user.save()
    client = proven(client_of(user))

    before = client.get(address)
    left = client.post(address, {"email": user.email, "password": PASSWORD})

    assert "Clear-Site-Data" not in before
    assert (left.status_code, left["Clear-Site-Data"]) == (302, '"cache"')
    assert "no-store" in left["Cache-Control"]
    assert client.get("/accounts/").status_code == 302
