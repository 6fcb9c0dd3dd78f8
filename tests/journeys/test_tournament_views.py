"""A tournament as those see it who play in it, who watch, and who print: at a phone and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, doors, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK = {"width": 1280, "height": 800}
ASKED_AGAIN = 40_000  # milliseconds in which a page that asks every ten seconds has heard what is new

PLACE = """
from scorekeeper.sharing.services import LinkWish
from scorekeeper.sharing.services import make_link, secret_of
from scorekeeper.tournaments.models import EntrantPlayer
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from tests.factories import NOW
from tests.factories.tournaments import come, make_cup, publish
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
member = factories.make_member(club, user=factories.make_user("Murat Demir"))
stage = make_cup(club, 7, TablesPlan(rounds=2), name="Prize Skat")
mine = come(stage)
EntrantPlayer.objects.create(club=club, entrant=mine, player=factories.player_of(member, club), order=0)
one = publish(stage)
link = make_link(LinkWish(kind="public"), of=stage.tournament_id, by=owner, now=NOW)
print(json.dumps({
    "stage": str(stage.pk), "tournament": str(stage.tournament_id), "round": str(one.pk),
    "table": one.places.get(entrant=mine).table.number, "public": secret_of(link),
    "owner": session(owner), "member": session(member)}))
"""
PAIRS = """
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.formats.bracket.plan import SinglePlan
from tests.factories.tournaments import come, make_cup, publish
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
stage = make_cup(club, 0, SinglePlan(), game="truco", of=Tournament.Of.PAIRS, team_size=2)
for name, one, two in (("The Aces", "Ana Souza", "Bia Lima"), ("The Bulls", "Caio Reis", "Davi Melo")):
    come(stage, one, two, entrant=name)
publish(stage)
print(json.dumps({"tournament": str(stage.tournament_id), "owner": session(owner)}))
"""
NEXT = """
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.results.services import make_official
from tests.factories import NOW
from tests.factories.tournaments import publish, write_points
stage = Stage.objects.get(pk={stage!r})
one = Round.objects.get(pk={round!r})
for table in one.tables.all():
    write_points(table, {{place.entrant: 10 * place.entrant.number for place in table.places.all()}})
make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
two = publish(stage)
print(json.dumps(str(two.pk)))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_my_table_and_the_public_page_follow_the_desk(phone: Phone, server: Server, place: dict[str, Any]):
    mine = phone(storage_state=signed_in(place["member"]))
    mine.goto("/")
    mine.get_by_role("link", name="Prize Skat Your tournament").click()
    expect(mine.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    expect(mine.locator(".where-i-sit")).to_contain_text(f"Table {place['table']}")
    looks_right(mine)
    public = phone()
    public.goto(f"/shared/{place['public']}/tournament/")
    expect(public.get_by_role("region", name="Table 2").get_by_role("listitem")).to_have_count(4)
    looks_right(public)

    server.python(SESSIONS + NEXT.format(**place))

    expect(mine.get_by_role("heading", name="Round 2", exact=True)).to_be_visible(timeout=ASKED_AGAIN)
    expect(mine.get_by_role("region", name="If it ended now")).to_contain_text("1 of 8")
    expect(mine.get_by_role("region", name="My rounds")).to_contain_text("80")
    expect(public.get_by_role("heading", name="Standing after 1 round")).to_be_visible(timeout=ASKED_AGAIN)
    expect(public.get_by_role("table").get_by_role("row").nth(1)).to_contain_text("Murat D.")
    looks_right(mine)
    looks_right(public)
    public.get_by_role("link", name="round 1").click()
    expect(public.get_by_role("heading", name="Round 1")).to_be_visible()
    mine.get_by_role("link", name="To the sheet").click()
    expect(doors(mine).get_by_role("link", name="Call the director")).to_be_visible()


@pytest.mark.parametrize("size", [None, pytest.param(DESK, marks=pytest.mark.long)])
def test_the_desk_prints(size: dict[str, int] | None, phone: Phone, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]), **({"viewport": size} if size else {}))
    page.goto(f"/tournaments/{place['tournament']}/")
    page.get_by_role("link", name="Print").click()
    looks_right(page)
    page.get_by_role("link", name="Cards for the tables").click()
    page.get_by_role("button", name="Make the codes").click()
    expect(page.get_by_role("img", name="QR code that leads to the sheet of table 2")).to_be_visible()
    looks_right(page)
    page.get_by_role("link", name="Back").click()
    for name, there in (
        ("Seat plan by table", "Seat 1, deals first"),
        ("Empty score sheets", "Signature"),
        ("Entry list", "Murat Demir"),
    ):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_text(there).first).to_be_visible()
        looks_right(page)
        assert page.evaluate("getComputedStyle(document.querySelector('.printed')).colorScheme") == "light"
        page.goto(f"/tournaments/{place['tournament']}/print/")
    page.goto(f"/rounds/{place['round']}/print/sheets/")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


def test_who_plays_for_a_pair_stands_under_its_name_among_the_places(phone: Phone, server: Server):
    found = server.python(SESSIONS + PAIRS)
    page = phone(storage_state=signed_in(found["owner"]))
    page.goto(f"/tournaments/{found['tournament']}/places/")
    row = page.get_by_role("row").nth(1)
    name, people = (row.get_by_text(text).bounding_box() for text in ("The Aces", "Ana Souza"))
    assert name
    assert people
    assert people["y"] > name["y"] + name["height"] / 2  # not run into one word beside it
    looks_right(page)
