"""Pages of a tournament at the width of a phone: nothing is broken, covered or out of line."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.models import EntrantPlayer
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from tests.factories import NOW
from tests.factories.tournaments import come, publish
from tests.factories.matches import make_duels, wins
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
member = factories.make_member(club, user=factories.make_user("Murat Demir"))
stage = make_duels(SwissPlan(rounds=3), 7, club=club, name="Svoi Swiss")
for player in club.players.filter(name__startswith="Guest"):
    player.name += " of Long-Acre"
    player.save()
mine = come(stage)
EntrantPlayer.objects.create(club=club, entrant=mine, player=factories.player_of(member, club), order=0)
one = publish(stage)
for table in one.tables.all()[:3]:
    wins(table, max((place.entrant for place in table.places.all()), key=lambda entrant: entrant.number))
wins(one.places.get(entrant=mine).table, mine)
link = make_link(LinkWish(kind="public"), of=stage.tournament_id, by=owner, now=NOW)
print(json.dumps({
    "tournament": str(stage.tournament_id), "public": secret_of(link), "round": str(one.pk),
    "owner": session(owner), "member": session(member)}))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_a_result_of_the_desk_stands_on_one_line(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["member"]))
    page.goto(f"/tournaments/{place['tournament']}/mine/")
    won = page.get_by_role("region", name="My rounds").get_by_text("won", exact=True)
    assert won.evaluate("(word) => word.getClientRects().length && word.offsetHeight < 40")


def test_who_does_not_take_part_reads_so(phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/tournaments/{place['tournament']}/mine/")
    text = page.get_by_text("You are not taking part in this tournament.").bounding_box()
    button = page.get_by_role("link", name="To the tournament").bounding_box()
    assert text
    assert button
    assert text["y"] + text["height"] <= button["y"]


def test_the_public_page_begins_where_its_header_does(phone: Phone, place: dict[str, Any]):
    page = phone()
    page.goto(f"/shared/{place['public']}/tournament/")
    expect(page.get_by_role("heading", name="Svoi Swiss")).to_be_visible()
    left = "(one) => one.getBoundingClientRect().left"
    assert page.locator(".strip").evaluate(left) == page.get_by_role("heading", level=1).evaluate(left)
