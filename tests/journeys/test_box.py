"""An evening with an entry fee: two pay, it closes, and the treasurer reads the box and who still owes."""

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
from tests.factories.evenings import come, make_evening
from tests.factories.money import with_money

owner = factories.make_user("Renate Vogt")
club = with_money(factories.make_club("Skatfreunde", owner=owner))
evening = make_evening(club, fee=300, unit="€")
come(evening, 3, "Anna")
member = factories.make_member(club, user=factories.make_user("Thomas Brandt"))
print(json.dumps({"session": session(owner), "member": session(member), "club": f"/clubs/{club.pk}/",
    "evening": f"/evenings/{evening.pk}/"}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """An evening that is open; three have come."""
    return server.python(SESSIONS + MAKE)


def test_two_of_three_pay_and_the_treasurer_sees_who_does_not(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"{place['evening']}money/")
    for name in ("Anna 00", "Anna 01"):
        page.get_by_role("button", name=re.compile(f"^Paid.*{name}")).tap()
        expect(page.get_by_role("button", name=re.compile(f"untick.*{name}"))).to_be_visible()
    looks_right(page)
    page.goto(place["evening"])
    page.get_by_role("button", name="Close the evening").tap()
    expect(page.get_by_text("Still to be paid: Anna 02 3.00 €")).to_be_visible()
    looks_right(page)
    read_the_box(page, place["club"])
    take_out(page)
    members_read(phone(storage_state=signed_in(place["member"])), place["club"])
    open_again(page, place["evening"])


def read_the_box(page: Page, club: str) -> None:
    page.goto(f"{club}money/")
    expect(page.get_by_role("row", name=re.compile("Anna 02")).get_by_role("cell").first).to_have_text("3.00")
    expect(page.get_by_role("row", name=re.compile("Anna 0[01]"))).to_have_count(0)
    page.get_by_role("link", name="Cash box", exact=True).tap()
    expect(page.get_by_text("It holds 6.00 €.")).to_be_visible()
    expect(page.get_by_role("link", name="Collected")).to_have_count(2)
    looks_right(page)


def take_out(page: Page) -> None:
    """More than lies there is refused; then the rest of it is saved for something."""
    page.get_by_role("link", name="Take out money").tap()
    page.get_by_label("Amount in €").fill("7")
    page.get_by_label("What for").fill("New cards")
    page.get_by_role("button", name="Book it").tap()
    expect(page.get_by_text("The cash box holds only 6.00 €.")).to_be_visible()
    looks_right(page)
    page.get_by_label("Amount in €").fill("4,50")
    page.get_by_role("button", name="Book it").tap()
    expect(page.get_by_text("It holds 1.50 €.")).to_be_visible()
    page.get_by_role("link", name="Set a savings goal").tap()
    page.get_by_label("Saved for").fill("Summer trip")
    page.get_by_label("Amount in €").fill("6")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("25% of 6.00 € reached; 4.50 € to go.")).to_be_visible()
    looks_right(page)


def members_read(page: Page, club: str) -> None:
    page.goto(f"{club}money/box/")
    expect(page.get_by_role("heading", name="Saved for Summer trip")).to_be_visible()
    expect(page.get_by_role("link", name="Take out money")).to_have_count(0)


def open_again(page: Page, evening: str) -> None:
    """It asks why, and what was collected stays."""
    page.goto(evening)
    page.get_by_label("Reason for reopening").fill("Somebody came late")
    looks_right(page)
    page.get_by_role("button", name="Reopen the evening").tap()
    expect(page.get_by_role("button", name="Close the evening")).to_be_visible()
