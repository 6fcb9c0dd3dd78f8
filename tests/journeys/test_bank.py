"""A cash game of Palace Poker on phones: buy-ins, a cash-out that was forgotten, closing refused, and repaired."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import link_secret, make_pass
from tests.factories.money import with_money

owner = factories.make_user("Renate Vogt")
club = with_money(factories.make_club(owner=owner))
players = [factories.make_player(club, name) for name in ("Anna", "Boris", "Carla")]
rules = {"unit": "€", "decimals": 2, "small_bet": 50}
sitting = factories.make_sitting(club, players=players, game="palace_poker", rules=rules, by=owner)
secret = link_secret(make_pass(sitting_id=sitting.pk, by=Actor(user=owner), now=timezone.now()))
factories.record(sitting, {"kind": "quick", "contributions": [25, 25, 25], "ranking": [1, 2, 3]})
print(json.dumps({"session": session(owner), "table": f"/tables/{sitting.pk}/", "join": f"/join/{secret}/"}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """A table of three, one hand played, and a way for a phone to join."""
    return server.python(SESSIONS + MAKE)


def book(page: Page, move: str, name: str, amount: str) -> None:
    """At the bank's page: who, what, how much."""
    page.get_by_role("radio", name=move).check()
    page.get_by_role("radio", name=name).check()
    page.get_by_label("Amount in €").fill(amount)
    page.get_by_role("button", name="Book this amount").tap()
    expect(page.get_by_role("link", name=f"Reverse this transaction : {name}")).to_be_visible()


def cash_out(page: Page, name: str) -> None:
    """All that lies before somebody by the sheet, in a tap."""
    page.get_by_role("button", name=f"Cash out {name}").tap()
    expect(page.get_by_role("button", name=f"Cash out {name}")).to_have_count(0)


def test_a_cash_out_that_was_forgotten_keeps_the_sheet_open(phone: Phone, place: dict[str, Any]):
    page, other = phone(storage_state=signed_in(place["session"])), phone()
    sit_down(other, "Boris", place)
    other.get_by_role("button", name="20.00").tap()
    expect(other.get_by_text("Boris, buy-in").first).to_be_visible()
    looks_right(other)

    page.goto(place["table"])
    expect(page.get_by_text("Waiting for the bank’s approval: Boris, buy-in")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Approve").tap()
    expect(page.get_by_text("Waiting for the bank’s approval")).to_have_count(0)
    page.get_by_role("link", name="Buy in or cash out").tap()
    for name in ("Anna", "Carla"):
        book(page, "Buy in", name, "20")
    expect(page.get_by_role("heading", name="60.00")).to_be_visible()
    for name in ("Anna", "Carla"):
        cash_out(page, name)
    looks_right(page)

    close(page, place)
    expect(page.get_by_text(re.compile("Boris still has 19.75.*on the table"))).to_be_visible()
    page.goto(place["table"] + "bank/")
    cash_out(page, "Boris")
    close(page, place)
    expect(page.get_by_text("The bank balances:")).to_be_visible()
    looks_right(page)


def sit_down(page: Page, name: str, place: dict[str, Any]) -> None:
    """At the table by its link, and on to its bank."""
    page.goto(place["join"])
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name="To the table").tap()
    page.wait_for_url(re.compile(place["table"]))
    page.goto(place["table"] + "bank/")


def close(page: Page, place: dict[str, Any]) -> None:
    page.goto(place["table"] + "close/")
    page.get_by_label("Reason").fill("all went home")
    page.get_by_role("button", name="Close the sheet").tap()
