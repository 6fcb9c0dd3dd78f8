"""Somebody who has no business at a table, or no longer, reads why on the page, and is shown no name.

Every address, asked by everybody from outside: `tests/hostile/test_strangers.py`.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import link_secret, make_pass

now = timezone.now()
club = factories.make_club("Skatfreunde Lindenhof", owner=factories.make_user("Renate Vogt"))
owner = factories.owner_of(club)
players = [factories.player_of(owner, club), factories.make_player(club, "Murat"), factories.make_player(club, "Ines")]
sitting = factories.make_sitting(club, players=players, now=now)
factories.record(sitting, now=now)
print(json.dumps({
    "table": f"/tables/{sitting.pk}/",
    "pass": link_secret(make_pass(sitting_id=sitting.pk, by=Actor(user=owner), now=now)),
    "stranger": session(factories.make_user("Stranger")), "owner": session(owner),
}))
"""
RUN_OUT = """
from scorekeeper.play.models import TablePass
from django.utils import timezone
TablePass.objects.update(expires_at=timezone.now())
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """A table and a pass of it; sessions of its owner and of somebody from outside."""
    return server.python(SESSIONS + MAKE)


def test_a_stranger_finds_no_table(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["stranger"]))
    with page.expect_response(f"**{place['table']}") as answer:
        page.goto(place["table"])

    assert answer.value.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Murat")).to_have_count(0)
    audit(page)


def test_phone_whose_code_is_withdrawn_or_runs_out(phone: Phone, server: Server, place: dict[str, Any]):
    run_out, withdrawn = phone(), phone()
    run_out.goto(f"/join/{place['pass']}/")
    take_seat(run_out, "Ines")
    server.python(RUN_OUT)
    ended(run_out, place)

    owner = phone(storage_state=signed_in(place["owner"]))
    owner.goto(f"{place['table']}pass/")
    owner.get_by_role("button", name="Show a code").click()
    withdrawn.goto("/join/")
    withdrawn.get_by_label("Code of the table").fill(owner.locator(".code").inner_text())
    withdrawn.get_by_role("button", name="Join").click()
    take_seat(withdrawn, "Murat")
    owner.get_by_role("button", name="Withdraw the code and its phones").click()
    expect(owner.get_by_role("button", name="Show a code")).to_be_visible()
    ended(withdrawn, place)


def take_seat(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()


def ended(page: Page, place: dict[str, Any]) -> None:
    """The page says so and what to do."""
    page.reload()
    expect(page.get_by_role("heading", name="This phone may no longer record here")).to_be_visible()
    expect(page.get_by_role("link", name="Join with a new code")).to_be_visible()
    audit(page)
    page.goto(f"/join/{place['pass']}/")
    expect(page.get_by_text("no longer leads to an open table")).to_be_visible()
    audit(page)
