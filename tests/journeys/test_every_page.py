"""Every page that the app has, found by its addresses, stands as it should where everything has a long name."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.journeys.access import THEMES
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import phones
from tests.journeys.geometry import WIDTHS, faults_at
from tests.journeys.test_markup import RENAME
from tests.serving import Server

pytestmark = [pytest.mark.journey, pytest.mark.long]

LONG = [
    "Maximiliane Freifrau von Hohenfels-Wetterstein zu Ammersbach",
    "Srinivasaramachandran Karl-Theodor Maria Anton",
    "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
]
MAKE = f"""
import logging
from tests.hostile.test_forms import IDENTITY
from tests.factories.world import World
from django.test import Client

logging.disable()
world = World()
rename({LONG!r})
found = {{"owner": {{}}, "visitor": {{}}}}
for reader, client, addresses in (
    ("owner", world.client(), world.addresses()), ("visitor", Client(), world.addresses({{"secret", "op"}})),
):
    for address in addresses:
        answer = client.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            found[reader].setdefault(IDENTITY.sub("*", address), address)
print(json.dumps({{"session": session(world.owner), **{{name: list(own.values()) for name, own in found.items()}}}}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    """The addresses of the pages, one of each kind, of the owner and of somebody who is not signed in."""
    return server.python(SESSIONS + RENAME + MAKE)


@pytest.fixture(scope="module")
def readers(browser: Browser, server: Server, place: dict[str, Any]) -> Iterator[dict[str, Page]]:
    with phones(browser, server) as phone:
        owner = phone(storage_state=signed_in(place["session"]), service_workers="block")
        yield {"owner": owner, "visitor": phone(service_workers="block")}


@pytest.mark.parametrize("reader", ["owner", "visitor"])
def test_every_page_there_is_stands_at_every_size_in_both_themes(
    reader: str, readers: dict[str, Page], place: dict[str, Any]
):
    page, found = readers[reader], []
    for address in place[reader]:
        page.goto(address, wait_until="load")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found += [f"{theme}: {fault}" for fault in faults_at(page, WIDTHS, name=address)]

    assert len(place[reader]) > {"owner": 150, "visitor": 15}[reader]
    assert not found, "\n".join(found)
