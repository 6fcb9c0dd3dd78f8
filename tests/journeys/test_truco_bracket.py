"""A Truco evening: pairs in a double elimination, from the list of entries to a second final and the places. Seven of
them in the usual run, which have a bye and both brackets as well; eleven with `--long`."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import Extent, audit, sideways
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import post
from tests.serving import Server

pytestmark = pytest.mark.journey

PLACE = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Clube de Truco", owner=owner)
print(json.dumps({"club": str(club.pk), "owner": session(owner)}))
"""
TABLES = """
from scorekeeper.tournaments.models import RoundTable
rows = RoundTable.objects.filter(round__stage={stage!r}, round__state="published").order_by("round__number", "number")
print(json.dumps([[row.code, str(row.pk), str(row.sitting_id),
    [place.entrant.number for place in row.places.order_by("seat")]] for row in rows]))
"""
SIGNED = """
from scorekeeper.play.models import Sitting
factories.sign_all(Sitting.objects.get(pk={sitting!r}))
print("null")
"""
WON = """
from scorekeeper.tournaments.models import RoundTable
from tests.factories.matches import sides, wins
table = RoundTable.objects.get(pk={table!r})
wins(table, next(side for side in sides(table) if side.number == {winner}))
"""
ON_THE_PAGE = {"W2.1", "L1.1", "GF2"}


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


@pytest.mark.parametrize("pairs", [7, pytest.param(11, marks=pytest.mark.long)])
def test_pairs_play_to_the_second_final(pairs: int, phone: Phone, server: Server, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    entered(page, place, pairs)
    opened: set[str] = set()
    is_looked_at = False
    rounds = 0
    while draw_link(page):
        page.get_by_role("button", name="Draw the matches").click()
        page.get_by_role("button", name=re.compile("^Open ")).click()
        expect(page.get_by_role("heading", name=re.compile(r"^Round \d+$"))).to_be_visible()
        rounds += 1
        for code, table, sitting, numbers in server.python(SESSIONS + TABLES.format(stage=place["stage"])):
            if code not in opened:
                opened.add(code)
                played(page, server, code, table, sitting, numbers)
        if is_below(opened) and (Extent.whole or not is_looked_at):
            looked_at(page, place)
            is_looked_at = True
        page.goto(f"/tournaments/{place['tournament']}/rounds/")
        page.get_by_role("link", name=re.compile(f"^Round {rounds}")).click()
        page.get_by_role("button", name=f"Make round {rounds} official").click()
        page.goto(f"/stages/{place['stage']}/standing/")
    assert is_looked_at
    assert len(opened) == 2 * pairs - 1
    ended(page, place, opened)


def ended(page: Page, place: dict[str, Any], opened: set[str]) -> None:
    """The second final was played, and the places are those it has made."""
    assert {"GF1", "GF2"} <= opened
    looked_at(page, place)
    expect(page.get_by_role("heading", name="Second final")).to_be_visible()
    page.goto(f"/tournaments/{place['tournament']}/rounds/")
    page.get_by_role("link", name="End the tournament").click()
    page.get_by_role("button", name="End the tournament").click()
    page.goto(f"/tournaments/{place['tournament']}/places/")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Ana 02")
    expect(page.get_by_role("row").nth(2)).to_contain_text("Ana 01")


def is_below(opened: set[str]) -> bool:
    """Whether the lower bracket has begun, and the final has not."""
    return any(code.startswith("L") for code in opened) and "GF1" not in opened


def draw_link(page: Page) -> bool:
    """To the draw of what can be opened, from the page of the bracket; False where nothing can."""
    page.wait_for_load_state()
    link = page.get_by_role("link", name=re.compile(r"^Open (all )?\d+ match"))
    if link.count() == 0:
        return False
    link.click()
    return True


def entered(page: Page, place: dict[str, Any], pairs: int) -> None:
    """Planned as usual, the pairs entered by a list, checked in."""
    page.goto(f"/clubs/{place['club']}/tournaments/new/truco/")
    page.get_by_label("Name", exact=True).fill("Copa de Truco")
    expect(page.get_by_role("radio", name=re.compile("^Double elimination"))).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^pairs"))).to_be_checked()
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f-]{36}/$"))
    place["tournament"] = page.url.rstrip("/").rpartition("/")[2]
    page.goto(f"/tournaments/{place['tournament']}/entries/list/")
    page.locator("textarea").fill(
        "\n".join(f"Ana {number:02}; Bia {number:02}; ; {2000 - number}" for number in range(1, pairs + 1))
    )
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Enter everyone on the list").click()
    for number in range(pairs):
        expect(page.get_by_role("link", name=f"Expected: {pairs - number}")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Here")).first.click()
    expect(page.get_by_role("link", name=f"Here: {pairs}")).to_be_visible()
    page.goto(f"/tournaments/{place['tournament']}/rounds/")
    place["stage"] = page.get_by_role("link", name="Draw round 1").get_attribute("href").split("/")[2]
    page.goto(f"/stages/{place['stage']}/standing/")
    expect(page.get_by_role("heading", name="The bracket if it started now")).to_be_visible()


def played(page: Page, server: Server, code: str, table: str, sitting: str, numbers: list[int]) -> None:
    """The first in the list wins, but for the finals: pair 2, who comes from below, wins both.

    Some matches are played hand by hand, the others entered at the desk: in the usual run three of those on the page,
    the rest by a program.
    """
    winner = max(numbers) if code in {"GF1", "GF2"} else min(numbers)
    side = numbers.index(winner)
    if code.startswith("W1") or code == "GF1":
        for _game in range(2):
            record = {"kind": "quick", "how": "played", "winner": "AB"[side], "value": 12}
            post(page, f"sittings/{sitting}/hands", {"record": record})
        server.python(SESSIONS + SIGNED.format(sitting=sitting))
        return
    if not Extent.whole and code not in ON_THE_PAGE:
        server.python(SESSIONS + WON.format(table=table, winner=winner))
        return
    page.goto(f"/round-tables/{table}/result/")
    page.get_by_role("button", name=re.compile(rf"^[^:]*Ana {winner:02}[^:]* won$")).click()
    expect(page.get_by_role("heading", name=re.compile(r"^Round \d+$"))).to_be_visible()


def looked_at(page: Page, place: dict[str, Any]) -> None:
    page.goto(f"/stages/{place['stage']}/standing/")
    expect(page.get_by_role("region", name="Lower bracket").first).to_be_visible()
    assert not sideways(page)
    audit(page)
