"""Palace Poker on a phone: a hand in full log, the same money by quick entry, who pays whom, and the seal; a table
without a limit that plays for cents; and a log without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit, sideways
from tests.journeys.acting import SESSIONS, change_rules, doors, open_table, signed_in
from tests.journeys.conftest import Phone
from tests.journeys.palace_poker_acting import PalaceTable
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Ann", "Bob", "Cy", "Dee")
OPENING = "/tables/new/palace_poker/"


def test_hand_in_full_log_and_the_same_money_by_quick_entry(page: Page):
    page.goto(OPENING)
    open_table(page, NAMES)
    table = PalaceTable(page)
    audit(page)

    deal(table)
    fold_to_a_raise(table)
    tie_by_suit_count(table)
    showdown(table)
    assert table.foot("Net") == [21, -7, -7, -7]
    told(page, table)
    quick(table)
    ended(page, table)


def deal(table: PalaceTable) -> None:
    """Ann deals, so Bob's banner is first; a suit of the round is impossible, and why is said."""
    table.tap(table.button("Full log"))
    expect(table.asks).to_have_text("Which banner does Bob have?")
    table.page.locator('[name="cards"][value="full"]').tap()
    table.pick("Ks")
    expect(table.asks).to_have_text("Which banner does Cy have?")
    expect(table.card("2s")).to_have_attribute("aria-disabled", "true")
    table.suit("s")
    table.card("2s").tap(force=True)
    expect(table.page.get_by_text("Bob already has this suit in the same round of the deal.")).to_be_visible()
    audit(table.page)
    table.pick("7h")
    expect(table.asks).to_have_text("Which banner does Dee have?")
    table.pick("Qd")
    expect(table.asks).to_have_text("Which banner does Ann have?")
    table.pick("3c")
    expect(table.asks).to_have_text("What does Bob do?")
    expect(table.pot).to_have_text("8")  # four antes of 2


def fold_to_a_raise(table: PalaceTable) -> None:
    """Dee attacks Ann for 5, Ann calls 5 and raises 10, Dee folds: the 10 goes back. Pot 8 + 5 + 5."""
    table.step(table.button("Stay"), 2)
    table.step(table.button("Fold"), 3)  # a wrong tap
    table.step(table.button("Take back"), 2)
    expect(table.asks).to_have_text("What does Cy do?")
    table.step(table.button("Stay"), 3)
    table.panel("Battle")
    audit(table.page)
    table.step(table.button("Attack Ann for 5"), 4)
    expect(table.asks).to_have_text("Ann answers the attack of Dee.")
    table.step(table.button("Raises"), 5)
    expect(table.pot).to_have_text("28")
    expect(table.asks).to_have_text("Dee answers the raise of Ann.")
    table.step(table.button("Folds"), 7)
    expect(table.pot).to_have_text("18")
    expect(table.lines.first).to_contain_text("Ann wins the battle against Dee and takes the banner")
    expect(table.lines.first.get_by_role("img", name="diamonds")).to_be_visible()  # the captured queen
    assert not sideways(table.page)


def tie_by_suit_count(table: PalaceTable) -> None:
    """Ann buys a soldier. Bob attacks Cy, 5 against 5. Bob's hearts and Cy's spades are void: king and seven each.
    Cy has two hearts, Bob one spade."""
    table.panel("Buy")
    expect(table.card("Qd")).to_have_attribute("aria-disabled", "true")  # she holds it
    table.suit("c")
    table.step(table.card("6c"), 8)
    expect(table.asks).to_have_text("What does Bob do?")
    table.panel("Battle")
    table.button("Attack Dee").tap(force=True)
    expect(table.page.get_by_text("This player is already out.")).to_be_visible()
    table.step(table.button("Attack Cy for 5"), 9)
    table.step(table.button("Calls"), 10)
    expect(table.asks).to_have_text("Bob and Cy show their cards. Who won?")
    table.palace("7c", "2h", "3h")
    expect(table.page.get_by_text("The palace of Cy, card 1 of 3")).to_be_visible()
    table.palace("Kh", "4s", "5s")
    expect(table.lines.first).to_contain_text("Equal hands: Cy wins against Bob with more cards of the own suit")
    expect(table.pot).to_have_text("33")  # 18 + 5 + 5 + 5
    audit(table.page)


