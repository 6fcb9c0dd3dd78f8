"""A Swiss of nine pairs of Truco: planned, entered by a list, five rounds at the desk; one comes late, one leaves and
is back, one does not come to a match."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.access import Extent, looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.tournament_acting import to_the_round
from tests.serving import Server

DESK = {"width": 1280, "height": 800}
pytestmark = pytest.mark.journey

PLACE = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Clube de Truco", owner=owner)
print(json.dumps({"club": str(club.pk), "owner": session(owner)}))
"""
PAIRS = 9
LOOKED_AT = {1, 4}  # rounds of which everything is looked at in the usual run: with a bye, and where one has left
MOOCA = {1, 5}  # who would meet in the first round
LIST = "\n".join(
    f"Ana {number:02}; Bia {number:02}; {'Mooca' if number in MOOCA else ''}; {2000 - number}"
    for number in range(1, PAIRS + 1)
)

WRITTEN = """
from scorekeeper.tournaments.models import RoundTable
from tests.factories.matches import sides, wins
for table in RoundTable.objects.filter(round__stage={stage!r}, round__number={number}, number__gt={after}):
    if table.places.count() == 2:
        wins(table, min(sides(table), key=lambda side: side.name))
"""


@pytest.fixture(scope="module")
def place(server: Server) -> dict[str, Any]:
    return server.python(SESSIONS + PLACE)


def test_nine_pairs_five_rounds_and_whoever_comes_and_goes(phone: Phone, server: Server, place: dict[str, Any]):
    page = phone(storage_state=signed_in(place["owner"]))
    planned(page, place)
    drawn(page, place, 1)
    why = page.get_by_role("region", name="Reasons for this draw")
    expect(why).not_to_contain_text("Both come from one club")  # 1 and 5, upper half against lower
    expect(why).to_contain_text("Ana 09 & Bia 09 has the bye, as the lowest player who can have one")
    opened(page, server, place, 1)
    drawn(page, place, 2)
    expect(page.get_by_role("region", name="Reasons for this draw")).to_contain_text("Paired down:")
    opened(page, server, place, 2, stays_away=True)
    came_late(page, place)
    drawn(page, place, 3)
    expect(page.locator(".plan").get_by_text("Zeca Lima & Yara Dias").first).to_be_visible()
    opened(page, server, place, 3)
    entries(page, place).get_by_role("button", name=re.compile("^Has left.*Ana 03")).click()
    expect(page.get_by_role("button", name=re.compile("^Here again.*Ana 03"))).to_be_visible()
    drawn(page, place, 4)
    expect(page.locator(".plan").get_by_text("Ana 03 & Bia 03")).to_have_count(0)
    opened(page, server, place, 4)
    entries(page, place).get_by_role("button", name=re.compile("^Here again.*Ana 03")).click()
    expect(page.get_by_role("button", name=re.compile("^Has left.*Ana 03"))).to_be_visible()
    drawn(page, place, 5)
    expect(page.locator(".plan").get_by_text("Ana 03 & Bia 03").first).to_be_visible()
    opened(page, server, place, 5)
    ended(page, place)
    desk = phone(storage_state=signed_in(place["owner"]), viewport=DESK, has_touch=False, color_scheme="dark")
    standing(desk, place)


def planned(page: Page, place: dict[str, Any]) -> None:
    page.goto(f"/clubs/{place['club']}/tournaments/new/truco/")
    page.get_by_label("Name", exact=True).fill("Copa de Truco")
    page.get_by_role("radio", name=re.compile("^Swiss system")).check()
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f-]{36}/$"))
    place["tournament"] = page.url.rstrip("/").rpartition("/")[2]
    page.get_by_role("link", name=re.compile("^Change ?: Swiss")).click()
    page.get_by_label("Rounds", exact=True).fill("5")
    page.get_by_role("radio", name="get half a bye, once").check()
    page.get_by_role("radio", name="Kept apart where possible").check()
    looks_right(page)
    page.locator("main form button[type=submit]").last.click()
    expect(page.get_by_text("Players who join after the first round get half a bye, once: ½.")).to_be_visible()
    expect(page.get_by_text("Players from the same club are kept apart where possible.")).to_be_visible()
    entered(page, place)


