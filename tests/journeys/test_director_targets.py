"""How much a director has to tap and type to run a whole tournament from the first page to the prizes: the journeys
count, and fail above what is aimed at."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK = {"width": 1280, "height": 800}
SEVENTEEN = [f"Guest {number:02}" for number in range(1, 17)] + ["Zoe Adler"]

PLACE = """
from tests.factories.money import with_money
owner = factories.make_user("Renate Vogt")
club = with_money(factories.make_club("Lindenhof", owner=owner))
print(json.dumps({"club": str(club.pk), "owner": session(owner)}))
"""


class Counted:
    """A director at a desk whose taps and typed fields are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.fields = page, 0, 0

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def link(self, name: str | re.Pattern[str]) -> None:
        self.click(self.page.get_by_role("main").get_by_role("link", name=name))

    def button(self, name: str | re.Pattern[str]) -> None:
        self.click(self.page.get_by_role("main").get_by_role("button", name=name))

    def tab(self, name: str) -> None:
        self.click(self.page.get_by_role("navigation", name="Parts of the tournament").get_by_role("link", name=name))
        expect(
            self.page.get_by_role("navigation", name="Parts of the tournament").get_by_role("link", name=name)
        ).to_have_attribute("aria-current", re.compile("page|true"))

    def fill(self, label: str, text: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).and_(self.page.locator("input, textarea")).fill(text)

    def within(self, clicks: int, fields: int) -> None:
        assert self.clicks <= clicks, f"{self.clicks} clicks, aimed at {clicks}"
        assert self.fields <= fields, f"{self.fields} typed fields, aimed at {fields}"


@pytest.fixture
def director(phone: Phone, server: Server) -> Counted:
    place: dict[str, Any] = server.python(SESSIONS + PLACE)
    page = phone(storage_state=signed_in(place["owner"]), is_mobile=False, has_touch=False, viewport=DESK)
    page.goto(f"/clubs/{place['club']}/tournaments/")
    return Counted(page)


def typed_results(page: Page, tables: int, series: int) -> None:
    """Every figure of a round and Enter, from the first field on: this is not counted."""
    page.locator("#table-1 input[type=number]").first.focus()
    for table in range(1, tables + 1):
        fields = page.locator(f"#table-{table} input[type=number]")
        for seat in range(fields.count()):
            page.keyboard.type(str(100 * table + 10 * seat + series))
            page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_contain_text(f"Results: {tables} of {tables}.")


def test_seventeen_over_three_series_with_fees_and_prizes(director: Counted):
    page = director.page
    director.link(re.compile("^Plan a"))
    director.link(re.compile("^Skat"))
    director.fill("Name", "Prize Skat")
    director.button("Plan the tournament")
    director.tab("Prizes")
    director.button("Set up prizes")
    director.fill("Entry fee", "10")
    director.fill("Shares of the places, first place first", "50 30 20")
    director.button("Save")
    director.tab("Entries")
    director.link("Enter a list")
    director.fill("The list, one line each", "\n".join(SEVENTEEN))
    director.button("Check the list")
    director.button(re.compile("^Enter "))
    director.button(re.compile("All 17 are here"))
    director.button(re.compile("17 have paid"))
    director.tab("Desk")
    series(director, 1)
    director.tab("Entries")
    director.fill("Find or enter somebody", "Late Guest")
    page.keyboard.press("Enter")
    director.click(page.locator("#fee-18"))
    expect(page.locator("#fee-18[value='0']")).to_be_visible()
    director.tab("Desk")
    series(director, 2)
    director.tab("Entries")
    director.button(re.compile("Has left.*Zoe Adler", re.DOTALL))
    director.tab("Desk")
    series(director, 3)
    director.link(re.compile("^Make the last round official and end"))
    director.button(re.compile("^Make (it|them) official and end the tournament"))
    director.link("Award the prizes")
    director.button(re.compile("^Award"))
    director.within(clicks=35, fields=20)


