"""A club writes down how it plays, changes a rule after a look at what it would have changed, and plans an
evening by it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import look
from tests.journeys.acting import SESSIONS, change_rules, open_table, signed_in
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey

MAKE = """
director = factories.make_user("Renate Vogt")
club = factories.make_club("Lindenhof", owner=director)
for name in ("Anna", "Bo", "Cem"):
    factories.make_player(club, name)
print(json.dumps({"club": str(club.pk), "session": session(director)}))
"""
PLAYED = """
from scorekeeper.play.models import Sitting

sitting = Sitting.objects.get()
factories.record_list(sitting, [factories.played(0), factories.played(1)])
print(json.dumps([sitting.house_version.number, str(sitting.pk)]))
"""
KEPT = """
from scorekeeper.leagues.models import Evening
from scorekeeper.play.models import Sitting
from scorekeeper.play.upkeep.verifying import Count, verify

sitting, evening = Sitting.objects.get(), Evening.objects.get()
print(json.dumps([
    sitting.rules["kontra"], sitting.rules["system"], sitting.house_version.number,
    evening.first.rules["kontra"], evening.first.rules["system"], evening.first.house_version.number,
    [str(found) for found in verify(Count())],
]))
"""
KONTRA = "Kontra and re"
WITH_KONTRA = "They are offered, and each doubles what the hand counts."
LEIPZIG = "Leipzig: only the points of the games count."
SEEGER_FABIAN = re.compile("^Seeger-Fabian")


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + MAKE)


def test_house_rules_from_the_form_to_the_evening(phone: Phone, place: dict[str, Any], server: Server):
    page = phone(storage_state=signed_in(place["session"]))
    written_down(page, place)
    page.goto(f"/clubs/{place['club']}/tables/new/skat/")
    expect(page.get_by_label(re.compile("^Thursday rules"))).to_be_checked()
    open_table(page, ("Anna", "Bo", "Cem"))
    assert server.python(SESSIONS + PLAYED)[0] == 1

    changed(page, place)
    planned(page, place)
    assert server.python(SESSIONS + KEPT) == [True, "seeger_fabian", 1, True, "classic", 2, []]


def test_own_rules_of_a_table_say_what_differs(page: Page):
    page.goto("/tables/new/skat/")
    words = page.locator("[data-preset-words]")
    group = change_rules(page, "The list")
    page.get_by_label(LEIPZIG).check()
    help_is_opened_in_place(group)
    expect(words).to_have_text("Own rulesDifferent from “Official list”: How the list is counted.")
    expect(group.locator(":scope > summary").get_by_text("How the list is counted")).to_be_visible()
    expect(group.locator("[data-was]:visible")).to_have_text(re.compile("In “Official list”: Seeger-Fabian: 50"))
    look(page, "Start a table of Skat")
    page.get_by_label(SEEGER_FABIAN).check()
    expect(words).to_contain_text("As set below")
    expect(group.locator(":scope > summary")).to_contain_text("as in “Official list”")


def help_is_opened_in_place(group: Locator) -> None:
    """A paragraph of help stands behind a question mark in the row of its field, which names it all the same."""
    field = group.locator(".field", has=group.page.get_by_label("Hands of the list", exact=True))
    paragraph, mark = field.locator(".help", has_text="From 3 to 480."), field.locator("summary")
    expect(paragraph).to_be_hidden()
    expect(field.locator("input")).to_have_accessible_description(re.compile("From 3 to 480"))
    expect(mark).to_have_text(re.compile("Help: Hands of the list"))
    box, row = mark.bounding_box(), field.locator("input").bounding_box()
    assert box
    assert row
    assert min(box["width"], box["height"]) >= 44
    assert row["x"] + row["width"] <= box["x"]
    assert abs(box["y"] + box["height"] / 2 - row["y"] - row["height"] / 2) < 6
    mark.click()
    expect(paragraph).to_be_visible()


def test_another_preset_is_what_own_rules_differ_from(page: Page):
    page.goto("/tables/new/skat/")
    group = change_rules(page, "The list")
    page.get_by_role("radio", name=re.compile("^Pub evening")).check()
    expect(group.locator(":scope > summary")).to_contain_text("as in “Pub evening”")
    page.get_by_label(SEEGER_FABIAN).check()
    expect(page.locator("[data-preset-words]")).to_contain_text(
        "Different from “Pub evening”: How the list is counted."
    )
    page.get_by_role("button", name="Open the table").last.click()
    expect(page.locator("[data-preset-words]")).to_contain_text("Own rules")
    expect(group.locator(":scope > summary").get_by_text("How the list is counted")).to_be_visible()
    expect(group.locator("[data-was]", has_text="In “Pub evening”")).not_to_have_count(0)


def written_down(page: Page, place: dict[str, Any]) -> None:
    """From the club to the form; what is missing is told there; then offered first."""
    page.goto(f"/clubs/{place['club']}/house-rules/")
    look(page, "House rules")
    page.get_by_role("link", name="Create house rules for Skat").click()
    look(page, "House rules of Skat")
    kontra = page.get_by_role("group", name=KONTRA)
    expect(kontra).to_be_hidden()
    group = page.locator("details", has=page.get_by_text(KONTRA, exact=True))
    group.locator(":scope > summary").click()
    kontra.get_by_label(WITH_KONTRA).check()
    expect(group.locator(":scope > summary").get_by_text(KONTRA)).to_be_visible()
    expect(group.locator("[data-was]:visible")).to_have_text(re.compile("In “Official list”: They are not offered"))
    look(page, "House rules of Skat")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.get_by_label("Name", exact=True).fill("Thursday rules")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_text("The house rules are saved.")).to_be_visible()
    page.get_by_role("button", name="Offer them first").click()
    expect(page.get_by_text("New tables are offered these rules first.")).to_be_visible()
    look(page, "Thursday rules")


def changed(page: Page, place: dict[str, Any]) -> None:
    """What it would have changed at the table that was played, before anything is saved; nothing of it is rewritten."""
    page.goto(f"/clubs/{place['club']}/house-rules/")
    page.get_by_role("link", name=re.compile("Thursday rules")).click()
    page.get_by_role("link", name="Change a rule").click()
    page.locator("details", has=page.get_by_label(LEIPZIG)).locator(":scope > summary").click()
    page.get_by_label(LEIPZIG).check()
    page.get_by_label("Reason for the change").fill("as it was in the old days")
    page.get_by_role("button", name="Preview the effect").click()
    look(page, "Effect on earlier tables")
    trial = page.get_by_role("region", name="At tables already played")
    expect(trial.get_by_role("table", name="Totals and places before and after")).to_be_visible()
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_text("Version 2 is in force for new tables.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Version 1.*1 table", re.DOTALL))).to_be_visible()
    look(page, "Thursday rules")


def planned(page: Page, place: dict[str, Any]) -> None:
    """An evening names them, with the version that its tables will go by."""
    page.goto(f"/clubs/{place['club']}/evenings/new/skat/")
    page.get_by_label(re.compile("^Thursday rules")).check()
    page.get_by_role("button", name="Plan the evening").click()
    page.get_by_role("link", name="Thursday rules, version 2").click()
    expect(page.get_by_role("heading", name="What version 2 says")).to_be_visible()