def showdown(table: PalaceTable) -> None:
    """Cy and Ann stay. Nothing is void: a pair of kings against a pair of aces."""
    table.step(table.button("Stay"), 12)
    table.step(table.button("Stay"), 13)
    expect(table.page.get_by_text("The palace of Ann, card 1 of 3")).to_be_visible()
    table.palace("Ac", "Ad", "2s")
    expect(table.page.locator("[data-say]")).to_have_text("Showdown: 33 to Ann.")
    audit(table.page)
    table.save_hand()
    expect(table.row(1)).to_contain_text("Ann 33")
    expect(table.row(1)).to_contain_text("showdown, 2 battles")


def told(page: Page, table: PalaceTable) -> None:
    """The page of the hand tells its battles, its pot and every chip."""
    table.row(1).get_by_role("link").click()
    battles = page.get_by_role("table", name="Battles: attacker, defender and result")
    expect(battles.get_by_role("row").nth(1)).to_have_text(re.compile(r"Dee\s*Ann\s*Ann\s*a fold"))
    expect(battles.get_by_role("row").nth(2)).to_have_text(re.compile(r"Bob\s*Cy\s*Cy\s*more cards of the own suit"))
    chips = page.get_by_role("table", name="What each player put in and got")
    expect(chips.get_by_role("row").nth(1)).to_have_text(re.compile(r"Ann\s*2\s*5\s*5\s*12\s*33\s*\+21"))
    expect(chips.get_by_role("row").nth(4)).to_have_text(re.compile(r"Dee\s*2\s*5\s*7\s*−7"))
    audit(page)
    page.get_by_role("link", name="Back").click()


def quick(table: PalaceTable) -> None:
    """The same money: five steps of a small bet, and two taps. Taken back, it stands in the form again."""
    before = table.taps
    table.put_in("Ann", steps=2)
    for name in NAMES[1:]:
        table.put_in(name, steps=1)
    expect(table.stake("Ann")).to_have_value("12")
    table.tap(table.won("Ann"))
    expect(table.page.locator("[data-say]")).to_have_text("33 to Ann.")
    table.save_hand()
    assert table.taps - before == 5 + 2
    assert table.foot("Net") == [42, -14, -14, -14]
    table.page.get_by_role("button", name="Undo hand 2").tap()
    expect(table.row(2)).to_have_count(0)
    expect(table.stake("Ann")).to_have_value("12")
    table.save_hand()
    assert table.foot("Net") == [42, -14, -14, -14]
    assert table.foot("Hands won") == [2, 0, 0, 0]
    expect(table.page.get_by_role("img", name="Net after each hand")).to_be_visible()


def ended(page: Page, table: PalaceTable) -> None:
    doors(page).get_by_role("link", name=re.compile("^End the evening now")).click()
    page.get_by_label("Reason").fill("it is late")
    page.get_by_role("button", name=re.compile("^End")).click()
    pays = page.get_by_role("list", name="Who pays whom").get_by_role("listitem")
    expect(pays).to_have_text([re.compile(rf"{name} to Ann\s*14") for name in NAMES[1:]])
    audit(page)
    for name in NAMES:
        page.get_by_role("button", name=re.compile(f"^Sign for {name}")).tap()
        expect(page.get_by_role("button", name=re.compile(f"^Sign for {name}"))).to_have_count(0)
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    assert table.foot("Net") == [42, -14, -14, -14]
    doors(page).get_by_role("link", name=re.compile("^Print the sheet")).click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    audit(page)


