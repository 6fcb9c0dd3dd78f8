"""The results of a round are typed from paper sheets without a mouse, by one director and by two, without a connection
and without scripts, and a second person checks them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import audit, looks_right, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults_at
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK = {"width": 1280, "height": 800}
WIDTHS = (390, 820, 1280)
FEWEST_KEYS = 4  # at most, beside the figures, for a table of four

PLACE = """
from scorekeeper.clubs.models import Role
from tests.factories.tournaments import make_paper_round
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
frank = factories.make_user("Frank Ott")
factories.make_member(club, Role.DIRECTOR, user=frank)
rounds = {}
for name, tables, size, game in ROUNDS:
    rounds[name] = str(make_paper_round(tables, size, club, name=name, game=game).pk)
print(json.dumps({"owner": session(owner), "frank": session(frank), **rounds}))
"""
ROUNDS = (
    ("thirty", 30, 4, "skat"),
    ("two", 4, 3, "skat"),
    ("away", 3, 3, "skat"),
    ("plain", 3, 3, "skat"),
    ("checked", 3, 3, "skat"),
    ("sums", 3, 4, "tonk"),
    ("forty", 40, 4, "skat"),
    ("many", 250, 4, "skat"),
)


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + f"ROUNDS = {ROUNDS!r}" + PLACE)


def at_desk(
    phone: Phone, place: dict[str, Any], which: str, query: str = "?figures=points", who: str = "owner", **more: Any
) -> Page:
    page = phone(storage_state=signed_in(place[who]), is_mobile=False, has_touch=False, viewport=DESK, **more)
    page.goto(f"/rounds/{place[which]}/results/{query}")
    return page


def row(page: Page, number: int) -> Locator:
    return page.locator(f"#table-{number}")


def typed(page: Page, *figures: int) -> None:
    """From the first figure of a table on: each with Enter after it."""
    for figure in figures:
        page.keyboard.type(str(figure))
        page.keyboard.press("Enter")


def begin(page: Page, number: int = 1) -> None:
    row(page, number).locator("input[type=number]").first.focus()


def has_figures(page: Page, number: int, *figures: str) -> None:
    """A page may just be on its way: each figure is waited for."""
    fields = row(page, number).locator("input[type=number]")
    expect(fields).to_have_count(len(figures))
    for place, figure in enumerate(figures):
        expect(fields.nth(place)).to_have_value(figure)


COUNTING = """
window.keysBeside = 0;
document.addEventListener("keydown", ({ key }) => { if (!/^[0-9-]$/.test(key)) window.keysBeside += 1; }, true);
"""


def test_a_round_of_thirty_tables_is_typed_with_few_keys(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, "thirty")
    page.evaluate(COUNTING)
    begin(page)
    for table in range(1, 31):
        typed(page, *(table * 10 + seat for seat in range(4)))

    expect(page.locator("#progress")).to_contain_text("Results: 30 of 30.")
    expect(page.locator(".result-row.saved")).to_have_count(30)
    keys = page.evaluate("window.keysBeside")
    assert keys / 30 <= FEWEST_KEYS, f"{keys} keys for 30 tables"
    page.reload()
    has_figures(page, 30, "300", "301", "302", "303")
    has_figures(page, 1, "10", "11", "12", "13")


def test_two_directors_see_each_other_and_one_tap_chooses(phone: Phone, place: dict[str, Any]):
    renate, frank = at_desk(phone, place, "two"), at_desk(phone, place, "two", who="frank")
    begin(frank)
    typed(frank, 1, 2, 3)
    expect(row(frank, 1).get_by_text("saved")).to_be_visible()
    begin(renate)
    typed(renate, 4, 5, 6)
    expect(row(renate, 1).get_by_text("Frank Ott entered a different result for this table at")).to_be_visible()
    expect(renate.locator("[data-waiting]")).to_contain_text("Table 1 needs you")
    expect(renate.locator(":focus")).to_have_attribute("name", re.compile("^2-"))
    looks_right(renate)
    renate.get_by_role("link", name="Table 1 needs you").click()
    expect(renate.locator(":focus")).to_have_text("Keep the saved result")
    row(renate, 1).get_by_role("button", name="Use my result").click()
    expect(row(renate, 1).get_by_text("saved", exact=True)).to_be_visible()
    has_figures(renate, 1, "4", "5", "6")
    row(renate, 1).get_by_role("button", name="Undo").click()
    expect(row(renate, 1).get_by_text("entered by Frank Ott")).to_be_visible()
    has_figures(renate, 1, "1", "2", "3")

    begin(frank, 4)
    typed(frank, 7, 8, 9)
    expect(row(renate, 4).get_by_text("entered by Frank Ott")).to_be_visible()  # nobody types there: it comes by itself


def test_a_change_says_what_it_moves_and_asks_why(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, "two")
    begin(page, 2)
    typed(page, 30, 20, 10)
    expect(row(page, 2).get_by_text("saved")).to_be_visible()
    begin(page, 2)
    typed(page, 30, 20, 40)
    expect(row(page, 2).get_by_text("What changes")).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("name", "2-reason")
    looks_right(page)
    page.keyboard.type("read again")
    page.keyboard.press("Enter")
    expect(row(page, 2).get_by_text("saved")).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("name", re.compile("^3-"))


def test_a_sum_that_cannot_be_shows_at_once(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, "sums")
    begin(page)
    typed(page, 30, -10, -10)
    page.keyboard.type("-9")
    expect(row(page, 1).locator(".sum")).to_have_text("Sum 1")
    page.keyboard.press("Enter")
    expect(row(page, 1).get_by_text("The points of this table add up to 1.")).to_be_visible()
    expect(page.locator(":focus")).to_have_text("Save unchanged")
    looks_right(page)
    row(page, 1).locator("input[type=number]").last.fill("-10")
    page.keyboard.press("Enter")
    expect(row(page, 1).get_by_text("saved")).to_be_visible()


def test_what_is_typed_without_a_connection_is_sent_once_there_is_one(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, "away", service_workers="block")  # it would be fetched in the middle of this
    begin(page)
    page.context.set_offline(True)
    typed(page, 1, 2, 3)
    expect(row(page, 1).get_by_text("No connection: this table is not saved yet.")).to_be_visible()
    typed(page, 4, 5)
    has_figures(page, 1, "1", "2", "3")
    page.context.set_offline(False)
    expect(row(page, 1).get_by_text("saved", exact=True)).to_be_visible()
    typed(page, 6)
    expect(row(page, 2).get_by_text("saved", exact=True)).to_be_visible()
    has_figures(page, 2, "4", "5", "6")


def test_without_scripts_one_button_saves_the_round(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=False, viewport=DESK)
    page.goto(f"/rounds/{place['plain']}/results/?figures=points")
    for number in range(1, 4):
        for seat, field in enumerate(row(page, number).locator("input[type=number]").all()):
            field.fill(str(100 * number + seat))
    page.get_by_role("button", name="Save all").click()
    expect(page.locator("#progress")).to_contain_text("Results: 3 of 3.")
    row(page, 2).locator("input[type=number]").first.fill("999")
    row(page, 2).get_by_role("button", name="Save").click()
    expect(row(page, 2).get_by_text("What changes")).to_be_visible()
    row(page, 2).get_by_label("Reason for the change").fill("read again")
    row(page, 2).get_by_role("button", name="Change the result").click()
    has_figures(page, 2, "999", "201", "202")
    row(page, 2).get_by_role("button", name="Undo").click()
    has_figures(page, 2, "200", "201", "202")


def test_a_second_person_checks_with_one_key_each(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, "checked", "?figures=points#table-1")
    expect(page.locator(":focus")).to_have_attribute("name", re.compile("^1-"))
    for table in range(3):
        typed(page, table, table, table)
    expect(page.locator(".result-row.saved")).to_have_count(3)
    check = at_desk(phone, place, "checked", "?figures=points&check=1", who="frank")
    check.keyboard.press("Enter")
    check.keyboard.press("Space")
    expect(check.locator("#progress")).to_contain_text("Compared with the paper: 2 of 3.")
    expect(row(check, 1).get_by_text("checked by Frank Ott")).to_be_visible()
    check.keyboard.press("7")  # it differs: what is typed replaces the first figure
    has_figures(check, 3, "7", "2", "2")
    looks_right(check)


@pytest.mark.parametrize("which", ["sums", "forty", "many"])
def test_however_many_tables_there_are_they_fit(phone: Phone, place: dict[str, Any], which: str):
    page = at_desk(phone, place, which, "")
    assert faults_at(page, WIDTHS) == []
    assert sideways(page) == []
    if which != "many":
        audit(page)
