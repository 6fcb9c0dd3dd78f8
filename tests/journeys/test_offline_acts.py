"""Without a connection: taking back what the server has, passing the deal, a table of nobody's club; and what the
browser sends when the page is closed already."""

import json
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, Table, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import expected, plain
from tests.journeys.offline_acting import (
    A_SECOND_TRY,
    AS_IN_MOST_BROWSERS,
    MAKE,
    Offline,
    all_sent,
    find,
    lose,
    ready,
    rows_of,
    stands,
)
from tests.serving import Server

pytestmark = pytest.mark.journey

HANDS = [plain(0, "hearts", 2), plain(1, "clubs", 1, won=False), plain(2, "grand", 1)]
RECORD = """
from django.utils import timezone
from tests import factories
from scorekeeper.play.models import Sitting
for facts in {facts!r}:
    factories.record(Sitting.objects.get(pk={sitting}), facts, now=timezone.now())
"""
DEALER = """
from scorekeeper.play.models import Sitting
sitting = Sitting.objects.get(pk={sitting!r})
dealt = [hand.table["dealer"] for hand in sitting.hands.standing().order_by("number")]
print(json.dumps([dealt, sitting.acts.filter(kind="dealer").count()]))
"""
OPENED = """
from scorekeeper.play.models import Sitting
found = Sitting.objects.filter(name={name!r}).select_related("club")
print(json.dumps([[str(one.pk), one.game, one.club.is_private] for one in found]))
"""
Place = dict[str, Any]


@pytest.fixture
def place(server: Server) -> Place:
    return server.python(SESSIONS + MAKE)


def place_with(server: Server, *hands: Any) -> Place:
    """Such a place at whose table these hands have been recorded; all of it made at one go."""
    return server.python(SESSIONS + MAKE + RECORD.format(sitting="sitting.pk", facts=hands))


def record(server: Server, place: Place, *hands: Any) -> None:
    server.python(RECORD.format(sitting=repr(place["sitting"]), facts=hands))


def at_table(phone: Phone, place: Place) -> Page:
    """The owner's phone at the table, with everything in place for the loss of the connection."""
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    return page


def test_hand_that_the_server_has_is_taken_back(phone: Phone, server: Server):
    """The sheet runs on from there, and the hand is recorded anew under its number."""
    place = place_with(server, *HANDS[:2])
    page = at_table(phone, place)
    offline = Offline(page)
    lose(page)
    page.reload()
    page.get_by_role("button", name="Take back hand 2").click()
    expect(offline.rows).to_have_count(1)
    expect(offline.rows.first).to_contain_text("taken back")
    assert offline.totals() == expected(HANDS[:1], 3)
    page.get_by_role("button", name="Keep hand 2").click()
    expect(offline.rows).to_have_count(0)
    assert rows_of(page) == []

    page.get_by_role("button", name="Take back hand 2").click()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    audit(page)
    assert not sideways(page)
    offline.record(HANDS[2])
    assert offline.totals() == expected([HANDS[0], HANDS[2]], 3)
    expect(offline.bar).to_contain_text("offline: 1 hand kept on this phone")

    find(page)
    all_sent(page)
    found = stands(server, place["sitting"])
    assert [hand["declarer"] for hand in found["records"]] == [0, 2]
    assert (found["numbers"], found["versions"]) == ([1, 2], 4)


def test_a_hand_is_taken_back_on_its_own_page(phone: Phone, server: Server):
    """Its page was open when the connection went: it waits as the table's own way to take back does."""
    place = place_with(server, *HANDS[:2])
    page = at_table(phone, place)
    page.get_by_role("link", name="Hand 2").first.click()
    page.wait_for_load_state("networkidle")
    lose(page)
    page.get_by_role("button", name="Take it back").click()

    offline = Offline(page)
    expect(offline.rows).to_have_count(1)
    expect(offline.rows.first).to_contain_text("taken back")
    assert offline.totals() == expected(HANDS[:1], 3)
    find(page)
    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1]


