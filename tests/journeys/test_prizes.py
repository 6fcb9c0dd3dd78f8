"""The prizes of a season: set up, six entries with a re-buy, awarded with a tie for second, read on an account."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
from scorekeeper.standings.services import end_season
from tests.factories.money import with_money

owner, boris = factories.make_user("Renate Vogt"), factories.make_user("Boris")
club = with_money(factories.make_club(owner=owner))
factories.make_member(club, user=boris)
season = factories.make_season(club, "Herbstpokal")
second = factories.player_of(boris, club)
people = [factories.make_player(club, name) for name in ("Anna", "Carla", "Dora", "Emil", "Frieda")]
points = dict(zip([people[0], second, *people[1:]], (90, 70, 70, 40, 30, 10)))
factories.import_evening(season, {who: {"points": many} for who, many in points.items()})
end_season(competition=season, by=owner, now=timezone.now())
print(json.dumps({"session": session(owner), "second": session(boris), "season": f"/seasons/{season.pk}/",
    "account": f"/clubs/{club.pk}/money/players/{second.pk}/"}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """A season that is over, six people in its standings, two of them equal."""
    return server.python(SESSIONS + MAKE)


def looks_right(page: Page) -> None:
    audit(page)
    assert not sideways(page)


def test_a_director_gives_out_the_prizes_and_a_player_reads_what_they_got(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["session"]))
    set_up(page, place)
    enter_six(page)
    award_them(page, place)

    other = phone(storage_state=signed_in(place["second"]))
    other.goto(place["account"])
    expect(other.get_by_text("Is owed 6.00").first).to_be_visible()
    expect(other.get_by_text("places 2 to 3, shared")).to_be_visible()
    expect(other.get_by_text("16.00").first).to_be_visible()  # 19.00 + 13.00 of both places, halved


def set_up(page: Page, place: dict[str, Any]) -> None:
    page.goto(place["season"])
    page.get_by_role("link", name="Set up prizes").tap()
    expect(page.get_by_role("heading", name="Prizes", exact=True)).to_be_visible()
    page.get_by_role("link", name="Set up prizes").tap()
    expect(page.get_by_role("heading", name="Set up prizes")).to_be_visible()
    looks_right(page)
    page.get_by_label("Entry fee").fill("10")
    page.get_by_label("Price of a re-buy").fill("5")
    page.get_by_label("Shares of the places").fill("50 30 20")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="By the official standings")).to_be_visible()  # the season is over


def enter_six(page: Page) -> None:
    page.get_by_role("link", name="Entries").tap()
    page.get_by_role("button", name="Enter all 6 who have played").tap()
    expect(page.get_by_role("heading", name="6 have entered")).to_be_visible()
    page.get_by_role("button", name="Re-buy : Frieda").tap()
    expect(page.get_by_text("1 re-buy")).to_be_visible()
    looks_right(page)


def award_them(page: Page, place: dict[str, Any]) -> None:
    page.goto(place["season"].replace("/seasons/", "/prizes/"))
    expect(page.get_by_role("heading", name="65.00")).to_be_visible()
    page.get_by_role("link", name="Award the prizes").tap()
    expect(page.get_by_text("2–3, shared")).to_have_count(2)
    looks_right(page)
    page.get_by_role("button", name="Award and book these prizes").tap()
    expect(page.get_by_text("Awarded.", exact=True)).to_be_visible()
    looks_right(page)
