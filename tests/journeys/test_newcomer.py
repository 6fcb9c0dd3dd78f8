"""Somebody new founds a club, invites two, runs an evening with three tables, and explains the fourth place."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import drawn, sign_up, texts
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import EVENING, draw, ids_of, open_all, post
from tests.serving import Server

pytestmark = pytest.mark.journey

CLUB, SEASON = "Skatfreunde Lindenhof", "Autumn league"
OWNER, INVITED = "Ines Moreau", ("Thomas Brandt", "Ayşe Demir")
GUESTS = ("Anna", "Bernd", "Cem", "Dora", "Emil", "Frida", "Georg")
WON = {
    "kind": "played",
    "matadors": 1,
    "with": True,
    "bid": 18,
    "declarer_points": 75,
    "declarer_tricks": 7,
}


def test_a_newcomer_runs_an_evening_and_explains_the_fourth_place(phone: Phone, server: Server):
    page = phone()
    found_club(page, server)
    season = open_season(page)
    for name in INVITED:
        invite(page, phone(), server, name)
    evening = plan(page)
    tables = play(page)
    close(page, evening, tables)
    explain(page, season)


def looked_at(page: Page) -> None:
    audit(page)
    assert sideways(page) == []


def found_club(page: Page, server: Server) -> None:
    page.goto("/")
    page.get_by_role("link", name="Make an account").click()
    sign_up(page, server, OWNER, "ines@example.org")
    page.get_by_role("link", name="Make a club").click()
    page.get_by_label("Name of the club").fill(CLUB)
    page.get_by_role("button", name="Make the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(CLUB)


def open_season(page: Page) -> str:
    """The address of its standings."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Standings").click()
    page.get_by_role("link", name="Open a season").click()
    page.get_by_label("Name of the season").fill(SEASON)
    page.get_by_role("group", name="Skat").get_by_role("radio", name="Seeger-Fabian").check()
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(SEASON)
    return page.url


def invite(page: Page, theirs: Page, server: Server, name: str) -> None:
    """One link, and on their own phone they join by it."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Club").click()
    page.get_by_role("link", name=re.compile("^Members")).click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("The link", exact=True).input_value()
    theirs.goto(link)
    theirs.get_by_role("link", name="Make an account").click()
    sign_up(theirs, server, name, f"{name.split(maxsplit=1)[0].lower().replace('ş', 's')}@example.org")
    theirs.get_by_role("button", name=f"Join {CLUB}").click()
    expect(theirs.get_by_text(f"You belong to {CLUB} now.")).to_be_visible()


def plan(page: Page) -> str:
    """An evening for the season, with the doors open and ten people here."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Club").click()
    page.get_by_role("link", name="Club evenings").click()
    page.get_by_role("link", name=re.compile("^Plan an")).first.click()
    page.get_by_role("link", name=re.compile("^Skat")).click()
    expect(page.get_by_role("checkbox", name=SEASON)).to_be_checked()
    page.get_by_role("button", name="Plan it").click()
    page.wait_for_url(EVENING)
    evening = page.url
    page.get_by_role("button", name="Open the doors").click()
    for number, name in enumerate((OWNER, *INVITED), 1):
        page.get_by_role("button", name=name, exact=True).click()
        here(page, number)
    for number, name in enumerate(GUESTS, 4):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Check in by name").click()
        here(page, number)
    return evening


def here(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=re.compile(rf"^{number} (is|are) here"))).to_be_visible()


def play(page: Page) -> list[str]:
    """One hand at each table, worth less at the next one; and a small one more at the last, which makes a fourth."""
    draw(page, (4, 3, 3))
    tables = ids_of(open_all(page, 3))
    for table, contract in zip(tables, ("clubs", "spades", "hearts"), strict=True):
        post(page, f"sittings/{table}/hands", {"record": WON | {"declarer": 1, "contract": contract}})
    post(page, f"sittings/{tables[-1]}/hands", {"record": WON | {"declarer": 0, "contract": "diamonds"}})
    return tables


def close(page: Page, evening: str, tables: list[str]) -> None:
    for table in tables:
        post(page, f"sittings/{table}/close", {"reason": "all have left"})
    page.goto(evening)
    page.get_by_role("button", name="Close the evening").click()
    page.wait_for_url(re.compile("/report/$"))
    expect(page.get_by_text("10 came")).to_be_visible()
    looked_at(page)


def explain(page: Page, season: str) -> None:
    """The fourth has 18 for the game and 50 for winning it; who is third has two points more."""
    page.goto(f"{season}?count=official")
    rows = drawn(page.locator("tbody tr[id^=p]"))
    third, fourth = (texts(row.locator("bdi"))[0] for row in (rows.nth(2), rows.nth(3)))
    rows.nth(3).get_by_role("button", name=fourth).click()
    expect(page.get_by_text(f"2 points behind {third}.")).to_be_visible()
    looked_at(page)
    rows.nth(3).locator("xpath=following-sibling::tr[1]").get_by_role("link").first.click()
    page.wait_for_url(re.compile("/tables/"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
