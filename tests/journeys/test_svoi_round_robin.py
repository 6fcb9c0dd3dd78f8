"""Everybody against everybody in Svoi Kozyri: six players, five rounds at the desk, and three who end level."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.tournament_acting import to_the_round
from tests.serving import Server

DESK = {"width": 1280, "height": 800}
NAMES = ("Alma", "Boris", "Clara", "Dmitri", "Elsa", "Fjodor")
BEATS = {"Alma": "Boris", "Boris": "Clara", "Clara": "Alma"}  # each of the three one other; all of them the rest
pytestmark = pytest.mark.journey

PLACE = """
from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from tests.factories.tournaments import come, make_cup
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Trumps", owner=owner)
stage = make_cup(club, 0, game="svoi_kozyri", name="Six of us", plan=RoundRobinPlan())
for name in {names!r}:
    come(stage, name)
print(json.dumps({{"stage": str(stage.pk), "tournament": str(stage.tournament_id), "owner": session(owner)}}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE.format(names=NAMES))


def test_six_play_each_other_and_three_end_level(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    for number in range(1, 6):
        page.goto(f"/stages/{place['stage']}/draw/")
        page.get_by_role("button", name="Draw the").click()
        page.get_by_role("button", name=re.compile("^Open all 3")).click()
        to_the_round(page)
        expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        for match in (1, 2, 3):
            written(page, match)
        page.get_by_role("button", name=f"Make round {number} official").click()
        expect(page.get_by_text(re.compile("^Official since "))).to_be_visible()
    explained(page, place)
    desk = phone(storage_state=signed_in(place["owner"]), viewport=DESK, has_touch=False, color_scheme="dark")
    explained(desk, place)


def written(page: Page, match: int) -> None:
    """The desk writes who has won: of the three level ones each beats one, all of them the others."""
    page.get_by_role("link", name=f"Enter the winner at table {match}").click()
    sides = page.get_by_role("button", name=re.compile("^[^:]+ won$"))
    one, other = (sides.nth(side).inner_text().removesuffix(" won").strip("\u2068\u2069") for side in (0, 1))
    first_wins = BEATS.get(one) == other or (BEATS.get(other) != one and NAMES.index(one) < NAMES.index(other))
    sides.nth(0 if first_wins else 1).click()
    expect(page.get_by_role("heading", name=re.compile("^Round"))).to_be_visible()


def explained(page: Page, place: dict[str, Any]) -> None:
    """Three share the first place; a row says what every key said of all of them."""
    page.goto(f"/stages/{place['stage']}/standing/")
    table = page.get_by_role("table", name="Standing of Six of us")
    for name in NAMES[:3]:
        row = table.get_by_role("row").filter(has_text=name)
        expect(row.get_by_role("cell").first).to_have_text(re.compile(r"^\s*1\s"))  # and how far they moved
    table.get_by_role("button", name="Boris").click()
    why = page.locator(".whybox")
    expect(why).to_contain_text("Direct encounter")
    expect(why).to_contain_text("does not separate them")
    expect(why).to_contain_text("Sonneborn-Berger")
    for name in ("Alma", "Clara"):
        expect(why).to_contain_text(name)
    assert not sideways(page)
    audit(page)
