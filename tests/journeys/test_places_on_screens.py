"""Where things stand on a screen: boxes in their rows, bars at their edges. Quick: nothing is recorded by taps."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.journeys.acting import SESSIONS, drawn, signed_in
from tests.journeys.conftest import PHONE, Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

DESK = {"width": 1280, "height": 800}
MAKE = """
NAMES = ["Bo", "Cem", "Ida"]  # as long in each run: whether a row has room for them depends on it
from django.utils import timezone
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
def table(game, size):
    people = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in NAMES[:size - 1])]
    return factories.make_sitting(club, players=people, game=game, now=timezone.now())
tables = {"skat": table("skat", 3), "skat_of_four": table("skat", 4), "tonk": table("tonk", 4),
    "svoi_kozyri": table("svoi_kozyri", 4), "truco": table("truco", 4), "palace_poker": table("palace_poker", 3)}
season = factories.make_season(club)
factories.record(factories.make_sitting(club, players=3, seasons=[season], now=timezone.now()), now=timezone.now())
for number in range(30):
    factories.record(tables["skat"], factories.played(number % 3), now=timezone.now())
print(json.dumps({"club": str(club.pk), "season": str(season.pk), "session": session(owner),
    **{name: str(sitting.pk) for name, sitting in tables.items()}}))
"""
# How many boxes stand in each row of a recorder, on any phone.
ROWS = {
    "skat": {".decl": [4], ".boxes.c6:not(.pad)": [6]},
    "skat_of_four": {".decl": [5]},
    "tonk": {".endings": [5], ".players": [4]},
    "svoi_kozyri": {".outs": [4], ".results": [2]},
    "truco": {".halves": [2]},
    "palace_poker": {".kinds": [2], ".by-bet": [3]},
}


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + MAKE)


@pytest.fixture
def page(phone: Phone, place: dict[str, Any]) -> Page:
    return phone(storage_state=signed_in(place["session"]))


@pytest.mark.parametrize("width", [320, 390])
def test_boxes_of_a_recorder_stand_in_their_rows(page: Page, place: dict[str, Any], width: int):
    page.set_viewport_size({**PHONE, "width": width})

    found: dict[str, dict[str, list[int]]] = {}
    for name, expected in ROWS.items():
        page.goto(f"/tables/{place[name]}/")
        entry = page.locator(".entry")
        found[name] = {boxes: list(in_rows(entry.locator(boxes).first)) for boxes in expected}

    assert found == ROWS


def test_bars_stay_at_the_thumb_while_a_page_is_longer_than_the_screen(page: Page, place: dict[str, Any]):
    for address, bar in ((f"/tables/{place['skat']}/", ".entry .foot"), (f"/clubs/{place['club']}/", "nav.tabs")):
        page.set_viewport_size({"width": 390, "height": 400})
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight") > 400
        _top, bottom = edges(page.locator(bar))
        assert bottom == 400, bar


def test_tie_breaks_stand_on_a_desk_and_not_on_a_phone(page: Page, place: dict[str, Any]):
    page.goto(f"/seasons/{place['season']}/")
    heads = page.locator(".standings th.ties")

    shown = []
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        shown.append([head.is_visible() for head in heads.all()])

    assert shown == [[False] * heads.count(), [True] * heads.count()]
    assert heads.count() > 1


def test_recorder_stays_beside_a_long_sheet(page: Page, place: dict[str, Any]):
    page.set_viewport_size(DESK)
    page.goto(f"/tables/{place['skat']}/")

    page.evaluate("window.scrollTo({top: 1000, behavior: 'instant'})")

    top, bottom = edges(page.locator(".recorder"))
    assert top == 0
    assert bottom <= DESK["height"]
    save = page.get_by_role("button", name="Save hand 31")
    assert edges(save)[1] <= DESK["height"]


def in_rows(boxes: Locator) -> Iterator[int]:
    """How many parts of it that are seen stand beside each other, from above."""
    tops = drawn(boxes).evaluate(
        """boxes => [...boxes.children].filter((box) => box.getClientRects().length)
          .map((box) => Math.round(box.getBoundingClientRect().top))"""
    )
    for _top, row in groupby(tops):
        yield len(list(row))


def edges(part: Locator) -> tuple[int, int]:
    """Where it begins and ends, from the top of the window."""
    box = drawn(part).bounding_box()
    assert box
    return round(box["y"]), round(box["y"] + box["height"])
