"""Every page that the app has, found by its addresses, for each role: it stands as it should in every language where
everything has a long name, everybody can use it, and it is no wall.

`--long` looks at all of them; the usual run at a few of each reader, by the seed that it printed.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.languages.names import OFFERED
from tests.browsing import launch
from tests.databases import copy_sqlite
from tests.journeys.access import PHONE, THEMES, Theme, sideways, violations
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import phones
from tests.journeys.geometry import WIDTHS, faults_at
from tests.journeys.test_markup import RENAME
from tests.languages.pseudo import CODE
from tests.serving import Server, serving

pytestmark = pytest.mark.journey

LONG = [
    "Maximiliane Freifrau von Hohenfels-Wetterstein zu Ammersbach",
    "Srinivasaramachandran Karl-Theodor Maria Anton",
    "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
]
MAKE = """
import logging
from tests.hostile.test_forms import IDENTITY
from tests.factories.world import World
from django.test import Client

logging.disable()
world = World()
people = {role: factories.make_member(world.club, role) for role in ("director", "scorer", "member")}
people["owner"] = world.owner
everything, of_nobody = world.addresses(), world.addresses({"secret", "op"})
asked = {role: (user, everything) for role, user in people.items()} | {"visitor": (None, of_nobody)}
found = {reader: {} for reader in asked}
for reader, (user, addresses) in asked.items():
    client = Client()
    if user:
        client.force_login(user)
    for address in addresses:
        answer = client.get(address)
        if answer.status_code == 200 and b"<html" in answer.content:  # some addresses answer a part of a page
            found[reader].setdefault(IDENTITY.sub("*", address), address)
print(json.dumps({
    "sessions": {role: session(user) for role, user in people.items()},
    "pages": {reader: list(own.values()) for reader, own in found.items()},
}))
"""
READERS: Final = {"owner": 150, "director": 140, "scorer": 100, "member": 80, "visitor": 15}
"""{who reads: pages that they find at least}"""
SOME: Final = 4  # pages of each reader in the usual run
LANGUAGES: Final = (*OFFERED, CODE)
"""Those that readers choose from, and the one whose sentences are longer by 45 %."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with the pseudo-language among those that it offers."""
    database = copy_sqlite(tmp_path_factory.mktemp("pages") / "scorekeeper.sqlite3")
    with serving(database, wsgi="tests.languages.pseudo:application()") as running:
        yield running


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    """The addresses of the pages, one of each kind, of each role and of somebody who is not signed in; whatever stands
    on them has a long name."""
    found = server.python(SESSIONS + RENAME + MAKE)
    server.python(SESSIONS + RENAME + f"rename({LONG!r})")
    return found


@pytest.fixture(scope="module")
def readers(browser: Browser, server: Server, place: dict[str, Any]) -> Iterator[dict[str, Page]]:
    with phones(browser, server) as phone:
        states = {role: {"storage_state": signed_in(session)} for role, session in place["sessions"].items()}
        yield {reader: phone(service_workers="block", **states.get(reader, {})) for reader in READERS}


@pytest.fixture
def addresses(place: dict[str, Any], reader: str, request: pytest.FixtureRequest) -> list[str]:
    found = place["pages"][reader]
    assert len(found) > READERS[reader], found
    if request.config.getoption("--long"):
        return found
    return Random(f"{request.config.getoption('randomly_seed')}{request.node.name}").sample(found, SOME)


everyone = pytest.mark.parametrize("reader", READERS)


@pytest.fixture
def in_language(readers: dict[str, Page]) -> Iterator[Callable[[str], None]]:
    """Choose a language for all readers, as the switch on every page does; at the end they forget it."""

    def choose(language: str) -> None:
        for page in readers.values():
            page.context.add_cookies([{"name": "language", "value": language, "domain": "127.0.0.1", "path": "/"}])

    yield choose
    for page in readers.values():
        page.context.clear_cookies(name="language")


def faults_of(page: Page, address: str, theme: Theme, language: str) -> list[str]:
    """What is wrong with a page at each size."""
    page.emulate_media(color_scheme=theme)
    page.goto(address, wait_until="load")
    assert page.locator("html").get_attribute("lang") == language
    found = faults_at(page, WIDTHS, name=address)
    if language == CODE:  # a sentence with a line more may push Save down on the smallest phone
        found = [fault for fault in found if "at 320 px: not at the thumb" not in fault]
    return [f"{language}, {theme}: {fault}" for fault in found]


