"""People are chosen from the whole book at the door, at a new table and at the desk, by thumb and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from datetime import timedelta
from scorekeeper.leagues.evenings.services import open_evening
from tests.factories.evenings import make_evening
from tests.factories.tournaments import make_planned
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
member = factories.make_member(club, user=factories.make_user("Thomas Brandt"))
for name in ("Heinz Albers", "Ottilie Quast"):
    factories.make_player(club, name)
guests = [factories.make_player(club, f"Stranger {number:02}") for number in range(30)]
for first in range(0, 30, 3):
    factories.make_sitting(club, players=guests[first : first + 3])
evenings = [make_evening(club, starts_at=factories.NOW) for _which in range(2)]
for evening in evenings:
    open_evening(evening_id=evening.pk, by=owner, now=factories.NOW)
cup = make_planned(club)
print(json.dumps({
    "club": str(club.pk), "evenings": [str(one.pk) for one in evenings], "cup": str(cup.pk), "owner": session(owner),
}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", name=words)).to_be_visible()


def gone_home(page: Page, name: str) -> Locator:
    """The button of somebody who is here."""
    return page.get_by_role("button", name=re.compile(f"^Gone home ?: {name}"))


def type_into(field: Locator, letters: str) -> Locator:
    """Letters typed one after the other; the options that open."""
    field.press_sequentially(letters)
    options = field.page.get_by_role("option")
    expect(options.first).to_be_visible()
    return options


def test_who_has_not_played_lately_is_found_at_the_door_by_keyboard(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/evenings/{place['evenings'][0]}/people/")
    offered = page.get_by_role("group", name="Or choose from the club’s people").get_by_role("button")
    assert set(offered.all_inner_texts()[:2]) == {"Renate Vogt", "Thomas Brandt"}, "members stand first"
    expect(offered.filter(has_text="Ottilie Quast")).to_have_count(0)
    name = page.get_by_role("combobox", name="Name", exact=True)
    expect(name).to_have_attribute("aria-expanded", "false")

    options = type_into(name, "ott")
    expect(options).to_have_count(1)
    expect(page.locator(".chooser")).to_match_aria_snapshot("""
        - combobox "Name" [expanded]: ott
        - status: 1 person found. Choose with the arrow keys.
        - listbox "People found":
          - option "Ottilie Quast guest"
    """)
    audit(page)
    assert not sideways(page)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(options).to_have_count(1)
    page.keyboard.press("ArrowDown")
    marked = options.first.get_attribute("id") or ""
    expect(name).to_have_attribute("aria-activedescendant", marked)
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    page.keyboard.press("Enter")

    heading(page, "1 is here")
    expect(page.locator("bdi", has_text="Ottilie Quast").first).to_be_visible()
    type_into(page.get_by_role("combobox", name="Name", exact=True), "stranger 2")
    expect(page.get_by_role("option")).to_have_count(10)
    page.get_by_role("option", name=re.compile("^Stranger 27")).tap()
    heading(page, "2 are here")
    type_into(page.get_by_role("combobox", name="Name", exact=True), "s")
    expect(page.get_by_role("status").filter(has_text="More than 12 people")).to_have_count(1)
    type_into(page.get_by_role("combobox", name="Name", exact=True), "tranger 27")
    there = page.get_by_role("option", name="Stranger 27 here already")
    expect(there).to_be_disabled()
    there.tap(force=True)
    heading(page, "2 are here")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_who_is_meant_is_one_tap_where_it_is_asked(phone: Phone, place: dict[str, Any], scripts: bool):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=scripts)
    page.goto(f"/evenings/{place['evenings'][1]}/people/")
    if scripts:
        name = page.get_by_role("combobox", name="Name", exact=True)
        name.fill("Heintz Albers")
        name.press("Enter")
        audit(page)
    else:
        page.get_by_label("Name", exact=True).fill("Thomas Brant")
        page.get_by_role("button", name="Check in by name").click()
    known = "Heinz Albers" if scripts else "Thomas Brandt"
    page.get_by_role("group", name="Is this person already in People?").get_by_role(
        "button", name=f"This is {known}"
    ).click()
    expect(gone_home(page, known)).to_be_visible()


def test_names_are_pasted_as_a_list(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/evenings/{place['evenings'][1]}/people/")
    page.get_by_text("Check in several people from a list").tap()
    page.get_by_label("One person per line").fill("1. Stranger 04\n2. Zoë Newman\n\n3. Renate Voigt\n4. stranger 05")
    page.get_by_role("button", name="Check in everyone on the list").tap()

    for there in ("Stranger 04", "Stranger 05", "Zoë Newman"):
        expect(gone_home(page, there)).to_be_visible()
    expect(page.get_by_label("One person per line")).to_have_value("Renate Voigt")
    audit(page)
    page.get_by_role("button", name="This is Renate Vogt").tap()
    expect(gone_home(page, "Renate Vogt")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^This is"))).to_have_count(0)


def test_a_seat_and_an_entry_are_filled_from_the_whole_book(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/clubs/{place['club']}/tables/new/skat/")
    for seat, letters in ((2, "hei"), (3, "strang")):
        field = page.get_by_role("combobox", name=re.compile(f"^Seat {seat}"))
        type_into(field, letters).first.tap()
        expect(page.get_by_role("option")).to_have_count(0)
    expect(page.get_by_role("combobox", name=re.compile("^Seat 2"))).to_have_value("Heinz Albers")
    page.get_by_role("button", name="Another seat").tap()
    fourth = page.get_by_role("combobox", name=re.compile("^Seat 4"))
    type_into(fourth, "brandt").first.tap()
    audit(page)
    page.get_by_role("button", name="Open the table").last.tap()
    page.locator("button[name=elsewhere]").tap()  # some of them still sit at another table
    expect(page.locator("#entry")).to_contain_text("Heinz")
    expect(page.locator("#entry")).to_contain_text("Thomas")

    page.goto(f"/tournaments/{place['cup']}/entries/")
    entry = page.get_by_role("combobox", name="Find or enter somebody", exact=True)
    type_into(entry, "albers").first.tap()  # whoever is chosen has entered
    expect(page.get_by_role("status").get_by_text(re.compile("^Heinz Albers has entered"))).to_be_visible()
    entry.fill("Tomas Brandt")
    page.get_by_role("button", name="Enter", exact=True).tap()
    page.get_by_role("button", name="This is Thomas Brandt").tap()
    expect(page.get_by_role("status").get_by_text(re.compile("^Thomas Brandt has entered"))).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_who_sits_at_a_new_table_is_pasted_as_a_list(phone: Phone, place: dict[str, Any], scripts: bool):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=scripts)
    page.goto(f"/clubs/{place['club']}/tables/new/skat/")
    page.get_by_text("Paste a list of names").click()
    page.get_by_label("One person per line").fill("Heintz Albers\nZoë Newman")
    page.get_by_role("button", name="Seat them in this order").click()

    expect(page.get_by_label(re.compile("^Seat 3(?! deals)"))).to_have_value("Zoë Newman")
    expect(page.get_by_label("One person per line")).to_have_value("")
    if scripts:
        audit(page)
        assert not sideways(page)
    page.get_by_role("button", name="This is Heinz Albers").click()
    expect(page.get_by_label(re.compile("^Seat 2(?! deals)"))).to_have_value("Heinz Albers")
    expect(page.get_by_role("button", name=re.compile("^This is"))).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_long_lists_of_people_are_narrowed_while_one_types(phone: Phone, place: dict[str, Any], scripts: bool):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=scripts)
    page.goto(f"/clubs/{place['club']}/evenings/apart/")
    if not scripts:
        page.get_by_label("Keep this person", exact=True).select_option(label="Ottilie Quast")
        page.get_by_label("apart from this person", exact=True).select_option(label="Stranger 07")
        page.get_by_role("button", name="Keep these two apart").click()
        expect(page.get_by_text("Ottilie Quast and Stranger 07")).to_be_visible()
        return
    one = page.locator("input").and_(
        page.get_by_role("combobox", name="Keep this person", exact=True)
    )  # no select any more
    options = type_into(one, "quast ó")
    expect(options).to_have_count(1)
    expect(page.locator(".chooser").first).to_match_aria_snapshot("""
        - combobox "Keep this person" [expanded]: quast ó
        - status: 1 found
        - listbox "People found":
          - option "Ottilie Quast"
    """)
    audit(page)
    assert not sideways(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keep these two apart").focus()
    expect(one).to_have_value("Ottilie Quast")  # only one fits
    other = page.get_by_role("combobox", name="apart from this person", exact=True)
    type_into(other, "stranger")
    expect(page.get_by_role("option")).to_have_count(30)
    other.press_sequentially(" 08")
    page.get_by_role("option", name="Stranger 08").tap()
    expect(other).to_have_value("Stranger 08")

    page.get_by_role("button", name="Keep these two apart").click()

    expect(page.get_by_text("Ottilie Quast and Stranger 08")).to_be_visible()
    one.press_sequentially("nobody")
    expect(page.get_by_role("status").filter(has_text="0 found")).to_have_count(1)
    page.get_by_role("button", name="Keep these two apart").focus()
    expect(one).to_have_value("")  # what is seen is what is sent
