"""The first minute of a visitor: two screens to the first hand, and names where they matter."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import looks_right
from tests.journeys.acting import Table
from tests.journeys.geometry import WIDTHS, faults_at, window
from tests.journeys.hands import plain
from tests.serving import Server

pytestmark = pytest.mark.journey

SEATS = ("Seat 1", "Seat 2", "Seat 3")
MOST_SCREENS = 2


def test_a_visitor_records_the_first_hand_on_the_second_screen(page: Page):
    screens: list[str] = []
    page.on("framenavigated", lambda frame: screens.append(frame.url))
    page.goto("/")
    page.locator("summary", has_text="Skat").click()
    looks_right(page)
    assert faults_at(page, WIDTHS) == []
    page.set_viewport_size(window(390))
    page.get_by_role("button", name="Open a table for 3 players").locator("visible=true").click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
    table = Table(page)
    table.record(plain(1, "clubs", 3), SEATS)

    assert len(screens) == MOST_SCREENS, screens
    name(page, table.url)


MOST_SCREENS_OF_AN_ORGANISER = 5
MOST_FIELDS_OF_AN_ORGANISER = 5


def test_an_organiser_records_the_first_hand_of_a_club_on_the_fifth_screen(page: Page, server: Server):
    """The address, its code, the club, who else plays: the name and the rules are there already."""
    screens: list[str] = []
    page.on("framenavigated", lambda frame: screens.append(frame.url))
    fields = 0

    def typed(label: str, text: str) -> None:
        nonlocal fields
        fields += 1
        page.get_by_label(label, exact=True).locator("visible=true").fill(text)

    before = len(server.log)
    page.goto("/")
    typed("E-mail", "ines.moreau@example.org")
    page.get_by_role("button", name="Create a club").click()
    typed("Code", server.code_for("ines.moreau@example.org", after=before))
    page.get_by_role("button", name="Go on", exact=True).click()
    typed("Name of the club", "Lindenhof")
    page.get_by_role("button", name="Create the club").click()
    page.locator("summary", has_text="Skat").click()
    looks_right(page)
    assert faults_at(page, WIDTHS) == []
    page.set_viewport_size(window(390))
    typed("Seat 2", "Anna")
    typed("Seat 3", "Ben")
    page.get_by_role("button", name="Open the table").locator("visible=true").click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
    Table(page).record(plain(1, "clubs", 3), ("Ines", "Anna", "Ben"))

    assert len(screens) <= MOST_SCREENS_OF_AN_ORGANISER, screens
    assert fields <= MOST_FIELDS_OF_AN_ORGANISER
    expect(page.get_by_role("columnheader", name="Ines").first).to_be_visible()


READER = """() => {
  window.BarcodeDetector = class {
    static getSupportedFormats() { return Promise.resolve(["qr_code"]); }
    detect() { return Promise.resolve([{ rawValue: window.codeSeen }]); }
  };
}"""


def test_a_picture_of_a_code_joins_where_the_browser_reads_codes(page: Page, tmp_path: Path):
    """This browser has no reader of its own: what a phone has is put in its place, the camera and the page are real."""
    page.goto("/")
    assert page.evaluate("!('BarcodeDetector' in window)")
    expect(page.locator("[data-scan]")).to_be_hidden()
    page.screenshot(path=tmp_path / "picture.png")
    page.add_init_script(f"({READER})()")
    page.reload()
    scan = page.locator("[data-scan]")
    expect(scan).to_be_visible()
    looks_right(page)
    assert faults_at(page, WIDTHS) == []
    for other in ("https://example.org/join/abc/", "K7F-M2Q", f"{page.url}tables/new/"):
        page.evaluate("seen => { window.codeSeen = seen; }", other)
        scan.locator("input").set_input_files(tmp_path / "picture.png")
        expect(page.locator("[data-scan-failed]")).to_be_visible()
    page.evaluate("seen => { window.codeSeen = seen; }", f"{page.url}join/abc/")
    scan.locator("input").set_input_files(tmp_path / "picture.png")
    page.wait_for_url(re.compile("/join/abc/$"))


def name(page: Page, table: str) -> None:
    """Names are written down later; two of one name are refused with what was typed kept."""
    page.get_by_role("link", name="Write the names down").click()
    for number, word in enumerate(("Anna", "Ben", "Ben"), 1):
        page.get_by_label(f"Name of seat {number}").fill(word)
    page.get_by_role("button", name="Save the names").click()
    expect(page.get_by_text("Two seats have the same name").first).to_be_visible()
    expect(page.get_by_label("Name of seat 3")).to_have_value("Ben")
    looks_right(page)
    page.get_by_label("Name of seat 3").fill("Cem")
    page.get_by_role("button", name="Save the names").click()
    page.wait_for_url(table)
    expect(page.get_by_role("columnheader", name="Anna").first).to_be_visible()
    expect(page.get_by_role("link", name="Write the names down")).to_have_count(0)
