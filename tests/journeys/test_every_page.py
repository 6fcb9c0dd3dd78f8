"""Every page that the app has, found by its addresses, for each role: it stands as it should in every language where
everything has a long name, everybody can use it, and it is no wall.

`--long` looks at all of them; the usual run at a few of each reader, by the seed that it printed. It asks for no more
addresses than it takes to find these pages.
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
from tests.journeys.geometry import WIDTHS, faults, faults_at, window
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
from random import Random
from tests.hostile.test_forms import IDENTITY
from tests.factories.world import World
from django.test import Client
from django.urls import reverse

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
    kinds = {}
    for address in addresses:
        game = next((game for game, (sitting, _hand) in world.tables.items() if str(sitting.pk) in address), "")
        kinds.setdefault(IDENTITY.sub("*", address) + game, []).append(address)
    order = list(kinds)
    if enough:
        Random(f"{seed}{reader}").shuffle(order)
    for kind in order:
        if enough and len(found[reader]) == enough:
            break
        for address in kinds[kind]:
            answer = client.get(address)
            if answer.status_code == 200 and b"<html" in answer.content:  # some addresses answer a part of a page
                found[reader][kind] = address
                break
print(json.dumps({
    "sessions": {role: session(user) for role, user in people.items()},
    "pages": {reader: list(own.values()) for reader, own in found.items()},
    "corrections": [
        reverse("hand_correct", args=[sitting.pk, hand.pk]) for sitting, hand in world.tables.values()
    ],
}))
"""
READERS: Final = {"owner": 150, "director": 140, "scorer": 100, "member": 80, "visitor": 15}
"""{who reads: pages that they find at least}"""
SOME: Final = 4  # pages of each reader in the usual run, for each test
ENOUGH: Final = 12  # to draw them from
LANGUAGES: Final = (*OFFERED, CODE)
"""Those that readers choose from, and the one whose sentences are longer by 45 %."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with the pseudo-language among those that it offers."""
    database = copy_sqlite(tmp_path_factory.mktemp("pages") / "scorekeeper.sqlite3")
    with serving(database, wsgi="tests.languages.pseudo:application()") as running:
        yield running


@pytest.fixture(scope="module")
def place(server: Server, request: pytest.FixtureRequest) -> dict[str, Any]:
    """The addresses of pages, one of each kind, of each role and of somebody who is not signed in; whatever stands on
    them has a long name. With --long all of them."""
    enough, seed = 0 if request.config.getoption("--long") else ENOUGH, request.config.getoption("randomly_seed")
    found = server.python(f"{SESSIONS}{RENAME}enough, seed = {enough}, {seed}\n{MAKE}")
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
    if request.config.getoption("--long"):
        assert len(found) > READERS[reader], found
        return found
    assert len(found) == ENOUGH
    return Random(f"{request.config.getoption('randomly_seed')}{request.node.name}").sample(found, SOME)


