"""The page of a club: what needs a decision, what is on, then six doors; a new club has three steps before them."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import WIDTHS, faults_at, window
from tests.serving import Server

pytestmark = pytest.mark.journey

DOORS = {
    "Evenings": "Club evenings",
    "Standings": "Standings",
    "Tournaments": "Tournaments",
    "Members": "Members",
    "Money": "Money",
    "Running the club": "Running the club",
}
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"
MAKE = f"""
{SESSIONS}
from django.utils import timezone
from tests.factories.evenings import make_evening

owner = factories.make_user("Renate Vogt")
new = factories.make_club("Neue Runde", owner=owner)
club = factories.make_club("Skatfreunde Lindenhof", owner=owner)
for number in range(6):
    factories.make_sitting(club, now=timezone.now())
waits = factories.make_sitting(club, now=timezone.now())
factories.record(waits)
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.records import PerhapsReasoned
end_list(
    PerhapsReasoned(reason="it is late"), sitting_id=waits.pk, by=factories.keeper_of(waits), now=timezone.now()
)
factories.sign_by_code(waits)
make_evening(club, name="Club night", starts_at=timezone.now())
print(json.dumps({{"session": session(owner), "club": str(club.pk), "new": str(new.pk)}}))
"""


@pytest.fixture(scope="module")
def made(server: Server) -> dict[str, Any]:
    return server.python(MAKE)


def test_what_needs_a_decision_then_what_is_on_then_six_doors(phone: Phone, made: dict[str, Any]):
    page = phone(storage_state=signed_in(made["session"]))
    page.goto(f"/clubs/{made['club']}/")

    doors = page.get_by_role("navigation", name="Places of the club")
    heads = [page.get_by_role("heading", name=name) for name in ("Sheets to be made official", "Today at the club")]
    tops = [box["y"] for part in (*heads, doors) if (box := part.bounding_box())]
    assert len(tops) == 3
    assert tops == sorted(tops)
    assert [words.splitlines()[0] for words in doors.get_by_role("link").all_inner_texts()] == list(DOORS)
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    assert page.locator("main").locator(CONTROLS).locator("visible=true").count() <= 40
    looks_right(page)
    assert faults_at(page, WIDTHS) == []
    page.set_viewport_size(window(390))
    for door, heading in DOORS.items():
        page.goto(f"/clubs/{made['club']}/")
        doors.get_by_role("link", name=re.compile(f"^{door}")).click()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()


def test_what_is_needed_seldom_has_a_page_of_its_own(phone: Phone, made: dict[str, Any]):
    page = phone(storage_state=signed_in(made["session"]))
    page.goto(f"/clubs/{made['club']}/running/")

    assert len(page.get_by_role("main").get_by_role("listitem").all()) >= 6
    looks_right(page)
    assert faults_at(page, WIDTHS) == []


def test_a_new_club_begins_with_people_a_table_and_an_evening(phone: Phone, made: dict[str, Any]):
    page = phone(storage_state=signed_in(made["session"]))
    page.goto(f"/clubs/{made['new']}/")

    steps = page.get_by_role("region", name="Three steps to the first evening").get_by_role("link")
    words = ["Add the people", "Open a table", "Plan an evening"]
    for step, word in zip(steps.all(), words, strict=True):
        expect(step).to_contain_text(word)
        box = step.bounding_box()
        assert box
        assert box["y"] + box["height"] < 500
    looks_right(page)
    steps.first.click()
    expect(page.get_by_label("Name")).to_be_visible()
    page.get_by_label("Name").fill("Anna Krüger")
    page.get_by_role("main").get_by_role("button").first.click()
    page.goto(f"/clubs/{made['new']}/")
    expect(steps.first).to_contain_text("Done")