def test_undo_that_came_too_late_needs_somebody(phone: Phone, server: Server):
    """Another phone has recorded the next hand: both stand on the phone, and dropping the undo leaves the hand."""
    place = place_with(server, HANDS[0])
    page = at_table(phone, place)
    lose(page)
    page.reload()
    page.get_by_role("button", name="Take back hand 1").click()
    expect(page.get_by_text("offline: 1 entry kept on this phone")).to_be_visible()
    record(server, place, HANDS[1])
    find(page)

    told = page.get_by_role("alert")
    expect(told).to_contain_text("Other hands have been recorded since.")
    expect(told).to_contain_text("Taking back hand 1: ")
    expect(told).to_contain_text("Recorded there: ")
    expect(told).to_contain_text("30 to Renate")
    page.get_by_role("button", name="Discard mine").click()
    page.get_by_role("button", name="Tap again to discard it").click()

    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1, 2]


def test_undo_and_deal_on_the_live_page_are_kept_too(phone: Phone, server: Server):
    place = place_with(server, HANDS[0])
    page = at_table(phone, place)
    offline = Offline(page)
    lose(page)

    page.get_by_role("button", name="Undo hand 1").click()
    page.wait_for_url("**/offline/#*")
    expect(offline.rows).to_have_count(1)
    find(page)
    all_sent(page)
    page.add_init_script("window.requestIdleCallback = () => {}")  # nothing is there before it is needed
    page.get_by_role("link", name="To the live sheet").click()
    page.wait_for_url(f"**/tables/{place['sitting']}/", wait_until="load")
    expect(page.get_by_role("button", name="Wrong? Pass to Murat")).to_be_visible()
    lose(page)
    page.get_by_role("button", name="Wrong? Pass to Murat").click()
    page.wait_for_url("**/offline/#*")
    expect(page.get_by_role("button", name="Wrong? Pass to Ines")).to_be_visible()
    expect(page.get_by_role("link", name="To the live sheet")).to_have_count(0)  # it would lead nowhere
    find(page)

    all_sent(page)
    assert server.python(DEALER.format(sitting=place["sitting"])) == [[], 1]  # no hand stands, and one deal was passed


@pytest.mark.parametrize("fails", ["**/offline/token/**", "**/api/v1/sittings/*/hands"])
def test_undo_on_the_live_page_is_for_the_newest_hand_that_waits(phone: Phone, server: Server, fails: str):
    """Whether it was never sent or may be under way: the hand that the server has as the last one stays."""
    place = place_with(server, HANDS[0])
    page = at_table(phone, place)
    page.add_init_script(AS_IN_MOST_BROWSERS)
    lose(page)
    page.reload()
    offline = Offline(page)
    offline.record(HANDS[1])
    page.context.route(fails, lambda route: route.abort())
    page.context.set_offline(False)
    with page.expect_event("requestfailed"):
        page.goto(f"/tables/{place['sitting']}/")
    expect(Table(page).row(1)).to_have_count(1)

    page.locator("#undo").get_by_role("button", name="Take back hand 2").click()
    page.wait_for_url("**/offline/#*")
    offline.drawn()
    page.context.unroute(fails)

    all_sent(page, pushed=True)
    assert stands(server, place["sitting"])["numbers"] == [1]


def test_deal_is_passed(phone: Phone, place: Place, server: Server):
    """In its place between the hands, and only once, though the answer is lost."""
    page = at_table(phone, place)
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record(HANDS[0])
    page.get_by_role("button", name="Wrong? Pass to Ines").click()
    expect(page.get_by_role("button", name="Wrong? Pass to Renate")).to_be_visible()
    offline.record(HANDS[1])

    asked: list[int] = []

    def lost_at_first(route: Route) -> None:
        asked.append(1)
        answer = route.fetch()
        if len(asked) > 1:
            route.fulfill(response=answer)
        else:
            route.abort()

    page.context.route("**/dealer", lost_at_first)
    find(page)

    all_sent(page, pushed=True)
    assert server.python(DEALER.format(sitting=place["sitting"])) == [[0, 2], 1]
    assert len(asked) == 2


