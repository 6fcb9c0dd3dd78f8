"""One tap from another seat confirms a hand; a dispute holds it until a director decides."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, Table, follow, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import plain
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Jürgen", "Murat")
MAKE = """
from django.utils import timezone
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import link_secret, make_pass

now = timezone.now()
club = factories.make_club("Skatfreunde Lindenhof")
owner = factories.owner_of(club)
players = [factories.make_player(club, name) for name in ("Anna Kessler", "Jürgen Brandt", "Murat Demir")]
season = factories.make_season(club, "Herbstliga")
sittings = [factories.make_sitting(club, players=players, seasons=[season], now=now) for _table in range(3)]
print(json.dumps({
    "club": f"/clubs/{club.pk}/", "season": f"/seasons/{season.pk}/", "director": session(owner),
    "passes": [link_secret(make_pass(sitting_id=one.pk, by=Actor(user=owner), now=now)) for one in sittings],
}))
"""


@pytest.fixture(scope="module")
def club(server: Server) -> dict[str, Any]:
    """A club with a season and a table of three for each journey."""
    return server.python(SESSIONS + MAKE)


@pytest.fixture
def place(club: dict[str, Any]) -> dict[str, Any]:
    """The club with a table of the journey's own."""
    return {**club, "pass": club["passes"].pop()}


def joined(phone: Phone, place: dict[str, Any], name: str) -> Table:
    """A phone that has joined at this seat."""
    page = phone()
    page.goto(f"/join/{place['pass']}/")
    page.get_by_role("radio", name=re.compile(f"^{name}")).check()
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("button", name=re.compile("^Save hand"))).to_be_visible()
    return Table(page)


def test_a_hand_is_confirmed_from_another_seat(phone: Phone, place: dict[str, Any]):
    anna, murat = (joined(phone, place, name) for name in ("Anna", "Murat"))
    anna.record(plain(0, "hearts", 2), NAMES)
    expect(anna.page.get_by_role("button", name="Undo hand 1")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Confirm hand 1")).to_have_count(0)
    murat.tap(murat.declarer("Jürgen"))  # about to record the next one
    follow(murat.page)

    murat.page.get_by_role("button", name="Confirm hand 1").tap()

    expect(murat.row(1).get_by_role("link", name=hand(1, "confirmed"))).to_be_visible()
    expect(murat.declarer("Jürgen")).to_be_checked()
    audit(murat.page)
    follow(anna.page)
    expect(anna.row(1).get_by_role("link", name=hand(1, "confirmed"))).to_be_visible()
    expect(anna.page.get_by_role("button", name="Undo hand 1")).to_have_count(0)
    anna.row(1).get_by_role("link").tap()
    expect(anna.page.get_by_role("heading", name="Confirmations and disputes").locator("xpath=..")).to_contain_text(
        "Murat"
    )
    audit(anna.page)


def test_a_dispute_reaches_a_director_who_decides(phone: Phone, server: Server, place: dict[str, Any]):
    anna, murat = (joined(phone, place, name) for name in ("Anna", "Murat"))
    anna.record(plain(0, "hearts", 2), NAMES)
    anna.record(plain(1, "clubs", 1), NAMES)
    before = len(server.log)
    follow(murat.page)
    murat.row(1).get_by_role("link").tap()
    murat.page.get_by_role("link", name="Dispute it").tap()
    expect(murat.page.get_by_label("Reason")).to_be_visible()
    audit(murat.page)
    murat.page.get_by_label("Reason").fill("Anna lost it")
    murat.page.get_by_role("button", name="Dispute hand 1").tap()

    expect(murat.row(1).get_by_role("link", name=hand(1, "disputed"))).to_be_visible()
    expect(murat.row(2).get_by_role("link", name=hand(2, "recorded"))).to_be_visible()
    audit(murat.page)
    assert not sideways(murat.page)
    anna.record(plain(2, "spades", 1), NAMES)  # everything else goes on
    assert "is disputed" in server.log[before:]  # the mail to the director

    decide(phone(storage_state=signed_in(place["director"])), place)
    follow(murat.page)
    expect(murat.row(1).get_by_role("link", name=hand(1, "confirmed"))).to_be_visible()


def decide(director: Page, place: dict[str, Any]) -> None:
    """A director finds the disputed hand by the page of the club, and lets it stand."""
    director.goto(place["season"])
    expect(director.get_by_text("1 hand is disputed.")).to_be_visible()
    director.goto(place["club"])
    audit(director)
    director.get_by_role("link", name=re.compile("^Hand 1, ")).tap()
    expect(director.get_by_text("Murat disputes it: Anna lost it")).to_be_visible()
    audit(director)
    director.get_by_role("link", name="Hand 1 stands").tap()
    director.get_by_label("Reason").fill("two have seen it")
    director.get_by_role("button", name="Hand 1 stands").tap()

    expect(Table(director).row(1).get_by_role("link", name=hand(1, "confirmed"))).to_be_visible()
    director.goto(place["club"])
    expect(director.get_by_role("heading", name="Disputed hands")).to_have_count(0)


def test_without_scripts(phone: Phone, place: dict[str, Any]):
    """The same with plain forms: confirm, dispute, take it back."""
    anna = joined(phone, place, "Anna")
    anna.record(plain(0, "hearts", 2), NAMES)
    anna.record(plain(1, "clubs", 1), NAMES)
    page = phone(java_script_enabled=False)
    page.goto(f"/join/{place['pass']}/")
    page.get_by_role("radio", name=re.compile("^Murat")).check()
    page.get_by_role("button", name="To the table").click()

    page.get_by_role("button", name="Confirm hand 2").click()
    expect(page.get_by_role("link", name=hand(2, "confirmed"))).to_be_visible()
    page.get_by_role("link", name="Dispute it").click()
    page.get_by_label("Reason").fill("it was lost")
    page.get_by_role("button", name="Dispute hand 1").click()
    page.get_by_role("link", name="Show hand 1").click()
    page.get_by_role("button", name="No longer dispute it").click()

    expect(page.get_by_text("dispute taken back")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm hand 1")).to_be_visible()


def hand(number: int, state: str) -> re.Pattern[str]:
    """What the row of a hand is called."""
    return re.compile(rf"^Hand {number}\s*, {state}$")


TELLS_BUSY = """
new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.getAttribute("aria-busy"))) console.log("busy");
}).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
"""


def test_a_button_shows_that_an_answer_takes_longer(phone: Phone, club: dict[str, Any]):
    page = phone(storage_state=signed_in(club["director"]))
    page.add_init_script(TELLS_BUSY)
    page.goto("/clubs/new/")
    page.get_by_label("Name").first.fill("Skatfreunde Nord")
    asked: list[Route] = []
    page.route("**/clubs/new/", lambda route: asked.append(route))  # noqa: PLW0108 it marks what it is given

    with page.expect_console_message(lambda message: message.text == "busy"):
        page.locator("main button[type=submit]").first.click(no_wait_after=True)

    asked[0].continue_()
    page.wait_for_url(re.compile(r"/clubs/[0-9a-f-]{36}/"))
