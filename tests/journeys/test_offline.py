"""A phone without a connection: hands are kept, the sheet runs on, and all of it arrives, once and in order."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

import games
from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, Table, open_table, signed_in
from tests.journeys.conftest import MADE_UP, PATIENCE, Phone
from tests.journeys.hands import PASSED, Facts, expected, plain, whole_list
from tests.journeys.offline_acting import (
    A_SECOND_TRY,
    AS_IN_MOST_BROWSERS,
    MAKE,
    Offline,
    all_sent,
    failing,
    find,
    lose,
    ready,
    rows_of,
    stands,
)
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Renate", "Murat", "Ines")
HANDS = [plain(0, "hearts", 2), plain(1, "clubs", 1, won=False), plain(2, "grand", 1), PASSED]
A_HAND = 5000  # milliseconds in which a hand gets through a bad connection
Place = dict[str, Any]


@pytest.fixture
def place(server: Server) -> Place:
    """A club with an open Skat table, its owner's session and that of somebody else."""
    return server.python(SESSIONS + MAKE)


@pytest.fixture
def page(phone: Phone, place: Place) -> Page:
    """The owner's phone at the table, with everything in place for the loss of the connection."""
    page = phone(storage_state=signed_in(place["session"]))
    page.add_init_script(AS_IN_MOST_BROWSERS)
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    return page


def test_hands_go_on_from_the_open_page(page: Page, place: Place, server: Server):
    """What is tapped when the connection is lost is judged and kept here; the sheet runs on from there."""
    table, offline = Table(page), Offline(page)

    lose(page)
    table.fill(HANDS[0], NAMES)
    expect(page.locator("[data-say]")).to_contain_text("30 to Renate")
    table.save.click()
    page.wait_for_url("**/offline/#*")
    expect(offline.bar).to_contain_text("offline: 1 hand kept on this phone")
    offline.record_all(HANDS[1:])
    expect(offline.bar).to_contain_text("offline: 4 hands kept on this phone")
    assert offline.totals() == expected(HANDS, 3)
    audit(page)
    assert not sideways(page)

    find(page)
    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1, 2, 3, 4]
    page.get_by_role("link", name="To the live sheet").click()
    expect(table.rows).to_have_count(4)
    assert table.totals() == expected(HANDS, 3)


def test_a_phone_speaks_the_words_of_the_club_without_a_connection(page: Page, place: Place, server: Server):
    """Skat with German suits, on a page in English, at a table that the phone has kept in English words before; the
    worker keeps no file of these words."""
    server.python(
        f"from scorekeeper.clubs.models import Club\n"
        f"Club.objects.filter(pk={place['club']!r}).update(game_words={{'skat': 'de-suits'}})\nprint('null')"
    )
    page.reload()
    expect(page.get_by_text("Alleinspieler").first).to_be_attached()
    ready(page)
    lose(page)
    page.reload()

    for group, choice in (
        ("Alleinspieler", "Renate"),
        ("Spiel", "Rot"),
        ("Mit Spitzen", "2"),
        ("Ergebnis", "Gewonnen"),
    ):
        box = page.get_by_role("group", name=group, exact=True)
        box.get_by_role("button", name=re.compile(rf"^{choice}\b")).click()

    expect(page.locator("[data-tell]")).to_contain_text("Mit 2, Spiel 3, mal 10: 30 für Renate")
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    page.get_by_role("button", name="Save hand 1").click()
    expect(Offline(page).bar).to_contain_text("offline: 1 hand kept on this phone")


def test_save_before_the_browser_was_ever_idle_is_sent(page: Page, place: Place, server: Server):
    page.add_init_script("window.requestIdleCallback = () => {}")
    page.reload()
    table = Table(page)

    table.fill(HANDS[0], NAMES)
    table.save.click()

    expect(table.row(1)).to_have_count(1)
    assert stands(server, place["sitting"])["numbers"] == [1]


