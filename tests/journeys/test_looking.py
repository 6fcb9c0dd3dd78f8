"""Somebody who stayed at home follows a table by its link, until the link is ended."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.acting import SESSIONS, doors, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
from django.utils import timezone
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
guests = [factories.make_player(club, name) for name in ("Murat Arslan", "Ines Weber")]
sitting = factories.make_sitting(club, players=[factories.player_of(owner, club), *guests], now=timezone.now())
print(json.dumps({"sitting": str(sitting.pk), "session": session(owner)}))
"""
PLAYED = """
from django.utils import timezone
from scorekeeper.play.models import Sitting
from tests import factories
for _hand in range(2):
    factories.record(Sitting.objects.get(pk=%s), factories.played(1), now=timezone.now())
"""


def test_a_table_is_followed_from_home(phone: Phone, server: Server) -> None:
    place: dict[str, Any] = server.python(SESSIONS + MAKE)
    keeper, home = phone(storage_state=signed_in(place["session"])), phone()
    keeper.goto(f"/tables/{place['sitting']}/")
    doors(keeper).get_by_role("link", name="Let others look").click()
    keeper.get_by_role("button", name="Create a link").click()
    link = keeper.get_by_label("Link", exact=True).input_value()

    home.goto(link)
    expect(home.get_by_text("No hand has been played yet.")).to_be_visible()
    server.python(PLAYED % json.dumps(place["sitting"]))

    expect(home.get_by_text("to Murat").first).to_be_visible(timeout=20_000)  # it has asked again by itself
    expect(home.get_by_role("cell", name="Murat A.")).to_be_visible()
    expect(home.get_by_text("Arslan")).to_have_count(0)
    home.get_by_text("As a table").click()
    server.python(PLAYED % json.dumps(place["sitting"]))
    expect(home.locator("#chart-table").get_by_role("row")).to_have_count(5, timeout=20_000)
    expect(home.get_by_role("main").get_by_role("button")).to_have_count(0)
    keeper.get_by_role("button", name="End the link").click()
    expect(keeper.get_by_role("button", name="Create a link")).to_be_visible()
    assert home.request.get(link).status == 404
