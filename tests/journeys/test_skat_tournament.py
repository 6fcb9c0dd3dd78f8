"""A Skat evening of a tournament at a phone: 17 players, three series; one comes late, one leaves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import Extent, looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.tournament_acting import to_the_round
from tests.serving import Server

DESK = {"width": 1280, "height": 800}
pytestmark = pytest.mark.journey

PLACE = """
from tests.factories.tournaments import make_cup
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
stage = make_cup(club, 17, name="Prize Skat")
print(json.dumps({"stage": str(stage.pk), "tournament": str(stage.tournament_id), "owner": session(owner)}))
"""
LATE_AND_GONE = """
from scorekeeper.tournaments.models import Stage
from tests.factories.tournaments import come, leave
stage = Stage.objects.get(pk={stage!r})
come(stage, "Late Guest")
leave(stage.tournament.entrants.get(number=17))
print("null")
"""

WRITTEN = """
from scorekeeper.tournaments.models import RoundTable
from tests.factories.tournaments import write_points
for table in RoundTable.objects.filter(round__stage={stage!r}, round__number={number}, number__gt={after}):
    seats = enumerate(table.places.order_by("seat"))
    write_points(table, {{place.entrant: 100 * table.number + 7 * seat * {number} for seat, place in seats}})
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_three_series_with_one_late_and_one_leaving(phone: Phone, server: Server, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/tournaments/{place['tournament']}/rounds/")
    page.get_by_role("link", name="Draw round 1").click()
    expect(page.get_by_text("2 tables of 4, 3 tables of 3.")).to_be_visible()
    page.get_by_role("button", name="Draw the tables").click()
    swapped_by_hand(page)
    desk = phone(storage_state=signed_in(place["owner"]), is_mobile=False, has_touch=False, viewport=DESK)
    desk.goto(page.url)
    dragged(desk)
    page.reload()
    held_by_keys(page)
    looks_right(page)
    played(page, server, place, 1)
    server.python(SESSIONS + LATE_AND_GONE.format(**place))
    for number in (2, 3):
        page.goto(f"/stages/{place['stage']}/draw/")
        page.get_by_role("button", name="Draw the tables").click()
        expect(page.locator(".plan").get_by_role("listitem").filter(has_text="Late Guest")).to_be_visible()
        expect(page.locator(".plan").get_by_role("listitem").filter(has_text="Guest 17")).to_have_count(0)
        played(page, server, place, number)
    final(page, place)


def swapped_by_hand(page: Page) -> None:
    """The first of table 1 and the first of table 3 swap seats, by two taps."""
    first, third = (page.get_by_role("region", name=f"Table {number}").get_by_role("listitem") for number in (1, 3))
    name = first.first.locator("bdi").inner_text()
    first.first.get_by_role("link", name=re.compile("^Swap")).click()
    third.first.get_by_role("button", name=re.compile("^Here")).click()
    expect(third.first.locator("bdi")).to_have_text(name)
    expect(third.first.get_by_text("kept here by")).to_be_visible()


def held_by_keys(page: Page) -> None:
    """The last of table 2 is held by the keyboard and stays when it is drawn again, as do the four that were moved; the
    draw before comes back, and they are let go."""
    second = page.get_by_role("region", name="Table 2")
    last = second.get_by_role("listitem").last
    name = last.locator("bdi").first.inner_text()
    last.get_by_role("button", name=re.compile("^Hold")).press("Enter")
    expect(page.get_by_text("5 locks were honoured.")).to_be_visible()
    was = page.locator(".plan").inner_text()
    page.get_by_role("button", name="Draw again", exact=True).click()
    expect(page.get_by_text("5 locks were honoured.")).to_be_visible()
    expect(page.locator(".plan")).not_to_have_text(was, use_inner_text=True)
    expect(second.get_by_role("listitem").filter(has_text=name).get_by_text("kept here by")).to_be_visible()
    page.get_by_text("How the draw was found").click()
    expect(page.get_by_text(re.compile("changes were tried"))).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Back to the previous draw").click()
    expect(page.locator(".plan")).to_have_text(was, use_inner_text=True)
    page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name=re.compile("^Release")).click()
    expect(page.get_by_text("4 locks were honoured.")).to_be_visible()


def dragged(page: Page) -> None:
    """With a mouse: the second of table 1 is dragged onto the second of table 3."""
    first, third = (page.get_by_role("region", name=f"Table {number}").get_by_role("listitem") for number in (1, 3))
    name, other = (seats.nth(1).locator("bdi").inner_text() for seats in (first, third))
    first.nth(1).locator("bdi").hover()
    page.mouse.down()
    third.nth(1).locator("bdi").hover()
    page.mouse.up()
    expect(third.nth(1).locator("bdi")).to_have_text(name)
    expect(first.nth(1).locator("bdi")).to_have_text(other)


def played(page: Page, server: Server, place: dict[str, Any], number: int) -> None:
    """All tables opened at once; the desk writes what each sheet says; the round is official.

    In the usual run one sheet is written on the page, the others by a program.
    """
    page.get_by_role("button", name="Open all 5 tables").click()
    to_the_round(page)
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    expect(page.get_by_text("5 tables have no final result yet.")).to_be_visible()
    written = range(1, 6) if Extent.whole else range(1, 2)
    server.python(SESSIONS + WRITTEN.format(**place, number=number, after=len(written)))
    page.reload()
    for table in written:
        page.get_by_role("link", name=f"Enter a result for table {table}").click()
        expect(page.get_by_role("heading", name=f"Result of table {table}", exact=True)).to_be_visible()
        fields = page.get_by_role("spinbutton")
        for seat in range(fields.count()):
            fields.nth(seat).fill(str(100 * table + 7 * seat * number + 3 * number))
        page.get_by_role("button", name="Save the result").click()
        expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    page.get_by_role("button", name=f"Make round {number} official").click()
    expect(page.get_by_text(re.compile("^Official since "))).to_be_visible()


def final(page: Page, place: dict[str, Any]) -> None:
    """The official standings of 18: the late one was absent in the first round, the one who left stays with theirs."""
    page.goto(f"/stages/{place['stage']}/standing/?official=1")
    table = page.get_by_role("table", name="Standing of Prize Skat")
    expect(table.get_by_role("row")).to_have_count(19)
    table.get_by_role("button", name="Late Guest").click()
    expect(table.get_by_role("list").get_by_text("missed it")).to_be_visible()
    table.get_by_role("button", name="Guest 17").click()
    expect(table.get_by_role("list").get_by_text("was not drawn")).to_have_count(2)
    looks_right(page)
