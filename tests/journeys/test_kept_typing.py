"""What is typed or ticked while an answer is on its way is not lost: neither at a table nor where one is opened."""

import re
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.journeys.acting import open_table
from tests.journeys.conftest import Phone

pytestmark = pytest.mark.journey


def test_stakes_are_typed_on_while_a_step_is_on_its_way(phone: Phone) -> None:
    """A banner is tapped; while its answer is awaited a stake is begun, and ended after the answer."""
    page = phone()
    page.goto("/tables/new/palace_poker/")
    open_table(page, ("Ann", "Bob", "Cy"))
    page.get_by_role("button", name="Full log").tap()
    page.get_by_text("Table stakes").tap()
    page.get_by_role("radio", name="spades").check()
    line = Slow(page, "/step/")
    stake = page.get_by_role("textbox", name="Ann")

    with line.holding():
        page.locator('[data-stay="card-Ks"]').tap()
    stake.focus()
    page.keyboard.type("1")
    page.get_by_role("radio", name="are named").check()
    stake.focus()
    page.keyboard.press("End")
    line.goes_on()
    expect(page.get_by_role("group", name="The banners").get_by_role("button")).to_have_count(1)
    page.keyboard.type("20")

    expect(stake).to_have_value("120")
    expect(page.get_by_role("radio", name="are named")).to_be_checked()


def test_an_answer_is_ticked_while_a_seat_is_put_up(phone: Phone) -> None:
    page = phone()
    page.goto("/tables/new/tonk/")
    line = Slow(page, "/tables/new/tonk/")

    with line.holding():
        page.get_by_role("button", name="Another seat").tap()
    page.get_by_role("radio", name=re.compile("^Only the double")).check()
    page.get_by_label("Seat 2", exact=True).fill("Bob")
    line.goes_on()

    expect(page.get_by_label(re.compile("^Seat 3"))).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("^Only the double"))).to_be_checked()
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("Bob")


def test_two_quick_taps_are_done_one_after_the_other(phone: Phone) -> None:
    """A seat is taken away by two taps; while that answer is awaited another one is put up. The second tap finds
    nothing more to take away."""
    page = phone()
    page.goto("/tables/new/tonk/")
    page.get_by_role("button", name="Another seat").tap()
    away = page.locator('button[name="drop"][value="2"]')
    expect(away).to_be_enabled()
    line = Slow(page, "/tables/new/tonk/")

    with line.holding():
        away.tap()
    away.tap()
    with line.told():
        page.get_by_role("button", name="Another seat").tap()
        line.goes_on()

    expect(page.get_by_label(re.compile("^Seat 3"))).to_be_visible()
    expect(page.get_by_label(re.compile("^Seat 4"))).to_have_count(0)


def test_a_refusal_stands_until_the_next_choice(phone: Phone) -> None:
    """A hand is saved before the preview of its last number has come; the fresh form is previewed too."""
    page = phone()
    page.goto("/tables/new/skat/")
    open_table(page, ("Ann", "Bob", "Cy"))
    page.get_by_role("group", name="Declarer").get_by_role("radio").first.focus()
    for key in "1421":  # the first player, clubs, with two, won
        page.keyboard.press(key)
    expect(page.locator("[data-sum]")).to_contain_text("36")
    page.locator("[data-numbers] summary").tap()
    points, refusal = page.get_by_role("textbox", name="Points"), "Card points go from 0 to 120."
    line = Slow(page, "/preview/")

    with line.holding():
        points.fill("130")
    points.press("Enter")

    expect(page.locator("[data-say]")).to_have_text(refusal)
    expect(page.locator(".err:visible")).to_have_text(refusal)
    expect(page.get_by_role("alert")).to_have_text(f"Not saved yet: {refusal}")
    line.goes_on()
    points.fill("75")
    expect(page.locator(".err:visible")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


class Slow:
    """A line on which the first thing sent to an address is held until it may go on."""

    def __init__(self, page: Page, end: str) -> None:
        self.page = page
        self.end = end
        self.held: list[Route] = []
        page.route(lambda address: address.endswith(end), self._hold)

    def _hold(self, route: Route, request: Request) -> None:
        if self._is_meant(request) and not self.held:
            self.held.append(route)
        else:
            route.continue_()

    def _is_meant(self, request: Request) -> bool:
        return request.method == "POST" and request.url.endswith(self.end)

    def holding(self) -> AbstractContextManager[object]:
        return self.page.expect_request(self._is_meant)

    def told(self) -> AbstractContextManager[object]:
        """Until an answer to the last of several has come: that of the button that puts up a seat."""
        return self.page.expect_response(lambda answer: "more" in (answer.request.post_data or ""))

    def goes_on(self) -> None:
        self.held[0].continue_()
