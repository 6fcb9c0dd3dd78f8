"""With scripts switched off every page is a plain form: open, record, take back, correct, strike, join, sign."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.acting import Table, doors, open_table
from tests.journeys.conftest import Phone
from tests.journeys.hands import PASSED, Facts, expected, overbid, plain

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Jürgen", "Murat")


def test_whole_evening_without_scripts(phone: Phone):
    page = phone(java_script_enabled=False)
    page.goto("/tables/new/skat/")
    table = open_table(page, NAMES)
    hands: list[Facts] = [plain(0, "clubs", 2), PASSED, overbid(1), plain(2, "null", won=False)]

    for facts in hands:
        record(table, facts)
    assert table.totals() == expected(hands, 3)

    page.get_by_role("button", name="Undo hand 4").click()
    expect(table.row(4)).to_have_count(0)
    expect(table.save).to_have_text("Save hand 4")
    assert table.totals() == expected(hands[:3], 3)
    refuse(page, table)
    hands[0] = plain(0, "clubs", 2, won=False)
    correct(page, table)
    assert table.totals() == expected(hands[:3], 3)
    joined = join(page, phone)
    end(page)
    sign(page, joined)


def record(table: Table, facts: Facts) -> None:
    """The page comes anew; the hand stands on its sheet, and what was saved is said."""
    number = table.number
    table.fill(facts, NAMES)
    table.save.click()
    expect(table.row(number)).to_have_count(1)
    expect(table.page.get_by_text(re.compile(f"^Hand {number} saved"))).to_be_visible()


def refuse(page: Page, table: Table) -> None:
    """Half a hand comes back with what was chosen and what is missing."""
    table.tap(table.declarer("Jürgen"))
    table.tap(table.contract("hearts"))
    table.save.click()
    expect(table.declarer("Jürgen")).to_be_checked()
    expect(table.contract("hearts")).to_be_checked()
    expect(page.locator(".err").filter(visible=True).first).to_be_visible()


def correct(page: Page, table: Table) -> None:
    table.row(1).get_by_role("link").click()
    page.get_by_role("link", name="Correct hand 1").click()
    table.tap(table.group("Result").get_by_role("radio", name="Lost"))
    page.get_by_role("button", name="Preview the changes").click()
    page.get_by_label("Reason").fill("Anna had one trick less")
    page.get_by_role("button", name=re.compile("^Correct: ")).click()
    expect(page.get_by_text("Reason: Anna had one trick less")).to_be_visible()
    page.get_by_role("link", name="Back").click()


def join(page: Page, phone: Phone) -> Page:
    """Another phone without scripts, with the short code."""
    here = page.url
    doors(page).get_by_role("link", name=re.compile("^Phones at this table")).click()
    page.get_by_role("button", name="Show a code").click()
    other = phone(java_script_enabled=False)
    other.goto("/join/")
    other.get_by_label("Code of the table").fill(page.locator(".code").inner_text())
    other.get_by_role("button", name="Join").click()
    other.get_by_role("radio", name="Murat").check()
    other.get_by_role("button", name="To the table").click()
    page.goto(here)
    return other


def end(page: Page) -> None:
    doors(page).get_by_role("link", name=re.compile("^End the list now")).click()
    page.get_by_label("Reason").fill("it is late")
    page.get_by_role("button", name=re.compile("^End after hand")).click()
    expect(page.get_by_role("heading", name="Ended early after hand 3 of 36")).to_be_visible()


def sign(page: Page, joined: Page) -> None:
    joined.reload()
    joined.get_by_role("button", name=re.compile("^Sign: .* for Murat")).click()
    expect(joined.get_by_text(re.compile("^signed at the table by code at"))).to_be_visible()
    page.reload()
    for name in ("Anna", "Jürgen"):
        page.get_by_role("button", name=f"Sign for {name}").click()
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    expect(page.get_by_text(re.compile("on behalf, by"))).to_have_count(2)
