"""A knock-out of 23 in Palace Poker at a phone: hands that put people out, moves, a late guest, tables that are broken,
the last table, the winner, and the places."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults_at, window
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from tests.factories.tournaments import make_cup
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Palace Friends", owner=owner)
stage = make_cup(club, 23, KnockoutPlan(), game="palace_poker", name="Palace Night")
print(json.dumps({"stage": str(stage.pk), "tournament": str(stage.tournament_id), "owner": session(owner)}))
"""
LATE = """
from scorekeeper.tournaments.models import Stage
from tests.factories.tournaments import come
come(Stage.objects.get(pk={stage!r}), "Late Guest")
print("null")
"""
HALF_WAY = """
from scorekeeper.tournaments.models import Round
from tests.factories.knockouts import at, move, out, running
one = Round.objects.get(stage={stage!r})
while running(one).course.left > 11:
    table = max(running(one).course.state.tables, key=len)
    out(one, table.seats[min(table.seats)])
    move(one)
print("null")
"""
WIDE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_a_knock_out_of_23_down_to_the_winner(phone: Phone, server: Server, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/stages/{place['stage']}/draw/")
    expect(page.get_by_text("2 tables of 8, 1 table of 7.")).to_be_visible()
    page.get_by_role("button", name="Draw the tables").click()
    looks_right(page)
    page.get_by_role("button", name="Open all 3 tables").click()
    expect(page.get_by_role("heading", name="23 of 23 left")).to_be_visible()
    on_the_desk(page)
    two_of_one_hand(page)
    one_moves(page)
    page.get_by_role("link", name="Who goes out and who moves").click()
    a_slip(page)
    server.python(SESSIONS + LATE.format(**place))
    page.reload()
    page.get_by_role("button", name=re.compile("^Draw a seat.*Late Guest$")).click()
    expect(page.get_by_role("heading", name="22 of 24 left")).to_be_visible()
    server.python(SESSIONS + HALF_WAY.format(**place))
    page.set_viewport_size(WIDE)
    page.reload()
    expect(page.get_by_role("heading", name="11 of 24 left")).to_be_visible()
    expect(page.get_by_text("The last table is drawn when 9 are left.")).to_be_visible()
    looks_right(page)
    last_table(page)
    ended(page, place)


def goes_out(page: Page, table: int) -> str:
    """The first of a table goes out, by two taps."""
    first = page.get_by_role("region", name=f"Table {table}", exact=False).get_by_role("listitem").first
    name = first.locator("bdi").inner_text()
    first.get_by_role("link", name="Out").click()
    page.get_by_role("button", name=f"Out at table {table}").click()
    expect(
        page.get_by_role("region", name="Out", exact=True).get_by_role("listitem").filter(has_text=name)
    ).to_be_visible()
    return name


def on_the_desk(page: Page) -> None:
    """A row for each table at every width; who can go out opens in it, also by keyboard."""
    expect(page.locator(".plan-rows tbody tr")).to_have_count(3)
    summary = page.locator(".plan-rows summary").last
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".plan-rows").get_by_role("link", name="Out")).to_have_count(7)
    for width in (390, 820, 1280):
        page.set_viewport_size(window(width))
        for link in page.locator(".plan-rows").get_by_role("link", name="Out").all():
            link.click(trial=True)  # nothing lies over it
    page.set_viewport_size(window(390))
    looks_right(page)
    summary.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".plan-rows").get_by_role("link", name="Out")).to_have_count(0)
    expect(summary).to_be_focused()
    found = faults_at(page, (390, 820, 1280), name="the desk of a knock-out")
    assert not found, "\n".join(found)
    page.set_viewport_size(window(390))


