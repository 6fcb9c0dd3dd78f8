"""The first page: the one action first, one's own tables, the others folded, what waits as one line."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import WIDTHS, faults_at, window
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = f"""
{SESSIONS}
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.models import Sitting
from tests.factories.evenings import make_evening
from tests.factories.money import waiting_payment
from django.utils import timezone
from datetime import timedelta
from scorekeeper.notices.models import Notice

owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde Lindenhof", owner=owner)
me = factories.player_of(owner, club)
others = [factories.make_player(club, name) for name in ("Anna", "Bernd", "Cem", "Dora")]
for number in (1, 2):
    sitting = factories.make_sitting(club, players=others[:3], now=timezone.now())
    Sitting.objects.filter(pk=sitting.pk).update(name=f"Table {{number}}, round 2, Lindenhof Prize Skat")
mine = factories.make_sitting(club, players=[me, *others[:2]], now=timezone.now())
Sitting.objects.filter(pk=mine.pk).update(name="Table 3, round 2, Lindenhof Prize Skat")
make_evening(club, name="Club night", starts_at=timezone.now())
waiting_payment(club, me)
Notice.objects.update(until=timezone.now() + timedelta(days=3))
print(json.dumps({{"session": session(owner), "table": str(mine.pk)}}))
"""


@pytest.fixture
def page(phone: Phone, server: Server) -> tuple[Page, dict[str, Any]]:
    made = server.python(MAKE)
    page = phone(storage_state=signed_in(made["session"]))
    page.goto("/")
    return page, made


def top(page: Page, name: str) -> float:
    box = page.get_by_text(name, exact=True).first.bounding_box()
    assert box, name
    return box["y"]


def test_what_one_came_for_stands_first(page: tuple[Page, dict[str, Any]]):
    home, made = page
    go_on = home.get_by_role("link", name="Go on at table 3", exact=True)
    box = go_on.bounding_box()

    assert box
    assert box["y"] + box["height"] <= 200
    assert box["height"] <= 72, "one line"
    order = ["My tables", "2 other tables", "1 thing is waiting for you", "Today at the club", "Start another table"]
    assert [top(home, name) for name in order] == sorted(top(home, name) for name in order)
    assert top(home, "1 thing is waiting for you") < 600, "on the first screen"
    assert home.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    expect(home.get_by_text("Table 1, round 2")).to_be_hidden()
    home.get_by_text("2 other tables").click()
    expect(home.get_by_text("Table 1, round 2")).to_be_visible()
    home.get_by_text("1 thing is waiting for you").click()
    expect(home.get_by_role("link", name=re.compile("^Payments of"))).to_be_visible()
    looks_right(home)
    assert faults_at(home, WIDTHS) == []
    home.set_viewport_size(window(390))
    go_on.click()
    home.wait_for_url(re.compile(made["table"]))


def test_on_a_desk_what_waits_and_what_is_on_stand_at_the_right(page: tuple[Page, dict[str, Any]]):
    home, _made = page
    home.set_viewport_size(window(1280))

    for name in ("1 thing is waiting for you", "Today at the club"):
        box = home.get_by_text(name, exact=True).bounding_box()
        assert box
        assert box["x"] > 640
        assert box["y"] < 400
    expect(home.get_by_role("link", name=re.compile("^Club night"))).to_be_visible()
