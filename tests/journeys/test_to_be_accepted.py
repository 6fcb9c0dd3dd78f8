"""A tournament table that nobody but phones with its code sign, the director's tap, and the round that is final."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import SESSIONS, VERIFY, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

# For `server.python`: a round of two tables whose hands are played; at the second one everybody has signed by code.
PLACE = """
from django.utils import timezone
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.records import Reasoned
from scorekeeper.play.passes.services import make_pass, short_code
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests.factories.tournaments import make_cup, publish, sheet
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
stage = make_cup(club, 6, TablesPlan(rounds=2), name="Autumn cup")
one, now = publish(stage), timezone.now()
sheets = [sheet(table) for table in one.tables.all()]
for sitting in sheets:
    factories.record(sitting, now=now)
    end_list(Reasoned(reason="the time is up"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=now)
factories.sign_by_code(sheets[1], now=now)
code = short_code(make_pass(sitting_id=sheets[0].pk, by=factories.keeper_of(sheets[0]), now=now))
print(json.dumps({"tournament": str(stage.tournament_id), "round": str(one.pk), "owner": session(owner), "code": code,
    "sitting": str(sheets[0].pk), "member": session(factories.make_member(club))}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def sign(page: Page, code: str) -> None:
    """A phone types the code, takes the first seat that is free, and signs for it."""
    page.goto("/join/")
    page.get_by_label("Code of the table").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="To the table").click()
    page.get_by_role("button", name=re.compile("^Sign: ")).tap()
    expect(page.get_by_text(re.compile("signed at the table by code at")).last).to_be_visible()


def test_code_phones_sign_the_director_taps_and_the_round_is_final(
    phone: Phone, place: dict[str, Any], server: Server
) -> None:
    phones = [phone() for _seat in range(3)]
    for page in phones:
        sign(page, place["code"])
    expect(phones[-1].get_by_role("heading", name="Closed, not official yet")).to_be_visible()
    expect(phones[-1].get_by_role("heading", name="Official", exact=True)).to_have_count(0)

    member = phone(storage_state=signed_in(place["member"]))
    member.goto(f"/rounds/{place['round']}/")
    expect(member.get_by_text("signed, waiting to be made official")).to_have_count(2)
    expect(member.get_by_role("button", name=re.compile("official"))).to_have_count(0)

    director = phone(storage_state=signed_in(place["owner"]))
    director.goto(f"/tournaments/{place['tournament']}/desk/")
    expect(director.get_by_text(re.compile(r"^Table \d was signed by code$"))).to_have_count(2)
    director.goto(f"/rounds/{place['round']}/")
    expect(director.get_by_text("2 tables have no final result yet")).to_be_visible()
    expect(director.get_by_role("button", name="Make round 1 official")).to_have_count(0)
    audit(director)
    director.get_by_role("button", name=re.compile("^Make the sheet official")).first.click()
    expect(director.get_by_text("signed and closed")).to_have_count(1)
    expect(director.get_by_text("1 table has no final result yet")).to_be_visible()
    director.get_by_role("button", name=re.compile("^Make the sheet official")).click()
    expect(director.get_by_role("heading", name="Sheets to be made official")).to_have_count(0)
    director.get_by_role("button", name="Make round 1 official").click()
    expect(director.get_by_role("link", name="Draw round 2")).to_be_visible()

    phones[0].goto(f"/tables/{place['sitting']}/")
    expect(phones[0].get_by_role("heading", name="Official", exact=True)).to_be_visible()
    assert server.python(VERIFY) == []
