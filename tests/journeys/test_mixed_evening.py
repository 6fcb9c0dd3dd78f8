"""An evening with two tables of Skat and one of another game, on a phone: drawn apart, closed, one report."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import EVENING, ids_of, post
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from scorekeeper.leagues.evenings.services import open_evening
from tests.factories.evenings import come, make_mixed
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
evening = make_mixed(club, "svoi_kozyri", name="Games night")
come(evening, 7)
come(evening, 2, "Kozyri", evening.line_up[1])
print(json.dumps({"evening": str(evening.pk), "owner": session(owner)}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_two_games_in_one_night(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    address = f"/evenings/{place['evening']}/"
    move_to_another_game(page, address)
    for game, button in (("Skat", "Open all 2 tables"), ("Svoi Kozyri", "Open 1 table")):
        draw_and_open(page, address, game, button)
    expect(page.get_by_role("region", name="Skat").get_by_text("playing")).to_have_count(2)
    looks_right(page)
    close_tables(page)
    page.get_by_role("button", name="Close the evening").click()
    page.wait_for_url(re.compile("/report/$"))
    for game, people in (("Skat", 6), ("Svoi Kozyri", 3)):
        table = page.get_by_role("table", name=f"Results of the evening, {game}", exact=True)
        expect(table.get_by_role("row")).to_have_count(people + 1)
    looks_right(page)


def move_to_another_game(page: Page, address: str) -> None:
    """One who is here plays the other game after all."""
    page.goto(f"{address}people/")
    row = page.get_by_role("listitem").filter(has_text="Guest 06")
    row.get_by_label("Game").select_option(label="Svoi Kozyri")
    row.get_by_role("button", name=re.compile("^Change")).click()
    expect(page.get_by_text("Skat: 6, Svoi Kozyri: 3")).to_be_visible()
    looks_right(page)


def draw_and_open(page: Page, address: str, game: str, button: str) -> None:
    page.goto(address)
    page.get_by_role("button", name=f"Draw {game}").click()
    expect(page.get_by_role("heading", name=f"The draw: {game}")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name=button).click()
    page.wait_for_url(EVENING)


def close_tables(page: Page) -> None:
    """A director closes every sheet, by a program."""
    links = page.get_by_role("rowheader").get_by_role("link")
    expect(links).to_have_count(3)
    for table in ids_of(links):
        post(page, f"sittings/{table}/close", {"reason": "all have left"})
    page.reload()
