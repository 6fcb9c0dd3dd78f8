"""Svoi Kozyri on a phone: a series of four players with draws, from the first trump to the seal; and a table of two."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import change_rules, doors, open_table
from tests.journeys.conftest import Phone
from tests.journeys.svoi_kozyri_acting import SvoiTable

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Boris", "Clara", "Dora")
TRUMPS = {"Anna": "hearts", "Boris": "spades", "Clara": "clubs", "Dora": "diamonds"}
LONG = ("Maximiliane Freifrau von Hohenfels", "Bo", "Karl-Theodor Maria", "Donaudampfschifffahrtsgesellschaft")
OPENING = "/tables/new/svoi_kozyri/"


def test_series_of_four_with_draws_is_played_and_sealed(page: Page):
    table = sit_down(page)
    first_deal(table)
    draw(table)
    trumps_change(table)
    taken_back(table)
    draw_is_proved(page, table)

    assert table.deal(("Anna", "Boris", "Clara"), "Dora has lost") == 5
    expect(page.get_by_role("heading", name="The series is over")).to_be_visible()
    expect(page.get_by_text("Anna comes first.")).to_be_visible()
    assert table.totals() == [10, 9, 9, 8]
    audit(page)

    first_deal_is_corrected(page, table)
    sealed(page, table)
    printed(page)


def sit_down(page: Page) -> SvoiTable:
    """Six deals; the rules are changed on the way in."""
    page.goto(OPENING)
    change_rules(page, "The series")
    page.get_by_label("Deals of the series").fill("6")
    audit(page)
    open_table(page, NAMES)
    return SvoiTable(page)


def first_deal(table: SvoiTable) -> None:
    """Every suit once: what another player has is hatched. Two points for each who is out."""
    table.choose_trumps({"Anna": "hearts"})
    expect(table.trump("Dora", "hearts")).to_have_attribute("aria-disabled", "true")
    table.trump("Dora", "hearts").tap(force=True)
    expect(table.page.get_by_text("This is the trump of Anna. Change that one first.")).to_be_visible()
    table.choose_trumps({"Boris": "spades", "Clara": "clubs"})
    assert table.trumps(NAMES) == [[TRUMPS[name]] for name in NAMES]  # only one suit was left for Dora
    table.end("draw of the last two").tap(force=True)
    expect(table.page.locator(".why-line")).to_be_visible()
    table.out("Clara", "Anna", "Dora")
    table.ended("Boris has lost")
    expect(table.page.locator("[data-tell]")).to_contain_text(
        "Clara, Anna and Dora are out, Boris is left: 2 each to Clara, Anna and Dora."
    )
    audit(table.page)
    table.save_hand()
    assert table.seen(1) == ["hearts 2nd 2", "spades × left with cards", "clubs 1st 2", "diamonds 3rd 2"]
    expect(table.page.get_by_text("Boris deals.")).to_be_visible()  # who lost


def draw(table: SvoiTable) -> None:
    """The trumps are remembered: five taps for four players. After a draw the next seat deals."""
    assert not table.trump("Anna", "hearts").is_visible()
    assert table.deal(("Boris", "Anna", "Clara"), "Clara and Dora draw") <= len(NAMES) + 1
    assert table.totals() == [4, 2, 3, 3]
    assert table.seen(2) == ["hearts 2nd 4", "spades 1st 2", "clubs = draw 3", "diamonds = draw 3"]
    expect(table.page.get_by_text("Clara deals.")).to_be_visible()


def trumps_change(table: SvoiTable) -> None:
    """Anna and Boris change suits in one tap; Clara is left with five cards, written with the pad."""
    table.tap(table.page.get_by_text("Trumps as last time: change them"))
    table.takes("Anna", "spades")
    assert table.trumps(NAMES) == [["spades"], ["hearts"], ["clubs"], ["diamonds"]]
    table.out("Anna", "Dora", "Boris")
    table.tap(table.player("Clara"))  # who is left is tapped last: lost
    expect(table.end("Clara has lost")).to_have_attribute("aria-pressed", "true")
    table.tap(table.page.get_by_text("Cards left, if you count them"))
    table.tap(table.page.get_by_role("button", name="5", exact=True))
    expect(table.page.locator("[data-tell]")).to_contain_text("Clara is left with 5 cards")
    table.save_hand()
    assert table.seen(3) == ["spades 1st 6", "hearts 3rd 4", "clubs ×5 left with 5 cards", "diamonds 2nd 5"]


def taken_back(table: SvoiTable) -> None:
    """A wrong deal is undone with one tap and stands in the form again; a player is tapped back."""
    table.deal(("Dora", "Boris", "Anna"), "Clara has lost")
    table.page.get_by_role("button", name="Undo hand 4").tap()
    expect(table.row(4)).to_have_count(0)
    expect(table.player("Boris")).to_contain_text("2nd out")
    table.player("Anna").tap()
    expect(table.player("Anna")).to_have_attribute("aria-pressed", "false")
    table.out("Clara")
    table.ended("Anna has lost")
    table.save_hand()
    assert table.totals() == [6, 6, 5, 7]


def draw_is_proved(page: Page, table: SvoiTable) -> None:
    """The only card left decides: a king of clubs beats the nine, so nobody loses."""
    table.out("Anna", "Clara", "Boris")
    table.ended("Dora has lost")
    page.get_by_text("Is it a draw? Check the last card").tap()
    page.get_by_label("The only card left").select_option("K of clubs")
    page.get_by_label("The card to beat").select_option("9 of clubs")
    expect(page.locator("[data-tell]")).to_contain_text("The only card left beats the top card: this is a draw.")
    expect(table.save).to_have_attribute("aria-disabled", "true")
    table.ended("Boris and Dora draw")
    expect(table.end("Dora has lost")).to_have_attribute("aria-disabled", "true")
    audit(page)
    table.save_hand()
    assert table.totals() == [8, 7, 7, 8]


def first_deal_is_corrected(page: Page, table: SvoiTable) -> None:
    """It was Dora who was left: the first place goes to Boris."""
    table.row(1).get_by_role("link").click()
    page.get_by_role("link", name="Correct hand 1").click()
    expect(table.player("Dora")).to_contain_text("3rd out")
    table.player("Dora").tap()
    expect(table.player("Dora")).to_have_attribute("aria-pressed", "false")
    table.out("Boris")
    table.ended("Dora has lost")
    audit(page)
    page.get_by_role("button", name="Preview the changes").click()
    page.get_by_label("Reason").fill("Dora was left")
    page.get_by_role("button", name=re.compile("^Correct")).click()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text("Boris comes first.")).to_be_visible()
    assert table.totals() == [10, 11, 9, 6]
    assert [table.foot(label) for label in ("Won", "Drawn", "Lost")] == [[5, 5, 4, 2], [0, 1, 1, 2], [1, 0, 1, 2]]


def sealed(page: Page, table: SvoiTable) -> None:
    for name in NAMES:
        page.get_by_role("button", name=re.compile(f"^Sign for {name}")).tap()
        expect(page.get_by_role("button", name=re.compile(f"^Sign for {name}"))).to_have_count(0)
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    assert table.totals() == [10, 11, 9, 6]
    audit(page)


def printed(page: Page) -> None:
    doors(page).get_by_role("link", name=re.compile("^Print the sheet")).click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(page.get_by_text("Boris comes first.")).to_be_visible()
    audit(page)


def test_suit_of_another_player_is_exchanged_and_nobody_loses_one(page: Page):
    """All four have a suit: a tap on one that another player has changes these two and nobody else."""
    page.goto(OPENING)
    open_table(page, NAMES)
    table = SvoiTable(page)
    table.choose_trumps({"Anna": "clubs", "Boris": "hearts", "Clara": "diamonds"})

    table.takes("Anna", "hearts")
    assert table.trumps(NAMES) == [["hearts"], ["clubs"], ["diamonds"], ["spades"]]
    table.takes("Dora", "hearts")
    page.reload()

    expect(table.trump("Dora", "hearts")).to_have_attribute("aria-pressed", "true")
    assert table.trumps(NAMES) == [["spades"], ["clubs"], ["diamonds"], ["hearts"]]
    audit(page)


def test_two_players_go_to_three_wins_with_two_taps_a_deal(page: Page):
    """A draw brings nobody nearer; the question beside the deal leads back to the entry as it stood."""
    page.goto(OPENING)
    open_table(page, NAMES[:2], rules="First to three wins")
    table = SvoiTable(page)
    table.choose_trumps({"Anna": "hearts", "Boris": "spades"})
    two(table, "Anna.*has won")
    assert two(table, "Draw.*Boris was out") == 2
    two(table, "Boris.*has won")
    expect(page.locator("#where")).to_contain_text("Anna 1 : 1 Boris, to 3")
    how_many(page, table)
    assert two(table, "Anna.*has won") == 2
    two(table, "Anna.*has won")

    expect(page.get_by_text("Anna has won 3 deals and the series.")).to_be_visible()
    assert table.totals() == [7, 3]
    assert table.foot("Drawn") == [1, 1]


def two(table: SvoiTable, words: str) -> int:
    before = table.taps
    table.ended(words)
    table.save_hand()
    return table.taps - before


def how_many(page: Page, table: SvoiTable) -> None:
    """Boris asks what to pick up while a deal is half recorded."""
    table.ended("Boris.*has won")
    page.get_by_role("link", name="How many cards do I pick up?").click()
    audit(page)
    page.get_by_label("Cards in the pile").fill("8")
    page.get_by_role("group", name="The card on top").get_by_role("radio", name="A", exact=True).check()
    page.get_by_role("group", name="The card on top").get_by_role("radio", name="spades").check()
    page.get_by_role("group", name="Your trump").get_by_role("radio", name="spades").check()
    page.get_by_role("button", name="How many?").click()
    expect(page.locator("#answer")).to_contain_text("Take 8 cards.")
    audit(page)
    page.get_by_role("link", name="Does this card beat?").click()
    audit(page)
    page.get_by_role("link", name="Back to the table").click()
    expect(table.end("Boris.*has won")).to_have_attribute("aria-pressed", "true")
    table.tap(table.end("Boris.*has won"))  # it lets go
    expect(table.end("Boris.*has won")).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(table.end("Boris.*has won")).to_have_attribute("aria-pressed", "false")


def test_cards_left_are_counted_without_scripts(phone: Phone):
    page = phone(java_script_enabled=False)
    page.goto(OPENING)
    open_table(page, NAMES[:3], rules="Cards left")
    table = SvoiTable(page)
    table.choose_trumps({name: TRUMPS[name] for name in NAMES[:3]})
    table.out("Boris", "Clara")
    table.ended("Anna has lost")
    page.get_by_label("Cards Anna has left").fill("12")
    table.save_hand()

    assert table.totals() == [-12, 0, 0]
    assert table.foot("Left") == [12, 0, 0]
    expect(page.get_by_text("Anna deals.")).to_be_visible()


def test_long_names_fit_on_every_screen(page: Page):
    page.goto(OPENING)
    open_table(page, LONG)
    table = SvoiTable(page)
    table.choose_trumps(dict(zip(("Maximiliane", "Bo", "Karl-Theodor", LONG[3]), TRUMPS.values(), strict=True)))
    table.out("Maximiliane", "Bo", "Karl-Theodor")
    table.ended(f"{LONG[3]} has lost")
    faults = fitting(page)
    table.save_hand()
    faults += fitting(page)
    for address in ("/rules/svoi_kozyri/", "/rules/svoi_kozyri/ask/pickup/", "/rules/svoi_kozyri/ask/beats/"):
        page.goto(address)
        faults += fitting(page)

    assert not faults, "\n".join(faults)


def fitting(page: Page) -> list[str]:
    """What makes this page scroll sideways, or does not fit into its box, at any width."""
    faults = []
    for width in (320, 360, 390, 820, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        clipped = page.locator(".entry .box").evaluate_all(
            "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.innerText)"
        )
        beyond = page.locator(".entry .boxes").evaluate_all(
            """all => all.flatMap(boxes => {
              const { right } = boxes.getBoundingClientRect();
              return [...boxes.children].filter(box => box.getBoundingClientRect().right > right + 1);
            }).map(box => box.innerText)"""
        )
        faults += [f"{page.url} at {width}: {fault}" for fault in (*sideways(page), *clipped, *beyond)]
    page.set_viewport_size({"width": 390, "height": 844})
    return faults
