"""A form that refuses, on a phone: what to do stands at the field, and what was typed is still there."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import SESSIONS, open_table, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
print(json.dumps({"club": str(club.pk), "session": session(owner)}))
"""

TABLE = """
sitting = factories.make_sitting(club, game="palace_poker")
print(json.dumps({"table": str(sitting.pk), "session": session(owner)}))
"""


def is_told_at(page: Page, label: str | re.Pattern[str], words: str) -> None:
    """This field is marked, says so itself, and the sentence can be seen right below it."""
    field = page.get_by_label(label)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(words)))
    box, told = field.bounding_box(), page.locator(".err", has_text=words).bounding_box()
    assert box
    assert told
    assert box["y"] < told["y"] < box["y"] + 200
    audit(page)


def test_a_newcomer_who_wrote_one_name_is_asked_for_the_others_where_they_go(phone: Phone, server: Server):
    page = phone()
    page.goto("/tables/new/skat/")
    page.get_by_label(re.compile(r"^Seat 2(?! deals)")).fill("Ben")

    page.get_by_role("button", name="Open the table").last.tap()

    is_told_at(page, re.compile(r"^Seat 1(?! deals)"), "Write at least 3 names.")
    expect(page.get_by_label(re.compile(r"^Seat 1(?! deals)"))).to_be_focused()
    expect(page.get_by_label(re.compile(r"^Seat 2(?! deals)"))).to_have_value("Ben")
    open_table(page, ("Anna", "Ben", "Cleo"))


def test_house_rules_without_a_name_ask_for_it(phone: Phone, server: Server):
    place = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/house-rules/new/skat/")
    page.get_by_label("Remark").fill("As on Thursdays")

    page.get_by_role("button", name="Save these rules").tap()

    is_told_at(page, "Name", "Type a name.")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Remark")).to_have_value("As on Thursdays")
    expect(page.get_by_text("Something has to be put right")).to_have_count(0)


def test_a_payment_without_anything_says_what_to_choose_and_to_write(phone: Phone, server: Server):
    place = server.python(SESSIONS + MAKE)
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/clubs/{place['club']}/money/payments/new/")

    page.get_by_role("button", name="Report the payment").tap()

    is_told_at(page, "Who received it", "Please choose who received it.")
    is_told_at(page, re.compile("^Amount in"), "Please fill this in")
    expect(page.get_by_text("This field is required")).to_have_count(0)


def test_a_hand_that_nobody_won_says_so_at_the_group_until_somebody_did(phone: Phone, server: Server):
    place = server.python(SESSIONS + MAKE + TABLE)
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['table']}/")
    group = page.get_by_role("radiogroup", name="What each player put into the pot")

    page.locator("[data-entry]").evaluate("form => form.submit()")  # as before its script has come

    expect(group).to_have_attribute("aria-invalid", "true")
    expect(group).to_have_accessible_description("Who won the pot?")
    audit(page)
    page.locator("[name='ranking.0']").first.check(force=True)
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)
    expect(page.locator(".err:visible")).to_have_count(0)
