"""A member looks at the ratings of the club, at their own page, and wants no rating; the list goes on without them."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from scorekeeper.ratings.services import replay_stale
from tests.factories.ratings import make_sheet

owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
players = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in ("Murat", "Ines"))]
for week in range(3):
    make_sheet(club, players, (week % 2, 0, 0), now=factories.at(week * 7 * 24 * 60))
replay_stale()
print(json.dumps({"club": str(club.pk), "session": session(owner)}))
"""


def test_a_member_reads_their_form_and_leaves_the_ratings(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(place["session"]))

    page.goto(f"/clubs/{place['club']}/")
    page.get_by_role("link", name=re.compile("^Standings")).first.click()
    page.get_by_role("link", name=re.compile("^Ratings")).click()
    expect(page.get_by_role("row", name=re.compile("1 Renate Vogt"))).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Renate Vogt").last.click()
    expect(page.get_by_role("heading", name="Form in Skat")).to_be_visible()
    expect(page.get_by_role("img", name="Rating after each sheet")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Declarer 8 8 0 100"))).to_be_visible()
    audit(page)
    assert sideways(page) == []

    page.get_by_role("button", name="No rating for me").click()
    expect(page.get_by_text("You have chosen to have no rating.")).to_be_visible()
    page.goto(f"/clubs/{place['club']}/ratings/")
    expect(page.get_by_role("link", name="Murat")).to_be_visible()
    expect(page.get_by_role("table").get_by_text("Renate Vogt")).to_have_count(0)
