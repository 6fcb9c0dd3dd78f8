"""What is acknowledged is kept, what was shown can be taken along, and who signs out leaves nothing to be read."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, Table, signed_in
from tests.journeys.conftest import PATIENCE, Phone
from tests.journeys.hands import plain
from tests.journeys.offline_acting import (
    AS_IN_MOST_BROWSERS,
    MAKE,
    Offline,
    all_sent,
    failing,
    lose,
    ready,
    rows_of,
    stands,
)
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Renate", "Murat", "Ines")
HANDS = json.dumps([plain(0, "hearts", 2), plain(1, "clubs", 1)])
SEASON = """
from scorekeeper.play.models import Sitting
season = factories.make_season(Sitting.objects.get(pk={sitting!r}).club, name="Autumn")
sitting = factories.make_sitting(season.club, players=list(season.club.players.all()[:3]), seasons=[season])
factories.record_list(sitting, json.loads({hands!r}))
print(json.dumps({{"season": str(season.pk), "sitting": str(sitting.pk),
    "hand": str(sitting.hands.get(number=1).pk), "again": session(sitting.opened_by_user)}}))
"""
READ = 5  # pages behind the one after signing out: account, the phone's own of the table, table, season, club
DRAWN = 4 * PATIENCE  # milliseconds: Swagger UI reads the whole document first
DOCS = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """A club with an open Skat table and a season with a table of two hands, and its owner's session."""
    made = server.python(SESSIONS + MAKE)
    return {**made, "of_season": server.python(SESSIONS + SEASON.format(sitting=made["sitting"], hands=HANDS))}


@pytest.fixture
def page(phone: Phone, place: dict[str, Any]) -> Page:
    page = phone(storage_state=signed_in(place["session"]))
    page.add_init_script(AS_IN_MOST_BROWSERS)
    return page


def test_what_a_correction_would_move_is_taken_as_a_file_and_then_done(
    page: Page, place: dict[str, Any], server: Server
):
    there = place["of_season"]
    page.goto(f"/tables/{there['sitting']}/hands/{there['hand']}/correct/")
    table = Table(page)
    table.tap(table.group("Result").get_by_role("radio", name="Lost"))
    page.get_by_role("button", name="Preview the changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    audit(page)
    assert not sideways(page)

    with page.expect_download() as got:
        page.get_by_text("Take it with you").first.click()
        page.get_by_role("link", name="CSV").first.click()
    said = got.value.path().read_text("utf-8-sig")

    assert "Murat" in said
    assert stands(server, there["sitting"])["versions"] == 2, "taking the file is not doing it"
    page.get_by_label("Reason").fill("typed wrongly")
    page.get_by_role("button", name=re.compile("^Correct: ")).click()
    expect(page.get_by_text("Reason: typed wrongly")).to_be_visible()
    assert stands(server, there["sitting"])["versions"] == 3


def test_who_has_signed_out_leaves_nothing_to_be_read_by_back(page: Page, place: dict[str, Any], server: Server):
    """Pages are read, one hand can't be sent, somebody signs out: Back, with a connection and without, shows no name;
    and the hand goes out once they have signed in again."""
    sitting = place["sitting"]
    for address in (f"/clubs/{place['club']}/", f"/seasons/{place['of_season']['season']}/", f"/tables/{sitting}/"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("Murat" if "clubs" not in address else "Lindenhof")
    ready(page)
    page.route("**/api/v1/**", failing(503))
    page.route("**/tables/*/hands/", failing(503))
    table = Table(page)
    table.fill(plain(0, "hearts", 2), NAMES)
    table.save.click()
    page.wait_for_url("**/offline/#*")
    Offline(page).drawn()
    assert len(rows_of(page)) == 1

    page.goto("/accounts/")
    expect(page.get_by_text("1 hand on this phone is not sent yet. It stays here")).to_be_visible()
    audit(page)
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{server.url}/")

    expect(page.locator("#kept")).to_contain_text("1 hand kept on this phone: sign in to send it")
    assert names_on_the_way_back(page) == []
    lose(page)
    assert names_on_the_way_back(page) == []
    for address in ("/offline/", f"/tables/{sitting}/", f"/seasons/{place['of_season']['season']}/"):
        page.goto(address)
        assert readable(page) == []
    assert [path for path in copies(page) if not path.startswith(("/static/", "/offline/"))] == []

    page.context.set_offline(False)
    page.unroute_all()
    page.context.add_cookies(signed_in(place["of_season"]["again"])["cookies"])
    page.goto("/")
    all_sent(page)
    assert stands(server, sitting)["numbers"] == [1]


def readable(page: Page) -> list[str]:
    """The names and titles of the club that stand on this page."""
    page.wait_for_load_state()
    text = page.locator("body").inner_text()
    return [name for name in ("Murat", "Ines", "Lindenhof", "Autumn") if name in text]


def names_on_the_way_back(page: Page) -> list[tuple[str, list[str]]]:
    """What can be read of each page that Back shows, down to the first of them; then forward again."""
    found = []
    for _step in range(READ):
        page.go_back()
        if names := readable(page):
            found.append((urlsplit(page.url).path, names))
    for _step in range(READ):
        page.go_forward()
    return found


def copies(page: Page) -> list[str]:
    """The addresses of which the worker has kept a copy."""
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
          return JSON.stringify(found);
        }"""
    )
    return list(json.loads(kept))


@pytest.mark.parametrize("size", DOCS, ids=["phone", "desk"])
def test_the_page_to_browse_the_api_keeps_the_content_policy_of_all_pages(phone: Phone, size: dict[str, int]):
    """A violation would stand on the console, and fails the test at its end."""
    page = phone(viewport=size)
    answer = page.goto("/api/docs")
    assert answer is not None
    assert "unsafe" not in answer.headers["content-security-policy"]

    page.locator(".opblock-summary-control").first.click(timeout=DRAWN)

    expect(page.locator(".opblock.is-open .opblock-body")).to_be_visible(timeout=DRAWN)
    assert page.evaluate("getComputedStyle(document.querySelector('.opblock.is-open')).borderStyle") == "solid"
