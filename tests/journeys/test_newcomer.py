"""Somebody new founds a club, invites two, runs an evening with three tables, and explains the fourth place."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import Table, doors, drawn, sign_up, texts
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import EVENING, draw, ids_of, open_all
from tests.serving import Server

pytestmark = pytest.mark.journey

CLUB, SEASON = "Skatfreunde Lindenhof", "Autumn league"
OWNER, INVITED = "Ines Moreau", ("Thomas Brandt", "Ayşe Demir")
GUESTS = ("Anna", "Bernd", "Cem", "Dora", "Emil", "Frida", "Georg")


def test_a_newcomer_runs_an_evening_and_explains_the_fourth_place(phone: Phone, server: Server):
    page = phone()
    found_club(page, server)
    season = open_season(page)
    for name in INVITED:
        invite(page, phone(), server, name)
    evening = plan(page)
    play(page)
    close(page, evening)
    explain(page, season)


def found_club(page: Page, server: Server) -> None:
    page.goto("/")
    page.get_by_role("link", name="Create an account").click()
    sign_up(page, server, "ines@example.org")
    page.get_by_role("link", name="Create a club").click()
    page.get_by_label("Name of the club").fill(CLUB)
    expect(page.get_by_label("Your name")).to_have_value("Ines")
    page.get_by_label("Your name").fill(OWNER)
    page.get_by_role("button", name="Create the club").click()
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
    page.get_by_role("button", name="Create a link").click()
    link = page.get_by_label("The link", exact=True).input_value()
    theirs.goto(link)
    theirs.get_by_role("link", name="Create an account").click()
    sign_up(theirs, server, f"{name.split(maxsplit=1)[0].lower().replace('ş', 's')}@example.org")
    theirs.get_by_label("Your name").fill(name)
    theirs.get_by_role("button", name=f"Join {CLUB}").click()
    expect(theirs.locator("#toasts").get_by_text(f"You are now a member of {CLUB}.")).to_be_visible()


def plan(page: Page) -> str:
    """An evening for the season, with the doors open and ten people here."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Club").click()
    page.get_by_role("link", name=re.compile("^Evenings")).last.click()
    page.get_by_role("link", name=re.compile("^Plan an")).first.click()
    page.get_by_role("link", name=re.compile("^Skat")).click()
    expect(page.get_by_role("checkbox", name=SEASON)).to_be_checked()
    page.get_by_role("button", name="Plan the evening").click()
    page.wait_for_url(EVENING)
    evening = page.url
    page.get_by_role("button", name="Open the doors").click()
    for number, name in enumerate((OWNER, *INVITED), 1):
        page.get_by_role("button", name=name, exact=True).click()
        here(page, number)
    for number, name in enumerate(GUESTS, 4):
        page.get_by_role("combobox", name="Name", exact=True).fill(name)
        page.get_by_role("button", name="Check in by name").click()
        here(page, number)
    return evening


def here(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=re.compile(rf"^{number} (is|are) here"))).to_be_visible()


def play(page: Page) -> None:
    """One hand at each table, worth less at the next one, and a small one more at the last, which makes a fourth; then
    it is late, and those who sit there sign."""
    draw(page, (4, 3, 3))
    tables = [f"/tables/{table}/" for table in ids_of(open_all(page, 3))]
    for address, contracts in zip(tables, (["clubs"], ["spades"], ["hearts", "diamonds"]), strict=True):
        page.goto(address)
        for place, contract in enumerate(contracts, 1):
            record(page, place, contract)
        seal(page, len(contracts))


def record(page: Page, place: int, contract: str) -> None:
    """A game won by whoever stands at this place of the form; at a table of four the first one deals."""
    table = Table(page)
    table.tap(table.group("Declarer").get_by_role("radio").nth(place))
    table.tap(table.contract(contract))
    table.tap(table.run(is_with=True, number=1))
    table.tap(table.group("Result").get_by_role("radio", name="Won"))
    table.save_hand()


def seal(page: Page, hands: int) -> None:
    """The list ends early; each of its people signs on the phone that lies there."""
    doors(page).get_by_role("link", name=re.compile("^End the list now")).click()
    page.get_by_label("Reason").fill("all have to leave")
    page.get_by_role("button", name=re.compile("^End after hand")).click()
    expect(page.get_by_role("heading", name=re.compile(f"^Ended early after hand {hands}"))).to_be_visible()
    to_sign = page.get_by_role("button", name=re.compile("^Sign(:| for)"))
    for missing in range(drawn(to_sign).count(), 0, -1):
        expect(to_sign).to_have_count(missing)
        to_sign.first.click()
    expect(page.get_by_role("heading", name="Official")).to_be_visible()


def close(page: Page, evening: str) -> None:
    page.goto(evening)
    page.get_by_role("button", name="Close the evening").click()
    page.wait_for_url(re.compile("/report/$"))
    expect(page.get_by_text("10 came")).to_be_visible()
    looks_right(page)


def explain(page: Page, season: str) -> None:
    """The fourth has 18 for the game and 50 for winning it; who is third has two points more."""
    page.goto(f"{season}?count=official")
    rows = drawn(page.locator("tbody tr[id^=e]"))
    third, fourth = (texts(row.locator("bdi"))[0] for row in (rows.nth(2), rows.nth(3)))
    rows.nth(3).get_by_role("button", name=fourth).click()
    expect(page.get_by_text(f"2 points behind {third}.")).to_be_visible()
    looks_right(page)
    rows.nth(3).locator("xpath=following-sibling::tr[1]").get_by_role("link").first.click()
    page.wait_for_url(re.compile("/tables/"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
