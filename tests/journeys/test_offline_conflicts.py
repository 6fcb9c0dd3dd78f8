"""What the server would not take stands on the phone with both values, until somebody decides; files that move it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import launch
from tests.journeys.access import PHONE, audit, sideways
from tests.journeys.acting import SESSIONS, Table, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import PASSED, expected, plain
from tests.journeys.offline_acting import MAKE, Offline, all_sent, find, lose, ready, rows_of, stands
from tests.serving import Server

pytestmark = pytest.mark.journey

HANDS = [plain(0, "hearts", 2), plain(1, "clubs", 1, won=False), PASSED]
THEIRS = plain(2, "grand", 1)
BY_ANOTHER = """
from django.utils import timezone
from scorekeeper.play.models import Sitting
factories.record(Sitting.objects.get(pk={sitting!r}), {facts!r}, now=timezone.now())
"""
LEAVES = """
from django.utils import timezone
from scorekeeper.play.models import Sitting
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.records import Reasoned
sitting = Sitting.objects.get(pk={sitting!r})
close_sitting(Reasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
"""
REOPENS = """
from django.utils import timezone
from scorekeeper.play.models import Sitting
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.records import Reasoned
sitting = Sitting.objects.get(pk={sitting!r})
reopen_sitting(Reasoned(reason="one more"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
"""
DIFFERENCES = """
from scorekeeper.offline.models import Difference
print(json.dumps([[str(row.sitting_id), row.shown["lines"]] for row in Difference.objects.all()]))
"""
OPENED = """
from scorekeeper.play.models import Sitting
found = Sitting.objects.filter(club={club!r}, name={name!r})
seats = [[seat.player.name for seat in one.seats.select_related("player")] for one in found]
print(json.dumps([[str(one.pk), names] for one, names in zip(found, seats, strict=True)]))
"""
PREPARE = "from tests import factories\n"
FILE = '{"format": "scorekeeper-unsent", "version": 1, "rows": [%s]}'
KEY = "0193a5b0-0000-7000-8000-000000000001"
Place = dict[str, Any]


@pytest.fixture
def place(server: Server) -> Place:
    return server.python(SESSIONS + MAKE)


@pytest.fixture
def page(phone: Phone, place: Place) -> Page:
    """The owner's phone at the table, which has lost its connection."""
    page = phone(storage_state=signed_in(place["session"]))
    page.goto(f"/tables/{place['sitting']}/")
    ready(page)
    lose(page)
    page.reload()
    return page


def clash(page: Page, place: Place, server: Server) -> Offline:
    """Three hands are kept here while another phone records hand 1."""
    offline = Offline(page)
    offline.record_all(HANDS)
    server.python(PREPARE + BY_ANOTHER.format(sitting=place["sitting"], facts=THEIRS))
    find(page)
    expect(page.get_by_role("alert")).to_contain_text("Hand 1 has been recorded already.")
    expect(offline.bar).to_contain_text("1 kept on this phone needs you")
    return offline


def test_hand_that_was_the_next_one_goes_behind(page: Page, place: Place, server: Server):
    clash(page, place, server)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("30 to Renate")  # mine
    expect(told).to_contain_text("48 to Ines")  # what stands there
    expect(told).to_contain_text("2 more wait behind it.")
    audit(page)
    assert not sideways(page)
    assert len(rows_of(page)) == 3  # nothing goes past the one that waits

    page.get_by_role("button", name="Save mine as the next hand").click()

    all_sent(page)
    found = stands(server, place["sitting"])
    assert [record["declarer"] for record in found["records"][:3]] == [2, 0, 1]
    page.goto(f"/tables/{place['sitting']}/")
    assert Table(page).totals() == expected([THEIRS, *HANDS], 3)


def test_same_hand_is_dropped_by_two_taps(page: Page, place: Place, server: Server):
    clash(page, place, server)

    page.get_by_role("button", name="Discard mine").click()
    assert len(rows_of(page)) == 3
    page.get_by_role("button", name="Tap again to discard it").click()

    all_sent(page)
    page.goto(f"/tables/{place['sitting']}/")
    assert Table(page).totals() == expected([THEIRS, *HANDS[1:]], 3)


def test_hands_for_a_closed_table_wait_until_it_is_open_again(page: Page, place: Place, server: Server):
    offline = Offline(page)
    offline.record(HANDS[0])
    server.python(PREPARE + LEAVES.format(sitting=place["sitting"]))
    find(page)
    expect(page.get_by_role("alert")).to_contain_text("This sheet is closed.")

    page.reload()
    page.goto("/offline/")
    expect(page.get_by_role("link", name=re.compile("needs you"))).to_be_visible()
    server.python(PREPARE + REOPENS.format(sitting=place["sitting"]))
    page.get_by_role("link", name=re.compile("needs you")).click()
    page.get_by_role("button", name="Send my hand again").click()

    all_sent(page)
    assert stands(server, place["sitting"])["numbers"] == [1]


def test_refused_hand_is_put_right(page: Page, place: Place, server: Server):
    """The rules core of the server refuses what this phone let through: here, because the row was tampered with."""
    offline = Offline(page)
    offline.record_all(HANDS[:2])
    tamper(page, "row.record.declarer = 7")
    find(page)
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("button", name="Correct mine")).to_be_visible()

    alert.get_by_role("button", name="Correct mine").click()
    expect(offline.group("Game")).to_be_visible()
    offline.tap_declarer(0)
    offline.save.click()

    all_sent(page)
    assert [record["declarer"] for record in stands(server, place["sitting"])["records"]] == [0, 1]


def tamper(page: Page, change: str) -> None:
    """Change the first row that is kept here."""
    page.evaluate(
        """async (change) => {
          const asked = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
          const base = await asked(indexedDB.open("scorekeeper"));
          const store = base.transaction("outbox", "readwrite").objectStore("outbox");
          const [row] = await asked(store.index("order").getAll());
          if (change === "row.record.declarer = 7") row.record.declarer = 7;
          else row.shown.lines = [[0, "points", 1]];
          await asked(store.put(row));
          base.close();
        }""",
        change,
    )


def test_difference_is_shown_and_counted(page: Page, place: Place, server: Server):
    offline = Offline(page)
    offline.record(HANDS[0])
    tamper(page, "row.shown.lines")
    find(page)

    expect(page.get_by_text("This phone showed a different result for hand 1.")).to_contain_text("30 to Renate")
    all_sent(page)
    assert [place["sitting"], [[0, "points", 1]]] in server.python(DIFFERENCES)
    page.get_by_role("button", name="Seen").click()
    expect(page.get_by_text("This phone showed a different result")).to_be_hidden()


def test_table_opened_without_a_connection(phone: Phone, place: Place, server: Server):
    page = phone(storage_state=signed_in(place["session"]))
    page.goto("/")
    expect(page.locator("html[data-worker=ready][data-openings]")).to_have_count(1)
    lose(page)
    page.goto("/offline/")
    page.get_by_role("link", name="Open a table").click()
    audit(page)
    assert not sideways(page)

    open_here(page, ("Renate Vogt", "Murat", "Wanda, new here"), "In the cellar")
    offline = Offline(page)
    offline.record_all(HANDS)
    page.reload()
    expect(offline.rows).to_have_count(3)
    assert offline.totals() == expected(HANDS, 3)

    find(page)
    all_sent(page)
    ((sitting, names),) = server.python(OPENED.format(club=place["club"], name="In the cellar"))
    assert names == ["Renate Vogt", "Murat", "Wanda, new here"]
    assert stands(server, sitting)["numbers"] == [1, 2, 3]
    page.get_by_role("link", name="To the live sheet").click()
    page.wait_for_url(f"**/tables/{sitting}/")
    assert Table(page).totals() == expected(HANDS, 3)


def open_here(page: Page, names: tuple[str, str, str], name: str) -> None:
    """Fill in who plays; too few are refused."""
    page.get_by_label("Game").select_option("Skat")
    page.get_by_label("Seat 1, deals first").fill(names[0])
    page.get_by_label("Seat 2").fill(names[1])
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("These rules are for")
    page.get_by_label("Seat 3").fill(names[2])
    page.get_by_label("Name of the table").fill(name)
    page.get_by_role("button", name="Open the table").click()


def test_unsent_file_goes_to_another_phone(page: Page, place: Place, phone: Phone, server: Server, tmp_path: Path):
    Offline(page).record_all(HANDS)
    page.get_by_role("link", name="Back").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save unsent hands to a file").click()
    file = tmp_path / "unsent.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "scorekeeper-unsent"

    other = phone(storage_state=signed_in(place["session"]))
    other.goto("/offline/")
    other.get_by_label("Import a file").set_input_files(file)
    expect(other.get_by_text("3 entries imported.")).to_be_visible()
    all_sent(other)
    assert stands(server, place["sitting"])["numbers"] == [1, 2, 3]

    other.get_by_label("Import a file").set_input_files(file)  # twice is once
    expect(other.get_by_text("3 entries imported.")).to_be_visible()
    find(page)  # and the first phone has its connection back
    all_sent(page)
    assert stands(server, place["sitting"])["versions"] == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no json", "it contains no JSON"),
        ('{"rows": []}', "it was not saved by Scorekeeper"),
        ('{"format": "scorekeeper-unsent", "version": 99, "rows": []}', "it was saved by a newer version"),
        (FILE % '{"key": "me", "kind": "hand"}', "entry 1 is damaged"),
        (FILE % f'{{"key": "{KEY}", "table": "{KEY}", "kind": "hand"}}', "entry 1 is damaged"),
        (
            FILE % f'{{"key": "{KEY}", "table": "{KEY}", "kind": "open", "club": "../..", "opening": {{}}}}',
            "entry 1 is damaged",
        ),
    ],
    ids=["no json", "another file", "newer", "no ids", "no record", "no address"],
)
def test_file_that_is_none_is_refused(phone: Phone, tmp_path: Path, text: str, reason: str):
    page = phone()
    page.goto("/offline/")
    file = tmp_path / "some.json"
    file.write_text(text)

    page.get_by_label("Import a file").set_input_files(file)

    expect(page.get_by_text(re.compile(f"This is not a file of unsent hands: {reason}"))).to_be_visible()
    assert rows_of(page) == []


def test_plain_http_says_that_nothing_is_kept(browser: Browser, server: Server, place: Place):
    """In a club's own network without https there is no worker: the page of the table says so, and works as ever."""
    other = launch(browser.browser_type, "--host-resolver-rules=MAP scores.test 127.0.0.1")
    context = other.new_context(base_url=server.url.replace("127.0.0.1", "scores.test"), viewport=PHONE, has_touch=True)
    context.add_cookies([{**signed_in(place["session"])["cookies"][0], "domain": "scores.test"}])
    page = context.new_page()
    page.goto(f"/tables/{place['sitting']}/")

    expect(page.get_by_text("This address uses plain http, so you can’t record without a connection.")).to_be_visible()
    Table(page).record(HANDS[0], ("Renate", "Murat", "Ines"))
    assert stands(server, place["sitting"])["numbers"] == [1]
    other.close()
