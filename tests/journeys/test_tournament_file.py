"""A director takes a tournament along, and another club opens it; and a report of another program."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import look
from tests.journeys.acting import SESSIONS, VERIFY, signed_in, texts
from tests.journeys.conftest import Phone
from tests.serving import Server

pytestmark = pytest.mark.journey
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}
EXAMPLE = Path(__file__).parents[2] / "scorekeeper" / "static" / "examples" / "tournament.trf"

MAKE = """
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from tests.factories.matches import make_duels, sides, wins
from tests.factories.tournaments import official, publish

there = factories.make_club("Valley", owner=factories.make_user("Vera Adler"))
stage = make_duels(SwissPlan(rounds=2), 6, club=there, name="Cup of the valley")
for number in range(2):
    one = publish(stage)
    for table in one.tables.all():
        wins(table, sides(table)[table.number % 2])
    official(one)
here = factories.make_club("Hill", owner=factories.make_user("Renate Vogt"))
factories.make_player(here, "Guest 01")
print(json.dumps({
    "tournament": str(stage.tournament_id), "stage": str(stage.pk), "hill": str(here.pk),
    "vera": session(factories.owner_of(there)), "renate": session(factories.owner_of(here)),
}))
"""


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + MAKE)


def ranks(page: Page) -> list[str]:
    """Who stands where with how many points."""
    return texts(page.locator("table tbody tr"))


@pytest.mark.parametrize("size", SIZES)
def test_a_tournament_goes_from_one_club_to_another(size: str, phone: Phone, place: dict[str, Any], server: Server):
    theirs = phone(storage_state=signed_in(place["vera"]), viewport=SIZES[size])
    theirs.goto(f"/tournaments/{place['tournament']}/")
    with theirs.expect_download() as download:
        theirs.get_by_role("link", name="Everything, for Scorekeeper").click()
    file = download.value.path()
    theirs.goto(f"/stages/{place['stage']}/standing/?official=1")
    stood = ranks(theirs)

    page = phone(storage_state=signed_in(place["renate"]), viewport=SIZES[size])
    page.goto(f"/clubs/{place['hill']}/tournaments/")
    page.get_by_role("link", name="Open a tournament from a file").click()
    look(page, "Open a tournament from a file")
    page.get_by_label("File of a tournament").set_input_files(
        {"name": "cup.zip", "mimeType": "application/zip", "buffer": file.read_bytes()}
    )
    page.get_by_role("button", name="Check the file").click()
    look(page, "Cup of the valley")
    expect(page.get_by_text("Known to the club: 1.")).to_be_visible()
    page.get_by_role("button", name="Open this tournament").click()

    expect(page.get_by_text("The tournament has been opened.")).to_be_visible()
    expect(page.get_by_text(re.compile("Opened from a file of.*Valley"))).to_be_visible()
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("main").get_by_role("link", name=re.compile("Standing", re.IGNORECASE)).first.click()
    assert [row.split()[0] for row in ranks(page)] == [row.split()[0] for row in stood]
    assert server.python(VERIFY) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_report_of_another_program_becomes_a_tournament(
    size: str, phone: Phone, place: dict[str, Any], server: Server
):
    page = phone(storage_state=signed_in(place["renate"]), viewport=SIZES[size])
    page.goto(f"/clubs/{place['hill']}/tournaments/open/")
    page.get_by_label("File of a tournament").set_input_files(
        {"name": "spring.trf", "mimeType": "text/plain", "buffer": EXAMPLE.read_bytes()}
    )
    page.get_by_role("button", name="Check the file").click()
    look(page, "Spring Cup")
    expect(page.get_by_text("Choose the game, then check the file again.")).to_be_visible()
    page.get_by_label("Game").select_option(label="Svoi Kozyri")
    page.get_by_role("button", name="Check again").click()
    page.get_by_role("button", name="Open this tournament").click()

    expect(page.get_by_role("heading", name="Spring Cup")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Official rounds as TRF").click()
    lines = download.value.path().read_text().splitlines()
    assert [line[80:].strip() for line in lines if line.startswith("001")] == [
        line[80:].strip() for line in EXAMPLE.read_text().splitlines() if line.startswith("001")
    ]
    assert server.python(VERIFY) == []
