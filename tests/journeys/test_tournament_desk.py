"""What a desk does before and after the rounds: seeds dragged with a mouse, a long draw waited for, a bracket on
everybody's phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK = {"width": 1280, "height": 800}

PLACE = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests.factories import NOW
from tests.factories.matches import make_bracket, next_round
from tests.factories.tournaments import make_cup
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Truco Friends", owner=owner)
stage = make_bracket(6, club=club)
other = make_bracket(5, club=club)
next_round(other)
many = make_cup(club, 60, plan=TablesPlan(rounds=20), name="Autumn cup")
link = make_link(LinkWish(kind="public"), of=other.tournament_id, by=owner, now=NOW)
print(json.dumps({"tournament": str(stage.tournament_id), "many": str(many.pk), "public": secret_of(link),
    "owner": session(owner)}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_a_seed_is_dragged_to_its_place(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]), is_mobile=False, has_touch=False, viewport=DESK)
    page.goto(f"/tournaments/{place['tournament']}/seeds/")
    seeds = page.locator(".seeds").get_by_role("listitem")
    first, fourth = (seeds.nth(at).locator("bdi").inner_text() for at in (0, 3))
    seeds.nth(3).locator("bdi").hover()
    page.mouse.down()
    seeds.nth(0).locator("bdi").hover()
    page.mouse.up()
    expect(seeds.nth(0).locator("bdi")).to_have_text(fourth)
    expect(seeds.nth(1).locator("bdi")).to_have_text(first)
    looks_right(page)


def test_who_waits_for_a_long_draw_is_led_on_to_its_draft(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/stages/{place['many']}/draw/")
    page.get_by_role("button", name="Draw the tables").click()
    page.wait_for_url(re.compile("/jobs/"))
    expect(page.get_by_role("button", name="Stop the task")).to_be_visible()
    page.wait_for_url(re.compile(f"/stages/{place['many']}/draw/$"), timeout=60_000)
    expect(page.get_by_role("button", name="Open all 15")).to_be_visible()


def test_whoever_has_the_link_sees_the_bracket(phone: Phone, place: dict[str, Any]):
    page = phone()
    page.goto(f"/shared/{place['public']}/tournament/")
    expect(page.get_by_role("heading", name="Upper bracket", exact=True)).to_be_visible()
    match = page.locator("#m-w1-2, #m-w12").first
    expect(match.get_by_text("won")).to_have_count(1)
    expect(page.locator(".bracket a")).to_have_count(0)
    looks_right(page)