def test_table_of_nobodys_club_is_opened(phone: Phone, server: Server):
    """A phone without an account that has seen the app once; of Tonk the game's own word is chosen, as with a
    connection."""
    page = phone()
    page.goto("/")
    expect(page.locator("html[data-worker=ready][data-openings]")).to_have_count(1)
    lose(page)
    open_tonk(page)
    offline = Offline(page)
    offline.drawn()
    expect(offline.bar).to_contain_text("offline: 1 entry kept on this phone")

    find(page)
    all_sent(page)
    ((sitting, game, is_private),) = server.python(OPENED.format(name="Under the stairs"))
    assert (game, is_private) == ("tonk", True)
    page.goto(f"/tables/{sitting}/")
    expect(page.get_by_role("heading", name="Under the stairs")).to_be_visible()
    ready(page)


def open_tonk(page: Page) -> None:
    """Fill in who plays; the house rules are chosen as in the game."""
    page.goto("/offline/#new")
    page.get_by_role("combobox", name="Game").first.select_option("Tonk")
    expect(page.get_by_role("combobox", name="House rules")).to_have_value("0")
    for number, name in enumerate(("Anna", "Jürgen", "Murat"), 1):
        page.get_by_label(f"Seat {number}").fill(name)
    page.get_by_label("Name of the table").fill("Under the stairs " * 5)
    audit(page)
    assert not sideways(page)
    page.get_by_role("button", name="Open the table").click()
    name = page.get_by_label("Name of the table")
    says_at(page, name, "This name is too long: at most 80 characters.")
    expect(name).to_have_value("Under the stairs " * 5)
    name.fill("Under the stairs")
    page.get_by_role("button", name="Open the table").click()


def says_at(page: Page, field: Locator, words: str) -> None:
    """What is wrong is read out, and stands at this field alone."""
    expect(page.get_by_role("alert")).to_have_text(words)
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(words)
    expect(field).to_be_focused()
    audit(page)


def test_closed_page_is_sent_by_the_browser(phone: Phone, place: Place, server: Server):
    """Where the browser wakes the worker when the connection is back; Chromium is told here that it is."""
    page = at_table(phone, place)
    context, origin = page.context, page.url.partition("/tables")[0]
    browser = context.new_cdp_session(page)
    known: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    lose(page)
    page.reload()
    Offline(page).record_all(HANDS[:2])
    page.goto("about:blank")
    assert stands(server, place["sitting"])["numbers"] == []

    context.set_offline(False)
    wake = {"origin": origin, "registrationId": known[-1], "tag": "scorekeeper", "lastChance": False}
    browser.send("ServiceWorker.dispatchSyncEvent", wake)

    end = monotonic() + A_SECOND_TRY / 1000
    while stands(server, place["sitting"])["numbers"] != [1, 2]:
        assert monotonic() < end, "nothing came"
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    assert Table(page).totals() == expected(HANDS[:2], 3)
    assert rows_of(page) == []
    assert stands(server, place["sitting"])["versions"] == 2


def test_hands_kept_before_the_server_changed_are_sent(phone: Phone, place: Place, server: Server):
    """A server with newer rules takes them and judges them itself; this phone records no more until it knows them."""
    page = at_table(phone, place)
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record_all(HANDS[:2])

    def newer(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(body=json.dumps({**told, "version": "99"}), content_type="application/json")

    page.context.route(f"**/offline/tables/{place['sitting']}/", newer)
    find(page)

    expect(page.get_by_text("The rules of this game have changed on the server.")).to_be_visible()
    all_sent(page)
    page.context.unroute_all(behavior="wait")  # an answer half told must not end with the page
    assert stands(server, place["sitting"])["numbers"] == [1, 2]
