"""The people of a Skat evening of seventeen, on one page: a pasted list, everybody here, everybody paid, one who comes
late and one who leaves, in few clicks; with the eyes of axe at each width, and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, looks_right, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
PEOPLE = 16
LIST = "\n".join(f"Gast {number:02}" for number in range(1, PEOPLE + 1))
MOST_CLICKS, MOST_TYPED = 8, 2

PLACE = """
from scorekeeper.payouts.pools.records import PoolTerms
from scorekeeper.payouts.pools.services import set_up_pool
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.fees.services import open_prizes
from tests.factories.money import with_money
from tests.factories.tournaments import come, make_cup, play_round, publish
owner = factories.make_user("Renate Vogt")
club = with_money(factories.make_club("Skatfreunde", owner=owner))
factories.make_player(club, "Zoë Lang")

def cup(name):
    stage = make_cup(club, 0, plan=TablesPlan(rounds=3, check_in=True), name=name)
    season = open_prizes(tournament_id=stage.tournament_id, by=owner)
    set_up_pool(PoolTerms(version=0, entry_price=1000), competition=season, by=owner, now=factories.NOW)
    return stage

stage, running = cup("Seventeen"), cup("Running")
for number in range(1, 17):
    come(running, f"Spieler {number:02}")
come(running, "Karl-Heinz Möller")
play_round(running, publish(running))
print(json.dumps({"club": str(club.pk), "tournament": str(stage.tournament_id), "stage": str(stage.pk),
    "running": str(running.tournament_id), "owner": session(owner)}))
"""
BEGIN = """
from scorekeeper.tournaments.models import Stage
from tests.factories.tournaments import publish, play_round
stage = Stage.objects.get(pk={stage!r})
play_round(stage, publish(stage))
"""
BOX = """
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments.reads import held_in
from tests.factories.money import EURO
print(json.dumps([held_in(Club.objects.get(pk={club!r}), EURO), Payment.objects.count()]))
"""


class Hands:
    """What a director does with them."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.typed = page, 0, 0

    def click(self, name: str) -> None:
        self.clicks += 1
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def type(self, into: Any, text: str) -> None:
        self.typed += 1
        into.fill(text)


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_seventeen_with_one_late_and_one_leaving(phone: Phone, server: Server, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    hands = Hands(page)
    page.goto(f"/tournaments/{place['tournament']}/entries/list/")
    hands.type(page.locator("textarea"), LIST)
    hands.click("^Check the list")
    hands.click("^Enter everyone on the list")
    hands.click(f"^All {PEOPLE} are here")
    expect(page.get_by_role("link", name=f"Here: {PEOPLE}")).to_be_visible()
    hands.click(f"^All {PEOPLE} have paid: 160.00")
    expect(page.get_by_role("status").get_by_text("Paid into the cash box.")).to_be_visible()
    looks_right(page)

    field = page.get_by_role("combobox", name="Find or enter somebody")
    hands.type(field, "Latecomer Lotte")
    field.press("Enter")
    expect(page.get_by_role("status").get_by_text("Latecomer Lotte has entered and is checked in.")).to_be_visible()
    expect(field).to_be_focused()
    hands.click("^Paid 10.00")
    expect(page.locator("#entry-17").get_by_role("button", name=re.compile("untick Latecomer"))).to_be_visible()
    server.python(SESSIONS + BEGIN.format(**place) + "print(json.dumps(1))")
    page.reload()
    hands.click("^Has left.*Gast 03")
    expect(page.locator("#entry-3").get_by_text("has left")).to_be_visible()

    assert (hands.clicks, hands.typed) <= (MOST_CLICKS, MOST_TYPED)
    assert server.python(SESSIONS + BOX.format(**place)) == [PEOPLE * 1000 + 1000, 0]
    expect(page.get_by_role("button", name="All 16 are here for round 2")).to_be_visible()
    looks_right(page)


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (820, "light"), (1280, "dark")])
def test_the_rows_fit_and_open_beside_themselves(phone: Phone, place: dict[str, Any], width: int, theme: Any):
    size = {"width": width, "height": 844}
    page = phone(storage_state=signed_in(place["owner"]), viewport=size, color_scheme=theme)
    page.goto(f"/tournaments/{place['running']}/entries/")
    row = page.locator("#entry-5")
    row.get_by_role("link", name=re.compile("^More")).click()
    row.get_by_text("Penalty or bonus", exact=True).click()
    row.get_by_role("button", name="Save the penalty or bonus").click()
    expect(row.get_by_label("Why")).to_have_attribute("aria-invalid", "true")
    row.get_by_text("Substitute", exact=True).click()
    audit(page)
    assert sideways(page) == []
    row.get_by_role("button", name="Close").click()
    expect(row.get_by_text("Penalty or bonus")).to_have_count(0)
    expect(row.get_by_role("link", name=re.compile("^More"))).to_be_focused()


def test_what_is_typed_narrows_the_rows_and_the_book_offers_who_is_not_there(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/tournaments/{place['running']}/entries/")
    rows, field = page.locator(".entry:visible"), page.get_by_role("combobox", name="Find or enter somebody")
    people = rows.count()
    field.press_sequentially("heinz mo")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("option")).to_have_count(0)
    field.fill("nobody of this name")
    expect(page.get_by_text("Nobody on the list has this name.")).to_be_visible()
    field.fill("")
    expect(rows).to_have_count(people)
    field.press_sequentially("lang zo")
    expect(page.get_by_role("option")).to_have_text(re.compile("^Zoë Lang"))
    field.press("ArrowDown")
    field.press("Enter")
    expect(page.get_by_role("status").get_by_text("Zoë Lang has entered and is checked in.")).to_be_visible()
    expect(rows).to_have_count(people + 1)


def test_by_keyboard_a_tap_keeps_the_focus_on_the_row(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/tournaments/{place['running']}/entries/")
    here = page.locator("#mark-7")
    here.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#entry-7").get_by_text("here for round 2", exact=True)).to_be_visible()
    expect(page.locator("#mark-7")).to_be_focused()
    expect(page.locator("#mark-7")).to_have_text(re.compile("Not here"))


def test_without_scripts_everything_is_a_form(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=False)
    page.goto(f"/tournaments/{place['running']}/entries/")
    page.get_by_role("button", name=re.compile("^All [0-9]+ are here for round 2")).click()
    expect(page.get_by_text("Checked in.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name=re.compile("^All [0-9]+ are here for round 2"))).to_be_visible()
    page.locator("#entry-9").get_by_role("link", name=re.compile("^More")).click()
    page.get_by_text("Joins later").click()
    page.get_by_label("Joins in round").fill("3")
    page.get_by_role("button", name="Joins in this round").click()
    expect(page.get_by_role("heading", name=re.compile("^9. "))).to_be_visible()
    page.get_by_role("link", name="All entries").click()
    expect(page.locator("#entry-9").get_by_text("plays again from round 3 on")).to_be_visible()
