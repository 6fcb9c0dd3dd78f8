"""Three phones, one code, every seat: who says who they are, who is let in, and what becomes of a phone that is out."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.hands import plain
from tests.journeys.offline_acting import Offline, all_sent, find, lose, ready, rows_of, stands
from tests.serving import Server

pytestmark = pytest.mark.journey

# For `server.python`: a table that counts for a season: somebody with an account, and two guests.
MAKE = """
from uuid import uuid4
from django.utils import timezone
from scorekeeper.play.passes.services import link_secret, make_pass, short_code
owner = factories.make_user("Renate Vogt", email=f"{uuid4().hex}@example.org")
club = factories.make_club("Lindenhof", owner=owner)
players = [factories.player_of(owner, club), factories.make_player(club, "Murat Demir"),
    factories.make_player(club, "Ines Albers")]
sitting = factories.make_sitting(club, players=players, seasons=[factories.make_season(club)], now=timezone.now())
table_pass = make_pass(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
print(json.dumps({"sitting": str(sitting.pk), "session": session(owner), "code": short_code(table_pass)}))
"""
SAID = """
from scorekeeper.play.models import Sitting
sitting = Sitting.objects.get(pk={sitting!r})
print(json.dumps({{"acts": list(sitting.acts.order_by("id").values_list("kind", flat=True)),
    "signatures": [[one.seat.number, one.via, one.on_behalf] for one in sitting.signatures.order_by("at")],
    "awaits": sitting.awaits_acceptance}}))
"""
END = """
from django.utils import timezone
from tests import factories
from scorekeeper.play.models import Sitting
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.records import Reasoned
sitting = Sitting.objects.get(pk={sitting!r})
end_list(Reasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=timezone.now())
"""
Place = dict[str, Any]


@pytest.fixture
def place(server: Server) -> Place:
    return server.python(SESSIONS + MAKE)


def join(phone: Phone, place: Place, *, seat: str = "", name: str = "") -> Page:
    """A phone types the code and chooses a seat, or none and says whose it is."""
    page = phone()
    page.goto("/join/")
    page.get_by_label("Code of the table").fill(place["code"].lower())
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("group", name="Where do you sit?")).to_be_visible()
    page.get_by_role("radio", name=seat or "No seat", exact=True).check()
    if name:
        page.get_by_label("Your name").fill(name)
    return page


def to_table(page: Page) -> Page:
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    return page


def ask(page: Page, name: str) -> None:
    page.get_by_role("link", name="Take a seat").click()
    audit(page)
    page.get_by_role("button", name=f"Ask for this seat ({name})").click()
    expect(page.get_by_text("asked for", exact=True)).to_be_visible()


def test_one_code_and_three_phones(phone: Phone, place: Place, server: Server):
    """The first takes a guest's seat and keeps a hand without a connection; the second wants the same seat, the third
    that of the account."""
    keeper = phone(storage_state=signed_in(place["session"]))
    table = f"/tables/{place['sitting']}/"
    first = to_table(join(phone, place, seat="Murat D."))
    second = join(phone, place, name="Murat again")
    expect(second.get_by_role("radio")).to_have_count(2)  # Ines and no seat
    expect(second.get_by_text("taken by phone 1")).to_be_visible()
    expect(second.get_by_text("has an account", exact=True)).to_be_visible()
    audit(second)
    ask(to_table(second), "Murat Demir")
    third = to_table(join(phone, place, name="Somebody"))
    ask(third, "Renate Vogt")

    kept_without_a_connection(first, table)
    let_in(keeper, table, second, third)
    out(first, place, server)

    third.goto(table)
    expect(third.get_by_text("To confirm and sign, sign in to the account of")).to_be_visible()
    expect(third.get_by_role("button", name=re.compile("^Confirm hand"))).to_have_count(0)
    server.python(END.format(sitting=place["sitting"]))
    signed(keeper, table, second, third)
    said = server.python(SAID.format(sitting=place["sitting"]))
    assert said["acts"][1:3] == ["moved", "let_in"]
    assert said["signatures"] == [[1, "code", False], [0, "account", False], [2, "account", True]]
    assert said["awaits"] is False


def kept_without_a_connection(first: Page, table: str) -> None:
    first.goto(table)
    ready(first)
    lose(first)
    first.reload()
    Offline(first).record(plain(1, "hearts", 2))


def let_in(keeper: Page, table: str, second: Page, third: Page) -> None:
    """Two taps, one for each; both stand in the log of the table."""
    keeper.goto(table)
    keeper.get_by_role("link", name="2 phones ask for a seat").click()
    expect(keeper.get_by_text("phones joined from one address within minutes")).to_be_visible()
    expect(keeper.get_by_text("That phone then loses the seat")).to_be_visible()
    audit(keeper)
    keeper.get_by_role("button", name=re.compile("^Let in.*phone 2")).click()
    keeper.get_by_role("button", name=re.compile("^Let in.*phone 3")).click()
    expect(keeper.get_by_text("sits as Renate Vogt")).to_be_visible()
    expect(keeper.get_by_role("button", name="End phone 1")).to_have_count(0)
    keeper.goto(table)
    keeper.locator("#acts > summary").click()
    expect(keeper.get_by_text("seat moved to another phone")).to_be_visible()
    for page in (second, third):
        page.goto(table)
        expect(page.get_by_text("This phone has no seat")).to_have_count(0)


def out(first: Page, place: Place, server: Server) -> None:
    """What it kept is not lost without a word: it says why it waits, and goes out once the phone has joined again."""
    find(first)
    expect(first.get_by_text("This phone may no longer record at this table")).to_be_visible()
    expect(first.locator("#kept")).to_contain_text("1 hand kept on this phone: join the table again to send it")
    assert len(rows_of(first)) == 1
    audit(first)
    first.goto(f"/tables/{place['sitting']}/")
    expect(first.get_by_text("moved its seat to another phone")).to_be_visible()
    expect(first.get_by_text("Unsent hands stay on this phone.")).to_be_visible()
    audit(first)
    first.get_by_role("link", name="Join again").click()
    first.get_by_label("Code of the table").fill(place["code"])
    first.get_by_role("button", name="Join").click()
    first.get_by_role("radio", name="No seat").check()
    first.get_by_label("Your name").fill("The old one")
    first.get_by_role("button", name="To the table").click()
    all_sent(first)
    assert stands(server, place["sitting"])["numbers"] == [1]


def signed(keeper: Page, table: str, second: Page, third: Page) -> None:
    """The guest's phone signs by code, the account for itself and on behalf; who was let in signs nothing."""
    third.goto(table)
    expect(third.get_by_role("heading", name="Signatures")).to_be_visible()
    expect(third.get_by_role("button", name=re.compile("^Sign"))).to_have_count(0)
    second.goto(table)
    second.get_by_role("button", name=re.compile("Sign: .* for Murat")).tap()
    expect(second.get_by_text("signed at the table by code at")).to_be_visible()
    keeper.goto(table)
    keeper.get_by_role("button", name=re.compile("Sign: .* for Renate")).tap()
    expect(keeper.get_by_text(re.compile("Renate Vogt, by account")).first).to_be_visible()
    keeper.get_by_role("button", name=re.compile("Sign for Ines")).tap()
    expect(keeper.get_by_role("heading", name="Official")).to_be_visible()
    expect(keeper.get_by_text(re.compile("on behalf, by Renate Vogt"))).to_be_visible()
    audit(keeper)
