"""What happens beside the hands, on a phone: a penalty and its reversal, a sheet opened again."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, Table, doors, open_table, signed_in, texts
from tests.journeys.conftest import Phone
from tests.journeys.hands import plain
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Bernd", "Carla")
CLOSED = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club(owner=owner)
season = factories.make_season(club, "Autumn")
players = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Carla")]
for declarers in ((0, 0), (1, 2)):
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record_list(sitting, [factories.played(declarer) for declarer in declarers])
    factories.finish(sitting)
print(json.dumps({"session": session(owner), "sitting": str(sitting.pk)}))
"""


@pytest.fixture
def table(page: Page) -> Table:
    """A list of three with one hand, without an account."""
    page.goto("/tables/new/skat/")
    made = open_table(page, NAMES)
    made.record(plain(0, "clubs", 3), NAMES)
    return made


def give(page: Page) -> None:
    """From the table to the page that says what a penalty of 50 for Anna moves, with a slip on the way."""
    doors(page).get_by_role("link", name=re.compile("^Penalties and adjustments")).click()
    looks_right(page)
    page.get_by_role("link", name="Give a penalty").click()
    page.get_by_role("radio", name="Anna").check()
    page.get_by_label("How many").fill("fifty")
    page.get_by_label("Reason").fill("looked at a trick")
    looks_right(page)
    page.get_by_role("button", name="Preview the changes").click()
    expect(page.get_by_text("This is not an amount. Write a number.").first).to_be_visible()
    page.get_by_label("How many").fill("50")
    page.get_by_role("button", name="Preview the changes").click()


def test_penalty_is_given_and_taken_back(table: Table):
    page, before = table.page, table.totals()
    give(page)

    moved = page.get_by_role("row", name=re.compile("^Anna"))
    expect(moved).to_contain_text(f"{before[0]} → {before[0] - 50}")
    looks_right(page)
    page.get_by_role("button", name="Give the penalty").click()
    page.goto(table.url)
    assert table.totals() == [before[0] - 50, *before[1:]]
    expect(table.sheet.get_by_role("row", name=re.compile("^Penalty after hand 1: looked at a trick"))).to_be_visible()
    looks_right(page)

    page.get_by_role("link", name="Penalty", exact=True).click()
    page.get_by_role("link", name="Take it back").click()
    expect(moved).to_contain_text(f"→ {before[0]}")
    looks_right(page)
    page.get_by_label("Reason").fill("it was no fault")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("it was no fault")).to_be_visible()
    page.goto(table.url)
    assert table.totals() == before