@pytest.fixture
def few(addresses: list[str], request: pytest.FixtureRequest) -> list[str]:
    return addresses if request.config.getoption("--long") else addresses[:2]


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


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser whose text is twice its size."""
    started = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    yield started
    started.close()


@everyone
def test_text_of_every_page_can_be_twice_its_size(
    reader: str, large: Browser, server: Server, place: dict[str, Any], addresses: list[str]
):
    session = place["sessions"].get(reader)
    state = signed_in(session) if session else None
    page = large.new_page(base_url=server.url, viewport=PHONE, reduced_motion="reduce", storage_state=state)
    found = []
    for address in addresses:
        page.goto(address, wait_until="load")
        found += [f"{address}: {part}" for part in sideways(page)]
    page.close()

    assert not found, "\n".join(found)


UNFOLD: Final = """() => {
  for (const fold of document.querySelectorAll("details:not([open])")) fold.open = true;
  return [...document.querySelectorAll("dialog:not([open])")].map((_dialog, place) => place);
}"""


@everyone
def test_what_is_folded_stands_as_it_should(reader: str, readers: dict[str, Page], few: list[str]):
    """Each fold opened, then each dialog: targets of 44 px, nothing cut or covered."""
    page, found = readers[reader], []
    page.set_viewport_size(PHONE)
    for address in few:
        page.goto(address, wait_until="load")
        if page.evaluate(UNFOLD) or page.locator("details").count():
            # Where folds are open Save is where its form ends
            found += [fault for fault in faults(page, name=address) if "not at the thumb" not in fault]

    assert not found, "\n".join(found)


SENTENCE: Final = "Hand 12 is saved: 240 points to the person who has played it, and 40 to each of the others."
SHOW_TOAST: Final = """async (words) => {
  const { toast } = await import(document.querySelector("script[src*='/app']")?.src ?? "/static/js/app.js");
  toast(words, { word: "Undo", action() {} });
}"""
UNDER_TOAST: Final = """() => {
  const controls = [...document.querySelectorAll(
    "main :is(button, label, .btn), nav.tabs a",
  )];
  const found = [];
  for (const control of controls.filter((each) => each.checkVisibility() && !each.closest(".toast"))) {
    for (const [left, top] of [[0.1, 0.5], [0.5, 0.2], [0.5, 0.5], [0.5, 0.8], [0.9, 0.5]]) {
      const box = control.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + left * box.width, box.top + top * box.height);
      if (!hit?.closest(".toast")) continue;
      found.push(`“${(control.innerText || control.name || "").trim().slice(0, 40)}” lies under a toast`);
      break;
    }
  }
  return found;
}"""


@everyone
def test_no_toast_lies_over_the_next_action(reader: str, readers: dict[str, Page], few: list[str]):
    page, found = readers[reader], []
    for address in few:
        for width in (320, 390, 1280):
            page.set_viewport_size(window(width))
            page.goto(address, wait_until="load")
            if urlsplit(page.url).path.startswith("/offline/"):  # its script draws it
                page.wait_for_selector("html[data-drawn]", state="attached")
            page.evaluate(SHOW_TOAST, SENTENCE)
            found += [f"{address} at {width} px: {fault}" for fault in page.evaluate(UNDER_TOAST)]

    assert not found, "\n".join(found)


WATCH_MOTION: Final = """() => {
  window.moved = [];
  const note = (what) => window.moved.push(what);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    note("a script animates");
    return animate.apply(this, given);
  };
  for (const [owner, name] of [
    [Element.prototype, "scrollIntoView"], [Element.prototype, "scrollTo"], [Element.prototype, "scrollBy"],
    [window, "scrollTo"], [window, "scrollBy"],
  ]) {
    const scroll = owner[name];
    owner[name] = function (...given) {
      if (given[0]?.behavior === "smooth") note("a script scrolls smoothly");
      return scroll.apply(this, given);
    };
  }
  const frame = window.requestAnimationFrame.bind(window);
  let frames = 0;
  window.requestAnimationFrame = (step) => frame((time) => {
    frames += 1;
    if (frames === 20) note("a script draws frame by frame");
    step(time);
  });
}"""
MOTION: Final = """async () => {
  for (const button of document.querySelectorAll("button[type=button]")) {
    if (button.checkVisibility()) button.click();
    if (document.querySelector("dialog[open]")) document.querySelector("dialog[open]").close();
  }
  await new Promise((resolve) => setTimeout(resolve, 250));
  const lasts = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
  const moves = (element, part) => {
    const style = getComputedStyle(element, part);
    const isSmooth = style.scrollBehavior === "smooth";
    const isAnimated = style.animationName !== "none" && lasts(style.animationDuration);
    return lasts(style.transitionDuration) || isAnimated || isSmooth;
  };
  const called = (element) => `${element.localName}.${[...element.classList].join(".")} moves`;
  const moving = [...document.querySelectorAll("*")]
    .filter((element) => [null, "::before", "::after"].some((part) => moves(element, part)));
  return [...new Set([...window.moved, ...moving.map(called)])];
}"""


@everyone
def test_nothing_moves_for_those_who_want_no_motion(reader: str, readers: dict[str, Page], few: list[str]):
    """Neither a style nor a script, also not after each button has been tapped that sends nothing."""
    page, found = readers[reader].context.new_page(), []
    page.add_init_script(f"({WATCH_MOTION})()")
    for address in few:
        page.goto(address, wait_until="load")
        found += [f"{address}: {fault}" for fault in page.evaluate(MOTION)]
    page.close()

    assert not found, "\n".join(found)


HANG: Final = """() => {
  window.asked = 0;
  window.fetch = (address) => {
    const previews = [...document.querySelectorAll("[data-preview]")].map((form) => form.dataset.preview);
    const isByItself = previews.includes(String(address)) || String(address).startsWith("/offline/");
    if (!isByItself) window.asked += 1;
    return new Promise(() => {});
  };
  XMLHttpRequest.prototype.send = () => {
    window.asked += 1;
  };
  const frame = document.createElement("iframe");
  frame.name = "nowhere";
  document.body.append(frame);
}"""
WORKING: Final = """async () => {
  const waits = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const called = (button) => `“${(button.innerText || button.getAttribute("aria-label") || button.name || "").trim()}”`;
  const sent = [];
  let isLeaving = false;
  window.addEventListener("submit", (event) => (isLeaving ||= !event.defaultPrevented));
  for (const fold of document.querySelectorAll("details:not([open])")) fold.open = true;
  for (const button of document.querySelectorAll("main button")) {
    if (!button.checkVisibility() || button.matches(":disabled, [aria-disabled=true]")) continue;
    if (button.form) button.form.noValidate = true;
    if (button.form) button.form.target = "nowhere";
    const before = window.asked;
    isLeaving = false;
    button.click();
    await waits(20);
    if (isLeaving || window.asked > before) sent.push(button);
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  }
  await waits(400);
  const works = "[aria-busy=true], [data-sending][aria-disabled]";
  return sent.filter((button) => button.isConnected && !button.matches(works))
    .map((button) => `${called(button)} does not show that it is working`);
}"""


@everyone
def test_each_button_that_sends_shows_that_it_works(
    reader: str, browser: Browser, server: Server, place: dict[str, Any], few: list[str]
):
    """No answer comes: after 300 ms one sees that it is waited for, with a form or without."""
    state = signed_in(session) if (session := place["sessions"].get(reader)) else None
    context = browser.new_context(
        base_url=server.url,
        viewport=PHONE,
        storage_state=state,
        service_workers="block",
        bypass_csp=True,  # forms are sent into a frame
    )
    page, found = context.new_page(), []
    page.on("dialog", lambda dialog: dialog.dismiss())
    for address in few:
        page.goto(address, wait_until="load")
        page.evaluate(HANG)
        page.route("**/*", lambda route: route.abort())
        found += [f"{address}: {fault}" for fault in page.evaluate(WORKING)]
        page.unroute("**/*")
    context.close()

    assert not found, "\n".join(found)


DIGEST: Final = re.compile(r"\b[0-9a-f]{32,}\b")
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
def test_no_page_is_a_wall(
    reader: str, readers: dict[str, Page], addresses: list[str], place: dict[str, Any], request: pytest.FixtureRequest
):
    """Nobody scrolls more than three screens of a phone, or finds more than forty things to tap, but in lists; and
    nobody has to look past a number that only programs read. A hand of one game is corrected in each run."""
    chance = Random(f"{request.config.getoption('randomly_seed')}{request.node.name}")
    corrections = [chance.choice(place["corrections"])] if reader == "owner" else []
    page, found = readers[reader], []
    page.set_viewport_size(PHONE)
    for address in (*addresses, *corrections):
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
        found += [f"{where}: {digest}" for digest in DIGEST.findall(page.locator("body").inner_text())]
        if any(pattern.fullmatch(where) for pattern in MORE):
            continue
        if height > HIGH:
            found.append(f"{where}: {height:.1f} screens")
        if controls > CONTROLS:
            found.append(f"{where}: {controls} controls")

    assert not found, "\n".join(found)
