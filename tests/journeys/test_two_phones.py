"""Two phones at one table write the same hand: the second is told what stands there, and nothing typed is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.access import audit
from tests.journeys.acting import Table, doors, follow, open_table
from tests.journeys.conftest import Phone
from tests.journeys.hands import expected, overbid, plain

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Jürgen", "Murat")


@pytest.fixture
def two(phone: Phone) -> tuple[Table, Table]:
    """The scorer's phone and one that has joined."""
    page = phone()
    page.goto("/tables/new/skat/")
    table = open_table(page, NAMES)
    doors(page).get_by_role("link", name=re.compile("^Phones at this table")).click()
    page.get_by_role("button", name="Show a code").click()
    other = phone()
    other.goto("/join/")
    other.get_by_label("Code of the table").fill(page.locator(".code").inner_text())
    other.get_by_role("button", name="Join").click()
    other.get_by_role("radio", name="Murat").check()
    other.get_by_role("button", name="To the table").click()
    page.goto(table.url)
    expect(other.get_by_role("button", name="Save hand 1")).to_be_visible()
    return table, Table(other)


def clash(first: Table, second: Table) -> None:
    """Both fill in hand 1; the first one is quicker."""
    second.fill(overbid(2), NAMES)
    expect(second.page.locator("[data-tell]")).to_contain_text("Murat")
    first.record(plain(0, "hearts", 2), NAMES)
    second.tap(second.save)
    expect(second.page.get_by_role("alert")).to_be_visible()


def test_other_hand_is_kept_and_saved_as_the_next(two: tuple[Table, Table]):
    first, second = two
    clash(first, second)

    told = second.page.get_by_role("alert")
    expect(told).to_contain_text("30 to Anna")  # what stands there; mine stands in the form below
    audit(second.page)
    expect(second.declarer("Murat")).to_be_checked()
    expect(second.page.get_by_label("Bid", exact=True)).to_have_value("48")
    expect(second.page.get_by_label("Points", exact=True)).to_have_value("75")
    second.page.get_by_role("button", name="Another hand: save mine as hand 2").tap()
    expect(second.page.get_by_role("button", name="Save hand 3")).to_be_visible()
    expect(second.declarer("Murat")).not_to_be_checked()

    assert second.totals() == expected([plain(0, "hearts", 2), overbid(2)], 3)


def test_same_hand_is_dropped(two: tuple[Table, Table]):
    first, second = two
    clash(first, second)

    second.page.get_by_role("link", name=re.compile("^Same hand")).click()

    expect(second.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(second.declarer("Murat")).not_to_be_checked()
    assert second.totals() == expected([plain(0, "hearts", 2)], 3)


def test_mine_takes_the_place_of_theirs(two: tuple[Table, Table]):
    first, second = two
    clash(first, second)

    second.page.get_by_role("button", name="Mine is right: replace hand 1").tap()

    expect(second.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(second.declarer("Murat")).not_to_be_checked()
    assert second.totals() == expected([overbid(2)], 3)
    second.page.reload()
    expect(second.declarer("Murat")).not_to_be_checked()  # what was kept in case of a reload is gone too
    follow(first.page)
    expect(first.row(1)).to_contain_text("with 1")
    assert first.totals() == second.totals()
    second.row(1).get_by_role("link").tap()
    expect(second.page.get_by_role("heading", name="Every version").locator("xpath=..")).to_contain_text("30 to Anna")


def test_theirs_is_corrected_with_a_reason_when_others_came_after_it(two: tuple[Table, Table]):
    """Who keeps the sheet was the slower one: what they sent stands on the page that says what it moves."""
    keeper, other = two
    keeper.fill(plain(1, "spades", 1), NAMES)
    other.record(plain(0, "hearts", 2), NAMES)
    other.record(plain(2, "clubs", 1), NAMES)
    keeper.tap(keeper.save)

    expect(keeper.page.get_by_role("alert")).to_contain_text("30 to Anna")
    keeper.page.get_by_role("button", name="Mine is right: correct hand 1").tap()
    expect(keeper.page.get_by_role("heading", name="Correct hand 1?")).to_be_visible()
    audit(keeper.page)
    keeper.page.get_by_label("Reason").fill("Jürgen played")
    keeper.page.get_by_role("button", name="Correct: 22 to Jürgen").tap()
    keeper.page.get_by_role("link", name="Back").tap()

    expect(keeper.row(1)).to_have_count(1)
    assert keeper.totals() == expected([plain(1, "spades", 1), plain(2, "clubs", 1)], 3)


def test_each_says_who_else_is_there(two: tuple[Table, Table]):
    first, second = two

    follow(first.page)
    expect(first.page.get_by_text("Another phone is recording here too: Murat")).to_be_visible()
    expect(second.page.get_by_text("Another phone is recording here too")).to_be_visible()


def test_other_phone_follows(two: tuple[Table, Table]):
    """What one phone saves appears on the other; a form that is half filled stays as it is."""
    first, second = two
    second.tap(second.declarer("Jürgen"))
    first.record(plain(0, "hearts", 2), NAMES)

    follow(second.page)
    expect(second.row(1)).to_have_count(1)
    expect(second.declarer("Jürgen")).to_be_checked()
    assert second.totals() == first.totals()