def two_of_one_hand(page: Page) -> None:
    """Of two who go out in one hand of table 3 the one who began it with more is placed higher."""
    page.locator(".plan-rows summary").last.click()
    page.locator(".plan-rows").get_by_role("link", name="Out").first.click()
    page.get_by_role("link", name="Too").first.click()
    looks_right(page)
    page.get_by_role("button", name="These 2 are out at table 3").click()
    expect(page.get_by_text("Please choose one of these.").first).to_be_visible()
    first, second = page.get_by_role("group").all()[:2]
    first.get_by_role("radio", name="2").check()
    second.get_by_role("radio", name="1").check()
    page.get_by_role("button", name="These 2 are out at table 3").click()
    expect(page.get_by_role("heading", name="21 of 23 left")).to_be_visible()
    expect(page.get_by_role("table", name="Standing").get_by_role("row").nth(1)).to_contain_text("22")


def one_moves(page: Page) -> None:
    """Tables of 8, 8 and 5: who deals next there, who moves where and why, and that they have."""
    expect(page.locator(".plan-rows tbody tr").nth(2)).to_contain_text("waits")
    page.get_by_role("link", name="Make the tables even").click()
    expect(page.get_by_text("Table 3 waits because")).to_be_visible()
    for group in page.locator("#moves fieldset").all():
        group.get_by_role("radio").first.check()
    looks_right(page)
    page.get_by_role("button", name="Who moves?").click()
    expect(page.get_by_text("Table 2 has 8, table 3 has 5.")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name=re.compile("^(They move|These)")).click()
    expect(page.locator("#latest")).to_contain_text("moved")
    expect(page.locator(".plan-rows tbody tr").nth(2)).not_to_contain_text("waits")


def a_slip(page: Page) -> None:
    """Somebody is said to be out who is not."""
    name = goes_out(page, 1)
    page.get_by_role("link", name=re.compile(f"^Take back.*{name}$")).click()
    page.get_by_label("Why").fill("it was somebody else")
    page.get_by_role("button", name="Take back this entry").click()
    expect(page.get_by_role("heading", name="21 of 23 left")).to_be_visible()


def last_table(page: Page) -> None:
    """Until nine are left, who sit down anew at one table; then until one is."""
    for left in (10, 9):
        table = page.locator(".plan section h3").first.inner_text()
        goes_out(page, int(re.sub(r"\D", "", table)))
        expect(page.get_by_role("heading", name=f"{left} of 24 left")).to_be_visible()
        if left == 10 and page.locator("#moves").count():
            settle(page)
    expect(page.get_by_role("heading", name="The last table", exact=True)).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Begin the last table").click()
    expect(page.get_by_role("heading", name="The last table was drawn")).to_be_visible()
    number = int(re.sub(r"\D", "", page.locator(".plan section h3").inner_text()))
    for _left in range(8):
        goes_out(page, number)


def settle(page: Page) -> None:
    for group in page.locator("#moves fieldset").all():
        group.get_by_role("radio").first.check()
    if page.get_by_role("button", name="Who moves?").count():
        page.get_by_role("button", name="Who moves?").click()
    page.get_by_role("button", name=re.compile("^(They move|These)")).click()


def ended(page: Page, place: dict[str, Any]) -> None:
    """The winner, places that are official, the end of the tournament."""
    expect(page.get_by_role("heading", name=re.compile("has won$"))).to_be_visible()
    winner = page.get_by_role("heading", name=re.compile("has won$")).inner_text().removesuffix(" has won")
    looks_right(page)
    page.get_by_role("link", name="Desk").click()
    page.get_by_role("link", name="Make the places official and end the tournament").click()
    expect(page.get_by_text("The places become official.")).to_be_visible()
    page.get_by_role("button", name="Make the places official and end the tournament").click()
    expect(page.get_by_role("heading", name="Final places")).to_be_visible()
    page.goto(f"/tournaments/{place['tournament']}/places/")
    rows = page.get_by_role("table", name="Places of Palace Night").get_by_role("row")
    expect(rows).to_have_count(25)
    expect(rows.nth(1)).to_contain_text(winner)
    expect(rows.nth(24)).to_contain_text("24")
    page.goto(f"/stages/{place['stage']}/standing/?official=1")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(25)
    looks_right(page)
