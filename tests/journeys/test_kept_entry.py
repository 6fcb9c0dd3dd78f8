"""An entry that is not saved yet outlives a reload and a lost connection; the next one begins empty at its top."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.acting import open_table
from tests.journeys.conftest import Phone

pytestmark = pytest.mark.journey

UNCONNECTED = "Not connected: saved hands stay on this phone and are sent when the connection is back."


def test_an_entry_is_kept_until_it_is_saved(phone: Phone):
    page = phone()
    page.goto("/tables/new/skat/")
    table = open_table(page, ("Anna", "Jürgen", "Murat"))
    page.set_viewport_size({"width": 390, "height": 664})

    table.tap(table.declarer("Jürgen"))
    table.tap(table.contract("clubs"))
    write_numbers(page)

    page.reload()
    expect(table.declarer("Jürgen")).to_be_checked()
    expect(table.contract("clubs")).to_be_checked()
    expect(page.get_by_label("Bid", exact=True)).to_have_value("18")
    expect(page.get_by_label("Points", exact=True)).to_have_value("70")
    lose_connection(page)

    page.locator("input[value='with=true&matadors=1']").first.check(force=True)
    table.save.click()
    expect(table.save).to_have_text("Save hand 2")
    expect(page.locator("h1")).to_be_in_viewport()
    expect(page.get_by_label("Bid", exact=True)).to_be_hidden()
    page.reload()
    expect(table.contract("clubs")).not_to_be_checked()


def write_numbers(page: Page) -> None:
    """By the pad; what is wrong with a number is said when it is finished."""
    page.get_by_text("Bid, card points").click()
    page.locator("[data-digit='1']").first.click()
    page.locator("[data-digit='8']").first.click()
    page.locator("[data-next]").first.click()
    page.locator("[data-digit='1']").first.click()
    expect(page.get_by_text("No cards count 1 or 119 points.")).to_be_hidden()  # it may become 120
    page.locator("[data-next]").first.click()
    expect(page.get_by_text("No cards count 1 or 119 points.").first).to_be_visible()
    page.get_by_label("Points", exact=True).fill("70")


def lose_connection(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.get_by_text(UNCONNECTED)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(UNCONNECTED)).to_be_hidden()
