"""A club evening with three tables, one of four, on a phone: from its plan to its report."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import EVENING, draw, ids_of, open_all, post
from tests.serving import Server

pytestmark = pytest.mark.journey

GUESTS = ("Anna", "Bernd", "Cem", "Dora", "Emil", "Frida", "Georg", "Hanna")
PLACE = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
season = factories.make_season(club, "Autumn")
member = factories.make_member(club, user=factories.make_user("Thomas Brandt"))
for name in {guests}:
    factories.make_player(club, name)
print(json.dumps({{"club": str(club.pk), "owner": session(owner), "member": session(member)}}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE.format(guests=list(GUESTS)))


def looked_at(page: Page) -> None:
    """The page can be used by everybody and fits, on a phone; and on a desk, where it is laid out otherwise."""
    assert not sideways(page)
    audit(page)
    if page.locator(".cols, .sheet").first.is_visible():
        page.set_viewport_size({"width": 1280, "height": 800})
        assert not sideways(page)
        audit(page)
        page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.long)], ids=["with scripts", "without"]
)
def test_an_evening_from_its_plan_to_its_report(phone: Phone, place: dict[str, Any], scripts: bool):
    page = phone(storage_state=signed_in(place["owner"]), java_script_enabled=scripts)
    look = looked_at if scripts else (lambda _page: None)
    evening = plan(page, place["club"], look)
    sign_up(phone(storage_state=signed_in(place["member"])), evening)
    guest = f"Zoë {'with' if scripts else 'without'}"
    check_in(page, phone, look, guest)
    draw_twice(page, look)
    tables = open_tables(page, look)
    record(page, tables)
    follow(page, evening, look)
    sign_all(page, tables)
    settle(page, evening, look)
    close(page, evening, look)


def plan(page: Page, club: str, look: Any) -> str:
    """Plan it; the address of its page."""
    page.goto(f"/clubs/{club}/")
    page.get_by_role("link", name=re.compile("^Evenings")).last.click()
    expect(page.get_by_role("heading", name="Club evenings")).to_be_visible()
    look(page)
    page.get_by_role("link", name=re.compile("^Plan an")).click()
    page.get_by_role("main").get_by_role("link", name=re.compile("^Skat")).click()
    expect(page.get_by_label("Name")).to_have_value("Skat evening")
    look(page)
    page.get_by_label("Venue").fill("Lindenhof")
    page.get_by_label("Entry fee").fill("2,50")
    page.get_by_label("Currency of fees and lost games").fill("€")
    page.get_by_role("button", name="Plan the evening").click()
    page.wait_for_url(EVENING)
    expect(page.get_by_role("heading", name="Skat evening")).to_be_visible()
    expect(page.get_by_text("Entry fee: 2.50")).to_be_visible()
    return page.url


def sign_up(page: Page, evening: str) -> None:
    page.goto(evening)
    page.get_by_role("button", name="I’m coming").click()
    expect(page.get_by_text("You have signed up.")).to_be_visible()
    expect(page.get_by_role("button", name="Open the doors")).to_have_count(0)


def check_in(page: Page, phone: Phone, look: Any, guest: str) -> None:
    """Ten come: one who signed up, one by the code at the door on a phone of their own, the others from the book."""
    page.get_by_role("button", name="Open the doors").click()
    expect(page.get_by_role("heading", name="1 is expected")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Here")).click()
    expect(page.get_by_role("heading", name="1 is here")).to_be_visible()
    for number, name in enumerate(GUESTS, 2):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("heading", name=f"{number} are here")).to_be_visible()
    page.get_by_role("link", name="Code for the door").click()
    door = page.get_by_label("The link").input_value()
    look(page)
    theirs = phone()
    theirs.goto(door)
    theirs.get_by_label("Your name").fill(guest)
    look(theirs)
    theirs.get_by_role("button", name="Check in").click()
    expect(theirs.get_by_text(f"{guest} is checked in.")).to_be_visible()
    page.get_by_role("link", name="Check in", exact=True).click()
    expect(page.get_by_role("heading", name="10 are here")).to_be_visible()
    look(page)


def draw_twice(page: Page, look: Any) -> None:
    """Draw, change two places by hand, draw again."""
    seats = draw(page, (4, 3, 3))
    expect(page.get_by_role("heading", name="Reasons for this draw")).to_be_visible()
    look(page)
    first, last = (seats[number].first.locator("b").inner_text() for number in (0, 2))
    page.get_by_text("Change places by hand").click()
    page.get_by_label("This one", exact=True).select_option(label=f"{first} (1)")
    page.get_by_label("and this one").select_option(label=f"{last} (3)")
    page.get_by_role("button", name="Change their places").click()
    expect(page.get_by_text("Somebody was moved by hand.")).to_be_visible()
    expect(seats[0].first).to_contain_text(last)
    page.get_by_role("button", name="Draw again", exact=True).click()
    expect(page.get_by_role("region", name="Table 1").get_by_text(last, exact=True)).to_be_visible()


def open_tables(page: Page, look: Any) -> list[str]:
    links = open_all(page, 3)
    expect(page.locator(".plan-rows tbody tr").first.get_by_text("/ 48")).to_be_visible()
    look(page)
    return ids_of(links)


def record(page: Page, tables: Iterable[str]) -> None:
    """A hand at each table, by a program."""
    for table in tables:
        hand = {
            "kind": "played",
            "declarer": 1,
            "contract": "clubs",
            "matadors": 1,
            "with": True,
            "bid": 18,
            "declarer_points": 75,
            "declarer_tricks": 7,
        }
        post(page, f"sittings/{table}/hands", {"record": hand})


def follow(page: Page, evening: str, look: Any) -> None:
    """Who still plays; and closing is refused while they do."""
    page.goto(evening)
    rows = page.locator(".plan-rows tbody tr")
    expect(rows.filter(has_text="1 / 48")).to_have_count(1)
    expect(rows.filter(has_text="1 / 36")).to_have_count(2)
    expect(page.get_by_role("button", name="Close the evening")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Hands can still be recorded at tables 1, 2, 3.")).to_be_visible()
    look(page)


def sign_all(page: Page, tables: Iterable[str]) -> None:
    """One list ends early and waits for its signatures; a director closes the sheets of the others."""
    first, *others = tables
    page.goto(f"/tables/{first}/end/")
    page.get_by_label("Reason").fill("it is late")
    page.locator("main").get_by_role("button").first.click()
    page.wait_for_url(re.compile(rf"/tables/{first}/"))
    for table in others:
        post(page, f"sittings/{table}/close", {"reason": "all have left"})


def settle(page: Page, evening: str, look: Any) -> None:
    """Whose signature is missing, and what is collected."""
    page.goto(evening)
    expect(page.locator(".todo li").filter(has_text="Table 1 is not signed")).to_contain_text("Missing: ")
    expect(page.locator(".plan-rows .state.official")).to_have_count(2)
    expect(page.get_by_text("1 sheet is not official yet. It can still become official later.")).to_be_visible()
    page.get_by_role("region", name="To collect").get_by_role("link").click()
    total = page.get_by_role("row", name=re.compile("For the treasurer"))
    expect(total).to_contain_text("25.00")
    page.get_by_role("button", name=re.compile("^Paid")).first.click()
    expect(page.get_by_text("22.50 € still to collect.")).to_be_visible()
    look(page)


def close(page: Page, evening: str, look: Any) -> None:
    """The report; and the next evening like this one."""
    page.goto(evening)
    page.get_by_role("button", name="Close the evening").click()
    page.wait_for_url(re.compile("/report/$"))
    results = page.get_by_role("table", name="Results of the evening")
    expect(results.get_by_role("row")).to_have_count(11)
    expect(page.get_by_text("10 came")).to_be_visible()
    expect(page.get_by_text("1 sheet is not signed yet")).to_be_visible()
    look(page)
    page.goto(evening)
    page.get_by_role("button", name="Plan the next evening like this one").click()
    page.wait_for_url(lambda address: bool(EVENING.search(address)) and address != evening)
    expect(page.get_by_role("button", name="Call off the evening")).to_be_visible()
    page.get_by_role("button", name="Call off the evening").click()
    expect(page.get_by_text("No table was opened on this evening.")).to_be_visible()
