"""A guest of two years becomes a member with all they have played; two lines are made one person, and two again."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, look
from tests.journeys.acting import SESSIONS, VERIFY, sign_up, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

# Günter has played at eight tables in two years, three of them as "Guenther Wolf": nobody had noticed.
MAKE = """
from datetime import timedelta

owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
season = factories.make_season(club, "League")
gunter, twin, anna, murat = (factories.make_player(club, n) for n in (
    "Günter Wolf", "Guenther Wolf", "Anna Klein", "Murat Öztürk"))
renate = factories.player_of(owner, club)
for quarter in range(8):
    when = factories.NOW - timedelta(days=90 * quarter)
    players = [twin if quarter in (2, 4, 6) else gunter, (anna, murat)[quarter % 2], renate]
    sitting = factories.make_sitting(club, players=players, seasons=[season], now=when)
    factories.record_list(sitting, [factories.played(0), factories.played(1, contract="hearts")])
factories.record(factories.make_sitting(club, players=[anna, murat, renate], seasons=[season]), factories.played(0))
print(json.dumps({"club": str(club.pk), "season": str(season.pk), "session": session(owner)}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + MAKE)


def test_a_guest_claims_two_years_and_a_merge_is_undone(phone: Phone, place: dict[str, Any], server: Server):
    page = phone(storage_state=signed_in(place["session"]))
    before = standings(page, place)

    merged(page, place)
    assert standings(page, place) == added(before, "Guenther Wolf", "Günter Wolf")
    assert server.python(VERIFY) == []
    claimed(page, phone(), place, server)
    page.goto(f"/clubs/{place['club']}/people/?q=gunter")
    page.get_by_role("link", name=re.compile("Günter Wolf.*scorer.*8 tables", re.DOTALL)).click()
    page.get_by_role("button", name="Undo : Guenther Wolf").click()

    expect(page.get_by_role("heading", name="Guenther Wolf", level=1)).to_be_visible()
    expect(page.get_by_text("at 3 tables")).to_be_visible()
    assert standings(page, place) == before
    assert server.python(VERIFY) == []


def merged(page: Page, place: dict[str, Any]) -> None:
    """From the members to the book, to one of the two lines, to the preview, and done."""
    page.goto(f"/clubs/{place['club']}/members/")
    page.get_by_role("link", name="Show all people").click()
    look(page, "People")
    page.get_by_role("link", name=re.compile("Günter Wolf.*guest.*5 tables", re.DOTALL)).click()
    look(page, "Günter Wolf")
    page.get_by_role("link", name="Merge with another person").click()
    look(page, "Who else is Günter Wolf?")
    page.get_by_role("link", name=re.compile("Guenther Wolf")).click()
    expect(page.get_by_role("heading", name=re.compile("Is Günter Wolf the same person as Guenther"))).to_be_visible()
    page.get_by_role("link", name="Keep the name Günter Wolf instead").click()
    look(page, re.compile("Is Guenther Wolf the same person as Günter Wolf"))
    expect(page.get_by_text("3 tables of Guenther Wolf count for Günter Wolf")).to_be_visible()
    page.get_by_role("button", name="Same person: Günter Wolf").click()
    expect(page.get_by_text("at 8 tables")).to_be_visible()
    look(page, "Günter Wolf")


def claimed(page: Page, gunter: Page, place: dict[str, Any], server: Server) -> None:
    """The owner invites the guest by mail; on his own phone he makes an account, and what he has played is his."""
    page.goto(f"/clubs/{place['club']}/people/?q=gunter")
    page.get_by_role("link", name=re.compile("Günter Wolf.*8 tables", re.DOTALL)).click()
    page.get_by_role("link", name="Invite this person").click()
    look(page, "Invite Günter Wolf")
    page.get_by_label("scorer", exact=True).check()
    page.get_by_label("Send the invitation to (mail address)").fill("guenter@example.org")
    before = len(server.log)
    page.get_by_role("button", name="Create a link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_label("The link", exact=True).input_value()
    assert link in server.mail_to("guenter@example.org", after=before)

    gunter.goto(link)
    expect(gunter.get_by_text("Results you have played there as Günter W. become yours.")).to_be_visible()
    audit(gunter)
    gunter.get_by_role("link", name="Create an account").click()
    sign_up(gunter, server, "guenter@example.org")
    expect(gunter.get_by_text("You have played here as Günter Wolf. 8 tables become yours.")).to_be_visible()
    expect(gunter.get_by_label("Your name")).to_have_value("Günter Wolf")
    audit(gunter)
    gunter.get_by_role("button", name="Join Lindenhof").click()
    expect(gunter.get_by_text("You are now a member of Lindenhof.")).to_be_visible()
    gunter.goto(f"/clubs/{place['club']}/people/?kind=members")
    expect(gunter.get_by_role("link", name=re.compile("Günter Wolf.*scorer.*8 tables", re.DOTALL))).to_be_visible()


def standings(page: Page, place: dict[str, Any]) -> dict[str, int]:
    """{name: points} as the page of the season shows them."""
    page.goto(f"/seasons/{place['season']}/")
    expect(page.get_by_role("heading", name="League")).to_be_visible()
    rows = page.locator("tbody tr[id^=e]")
    expect(rows.first).to_be_visible()
    texts = rows.evaluate_all(
        "rows => rows.map(row => [row.querySelector('bdi').innerText, row.querySelector('.tot').innerText])"
    )
    return {name: int(re.sub(r"[^\d-]", "", total.replace("\u2212", "-"))) for name, total in texts}


def added(points: dict[str, int], gone: str, kept: str) -> dict[str, int]:
    """The same people, but that these two are one."""
    others = {name: sum_ for name, sum_ in points.items() if name not in {gone, kept}}
    return others | {kept: points[gone] + points[kept]}