@pytest.mark.long
@everyone
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_stands_at_every_size_in_both_themes(
    reader: str, language: str, readers: dict[str, Page], addresses: list[str], in_language: Callable[[str], None]
):
    in_language(language)
    found = [
        fault
        for address in addresses
        for theme in THEMES
        for fault in faults_of(readers[reader], address, theme, language)
    ]

    assert not found, "\n".join(found)


def test_pages_stand_in_a_language(
    readers: dict[str, Page],
    place: dict[str, Any],
    in_language: Callable[[str], None],
    request: pytest.FixtureRequest,
):
    """In the one that falls to the seed of this run, some pages at every size."""
    chance = Random(f"{request.config.getoption('randomly_seed')}{request.node.name}")
    language = chance.choice(LANGUAGES)
    in_language(language)
    found = []
    for reader, page in readers.items():
        for address in chance.sample(place["pages"][reader], 2):
            found += faults_of(page, address, chance.choice(THEMES), language)

    assert not found, "\n".join(found)


@everyone
def test_everybody_can_use_every_page(reader: str, readers: dict[str, Page], addresses: list[str]):
    """axe-core finds nothing in light and dark, and the headings are in order."""
    page, found = readers[reader], []
    for address in addresses:
        page.goto(address, wait_until="load")
        found += [f"{address}: {fault}" for fault in (*violations(page), *headings_amiss(page))]

    assert not found, "\n".join(found)


def headings_amiss(page: Page) -> list[str]:
    """Where a level is left out, and pages without one first heading."""
    levels = page.evaluate(
        """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
          .filter((heading) => heading.checkVisibility())
          .map((heading) => [Number(heading.localName[1]), heading.textContent.trim().slice(0, 60)])"""
    )
    found = [
        f"“{words}” is h{level} after h{before}"
        for (before, _words), (level, words) in pairwise(levels)
        if level > before + 1
    ]
    firsts = sum(level == 1 for level, _words in levels)
    return found if firsts == 1 and levels[0][0] == 1 else [*found, f"{firsts} h1, first is {levels[:1]}"]


@everyone
def test_text_of_every_page_can_be_twice_its_size(
    reader: str, browser: Browser, server: Server, place: dict[str, Any], addresses: list[str]
):
    session = place["sessions"].get(reader)
    large = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    try:
        state = signed_in(session) if session else None
        page = large.new_page(base_url=server.url, viewport=PHONE, reduced_motion="reduce", storage_state=state)
        found = []
        for address in addresses:
            page.goto(address, wait_until="load")
            found += [f"{address}: {part}" for part in sideways(page)]
    finally:
        large.close()

    assert not found, "\n".join(found)


HIGH: Final = 3.2  # screens of a phone: three, and what the long names take
CONTROLS: Final = 40
IDENTITY: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
MORE: Final = {
    re.compile(pattern): why
    for pattern, why in {
        r"/clubs/\*/(log|people)/": "a list of everything there is",
        r"/(evenings/\*/people|tournaments/\*/entries)/": "a list of all who come",
        r"/(clubs/\*/)?rules/\w+/|/tables/\*/rules/": "a text to be read",
        r"/clubs/\*/house-rules/new/\w+/": "each rule that a house can choose",
        r"/clubs/\*/tables/new/\w+/": "each choice is a box to tap, not a list to open",
    }.items()
}
"""{address: why more stands there}"""


@everyone
def test_no_page_is_a_wall(reader: str, readers: dict[str, Page], addresses: list[str]):
    """Nobody scrolls more than three screens of a phone, or finds more than forty things to tap, but in lists."""
    page, found = readers[reader], []
    page.set_viewport_size(PHONE)
    for address in addresses:
        page.goto(address, wait_until="load")
        height, controls = page.evaluate(
            """() => [
              document.documentElement.scrollHeight / innerHeight,
              [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
                .filter((control) => !control.closest(".languages") && control.type !== "hidden")
                .filter((control) => control.checkVisibility()).length,
            ]"""
        )
        where = IDENTITY.sub("*", urlsplit(address).path)
        if any(pattern.fullmatch(where) for pattern in MORE):
            continue
        if height > HIGH:
            found.append(f"{where}: {height:.1f} screens")
        if controls > CONTROLS:
            found.append(f"{where}: {controls} controls")

    assert not found, "\n".join(found)
