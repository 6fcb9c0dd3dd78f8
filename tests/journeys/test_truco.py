"""Truco on a phone: a match of the best of three with hands of ten and an iron hand, from the first tap to the seal."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import doors, open_table, texts
from tests.journeys.conftest import Phone
from tests.journeys.truco_acting import TrucoTable

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Boris", "Clara", "Dora")
WE, THEY = "Anna & Clara", "Boris & Dora"
OPENING = "/tables/new/truco/"


def test_match_of_three_games_is_played_and_sealed(page: Page):
    table = sit_down(page)
    first_game(page, table)
    hands_of_ten(page, table)
    second_game(page, table)
    hand_in_full(page, table)
    third_game(table)
    old_hand_is_corrected(page, table)

    assert table.hand(14, f"{WE} won", 4) == 2  # 8 + 4
    expect(page.get_by_role("heading", name="The match is decided")).to_be_visible()
    expect(page.get_by_text("The match goes to Anna and Clara by 2–1 games.")).to_be_visible()
    games = page.get_by_role("list", name="The games").get_by_role("listitem")
    assert texts(games) == [
        f"Game 1 {WE} hand of ten 14 : 2",
        f"Game 2 {THEY} iron hand 10 : 12",
        f"Game 3 {WE} 12 : 4",
    ]
    assert table.foot("Games") == [2, 1]
    assert table.foot("Tentos") == [12 + 10 + 12, 2 + 12 + 4]
    assert table.foot("Hands won") == [9, 5]
    audit(page)
    sealed(page)
    printed(page)


def sit_down(page: Page) -> TrucoTable:
    """Partners sit opposite each other; the place says which side it is."""
    page.goto(OPENING)
    audit(page)
    open_table(page, NAMES, name="Copa")
    table = TrucoTable(page)
    expect(page.get_by_text("Anna deals, Boris leads")).to_be_visible()
    for name in ("Boris", "Clara", "Dora", "Anna"):
        page.get_by_role("button", name=f"Wrong? Pass to {name}").tap()
        expect(page.get_by_text(f"{name} deals,")).to_be_visible()
    return table


def first_game(page: Page, table: TrucoTable) -> None:
    """Two taps a hand, one where nobody raised."""
    assert table.hand(1, f"{WE} won", 4) == 2
    assert table.hand(2, f"{THEY} ran from truco") == 1
    assert table.score() == [6, 0]
    expect(page.get_by_text("Clara deals, Dora leads")).to_be_visible()

    table.tap(table.rung(12))
    table.ending(f"{THEY} ran").tap(force=True)
    expect(page.get_by_text("Nobody can ask for more than 12")).to_be_visible()
    table.tap(table.rung(4))
    expect(page.locator(".at-1 .say")).to_have_text(f"Worth 4. {WE}: 10–0, then hand of ten. {THEY}: 6–4.")
    expect(page.get_by_text("Only the side that accepted may ask for seis.")).to_be_visible()
    audit(page)
    assert table.hand(3, f"{WE} won") == 1


def hands_of_ten(page: Page, table: TrucoTable) -> None:
    """Declined with one tap; then one that is played, told step by step."""
    expect(page.locator(".close-hand")).to_have_text(f"Hand of ten {WE} must decide.")
    ladder = table.group("What was the hand worth?")
    ladder.get_by_role("button", name="12").tap(force=True)
    expect(page.get_by_text("Nobody raises in a hand that one side may decline.")).to_be_visible()
    audit(page)
    assert table.hand(4, f"{WE} declined") == 1
    assert table.seen(4) == [f"hand of ten, {WE} declined", "+2", "", "2"]
    assert table.score() == [10, 2]

    table.tap(page.get_by_role("button", name="Record step by step"))
    expect(page.get_by_role("button", name=re.compile("^Drawn"))).to_have_attribute("aria-disabled", "true")
    table.step("^Play, for 4")
    table.round(WE)
    table.round("Drawn")
    expect(page.locator("[data-tell]")).to_contain_text("Hand of ten, played: 4 to Anna and Clara, 14–2")
    audit(page)
    table.save_hand()
    assert table.seen(5) == ["hand of ten, played", "+4", "14 counts 12", ""]
    assert table.heads() == [[f"Game 1, to {WE}", "12", "2"]]


def second_game(page: Page, table: TrucoTable) -> None:
    """A wrong hand is taken back with one tap; ten on both sides is the iron hand."""
    expect(page.locator("#where")).to_contain_text("0–0 in game 2 of 3, games 1–0")
    table.hand(6, f"{THEY} won", 6)
    table.hand(7, f"{THEY} won")
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(table.row(7)).to_have_count(0)
    expect(table.ending(f"result so far: {THEY} won")).to_be_visible()
    assert table.hand(7, f"{WE} won", 6) == 2
    assert table.score() == [6, 6]
    table.hand(8, f"{THEY} won", 4)
    expect(page.locator(".close-hand")).to_have_text(f"Hand of ten {THEY} must decide.")
    assert table.hand(9, f"{WE} won") == 1

    expect(page.locator(".close-hand")).to_have_text("Iron hand The winner has the game.")
    assert table.score() == [10, 10]
    audit(page)
    assert table.hand(10, f"{THEY} won") == 1
    assert table.seen(10) == ["iron hand, played", "+2", "", "12"]
    assert table.heads() == [[f"Game 2, to {THEY}", "10", "12"], [f"Game 1, to {WE}", "12", "2"]]


def hand_in_full(page: Page, table: TrucoTable) -> None:
    """A hand in full: who accepted may raise, and no one else."""
    table.tap(page.get_by_role("button", name="Record step by step"))
    expect(page.get_by_role("list", name="The ladder")).to_contain_text("either")
    table.round(WE)
    table.step("^Truco: 4")  # the first column: Anna and Clara
    raises = page.get_by_role("group", name="Said by").get_by_role("button", name="Raise to 6")
    expect(raises.nth(0)).to_have_attribute("aria-disabled", "true")
    raises.nth(0).tap(force=True)
    expect(page.get_by_text("Anna and Clara raised last")).to_be_visible()
    table.tap(raises.nth(1))
    expect(page.locator(".story li")).to_have_count(3)
    table.tap(page.get_by_role("button", name="Back one step"))
    expect(page.locator(".story li")).to_have_count(2)
    table.tap(raises.nth(1))
    expect(page.locator(".story li")).to_have_count(3)
    table.step("Accept: 6$")
    page.reload()  # the entry is kept
    expect(page.locator(".story li").last).to_have_text("Anna and Clara: accepted, for 6")
    table.round(THEY)
    audit(page)
    table.round(WE)
    expect(page.locator("[data-tell]")).to_contain_text("Played: 6 to Anna and Clara, 6–0")
    table.save_hand()


def third_game(table: TrucoTable) -> None:
    table.hand(12, f"{WE} won", 4)
    table.hand(13, f"{THEY} won")
    assert table.seen(13) == ["hand of ten, played", "+4", "", "4"]
    assert table.score() == [10, 4]


def old_hand_is_corrected(page: Page, table: TrucoTable) -> None:
    """Hand 12 was plain: 8–0, so hand 13 was no hand of ten. Hand 3 cannot change, because hand 4 was declined."""
    table.row(3).get_by_role("link").click()
    page.get_by_role("link", name="Correct hand 3").click()
    table.ending(f"{THEY} won").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Hand 4 would become impossible: A side may decline a hand only when it alone has enough points for that."
    )
    expect(page.get_by_role("link", name="Strike from hand 4 on")).to_be_visible()
    audit(page)
    page.goto(table.url)

    table.row(12).get_by_role("link").click()
    page.get_by_role("link", name="Correct hand 12").click()
    expect(page.get_by_text("Worth 4.")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^2")).tap()
    table.ending(f".*{WE} won").tap()
    expect(page.get_by_role("heading", name="Correct hand 12?")).to_be_visible()
    follows = page.locator(".steps li", has_text="Hand 13")
    expect(follows.locator("del")).to_have_text("Hand of ten, played: 4 to Boris and Dora, 10–4")
    expect(follows.locator("span").last).to_have_text("Played: 4 to Boris and Dora, 8–4")
    audit(page)
    page.get_by_label("Reason").fill("nobody raised")
    page.get_by_role("button", name=re.compile("^Correct: 2 to Anna and Clara")).click()
    page.get_by_role("link", name="Back").click()
    assert table.seen(13) == ["played", "+4", "", "4"]
    assert table.score() == [8, 4]


def sealed(page: Page) -> None:
    for name in NAMES:
        page.get_by_role("button", name=re.compile(f"^Sign for {name}")).tap()
        expect(page.get_by_role("button", name=re.compile(f"^Sign for {name}"))).to_have_count(0)
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    expect(page.get_by_role("list", name="The games")).to_contain_text("14 : 2")
    audit(page)


def printed(page: Page) -> None:
    doors(page).get_by_role("link", name=re.compile("^Print the sheet")).click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("cell", name="14 (12)")).to_be_visible()
    expect(page.locator("td.what").nth(9)).to_have_text("iron hand, played")
    audit(page)


def test_two_players_play_as_in_argentina_without_scripts(phone: Phone):
    """Envido by steps, then a hand of one tap, on a phone whose browser runs nothing."""
    page = phone(java_script_enabled=False)
    page.goto(OPENING)
    open_table(page, NAMES[:2], rules="Argentine truco to 15")
    table = TrucoTable(page)
    page.get_by_role("button", name="Record step by step").click()
    page.get_by_text("Envido", exact=True).first.click()
    page.get_by_role("button", name="Real envido").first.click()
    page.get_by_role("button", name="Quiero", exact=True).click()
    page.get_by_label("Anna", exact=True).fill("27")
    page.get_by_label("Boris", exact=True).fill("30")
    rounds = page.get_by_role("group", name="Round 1 to")
    rounds.get_by_role("button", name="Anna").click()
    page.get_by_role("group", name="Round 2 to").get_by_role("button", name="Anna").click()
    page.get_by_role("button", name="Save hand 1").click()
    assert table.seen(1) == ["envido 3, played", "", "1", "3"]

    table.rung(2).check()
    table.ending("Anna ran from retruco").click()
    assert table.seen(2) == ["Anna ran", "+2", "", "5"]
    assert table.score() == [1, 5]


def test_hand_with_envido_is_four_taps_at_most(page: Page):
    """Called and won, then the hand; with a raise besides; refused; a flor; and a bet that ends the game."""
    page.goto(OPENING)
    open_table(page, NAMES[:2], rules="Argentine truco to 30 with flor")
    table = TrucoTable(page)

    assert envido(table, 1, "Anna won", "Envido", "Boris won it") == 3
    assert table.seen(1) == ["envido 2, played", "", "1", "2"]
    expect(page.locator("[data-saved]")).to_contain_text("Envido: 2 to Boris. Played: 1 to Anna, 1–2")
    assert envido(table, 2, "Anna won", "Real envido", "Anna refused", value=2) == 4
    assert table.score() == [3, 3]
    assert envido(table, 3, "Boris ran from retruco", "Falta envido", "Boris refused", value=2) == 4
    assert table.score() == [6, 3]
    before = table.taps
    table.tap(page.get_by_role("group", name="Flor").get_by_role("button", name="Boris"))
    expect(page.get_by_role("group", name="Envido")).to_have_count(0)
    assert table.hand(4, "Anna won") + 1 == table.taps - before == 2
    assert table.score() == [7, 6]
    audit(page)

    called = page.get_by_role("group", name="Envido")
    table.tap(called.get_by_role("button", name="Envido", exact=True))
    expect(called.get_by_role("button", name="Boris won it")).to_be_visible()
    table.ending("Anna won").tap(force=True)
    expect(page.get_by_text("Was the envido accepted or declined?")).to_be_visible()
    audit(page)
    table.tap(page.get_by_role("button", name="No envido after all"))
    expect(called.get_by_role("button", name="Boris won it")).to_have_count(0)
    assert table.hand(5, "Anna won") == 1
    assert sideways(page) == []


def envido(table: TrucoTable, number: int, end: str, call: str, answer: str, value: int | None = None) -> int:
    """Record a hand with envido; how many taps it took."""
    before = table.taps
    called = table.page.get_by_role("group", name="Envido")
    table.tap(called.get_by_role("button", name=call, exact=True))
    table.tap(called.get_by_role("button", name=re.compile(f"^{answer}")))
    expect(called.get_by_role("button", name=re.compile(f"^{answer}"), pressed=True)).to_have_count(1)
    table.hand(number, end, value)
    return table.taps - before


def test_no_screen_of_a_hand_scrolls_sideways(page: Page):
    page.goto(OPENING)
    open_table(page, ["Maximiliane von Hohenfels", "Donaudampfschifffahrtskapitän", "Bo", "Zoë"])
    faults = beyond(page)
    page.get_by_text("Penalty, game given up").click()
    faults += beyond(page)
    page.get_by_role("button", name="Record step by step").click()
    expect(page.get_by_role("list", name="The ladder")).to_be_visible()

    assert not faults + beyond(page)


def beyond(page: Page) -> list[str]:
    """What makes this page scroll sideways, at any width."""
    faults = []
    for width in (320, 360, 820, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        faults += [f"{page.url} at {width}: {fault}" for fault in sideways(page)]
    page.set_viewport_size({"width": 390, "height": 844})
    return faults