def test_no_limit_for_cents_keeps_what_it_can_between_log_and_quick(page: Page):
    """Antes 0.25; Bob attacks Ann for 2.00 (0.50 at least): she calls 0.50 and the excess of 1.50, and wins."""
    page.goto(OPENING)
    for_cents(page)
    table = PalaceTable(page)
    table.put_in("Bob", steps=1)
    expect(table.stake("Bob")).to_have_value("0.75")
    table.tap(table.button("Full log"))
    expect(table.asks).to_have_text("Which banner does Bob have?")
    table.pick("Ks")
    expect(table.asks).to_have_text("Which banner does Ann have?")
    table.pick("7h")
    expect(table.pot).to_have_text("0.50")
    table.tap(table.button("Quick"))
    expect(table.stake("Bob")).to_have_value("0.75")  # nothing has happened in the log
    table.tap(table.button("Full log"))
    bet_of_two(page, table)
    table.tap(table.button("Quick"))
    expect(table.stake("Ann")).to_have_value("2.25")
    expect(table.won("Ann")).to_be_checked()
    table.tap(table.button("Full log"))
    expect(table.lines).to_have_count(4)
    table.save_hand()
    expect(table.sheet.locator("tfoot tr.total")).to_have_text(re.compile(r"Net\s*2\.25\s*−2\.25"))


def for_cents(page: Page) -> None:
    """Two at a table without a limit, for euros."""
    change_rules(page, "What is played for", "A battle")
    page.get_by_text("Play for an amount").click()
    page.locator('[name="rules.decimals"][value="2"]').check()
    page.get_by_label("Name of the unit").fill("€")
    page.get_by_label("Small bet", exact=True).fill("0.50")
    page.locator('[name="rules.limit"][value="no_limit"]').check()
    audit(page)
    open_table(page, NAMES[:2])


def bet_of_two(page: Page, table: PalaceTable) -> None:
    """The battle of the hand; what is not saved outlives a reload."""
    table.panel("Battle")
    page.get_by_label(re.compile("^Bet, at least 0.50")).fill("2,00")
    table.step(table.button("Attack Ann"), 2)
    page.reload()
    expect(table.lines).to_have_count(2)
    table.step(table.button("Calls"), 3)
    table.tap(table.button("Ann won"))
    expect(page.locator("[data-say]")).to_contain_text("4.50\u00a0€ to Ann")


CENTS = """
owner = factories.make_user("Renate Vogt")
club = factories.make_club("Dienstagsrunde", owner=owner)
players = [factories.player_of(owner, club), factories.make_player(club, "Bob")]
rules = {"unit": "€", "decimals": 2, "small_bet": 50, "ante": 25}
sitting = factories.make_sitting(club, players=players, game="palace_poker", rules=rules, by=owner)
print(json.dumps({"owner": session(owner), "table": f"/tables/{sitting.pk}/"}))
"""


def test_amounts_have_a_comma_in_german_and_are_taken_with_either(phone: Phone, server: Server):
    place = server.python(SESSIONS + CENTS)
    page = phone(storage_state=signed_in(place["owner"]), locale="de-DE")
    page.goto(place["table"])
    table = PalaceTable(page)
    first, second = (page.locator(f'[name="cents-contributions.{seat}"]') for seat in (0, 1))
    expect(first).to_have_value("0,25")
    plus = first.locator("xpath=ancestor::span[contains(@class, 'by-bet')]").locator("[data-by]").last

    table.tap(plus)
    expect(first).to_have_value("0,75")
    second.fill("0.75")
    table.tap(plus)
    second.fill("1,25")
    table.tap(page.locator('[name="ranking.0"][value="1"]').first)
    expect(page.locator("[data-say]")).to_contain_text("2,50\u00a0€")
    table.tap(page.locator("[data-save]"))

    expect(page.locator("tfoot tr.total")).to_have_text(re.compile(r"1,25\s*−1,25"))


def test_log_without_scripts(phone: Phone):
    page = phone(java_script_enabled=False)
    page.goto(OPENING)
    open_table(page, NAMES[:2])
    table = PalaceTable(page)
    table.tap(table.button("Full log"))
    table.pick("Ks")
    table.pick("7h")
    table.tap(table.button("Buy"))
    table.tap(table.button("Fold"))
    table.save_hand()

    assert table.foot("Net") == [-2, 2]
