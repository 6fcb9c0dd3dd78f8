"""At a phone: an evening counts for the season it counted for last, rules that cannot be played are refused where they
are chosen, and who sits at another table is seated only when that was said."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import look
from tests.journeys.acting import SESSIONS, VERIFY, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.evening_acting import EVENING
from tests.serving import Server

pytestmark = pytest.mark.journey

SEASONS = """
from tests.factories.evenings import come, make_evening
director = factories.make_user("Renate Vogt")
club = factories.make_club("Holm", owner=director)
autumn = factories.make_season(club, "Autumn league")
factories.make_sitting(club, seasons=[autumn])
old = factories.make_season(club, "Spring 2025")
factories.import_evening(old, {factories.make_player(club): {"points": 100}})
print(json.dumps({"club": str(club.pk), "session": session(director)}))
"""
CHECKED_IN = """
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.evenings.services import open_evening
from scorekeeper.play.models import Sitting
from tests.factories.evenings import come
evening = Evening.objects.latest("pk")
come(evening, 4)
print(json.dumps(str(evening.pk)))
"""
COUNTS = """
from scorekeeper.leagues.models import Evening
from scorekeeper.play.models import Sitting
evening = Evening.objects.latest("pk")
tables = Sitting.objects.filter(drawn_table__draw__evening=evening)
print(json.dumps([
    [season.name for season in evening.seasons.all()],
    [[season.name for season in table.competitions.all()] for table in tables],
    [table.rules.get("unit", "") for table in tables],
]))
"""
POINTS = """
director = factories.make_user("Renate Vogt")
club = factories.make_club("Holm", owner=director, unit="")
print(json.dumps({"club": str(club.pk), "session": session(director)}))
"""
EUROS = """
from scorekeeper.play.recording.services import next_table
from tests.factories.hands import hand_of
director = factories.make_user("Renate Vogt")
club = factories.make_club("Holm", owner=director)
season = factories.make_season(club, "Tonk league", game="tonk", system="net")
table = factories.make_sitting(club, game="tonk", seasons=[season], rules={"unit": "€", "decimals": 2})
factories.record(table, hand_of("tonk", next_table(table, factories.seats_of(table))))
print(json.dumps({"club": str(club.pk), "session": session(director)}))
"""
TABLES = """
director = factories.make_user("Renate Vogt")
club = factories.make_club("Holm", owner=director)
birgit = factories.make_player(club, "Birgit Clausen")
factories.make_sitting(club, players=[birgit, *(factories.make_player(club) for _seat in range(2))])
table = factories.make_sitting(club)
print(json.dumps({"club": str(club.pk), "table": str(table.pk), "session": session(director)}))
"""
SEATED = """
from scorekeeper.play.models import Seat
print(json.dumps([Seat.objects.filter(sitting={table!r}).count(), Seat.everything.filter(sitting={table!r}).count()]))
"""


def at(phone: Phone, server: Server, made: str) -> tuple[Page, dict[str, Any]]:
    place = server.python(SESSIONS + made)
    return phone(storage_state=signed_in(place["session"])), place


def in_reach(page: Page, one: Any, other: Any) -> None:
    """Both are on one screen, the first above the second."""
    other.scroll_into_view_if_needed()
    above, below = one.bounding_box(), other.bounding_box()
    assert above
    assert below
    assert 0 <= above["y"] < below["y"] < above["y"] + page.viewport_size["height"]  # type: ignore[index]


def test_a_table_and_an_evening_count_for_what_the_last_table_counted_for(phone: Phone, server: Server):
    page, place = at(phone, server, SEASONS)
    page.goto(f"/clubs/{place['club']}/tables/new/skat/")
    expect(page.get_by_label("Autumn league")).to_be_checked()
    expect(page.get_by_label("Spring 2025")).not_to_be_checked()
    in_reach(page, page.get_by_label("Autumn league"), page.get_by_role("button", name="Open the table").last)
    look(page, "Open a table of Skat")

    page.goto(f"/clubs/{place['club']}/evenings/new/skat/")
    expect(page.get_by_label("Spring 2025")).not_to_be_checked()
    in_reach(page, page.get_by_label("Autumn league"), page.get_by_role("button", name="Plan the evening"))
    page.get_by_role("button", name="Plan the evening").click()
    page.wait_for_url(EVENING)
    drawn_and_opened(page, server, re.compile("Autumn league"))
    assert server.python(SESSIONS + COUNTS) == [["Autumn league"], [["Autumn league"]], [""]]


def drawn_and_opened(page: Page, server: Server, said: "re.Pattern[str]") -> None:
    """Four come, are drawn, and one tap opens their table; what it counts for stands above the button."""
    evening = server.python(SESSIONS + CHECKED_IN)
    page.goto(f"/evenings/{evening}/draw/")
    page.get_by_role("button", name="Draw tables").click()
    counts, button = page.locator("#counts-for"), page.get_by_role("button", name="Open 1 table")
    expect(counts).to_contain_text(said)
    in_reach(page, counts, button)
    look(page, "The draw")
    button.click()
    page.wait_for_url(EVENING)


def test_rules_for_money_are_refused_where_they_are_written(phone: Phone, server: Server):
    page, place = at(phone, server, POINTS)
    page.goto(f"/clubs/{place['club']}/house-rules/new/skat/")
    page.get_by_label("Name", exact=True).fill("Holm rules")
    fee = page.get_by_label("Cents for each of the first three lost games")
    page.locator("[data-group]", has=fee).locator(":scope > summary").click()
    fee.fill("50")
    page.get_by_label("Cents for each further lost game").fill("100")
    page.get_by_role("button", name="Save these rules").click()
    mend = page.get_by_role("link", name="Set what the club plays for").first
    expect(mend).to_be_visible()
    look(page, "House rules of Skat")
    mend.click()
    page.wait_for_url(re.compile(r"/clubs/[0-9a-f-]{36}/edit/#id_unit$"))
    expect(page.locator("#id_unit")).to_be_visible()


def test_a_tonk_evening_for_money_opens_as_it_is_offered(phone: Phone, server: Server):
    page, place = at(phone, server, EUROS)
    page.goto(f"/clubs/{place['club']}/evenings/new/tonk/")
    expect(page.get_by_label("Tonk league")).to_be_checked()
    look(page, "Plan an evening of Tonk")
    page.get_by_role("button", name="Plan the evening").click()
    page.wait_for_url(EVENING)
    drawn_and_opened(page, server, re.compile("€"))
    assert server.python(SESSIONS + COUNTS) == [["Tonk league"], [["Tonk league"]], ["€"]]


def test_one_mistaken_tap_seats_nobody_for_good(phone: Phone, server: Server):
    page, place = at(phone, server, TABLES)
    page.goto(f"/tables/{place['table']}/seats/")
    page.get_by_role("button", name="Birgit Clausen", exact=True).click()
    expect(page.get_by_text("already sits at an open table")).to_be_visible()
    look(page, "Add a late player")
    assert server.python(SESSIONS + SEATED.format(table=place["table"])) == [3, 3]
    page.get_by_role("button", name=re.compile("takes a seat")).click()
    undo = page.get_by_role("button", name=re.compile("Birgit.* was seated by mistake"))
    expect(undo).to_be_visible()
    look(page, "Seats and dealer")
    undo.click()
    expect(page.get_by_role("button", name="Birgit Clausen", exact=True)).to_be_visible()
    assert server.python(SESSIONS + SEATED.format(table=place["table"])) == [3, 4]
    assert server.python(VERIFY) == []
