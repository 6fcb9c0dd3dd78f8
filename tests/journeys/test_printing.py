"""Print from the desk: a menu in place, what is new as one file, and what another director has printed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys.access import DESK, PHONE, audit
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults_at
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
from tests.factories.tournaments import make_cup
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=owner)
other = factories.make_member(club, "director")
stage = make_cup(club, 8, TablesPlan(rounds=2), name="Autumn cup")
print(json.dumps({"tournament": str(stage.tournament_id), "stage": str(stage.pk), "owner": session(owner),
    "other": session(other)}))
"""
LATE = """
from scorekeeper.tournaments.models import Stage
from tests.factories.tournaments import come
stage = Stage.objects.select_related("tournament__club").get(pk={stage!r})
come(stage, {name!r})
print("null")
"""
NEXT = """
from scorekeeper.tournaments.models import Stage
from tests.factories.tournaments import official, publish, write_points
stage = Stage.objects.select_related("tournament__club").get(pk={stage!r})
one = stage.rounds.get()
for table in one.tables.all():
    write_points(table, {{place.entrant: place.entrant.number for place in table.places.all()}})
official(one)
publish(Stage.objects.select_related("tournament__club").get(pk=stage.pk))
print("null")
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def desk(phone: Phone, place: dict[str, Any], who: str = "owner", **more: Any) -> Page:
    screen = {"is_mobile": False, "has_touch": False, "viewport": DESK, **more}
    page = phone(storage_state=signed_in(place[who]), **screen)
    page.goto(f"/tournaments/{place['tournament']}/desk/")
    return page


def opened(page: Page) -> Any:
    """The menu, opened anew by keyboard, once it says what is new."""
    if page.locator("#print-menu[open]").count():
        page.keyboard.press("Escape")
    expect(page.locator("#print-menu[open]")).to_have_count(0)
    with page.expect_response(re.compile("/print/$")):
        page.locator("#print-menu > summary").press("Enter")
    return page.locator("#print-menu")


def printed(page: Page, papers: str) -> list[str]:
    """The titles of what is printed with one tap."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Print what is new: {papers}").click()
    read = PdfReader(download.value.path())
    return [str(item.title) for item in read.outline if not isinstance(item, list)]


def test_what_is_new_is_printed_with_one_tap(phone: Phone, server: Server, place: dict[str, Any]) -> None:
    page = desk(phone, place)
    page.get_by_role("button", name="Draw round 1").click()
    page.get_by_role("button", name="Open all 2").click()
    page.goto(f"/tournaments/{place['tournament']}/desk/")
    menu = opened(page)
    expect(menu.locator(".of-paper")).to_have_text(["new"] * 4)
    expect(menu.get_by_text("Also new: Entry list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#print-menu > summary")).to_be_focused()
    opened(page)

    of_round = ["Seat plan by table", "Seat plan by name", "Empty score sheets", "Cards for the tables"]
    assert printed(page, "5 papers") == ["Entry list", *(f"{title}, Round 1" for title in of_round)]
    page.wait_for_url(re.compile("/print/new/"))
    with page.expect_download() as again:
        page.get_by_role("link", name="PDF, A5").click()
    assert PdfReader(again.value.path()).pages[0].mediabox.width < 425, "A5, from the same address"
    page.get_by_role("link", name="Back to the desk").click()
    menu = opened(page)
    expect(menu.get_by_text("Nothing new to print. All papers are up to date.")).to_be_visible()
    expect(menu.locator(".of-paper").first).to_have_text(re.compile(r"^printed .+ by Renate V\.$"))

    with page.expect_response(lambda answer: "since=" in answer.url and answer.status == 200):
        server.python(SESSIONS + LATE.format(stage=place["stage"], name="Late Guest"))
    expect(page.locator("#print-menu[open]")).to_have_count(1)  # the desk has renewed itself around it
    expect(menu.get_by_role("link", name="Seat plan by table")).to_be_visible()
    opened(page)
    assert printed(page, "1 paper") == ["Entry list"]

    server.python(SESSIONS + NEXT.format(stage=place["stage"]))
    page.goto(f"/tournaments/{place['tournament']}/desk/")
    menu = opened(page)
    expect(menu.locator(".of-paper")).to_have_text(["new"] * 5)
    menu.get_by_role("button", name=re.compile("Mark printed ?: Cards for the tables, Round 2")).click()
    expect(menu.locator(".of-paper").nth(3)).to_have_text(re.compile("^printed"))
    other = desk(phone, place, "other")
    theirs = opened(other)
    expect(theirs.locator(".of-paper").nth(3)).to_have_text(re.compile(r"by Renate V\.$"))
    assert "Cards for the tables, Round 2" not in (titles := printed(other, "5 papers"))
    assert titles[1] == "Official standings"
    expect(opened(page).get_by_text("Nothing new to print")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESK])
def test_the_menu_and_its_pages_stand_on_every_screen(
    phone: Phone, place: dict[str, Any], server: Server, screen: Any
) -> None:
    server.python(SESSIONS + NEXT.replace("one = stage.rounds.get()", "one = publish(stage)").format(**place))
    page = desk(phone, place, viewport=screen)
    before = set(faults_at(page, (390, 820, 1280)))
    opened(page)
    audit(page)
    found = set(faults_at(page, (390, 820, 1280))) - before
    assert [fault for fault in found if ": covered: " not in fault] == [], "it lies over the desk, no more"
    page.goto(f"/tournaments/{place['tournament']}/print/")
    audit(page)
    assert faults_at(page, (390, 820, 1280)) == []
    printed(page, "6 papers")
    page.wait_for_url(re.compile("/print/new/"))
    page.goto(page.url.partition("?")[0])
    audit(page)
    assert faults_at(page, (390, 820, 1280)) == []


def test_without_scripts_the_menu_opens_and_prints(phone: Phone, place: dict[str, Any], server: Server) -> None:
    page = desk(phone, place, java_script_enabled=False)
    page.locator("#print-menu > summary").click()
    expect(page.get_by_role("link", name="Entry list")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Print what is new", exact=True).click()
    assert len(PdfReader(download.value.path()).pages) == 1
    page.goto(f"/tournaments/{place['tournament']}/desk/")
    page.locator("#print-menu > summary").click()
    page.get_by_role("button", name="Print what is new", exact=True).click()
    expect(page.get_by_text("Nothing new to print. All papers are up to date.").first).to_be_visible()