def entered(page: Page, place: dict[str, Any]) -> None:
    page.goto(f"/tournaments/{place['tournament']}/entries/list/")
    page.locator("textarea").fill(LIST)
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Enter everyone on the list").click()
    page.get_by_role("button", name=f"All {PAIRS} are here").click()
    expect(page.get_by_role("link", name=f"Here: {PAIRS}")).to_be_visible()
    page.goto(f"/tournaments/{place['tournament']}/rounds/")
    place["stage"] = page.get_by_role("link", name="Draw round 1").get_attribute("href").split("/")[2]


def drawn(page: Page, place: dict[str, Any], number: int) -> None:
    page.goto(f"/stages/{place['stage']}/draw/")
    page.get_by_role("button", name="Draw the matches").click()
    expect(page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
    if Extent.whole or number in LOOKED_AT:
        looks_right(page)


def opened(page: Page, server: Server, place: dict[str, Any], number: int, *, stays_away: bool = False) -> None:
    """All matches opened, written down and official: the lower number wins, or once does not come.

    In the usual run one match is written on the page, the others by a program.
    """
    page.get_by_role("button", name=re.compile(r"^Open all \d matches")).click()
    to_the_round(page)
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    if Extent.whole or number in LOOKED_AT:
        looks_right(page)
    links = page.get_by_role("link", name=re.compile(r"^Enter the winner at table \d"))
    matches = links.count() if Extent.whole else 1
    server.python(SESSIONS + WRITTEN.format(**place, number=number, after=matches))
    page.reload()
    for match in range(1, matches + 1):
        page.get_by_role("link", name=f"Enter the winner at table {match}").click()
        written(page, stays_away=stays_away and match == 1)
    page.get_by_role("button", name=f"Make round {number} official").click()
    expect(page.get_by_text(re.compile("^Official since "))).to_be_visible()


def written(page: Page, *, stays_away: bool) -> None:
    won = page.get_by_role("button", name=re.compile(" won$"))
    names = [won.nth(side).inner_text().removesuffix(" won").strip("\u2068\u2069") for side in (0, 1)]
    if stays_away:
        page.get_by_role("button", name=re.compile(f"{min(names)} did not come: ")).click()
    else:
        won.nth(names.index(min(names))).click()
    expect(page.get_by_role("heading", name=re.compile("^Round"))).to_be_visible()


def entries(page: Page, place: dict[str, Any]) -> Locator:
    page.goto(f"/tournaments/{place['tournament']}/entries/")
    return page.get_by_role("main")


def came_late(page: Page, place: dict[str, Any]) -> None:
    form = entries(page, place).get_by_role("region", name="Find or enter somebody")
    form.get_by_label("Player 1").fill("Zeca Lima")
    form.get_by_label("Player 2").fill("Yara Dias")
    looks_right(page)
    form.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("link", name=f"Here: {PAIRS + 1}")).to_be_visible()


def ended(page: Page, place: dict[str, Any]) -> None:
    standing(page, place)
    page.goto(f"/tournaments/{place['tournament']}/rounds/")
    page.get_by_role("link", name="End the tournament").click()
    page.get_by_role("button", name="End the tournament").click()
    page.goto(f"/tournaments/{place['tournament']}/places/")
    expect(page.get_by_role("row")).to_have_count(1 + PAIRS + 1)
    looks_right(page)


def standing(page: Page, place: dict[str, Any]) -> None:
    """Who came late has half a bye and a missed round, who left one round they missed; who did not come has lost it."""
    page.goto(f"/stages/{place['stage']}/standing/")
    table = page.get_by_role("table", name="Standing of Copa de Truco")
    table.get_by_role("button", name="Zeca Lima").click()
    why = page.locator(".whybox")
    expect(why.get_by_role("listitem").nth(0)).to_contain_text("missed it")
    expect(why.get_by_role("listitem").nth(1)).to_contain_text("joined later: half a bye")
    expect(why.get_by_role("listitem").nth(1)).to_contain_text("½")
    looks_right(page)
    table.get_by_role("button", name="Ana 03").click()
    expect(why.get_by_role("listitem").nth(3)).to_contain_text("missed it")
    expect(why).not_to_contain_text("half a bye")
    looks_right(page)