def test_what_is_kept_outlives_reloads_at_any_address(page: Page, place: Place, server: Server):
    offline = Offline(page)
    lose(page)
    page.reload()  # the address of the table
    offline.record_all(HANDS[:2])
    offline.tap_declarer(2)

    page.reload()
    expect(offline.rows).to_have_count(2)
    assert offline.totals() == expected(HANDS[:2], 3)
    expect(offline.group("Declarer").get_by_role("button", name="Ines")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/clubs/{place['club']}/")
    expect(page.get_by_text("This page needs a connection.")).to_be_visible()
    audit(page)
    page.get_by_role("link", name=re.compile("2 hands kept here")).click()
    expect(offline.rows).to_have_count(2)
    assert stands(server, place["sitting"])["numbers"] == []


def an_evening(page: Page, place: Place, server: Server, length: int) -> None:
    """A whole evening without a connection; the page is closed in between, and the connection comes and goes."""
    hands = [facts for facts in whole_list(3, 2 * length, "offline") if not is_added_to(facts)][:length]
    context, table = page.context, f"/tables/{place['sitting']}/"
    context.set_offline(True)
    page.goto(table)
    Offline(page).record_all(hands[: length // 2])
    page.close()
    page = context.new_page()
    page.goto(table)
    Offline(page).record_all(hands[length // 2 :])
    assert len(rows_of(page)) == length

    flapping = Flapping(context)
    find(page)
    all_sent(page, pushed=True, patience=length * A_HAND)

    found = stands(server, place["sitting"])
    assert flapping.lost > length // 4
    assert found["numbers"] == list(range(1, length + 1))
    assert found["versions"] == length
    assert [record["kind"] for record in found["records"]] == [facts["kind"] for facts in hands]
    page.goto(table)
    assert Table(page).totals() == expected(hands, 3)


def is_added_to(facts: Facts) -> bool:
    """Whether more is said of a hand than its contract, its run and its end."""
    return "hand" in facts or "schneider" in facts.get("outcome", {})


class Flapping:
    """A bad connection: of what the phone sends, some never arrives, and of some only the answer is lost."""

    def __init__(self, context: BrowserContext) -> None:
        self.asked = self.lost = 0
        context.route("**/api/v1/sittings/*/hands", self._pass)

    def _pass(self, route: Route) -> None:
        self.asked += 1
        fate = self.asked % 5
        if fate == 1:
            route.fetch()  # the server has it, and the phone will never hear of it
        if fate in {1, 3}:
            self.lost += 1
            route.abort()
        else:
            route.continue_()


def test_evening_without_a_connection(page: Page, place: Place, server: Server):
    an_evening(page, place, server, 12)


LONG_LIST = """
from django.utils import timezone
from tests import factories
from scorekeeper.play.models import Sitting
table = Sitting.objects.get(pk={sitting!r})
players = [seat.player for seat in table.seats.select_related("player").order_by("number")]
rules = {{"list_length": 201}}
print(json.dumps(str(factories.make_sitting(table.club, players=players, rules=rules, now=timezone.now()).pk)))
"""


@pytest.mark.long
def test_long_evening_without_a_connection(page: Page, place: Place, server: Server):
    """At a table whose list is that long: the usual one has ended after 36 hands, on this phone too."""
    place["sitting"] = server.python(LONG_LIST.format(sitting=place["sitting"]))
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    an_evening(page, place, server, 200)


def test_a_login_that_ran_out_waits_for_the_next(page: Page, place: Place, server: Server):
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record(HANDS[0])
    server.python("from django.contrib.sessions.models import Session; Session.objects.all().delete()")
    find(page)

    expect(offline.bar).to_contain_text("1 hand kept on this phone: sign in to send it")
    offline.record(HANDS[1])  # the evening goes on
    page.get_by_role("link", name="Sign in").click()
    sign_in(page, place["email"])

    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1, 2]


def sign_in(page: Page, email: str) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("three of us at one table")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator('meta[name="reader"]')).not_to_have_attribute("content", "")


def test_signing_out_says_what_is_unsent_and_keeps_it(page: Page, place: Place, phone: Phone, server: Server):
    lose(page)
    page.reload()
    Offline(page).record(HANDS[0])
    page.route("**/api/v1/**", lambda route: route.abort())
    find(page)
    page.goto("/accounts/logout/")
    expect(page.get_by_text("1 hand on this phone is not sent yet.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator('meta[name="reader"]')).to_have_attribute("content", "")
    expect(Offline(page).bar).to_contain_text("sign in to send it", timeout=A_SECOND_TRY)

    page.context.add_cookies(signed_in(place["other"])["cookies"])
    shows_nothing_to_somebody_else(page, place)

    page.unroute("**/api/v1/**")
    page.context.clear_cookies()  # the worker may ask for a form token at any moment: that takes no page's place
    page.goto("/accounts/login/")
    sign_in(page, place["email"])
    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1]


def shows_nothing_to_somebody_else(page: Page, place: Place) -> None:
    page.goto("/")
    expect(page.locator("html[data-worker=ready]")).to_have_count(1)
    expect(Offline(page).bar).to_be_hidden()
    page.goto("/offline/")
    expect(page.get_by_text("No table is kept on this phone yet.")).to_be_visible()
    assert "Murat" not in page.content()
    page.goto(f"/offline/#{place['sitting']}")
    page.reload()
    expect(page.get_by_text("This table is not kept on this phone.")).to_be_visible()


def test_undo_of_what_was_never_sent_leaves_nothing(page: Page, place: Place, server: Server):
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record_all(HANDS[:2])
    page.get_by_role("button", name="Take back hand 2").click()
    expect(offline.rows).to_have_count(1)
    offline.record(HANDS[2])

    find(page)
    all_sent(page)
    found = stands(server, place["sitting"])
    assert [record["declarer"] for record in found["records"]] == [0, 2]
    assert found["versions"] == 2


def test_undo_of_what_may_have_arrived_is_taken_back_there(page: Page, place: Place, server: Server):
    """The answer was lost: the server may have the hand, so that taking it back goes there too."""
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record(HANDS[0])

    losing = [True]  # until then: every request is answered or given up, none is left hanging

    def lost(route: Route) -> None:
        answer = route.fetch()
        if losing:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.context.route("**/hands", lost)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hands")):
        find(page)
    expect(offline.rows.first).to_contain_text("on this phone")
    assert stands(server, place["sitting"])["numbers"] == [1]
    page.get_by_role("button", name="Take back hand 1").click()
    expect(offline.rows.first).to_contain_text("taken back")
    offline.record(HANDS[1])
    assert offline.totals() == expected(HANDS[1:2], 3)  # without the hand that was taken back
    losing.clear()

    all_sent(page, pushed=True, patience=2 * PATIENCE)
    found = stands(server, place["sitting"])
    assert (found["numbers"], found["versions"]) == ([1], 3)


def test_a_hand_that_was_lost_and_then_put_off_counts_once(page: Page, place: Place, server: Server):
    """The server has the hand, its answer was lost, the next try is put off: the phone keeps its picture of before."""
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record(HANDS[0])
    tries: list[Route] = []

    def lost_then_put_off(route: Route) -> None:
        tries.append(route)
        if len(tries) == 1:
            route.fetch()
            route.abort()
        else:
            put_off = {"code": "throttled", "detail": "Too many."}
            route.fulfill(status=429, json=put_off, headers={MADE_UP: "yes"})

    page.context.route("**/hands", lost_then_put_off)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hands")):
        find(page)
    with page.expect_response(lambda response: response.status == 429, timeout=A_SECOND_TRY):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.evaluate("navigator.locks.request('scorekeeper-outbox', () => null)")  # until what goes on has ended
    lose(page)
    page.reload()
    offline.drawn()
    expect(offline.rows).to_have_count(1)
    assert offline.totals() == expected(HANDS[:1], 3)
    page.context.unroute("**/hands")
    page.context.set_offline(False)
    page.goto(f"/tables/{place['sitting']}/")

    all_sent(page, pushed=True)
    found = stands(server, place["sitting"])
    assert (found["numbers"], found["versions"]) == ([1], 1)


def test_a_hand_that_the_server_fails_on_stays_in_the_form_or_on_the_phone(page: Page, place: Place, server: Server):
    """What is at fault itself is not asked again by itself; where nobody answers the hand waits on the phone."""
    table, offline = Table(page), Offline(page)
    page.context.route(form_of(page), failing(500))
    table.fill(HANDS[0], NAMES)
    table.save.click()
    expect(page.locator("[data-say]")).to_contain_text("Not saved: the server refused it.")
    expect(table.declarer("Renate")).to_be_checked()
    page.context.unroute(form_of(page))
    table.save_hand()

    page.context.route(form_of(page), failing(503))
    table.fill(HANDS[1], NAMES)
    page.context.route("**/api/v1/sittings/*/hands", failing(503))
    with page.expect_response("**/api/v1/sittings/*/hands"):
        table.save.click()
    page.wait_for_url("**/offline/#*")
    expect(offline.rows.first).to_contain_text("on this phone")
    page.context.unroute("**/api/v1/sittings/*/hands")
    find(page)

    all_sent(page)
    found = stands(server, place["sitting"])
    assert (found["numbers"], found["versions"]) == ([1, 2], 2)


def form_of(page: Page) -> str:
    """Where the form of a table is sent."""
    return f"**{page.locator('[data-entry]').get_attribute('action')}"


@pytest.mark.parametrize("status", [500, 503])
def test_hands_that_the_server_fails_on_wait_and_need_nobody(page: Page, place: Place, server: Server, status: int):
    offline = Offline(page)
    lose(page)
    page.reload()
    offline.record_all(HANDS[:2])
    page.context.route("**/api/v1/sittings/*/hands", failing(status))
    with page.expect_response("**/api/v1/sittings/*/hands"):
        find(page)

    for row in range(2):
        expect(offline.rows.nth(row)).to_contain_text("on this phone")
    expect(offline.bar).to_contain_text("2 hands")
    offline.record(HANDS[2])
    assert offline.totals() == expected(HANDS[:3], 3)
    assert {row["state"] for row in rows_of(page)} <= {"waiting", "sending"}  # it tries again by itself
    page.context.unroute("**/api/v1/sittings/*/hands")
    find(page)

    all_sent(page)
    found = stands(server, place["sitting"])
    assert (found["numbers"], found["versions"]) == ([1, 2, 3], 3)


def test_an_older_preview_does_not_stand_over_a_newer_one(page: Page):
    """The answer to what was tapped before comes last: it is about a hand that nobody means any more."""
    table, said = Table(page), page.locator("[data-say]")
    table.fill(HANDS[0], NAMES)
    expect(said).to_contain_text("30 to Renate")
    older: list[Route] = []
    preview = f"**{page.locator('[data-entry]').get_attribute('data-preview')}"
    page.route(preview, lambda route: route.continue_() if older else older.append(route))

    with page.expect_request(preview):
        table.tap(table.contract("spades"))
    with page.expect_response(preview):
        table.tap(table.contract("clubs"))
    expect(said).to_contain_text("36 to Renate")
    with page.expect_response(preview) as answer:
        older[0].continue_()
    answer.value.finished()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    expect(said).to_contain_text("36 to Renate")
    table.save_hand()
    assert table.totals() == expected([plain(0, "clubs", 2)], 3)


def test_an_older_picture_of_the_table_does_not_stand_over_a_newer_one(page: Page, place: Place):
    """It was asked for before a hand was recorded and comes after it: the hand stays in the totals of the phone."""
    table, offline = Table(page), Offline(page)
    picture = f"/offline/tables/{place['sitting']}/"
    older = page.request.get(picture).text()
    table.record(HANDS[0], NAMES)
    page.reload()
    ready(page)
    lose(page)
    table.fill(HANDS[1], NAMES)
    table.save.click()
    page.wait_for_url("**/offline/#*")
    page.context.route(f"**{picture}", lambda route: route.fulfill(body=older, content_type="application/json"))

    with page.expect_response(f"**{picture}"):
        find(page)
    all_sent(page)
    lose(page)
    page.reload()

    assert offline.totals() == expected(HANDS[:2], 3)


def test_without_an_account(phone: Phone, server: Server):
    """A phone that keeps a table of its own needs nobody to sign in."""
    page = phone()
    page.goto("/tables/new/skat/")
    table = open_table(page, NAMES)
    ready(page)
    offline, sitting = Offline(page), table.url.rstrip("/").rsplit("/", 1)[-1]

    lose(page)
    page.reload()
    offline.record_all(HANDS[:2])
    find(page)

    all_sent(page)
    assert stands(server, sitting)["numbers"] == [1, 2]


def tap_skat(offline: Offline) -> None:
    offline.fill(HANDS[0])
    offline.save.click()


def tap_svoi_kozyri(offline: Offline) -> None:
    """A trump suit for each, then who goes out."""
    for place in range(3):
        offline.page.locator("fieldset").nth(place).get_by_role("button").nth(place).click()
    for _out in range(2):
        out = offline.page.locator("fieldset", has_text="Who goes out?")
        out.locator("button[aria-pressed=false]:not([aria-disabled])").first.click()
    offline.page.get_by_role("button", name=re.compile("has lost$")).click()
    offline.save.click()


def tap_palace_poker(offline: Offline) -> None:
    """What each player put in, who won, and that it came to a showdown."""
    stakes = offline.page.locator("fieldset", has_text="What each player put into the pot")
    fields = stakes.get_by_role("textbox")
    expect(fields).to_have_count(3)
    for field in fields.all():
        field.fill("2")
    stakes.get_by_role("button", name="won").first.click()
    offline.page.locator("summary", has_text="How it ended").click()
    offline.page.get_by_role("button", name="Showdown").click()
    offline.save.click()


def tap_tonk(offline: Offline) -> None:
    """Who knocked, and what each held."""
    offline.box("Knock").click()
    offline.group("Who knocked").get_by_role("button").first.click()
    fields = offline.page.get_by_role("textbox")
    expect(fields).to_have_count(3)
    for place, field in enumerate(fields.all()):
        field.fill(str(3 + 20 * place))
    offline.save.click()


def tap_truco(offline: Offline) -> None:
    """What it was worth and who won: the last tap saves."""
    offline.box("4 truco").click()
    offline.group("How did it end[?]").get_by_role("button", name=re.compile(r"won\b")).first.click()


TAPS = {
    "palace_poker": tap_palace_poker,
    "skat": tap_skat,
    "svoi_kozyri": tap_svoi_kozyri,
    "tonk": tap_tonk,
    "truco": tap_truco,
}
SAID = {
    "palace_poker": ("Full log", "Without a connection, record what each player put in and who won."),
    "truco": ("Record step by step", "Without a connection, record only the result of the hand."),
}


@pytest.mark.parametrize("game", sorted(games.all_games()))
def test_every_game_goes_on(game: str, phone: Phone, place: Place, server: Server):
    """The page knows none of them: what is asked comes from the game, and so does what is not asked here."""
    opened = f"""
from django.utils import timezone
from scorekeeper.clubs.models import Club
club = Club.objects.get(pk={place["club"]!r})
sitting = factories.make_sitting(club, players={4 if game == "truco" else 3}, game={game!r}, now=timezone.now())
print(json.dumps(str(sitting.pk)))
"""
    sitting = server.python("from tests import factories\n" + opened)
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{sitting}/")
    ready(page)
    lose(page)
    page.reload()
    offline = Offline(page)
    offline.drawn()
    if game in SAID:
        button, why = SAID[game]
        page.get_by_role("button", name=button).click(force=True)  # a tap on what cannot be says why
        page.locator(".offline-way").evaluate("(way) => way.setAttribute('data-before', '')")
        page.get_by_role("button", name="Try to connect").click()
        expect(page.locator(".offline-way[data-before]")).to_have_count(0)  # the page was looked at anew
        expect(page.get_by_text(why)).to_be_visible()
        page.get_by_text(why).click()  # it goes
        expect(page.get_by_text(why)).to_have_count(0)
    audit(page)
    assert not sideways(page)

    TAPS[game](offline)
    expect(offline.rows).to_have_count(1)
    find(page)

    all_sent(page)
    assert stands(server, sitting)["numbers"] == [1]


def test_worker_keeps_nothing_of_anybody(page: Page, place: Place):
    """What it keeps are the files of the offline page: no page of a person, no answer of the API."""
    page.goto("/")
    page.goto(f"/clubs/{place['club']}/")

    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              found.push([request.url, await (await cache.match(request)).text()]);
            }
          }
          return found;
        }"""
    )

    assert {re.sub(r"^https?://[^/]+", "", url).split("/")[1] for url, _text in kept} == {"static", "offline"}
    assert not any(name in text for _url, text in kept for name in ("Murat", "Lindenhof", "Renate"))