def test_opening_a_sheet_again_says_what_leaves_the_standings(phone: Phone, server: Server):
    made: dict[str, Any] = server.python(SESSIONS + CLOSED)
    page = phone(storage_state=signed_in(made["session"]))
    page.goto(f"/tables/{made['sitting']}/")
    doors(page).get_by_role("link", name=re.compile("^Open the sheet again")).click()

    expect(page.get_by_role("table", name=re.compile("^Autumn, official standings"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Bernd"))).to_contain_text(re.compile(r"\d+ → 0"))
    looks_right(page)
    page.get_by_label("Reason").fill("hand 2 was written wrong")
    page.get_by_role("button", name="Open the sheet").click()
    expect(page.get_by_role("button", name="Sign for Anna")).to_be_visible()


def test_seats_that_were_mixed_up_are_swapped_late(table: Table):
    page = table.page
    table.record(plain(1, "hearts", 2), NAMES)
    table.record(plain(0, "spades", 1), NAMES)
    anna, bernd, carla = table.totals()
    doors(page).get_by_role("link", name=re.compile("^Seats and dealer")).click()
    looks_right(page)
    page.get_by_role("link", name="Swap two seats").click()
    page.get_by_role("checkbox", name="Anna").check()
    page.get_by_role("checkbox", name="Bernd").check()
    page.get_by_label("Reason").fill("they sat down the other way round")
    looks_right(page)
    page.get_by_role("button", name="Preview the changes").click()

    expect(page.get_by_role("row", name=re.compile("^Anna"))).to_contain_text(f"{anna} → {bernd}")
    looks_right(page)
    page.get_by_role("button", name="Swap the seats").click()
    page.goto(table.url)
    assert table.totals() == [anna, bernd, carla]  # of the places
    heads = texts(table.sheet.get_by_role("columnheader"))
    assert [head.split()[0] for head in heads[-3:]] == ["Bernd", "Anna", "Carla"]
    page.locator("#acts summary").click()
    expect(page.get_by_text("changed places with")).to_be_visible()
    looks_right(page)


def test_two_changed_places_in_the_break(table: Table):
    """From hand 2 on: the first hand stays Anna's, the next two go over."""
    page = table.page
    table.record(plain(0, "hearts", 2), NAMES)
    table.record(plain(0, "spades", 1), NAMES)
    doors(page).get_by_role("link", name=re.compile("^Seats and dealer")).click()
    page.get_by_role("link", name="Swap two seats").click()
    page.get_by_role("checkbox", name="Anna").check()
    page.get_by_role("checkbox", name="Bernd").check()
    page.get_by_label("From hand").fill("9")
    page.get_by_label("Reason").fill("they changed places in the break")
    page.get_by_role("button", name="Preview the changes").click()
    expect(page.get_by_text("Choose a hand from 1 to 4 (the next hand).").first).to_be_visible()
    looks_right(page)
    page.get_by_label("From hand").fill("2")
    page.get_by_role("button", name="Preview the changes").click()

    expect(page.get_by_text("Hands 2 to 3 move to the other player.")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Swap the seats").click()
    expect(page.get_by_role("heading", name="In the order of the table")).to_be_visible()
    page.goto(table.url)
    page.locator("#acts summary").click()
    expect(page.get_by_text("changed places with Bernd from hand 2 on")).to_be_visible()
    table.row(1).get_by_role("link").click()
    expect(page.get_by_text("to Anna").first).to_be_visible()
    looks_right(page)


def shown_and_said(page: Page, ask: str, row: str, do: str) -> None:
    """From the page of a substitute to what that changes, and back to the seats once it is said."""
    looks_right(page)
    page.get_by_role("button", name=ask).click()
    expect(page.get_by_role("row", name=row)).to_be_visible()
    expect(page.get_by_text("Nothing: all totals stay the same.")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name=do).click()
    expect(page.get_by_role("heading", name="In the order of the table")).to_be_visible()
    looks_right(page)


def test_somebody_plays_for_a_while(table: Table):
    page = table.page
    doors(page).get_by_role("link", name=re.compile("^Seats and dealer")).click()
    page.get_by_role("link", name="Somebody plays for Anna").click()
    expect(page.get_by_label("From hand")).to_have_value("2")
    page.get_by_label("Name", exact=True).fill("Dora")
    shown_and_said(page, "Show what this changes", "from 2 on Anna Dora", "Dora plays")
    expect(page.get_by_text("Dora plays, from hand 2")).to_be_visible()
    page.goto(table.url)
    before = table.totals()
    table.record(plain(0, "hearts", 2), NAMES)
    assert table.totals()[0] == before[0] + 80  # Anna's
    expect(page.get_by_text("Dora, for Anna from hand 2")).to_be_visible()

    table.row(2).get_by_role("link").click()
    expect(page.get_by_text("Dora played for Anna.")).to_be_visible()
    looks_right(page)
    page.goto(table.url)
    doors(page).get_by_role("link", name=re.compile("^Seats and dealer")).click()
    page.get_by_role("link", name="Anna plays again, or somebody else").click()
    shown_and_said(page, "Anna plays again", "from 3 on Dora Anna", "Anna plays again")
    page.goto(table.url)
    expect(page.get_by_text("Dora, for Anna at hand 2")).to_be_visible()
    looks_right(page)
