"""A team league on a phone: from two teams of the book to the table after a hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import audit, look, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from tests.factories.teams import make_league_of
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
league = make_league_of(club, [3, 3, 3, 4])
print(json.dumps({"league": str(league.pk), "owner": session(owner)}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


@pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.long)], ids=["with scripts", "without"]
)
def test_a_match_day_from_its_plan_to_the_table(phone: Phone, place: dict[str, Any], scripts: bool):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=scripts)

    def looked_at() -> None:
        if scripts:
            assert not sideways(page)
            audit(page)

    page.goto(f"/leagues/{place['league']}/")
    looked_at()
    page.get_by_role("link", name="Plan a match day").click()
    page.get_by_role("button", name="Plan the match day").click()
    expect(page.get_by_role("button", name="Open all 4 tables of series 1")).to_be_visible()
    looked_at()
    page.get_by_role("link", name=re.compile("Line-up.*Dohle")).click()
    page.get_by_label("Dohle 4").uncheck()
    looked_at()
    page.get_by_role("button", name="Save the line-up").click()
    page.get_by_role("button", name="Open all 3 tables of series 1").click()
    expect(page.get_by_role("link", name="Table 3")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="Seating plan on paper").click()
    expect(page.get_by_role("heading", name="Series 3")).to_be_visible()
    page.goto(f"/leagues/{place['league']}/")
    page.get_by_role("link", name="Adler").or_(page.get_by_role("button", name="Adler")).first.click()
    expect(page.get_by_text("0 team points from 0 series")).to_be_visible()
    looked_at()


def test_a_list_with_lines_that_are_refused(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/leagues/{place['league']}/teams/")
    page.get_by_role("link", name="Teams from a list").click()
    page.get_by_label("The list, one line each").fill("Geier;Nora Neu;Captain\nGeier;Ole Ohn;goalkeeper\n")
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("“goalkeeper” is not a role in a team.")).to_be_visible()
    expect(page.get_by_text("1 line is refused.")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")  # no text reaches out of its box
    look(page, "Teams from a list")
    expect(page.get_by_role("button", name="Import the list")).to_have_count(0)
