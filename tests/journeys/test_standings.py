"""The standing of a season as it stands on a phone and on a desk: who moved, how the evenings were, what opens."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.access import DESK, PHONE, looks_right
from tests.journeys.acting import SESSIONS, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.geometry import faults_at
from tests.serving import Server

pytestmark = pytest.mark.journey
PLACE = """
from datetime import date
from uuid import uuid4
from scorekeeper.standings.importing import OldEvening, OldResults, import_results
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Skatfreunde", owner=owner)
season = factories.make_season(club, "Herbstliga")
people = [factories.player_of(owner, club), *(factories.make_player(club, name) for name in
    ("Murat Demir", "Piotr Nowak", "Karl-Heinz Ruppert", "Lena Hoffmann"))]
for day, points in enumerate(((500, 400, 300, 200, 100), (0, 50, 60, 70, 80), (10, 0, 20, 600, -40))):
    brought = {one.pk: {"points": much} for one, much in zip(people, points)}
    old = OldResults("old.csv", uuid4().hex, [OldEvening(f"Evening {day}", date(2025, 9, 4 + 7 * day), brought)])
    import_results(competition=season, by=owner, old=old, now=factories.NOW)
print(json.dumps({"season": str(season.pk), "owner": session(owner)}))
"""


def test_a_season_shows_who_moved_how_the_evenings_were_and_the_ranks(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + PLACE)
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/seasons/{place['season']}/")
    row = page.get_by_role("row", name="Karl-Heinz Ruppert")
    rank, moved = (row.locator(cell).bounding_box() or {} for cell in (".rk", ".mv"))
    assert moved["x"] >= rank["x"] + rank["width"] - 1, "movement has a column of its own"
    expect(row.locator(".mv")).to_have_text("▲3 up")
    expect(row.locator(".spark rect")).to_have_count(3)
    expect(page.get_by_role("link", name="Change what counts")).to_be_hidden()
    page.get_by_text("For directors").tap()
    expect(page.get_by_role("link", name="Change what counts")).to_be_visible()
    looks_right(page)
    assert not faults_at(page, (320, PHONE["width"]))

    page.set_viewport_size(DESK)
    page.get_by_role("button", name="Piotr Nowak").click()
    chart = page.get_by_role("img", name="Rank after each evening of Herbstliga")
    expect(chart).to_be_visible()
    lit = chart.locator("polyline:not(.s0)")
    expect(lit).to_have_count(3)
    expect(page.locator(".whybox")).to_be_visible()
    table, beside = page.locator(".standings").first.bounding_box() or {}, chart.bounding_box() or {}
    assert beside["x"] > table["x"] + table["width"], "the chart stands at the right"
    looks_right(page)
    assert not faults_at(page, (DESK["width"],))


def test_a_season_plays_as_a_race_and_stops_at_any_evening(phone: Phone, server: Server):
    place: dict[str, Any] = server.python(SESSIONS + PLACE)
    page = phone(storage_state=signed_in(place["owner"]))
    page.goto(f"/seasons/{place['season']}/race/")
    evening = page.get_by_role("slider", name="Evening")
    race = page.get_by_role("figure")
    heights = "bars => bars.map(bar => Math.round(bar.getBoundingClientRect().top))"
    after_all = race.locator("[data-bar]").evaluate_all(heights)

    evening.fill("0")
    expect(race.locator("figcaption")).to_have_text("After 4 Sep 2025 (evening 1 of 3)")
    assert race.locator("[data-bar]").evaluate_all(heights) != after_all
    expect(race.locator("[data-bar]").filter(has_text="Renate")).to_contain_text("500")

    page.get_by_role("button", name="Play").tap()
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(evening).to_have_value("2")
    assert race.locator("[data-bar]").evaluate_all(heights) == after_all
    looks_right(page)
    assert not faults_at(page, (320, PHONE["width"], DESK["width"]))
