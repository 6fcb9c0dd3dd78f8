"""The director's desk of few tables and of many: it stands as it should at every width, and keeps what one is about to
tap where it is while it renews itself."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults_at
from tests.serving import Server

pytestmark = pytest.mark.journey
DESK = {"width": 1280, "height": 800}
WIDTHS = (390, 820, 1280)

PLACE = """
from scorekeeper.clubs.models import Player, Role
from scorekeeper.play.models import Sitting
from scorekeeper.tournaments.clock.services import ClockLength
from scorekeeper.tournaments.clock.services import set_clock, start_clock
from tests.factories import NOW
from tests.factories.tournaments import make_cup, make_paper_round, publish, sheet, write_points
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
places = {}
for tables in (3, 7):
    stage = make_cup(club, 4 * tables - 1, name=f"Of {tables}")
    publish(stage)
    set_clock(ClockLength(seconds=3600), tournament_id=stage.tournament_id, by=owner)
    places[tables] = str(stage.tournament_id)
ready = make_cup(club, 8, name="Ready")
for table in publish(ready).tables.all():
    write_points(table, {place.entrant: 10 * table.number + place.seat for place in table.places.all()})
places["ready"] = str(ready.tournament_id)
frank, anna = factories.make_user("Frank Ott"), factories.make_user("Anna Berg")
factories.make_member(club, Role.DIRECTOR, user=frank)
factories.make_member(club, user=anna)
handed = make_cup(club, 8, name="Handed over")
one, two = publish(handed).tables.order_by("number")
factories.record(sheet(one), factories.played(1))
Sitting.objects.filter(pk=sheet(one).pk).update(is_over=True)
seat = sheet(one).seats.first()
Player.objects.filter(user=anna).update(user=None)
Player.objects.filter(pk=seat.player_id).update(user=anna)
write_points(two, {place.entrant: 10 + place.seat for place in two.places.all()})
places |= {"handed": str(handed.tournament_id), "round": str(two.round_id), "frank": session(frank)}
for tables in (40, 250):
    places[tables] = str(make_paper_round(tables, 4, club, name=f"Of {tables}").stage.tournament_id)
print(json.dumps({"owner": session(owner), **places}))
"""
CALL = """
from scorekeeper.tournaments.models import RoundTable
from scorekeeper.tournaments.clock.services import call_director
from scorekeeper.tournaments.clock.services import CallWords
from scorekeeper.accounts.models import User
from tests.factories import NOW
for table in RoundTable.objects.filter(round__stage__tournament={tournament!r}).order_by("number")[:2]:
    call_director(CallWords(), table_id=table.pk, by=User.objects.get(name="Renate Vogt"), now=NOW)
print("null")
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def at_desk(phone: Phone, place: dict[str, Any], tables: int | str, who: str = "owner") -> Page:
    page = phone(storage_state=signed_in(place[who]), is_mobile=False, has_touch=False, viewport=DESK)
    page.goto(f"/tournaments/{place[str(tables)]}/desk/")
    return page


def renew(page: Page) -> None:
    """As the page does by itself every ten seconds."""
    page.evaluate(
        "htmx.ajax('GET', document.querySelector('#part').getAttribute('hx-get'), "
        "{target: '#part', select: '#part', swap: 'outerHTML'})"
    )


@pytest.mark.parametrize("tables", [3, 7, 40, 250])
def test_a_row_for_each_table_at_every_width(phone: Phone, place: dict[str, Any], tables: int):
    page = at_desk(phone, place, tables)
    expect(page.locator(".plan-rows tbody tr")).to_have_count(tables)
    found = faults_at(page, WIDTHS, name=f"the desk of {tables}")
    assert not found, "\n".join(found)
    if tables < 40:
        looks_right(page)
    else:
        audit(page)


def test_what_one_is_about_to_tap_stays_where_it_is(phone: Phone, place: dict[str, Any], server: Server):
    page = at_desk(phone, place, 7)
    page.set_viewport_size({"width": 390, "height": 844})
    row = page.locator(".plan-rows tbody tr").nth(4)
    row.scroll_into_view_if_needed()
    row.hover()
    before = row.bounding_box()
    server.python(SESSIONS + CALL.format(tournament=place["7"]))
    renew(page)
    expect(page.locator(".todo b").filter(has_text="Table 1 calls")).to_have_count(1)
    after = row.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2, "two calls have come above it"


def test_what_the_step_does_opens_in_place_and_stays_open(phone: Phone, place: dict[str, Any], server: Server):
    page = at_desk(phone, place, "ready")
    step = page.get_by_role("region", name="Next step")
    step.get_by_text("What happens next").press("Enter")
    expect(step.get_by_role("heading", name="Round 1 becomes official")).to_be_visible()
    expect(step.get_by_role("listitem").first).to_contain_text("1")
    found = faults_at(page, WIDTHS, name="what the step does")
    assert not found, "\n".join(found)
    looks_right(page)
    server.python(SESSIONS + CALL.format(tournament=place["ready"]))
    with page.expect_response(lambda answer: "/step/" in answer.url):
        renew(page)
    expect(page.locator(".todo b").filter(has_text="Table 1 calls")).to_have_count(1)
    expect(step.get_by_role("heading", name="Round 2 is drawn")).to_be_visible()
    page.get_by_role("heading", name="Needs you").click()
    expect(step.get_by_role("heading", name="Round 2 is drawn")).to_be_visible()


def test_who_takes_over_in_the_middle_sees_what_was_done(phone: Phone, place: dict[str, Any]):
    first = at_desk(phone, place, "handed")
    first.get_by_role("button", name="Remind").click()
    expect(first.get_by_text("A reminder goes to 1 person.")).to_be_visible()
    first.goto(f"/tournaments/{place['handed']}/places/")
    first.get_by_role("button", name="Hide the standings from now on").click()
    first.goto(f"/rounds/{place['round']}/results/?check=1")
    expect(first.locator("#progress")).to_contain_text("Compared with the paper")
    first.keyboard.press("Enter")
    expect(first.get_by_text("checked by Renate Vogt")).to_have_count(1)
    first.goto(f"/tournaments/{place['handed']}/print/")
    first.get_by_role("button", name="Mark printed").first.click()

    second = at_desk(phone, place, "handed", "frank")
    expect(second.locator(".todo")).to_contain_text(re.compile(r"Reminded at \d\d:\d\d"))
    expect(second.get_by_text("Hidden from others.")).to_be_visible()
    second.locator("#print-menu > summary").click()
    expect(second.locator("#print-menu")).to_contain_text(re.compile(r"printed \d\d:\d\d by Renate V\."))
    second.get_by_role("link", name="Check sheets").click()
    expect(second.get_by_text("checked by Renate Vogt")).to_have_count(1)


def test_tabs_stand_at_one_place_on_every_page_of_a_tournament(phone: Phone, place: dict[str, Any]):
    page = at_desk(phone, place, 3)
    tabs = page.get_by_role("navigation", name="Parts of the tournament")
    addresses = [link.get_attribute("href") or "" for link in tabs.get_by_role("link").all()]
    places = {}
    for address in addresses:
        page.goto(address)
        box = tabs.bounding_box()
        assert box
        places[address] = (round(box["x"]), round(box["y"]), round(box["width"]))
    assert len(places) > 5
    assert len(set(places.values())) == 1, places
