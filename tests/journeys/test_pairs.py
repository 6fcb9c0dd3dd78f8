"""A couple at a tournament in Svoi Kozyri: kept apart on the page of the director, and by the draws after it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.tournament_acting import to_the_round
from tests.serving import Server

DESK = {"width": 1280, "height": 800}
pytestmark = pytest.mark.journey

PLACE = """
from scorekeeper.clubs.keeping_apart import keep_apart
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from tests.factories.tournaments import come, make_cup
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Trumps", owner=owner)
stage = make_cup(club, 0, game="svoi_kozyri", name="Four of us", plan=SwissPlan(rounds=3))
people = [come(stage, name).players.get().player_id for name in ("Alma", "Boris", "Clara", "Dmitri")]
keep_apart(club=club, by=owner, one=people[2], other=people[3], now=factories.NOW)
scorer = factories.make_member(club, "scorer")
print(json.dumps({"stage": str(stage.pk), "tournament": str(stage.tournament_id), "owner": session(owner),
    "scorer": session(scorer)}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_a_couple_is_kept_apart_until_the_director_lets_them_meet(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/tournaments/{place['tournament']}/entries/")
    page.get_by_role("link", name="Apart and together").click()
    expect(page.get_by_text("Clara and Dmitri")).to_be_visible()
    for other in ("Boris", "Clara", "Dmitri"):
        put(page, "Alma", other)
    audit(page)
    assert sideways(page) == []

    page.goto(f"/stages/{place['stage']}/draw/")
    expect(page.get_by_text("Kept apart: Alma and Clara; Alma and Dmitri. Let one of these pairs")).to_be_visible()
    expect(page.get_by_role("button", name="Draw the matches")).to_have_count(0)

    page.goto(f"/tournaments/{place['tournament']}/pairs/")
    no_longer(page, "Alma", "Clara").click()
    expect(no_longer(page, "Alma", "Clara")).to_have_count(0)
    page.goto(f"/stages/{place['stage']}/draw/")
    expect(page.get_by_text("Kept apart:")).to_have_count(0)
    page.get_by_role("button", name="Draw the matches").click()
    page.get_by_role("button", name="Open all 2").click()
    to_the_round(page)
    matches = page.locator("section.match")
    expect(matches).to_have_count(2)
    met = {frozenset(match.locator("bdi").all_inner_texts()) for match in matches.all()}
    assert met == {frozenset(("Alma", "Clara")), frozenset(("Boris", "Dmitri"))}


def test_the_desk_is_wide_and_a_scorer_does_not_read_it(phone: Phone, place: dict[str, Any]):
    desk = phone(storage_state=signed_in(place["owner"]), viewport=DESK, has_touch=False, color_scheme="dark")
    desk.goto(f"/tournaments/{place['tournament']}/pairs/")
    audit(desk)
    scorer = phone(storage_state=signed_in(place["scorer"]))
    assert scorer.goto(f"/tournaments/{place['tournament']}/pairs/").status == 403
    scorer.goto(f"/tournaments/{place['tournament']}/entries/")
    expect(scorer.get_by_role("link", name="Seeds")).to_be_visible()
    expect(scorer.get_by_role("link", name="Apart and together")).to_have_count(0)


def put(page: Page, one: str, other: str) -> None:
    """Two people never together."""
    page.get_by_label("These two").select_option(label=one)
    page.get_by_label("and", exact=True).select_option(label=other)
    page.get_by_role("radio", name="never together").check()
    page.get_by_role("button", name="Add to the list").click()
    expect(no_longer(page, one, other)).to_be_visible()


def no_longer(page: Page, one: str, other: str) -> Locator:
    """What takes two people off the list."""
    return page.get_by_role("button", name=re.compile(f"^No longer.*: {one}, {other}$"))