def series(director: Counted, number: int) -> None:
    """Draw, open, type what the paper says."""
    if number == 1:
        director.button("Draw round 1")
    else:
        director.button(f"Make round {number - 1} official and draw round {number}")
    director.button(re.compile("^Open all 5 tables"))
    director.link("Type results")
    typed_results(director.page, 5, number)


PAIRS = [f"Dupla {number:02}; Ana {number:02}, Bia {number:02}" for number in range(1, 12)]
"""Eleven as a list of pairs is typed: the name of the pair, then who plays."""


def matches_typed(page: Page) -> None:
    """Who won each match of the page that has no winner yet: whoever is named first."""
    expect(page.locator(".result-row").first).to_be_visible()
    for row in page.locator(".result-row").all():
        if row.locator("select").input_value() == "":
            row.locator("select").select_option(index=1)
            row.locator("select").press("Enter")
            expect(row).to_have_class(re.compile("saved"))


@pytest.mark.parametrize(("pairs", "clicks"), [(6, 30), pytest.param(11, 45, marks=pytest.mark.long)])
def test_a_double_elimination_of_pairs(pairs: int, clicks: int, director: Counted):
    page = director.page
    director.link(re.compile("^Plan a"))
    director.link(re.compile("^Truco"))
    director.fill("Name", "Copa")
    director.button("Plan the tournament")
    director.tab("Entries")
    director.link("Enter a list")
    director.fill("The list, one line each", "\n".join(PAIRS[:pairs]))
    director.button("Check the list")
    director.button(re.compile("^Enter "))
    director.button(re.compile(f"All {pairs} are here"))
    director.tab("Desk")
    director.button("Draw round 1")
    director.button(re.compile("^Open "))
    for _wave in range(15):
        director.link("Type results")
        matches_typed(page)
        director.tab("Desk")
        following = page.get_by_role("button", name=re.compile("^Open the next"))
        if not following.count():
            break
        director.click(following)
    director.link(re.compile("^Make all . rounds official and end"))
    director.button(re.compile("^Make (it|them) official and end the tournament"))
    expect(page.get_by_role("heading", name="Final places")).to_be_visible()
    director.within(clicks=clicks, fields=20)


def test_a_swiss_of_nine_with_a_bye_a_withdrawal_and_a_late_correction(director: Counted):
    page = director.page
    director.link(re.compile("^Plan a"))
    director.link(re.compile("^Svoi"))
    director.fill("Name", "Nine")
    director.click(page.locator("[name=format][value=swiss]"))
    director.button("Plan the tournament")
    director.tab("Entries")
    director.link("Enter a list")
    director.fill("The list, one line each", "\n".join(f"Player {number}" for number in range(1, 10)))
    director.button("Check the list")
    director.button(re.compile("^Enter "))
    director.button("All 9 are here")
    director.tab("Desk")
    director.button("Draw round 1")
    for number in range(1, 5):
        director.button(re.compile("^Open all . matches"))
        if number == 2:
            director.tab("Entries")
            director.button(re.compile("Has left.*Player 9", re.DOTALL))
            director.tab("Desk")
        director.link("Type results")
        matches_typed(page)
        if number == 2:
            director.link("Results of round 1")
            corrected(director)
        if number == 4:
            break
        director.button(f"Make round {number} official and draw round {number + 1}")
    director.link("End after this round instead")
    director.button(re.compile("^Make (it|them) official and end the tournament"))
    expect(page.get_by_role("heading", name="Final places")).to_be_visible()
    director.within(clicks=30, fields=20)


def corrected(director: Counted) -> None:
    """The first match of the page was won by the other one."""
    row = director.page.locator("#table-1")
    row.locator("select").select_option(index=2)
    row.locator("select").press("Enter")
    expect(row.get_by_text("What changes")).to_be_visible()
    director.fields += 1
    row.locator("[name$=reason]").fill("the sheet was read wrongly")
    row.locator("[name$=reason]").press("Enter")
    expect(row.get_by_text("saved")).to_be_visible()
