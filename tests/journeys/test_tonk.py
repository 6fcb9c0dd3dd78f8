"""Tonk on a phone: an evening with each ending once, from the choice of a catch to the seal; a hand by its cards."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsing import launch
from tests.journeys.access import PHONE, audit, sideways
from tests.journeys.acting import doors, open_table, texts
from tests.journeys.conftest import Phone
from tests.journeys.tonk_acting import TonkTable
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Ann", "Bob", "Cy", "Dee")
OPENING = "/tables/new/tonk/"
CATCH = "Double, and everyone, including the knocker, pays the lowest hand one stake"
WIDTHS = (320, 360, 390, 820, 1280)
MINUS = "\N{MINUS SIGN}"
LONG = ("Maximiliane Freifrau von Hohenfels", "Bo", "Karl-Theodor Maria", "Donaudampfschifffahrtsgesellschaft")


def test_evening_with_each_ending_is_played_and_sealed(page: Page):
    """The stake is 10 chips; going out by hits alone pays single. After each hand the nets are added by hand."""
    table = sit_down(page)
    outs(table)
    dealt(table)
    knocks(table)
    stock_out(table)
    hand_says_who_paid(page)
    old_hand_is_corrected(page, table)
    ended(page)
    sealed(page, table)
    printed(page)


def take_seats(page: Page, names: Sequence[str]) -> None:
    for place, name in enumerate(names, 1):
        seat = page.get_by_label(re.compile(rf"^Seat {place}(?! deals)"))
        if not seat.count():
            page.get_by_role("button", name="Another seat").click()
        seat.fill(name)


def sit_down(page: Page) -> TonkTable:
    """Of a catch the game's own word is chosen; the same hand stands there with each answer."""
    page.goto(OPENING)
    take_seats(page, NAMES)
    page.get_by_role("heading", name="House rules").locator("xpath=following::summary[1]").click()
    page.get_by_label(re.compile("^Triple for 50")).check()
    page.get_by_text("Play for an amount").click()
    page.get_by_label("Name of the unit").fill("chips")
    for nets in ("Ann +10 Bob +50 Cy −10 Dee −50", "Ann +10 Bob +40 Cy −10 Dee −40", "Ann +20 Bob +20 Cy 0 Dee −40"):
        expect(page.get_by_text(re.compile(nets.replace(" ", r"\s*").replace("+", r"\+")))).to_have_count(1)
    audit(page)
    assert sideways(page) == []
    page.get_by_role("radio", name=re.compile(f"^{CATCH}")).check()
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url(re.compile(r"/tables/[0-9a-f-]{36}/$"))
    return TonkTable(page)


def outs(table: TonkTable) -> None:
    """Out by discard: three taps. Tonk out: one more where spread and hits pay differently."""
    audit(table.page)
    table.ended("Out", "Who went out", "Bob")
    expect(table.sentence).to_have_text("Bob went out with the last discard: 10 chips from each, 30 chips to Bob.")
    table.save_hand()
    assert table.taps == 3
    assert table.totals() == [-10, 30, -10, -10]

    table.ended("Tonk out", "Who tonked out", "Dee")
    expect(table.sentence).to_have_text(re.compile("^Did the last cards go in a new spread or by hits"))
    table.tap(table.page.get_by_role("radio", name="in a new spread"))
    expect(table.sentence).to_have_text("Dee tonked out: 20 chips from each, 60 chips to Dee.")
    table.save_hand()
    assert table.totals() == [-30, 10, -30, 50]

    table.ended("Tonk out", "Who tonked out", "Ann")
    table.tap(table.page.get_by_role("radio", name="by hits alone"))
    expect(table.sentence).to_have_text("Ann tonked out: 10 chips from each, 30 chips to Ann.")
    table.save_hand()
    assert table.totals() == [0, 0, -40, 40]
    assert table.seen(3) == ["Tonk out by hits Ann", "+30 0", f"{MINUS}10 0", f"{MINUS}10 {MINUS}40", f"{MINUS}10 40"]


def dealt(table: TonkTable) -> None:
    """The pad writes where a count is asked. 50 pays three stakes here; two declarers draw, and it is dealt again."""
    table.ended("Dealt tonk", "Who declared, one or more", "Cy")
    expect(table.sentence).to_have_text("What do the cards of Cy count?")
    table.digits("48")
    table.tap(table.who("Who declared, one or more", "Cy"))
    table.tap(table.who("Who declared, one or more", "Cy"))
    expect(table.sentence).to_contain_text("Cy cannot declare a tonk with 48")
    table.tap(table.page.get_by_role("button", name="Delete the last digit"))
    table.tap(table.page.get_by_role("button", name="Delete the last digit"))
    table.digits("50")
    expect(table.sentence).to_have_text("Cy was dealt 50: 30 chips from each, 90 chips to Cy.")
    table.save_hand()
    assert table.totals() == [-30, -30, 50, 10]

    table.ended("Dealt tonk", "Who declared, one or more", "Ann", "Bob")
    table.count({"Ann": 49, "Bob": 50})
    expect(table.sentence).to_have_text("Ann and Bob were each dealt a tonk: no payment, deal again.")
    table.save_hand()
    assert table.totals() == [-30, -30, 50, 10]
    assert table.seen(5)[0] == "Dealt tonk twice Ann 49, Bob 50 dealt again"
    expect(table.page.get_by_text("Bob deals.")).to_be_visible()


def knocks(table: TonkTable) -> None:
    table.ended("Knock", "Who knocked", "Bob")
    table.count({"Ann": 12, "Bob": 5, "Cy": 20, "Dee": 30})
    expect(table.sentence).to_have_text("Bob knocked with 5, the lowest: 10 chips from each, 30 chips to Bob.")
    table.save_hand()
    assert table.totals() == [-40, 0, 40, 0]

    table.ended("Knock", "Who knocked", "Dee")
    table.count({"Ann": 8, "Bob": 5, "Cy": 51})
    expect(table.page.get_by_text("No hand can count 51: count the cards again.")).to_have_count(
        0
    )  # still being written
    table.count({"Dee": 10})
    expect(table.page.locator("[data-err]:visible")).to_have_text("No hand can count 51: count the cards again.")
    table.page.get_by_role("textbox", name="Cy", exact=True).fill("20")
    expect(table.sentence).to_have_text(
        "Dee knocked with 10, caught by Bob with 5: "
        "10 chips to Ann, 50 chips to Bob, 10 chips from Cy, 50 chips from Dee."
    )
    assert table.pays() == {
        "Ann": "20 chips from Dee, 10 chips to Bob | +10",
        "Bob": "10 chips from Ann and Cy, 20 chips + 10 chips from Dee | +50",
        "Cy": f"10 chips to Bob | {MINUS}10",
        "Dee": f"20 chips to Ann, 20 chips + 10 chips to Bob | {MINUS}50",
    }
    audit(table.page)
    table.save_hand()
    assert table.totals() == [-30, 50, 30, -50]
    assert table.seen(7) == [
        "Caught Dee 10 lowest: Bob 5",
        f"+10 {MINUS}30",
        "+50 50",
        f"{MINUS}10 30",
        f"{MINUS}50 {MINUS}50",
    ]


def stock_out(table: TonkTable) -> None:
    """Nobody ends it; a wrong hand is taken back with one tap, and stands in the form again."""
    table.ended("Stock out")
    expect(table.group("Who knocked")).to_be_hidden()
    table.count({"Ann": 17, "Bob": 21, "Cy": 4, "Dee": 30})
    table.save_hand()
    table.page.get_by_role("button", name="Undo hand 8").tap()
    expect(table.row(8)).to_have_count(0)
    expect(table.page.get_by_role("textbox", name="Cy", exact=True)).to_have_value("4")
    expect(table.sentence).to_have_text("The stock ran out, Cy lowest with 4: 10 chips from each, 30 chips to Cy.")
    table.save_hand()
    assert table.totals() == [-40, 40, 60, -60]
    assert table.foot("Hands won") == [1, 3, 2, 1]


def hand_says_who_paid(page: Page) -> None:
    """Every payment of the catch, from whom to whom and why."""
    page.get_by_role("link", name=re.compile("^Hand 7")).click()
    paid = page.get_by_role("region", name="Who paid whom").get_by_role("listitem")
    assert texts(paid) == [
        "Ann to Bob lowest hand of a catch 10 chips",
        "Cy to Bob lowest hand of a catch 10 chips",
        "Dee to Ann caught with a knock 20 chips",
        "Dee to Bob caught with a knock 20 chips",
        "Dee to Bob lowest hand of a catch 10 chips",
    ]
    audit(page)
    page.get_by_role("link", name="Back").click()


def old_hand_is_corrected(page: Page, table: TonkTable) -> None:
    """It was Cy who went out first: 30 go over from Bob, and 10 come back."""
    table.row(1).get_by_role("link").click()
    page.get_by_role("link", name="Correct hand 1").click()
    expect(table.who("Who went out", "Bob")).to_be_checked()
    table.who("Who went out", "Cy").tap()
    expect(table.sentence).to_have_text("Cy went out with the last discard: 10 chips from each, 30 chips to Cy.")
    audit(page)
    page.get_by_role("button", name="Preview the changes").click()
    page.get_by_label("Reason").fill("It was Cy")
    page.get_by_role("button", name=re.compile("^Correct")).click()
    page.get_by_role("link", name="Back").click()
    assert table.totals() == [-40, 0, 100, -60]


def ended(page: Page) -> None:
    """100 chips to Cy: 60 chips from Dee and 40 chips from Ann. Bob is even."""
    doors(page).get_by_role("link", name=re.compile("^End the evening now")).click()
    page.get_by_label("Reason").fill("last hand, it is late")
    page.get_by_role("button", name="End after hand 8").click()
    expect(page.get_by_role("heading", name=re.compile("The evening has ended"))).to_be_visible()
    paid = texts(page.get_by_role("list", name="Who pays whom").get_by_role("listitem"))
    assert sorted(paid) == ["Ann to Cy 40 chips", "Dee to Cy 60 chips"]
    audit(page)


def sealed(page: Page, table: TonkTable) -> None:
    for name in NAMES:
        page.get_by_role("button", name=re.compile(f"^Sign for {name}")).tap()
        expect(page.get_by_role("button", name=re.compile(f"^Sign for {name}"))).to_have_count(0)
    expect(page.get_by_role("heading", name="Official")).to_be_visible()
    assert table.totals() == [-40, 0, 100, -60]
    audit(page)


def printed(page: Page) -> None:
    doors(page).get_by_role("link", name=re.compile("^Print the sheet")).click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(page.get_by_text("Ann to Cy 40")).to_be_visible()
    audit(page)


def test_hand_is_entered_by_its_cards(page: Page):
    """Two players, five cards each: 3 + 4 cards are left, so three lie on the table."""
    page.goto(OPENING)
    page.get_by_role("radio", name=re.compile("^Only the double")).check()
    table = TonkTable(open_table(page, NAMES[:2]).page)
    cards_are_tapped(table)
    page.reload()  # what was tapped is kept
    expect(table.sentence).to_have_text("Ann knocked with 7, the lowest: 10 to Ann.")
    table.save_hand()
    assert table.totals() == [10, -10]
    page.get_by_role("link", name=re.compile("^Hand 1")).click()
    expect(page.get_by_role("heading", name="On the table")).to_be_visible()
    audit(page)
    page.get_by_role("link", name="Correct hand 1").click()
    expect(table.place("Bob")).to_contain_text("4 cards: 25")


def cards_are_tapped(table: TonkTable) -> None:
    """What is held by somebody, or fits no spread, is hatched."""
    page = table.page
    table.ended("Knock", "Who knocked", "Ann")
    table.tap(page.get_by_role("button", name="Tap the cards instead"))
    table.cards(["A spades", "2 diamonds", "4 clubs"])
    table.open_place("Bob")
    table.card("2 diamonds").tap(force=True)
    expect(page.get_by_text("Ann holds this card.")).to_be_visible()
    table.cards(["10 hearts", "K spades", "3 clubs", "2 clubs"])
    expect(table.sentence).to_have_text("Ann knocked with 7, the lowest: 10 to Ann.")
    table.open_place("New spread")
    table.cards(["Q hearts", "Q clubs"])
    expect(table.card("J diamonds")).to_have_attribute("aria-disabled", "true")
    expect(table.sentence).to_contain_text("A spread is three or four cards of one rank")
    table.cards(["Q spades"])
    expect(page.get_by_text("3 of 3 cards lie on the table.")).to_be_visible()
    audit(page)
    assert sideways(page) == []


def test_pad_begins_each_number_anew_and_another_ending_drops_the_counts(page: Page):
    """Typed without looking: what was counted for a dealt tonk is no count of the hand after it."""
    page.goto(OPENING)
    page.get_by_role("radio", name=re.compile("^Only the double")).check()
    table = TonkTable(open_table(page, NAMES).page)
    table.ended("Dealt tonk", "Who declared, one or more", "Bob", "Dee")
    write(table, "49", "50")
    boxes = page.get_by_role("group", name="Count in hand").get_by_role("textbox")
    hold(boxes, ["", "49", "", "50"])
    expect(page.locator(".numbox.unasked")).to_have_text(["Ann", "Cy"])
    expect(table.sentence).to_have_text("Bob and Dee were each dealt a tonk: no payment, deal again.")

    table.ended("Stock out")
    hold(boxes, ["", "", "", ""])
    write(table, "17", "21", "30", "4")
    write(table, "5", "5", "30", "40")  # after the last comes the first again
    table.tap(boxes.nth(1))
    table.digits("6")
    page.keyboard.press("Tab")
    page.keyboard.type("31")
    hold(boxes, ["5", "6", "31", "40"])
    table.count({"Bob": 5, "Cy": 30})
    table.save_hand()
    page.get_by_role("link", name=re.compile("^Hand 1")).click()
    held = page.get_by_role("region", name="What they held").get_by_role("listitem")
    expect(held).to_have_text(["Ann 5", "Bob 5", "Cy 30", "Dee 40"], use_inner_text=True)


def hold(boxes: Locator, numbers: Sequence[str]) -> None:
    """What these fields hold."""
    expect(boxes).to_have_count(len(numbers))
    for place, number in enumerate(numbers):
        expect(boxes.nth(place)).to_have_value(number)


def write(table: TonkTable, *numbers: str) -> None:
    for digits in numbers:
        table.digits(digits)
        table.tap(table.page.get_by_role("button", name="Next", exact=True))


def test_money_stays_in_one_line_on_a_small_phone(page: Page):
    """Four players and a stake with decimals, 320 pixels wide: no figure breaks inside, none runs into the next."""
    page.goto(OPENING)
    page.get_by_role("radio", name=re.compile("^Only the double")).check()
    page.get_by_text("Play for an amount").click()
    page.get_by_label("Name of the unit").fill("€")
    page.get_by_label(re.compile("^with decimals")).check()
    page.get_by_label("Stake", exact=True).fill("4.50")
    table = TonkTable(open_table(page, NAMES).page)
    table.ended("Out", "Who went out", "Bob")
    table.save_hand()
    ended_early(page)
    page.set_viewport_size({"width": 320, "height": 844})

    figures = page.locator(".tonk td.num:visible, .sums td:visible")
    expect(figures.filter(has_text=f"{MINUS}4.50").first).to_be_visible()
    wrong = figures.evaluate_all(
        """cells => cells.filter(cell => {
            const range = document.createRange();
            return cell.scrollWidth > cell.clientWidth + 1 || [...cell.querySelectorAll("*"), cell].some(part => {
                range.selectNodeContents(part);
                return !part.children.length && new Set([...range.getClientRects()].map(box => box.top)).size > 1;
            });
        }).map(cell => cell.innerText)"""
    )
    assert wrong == []
    assert sideways(page) == []


def ended_early(page: Page) -> None:
    doors(page).get_by_role("link", name=re.compile("^End the evening now")).click()
    page.get_by_label("Reason").fill("late")
    page.get_by_role("button", name="End after hand 1").click()
    expect(page.get_by_role("heading", name=re.compile("The evening has ended"))).to_be_visible()


def test_hands_are_recorded_without_scripts(phone: Phone):
    """What was chosen for another ending may stay chosen: it is not sent along."""
    page = phone(java_script_enabled=False)
    page.goto(OPENING)
    page.get_by_role("radio", name=re.compile(f"^{CATCH}")).check()
    table = TonkTable(open_table(page, NAMES[:3]).page)
    table.ended("Knock", "Who knocked", "Ann")
    table.ended("Dealt tonk", "Who declared, one or more", "Bob")
    page.get_by_role("textbox", name="Bob", exact=True).fill("49")
    table.save_hand()
    assert table.totals() == [-20, 40, -20]

    table.ended("Knock", "Who knocked", "Cy")
    page.get_by_role("button", name="Tap the cards instead").tap()
    for place, card in (("Ann", "A spades"), ("Bob", "9 hearts"), ("Cy", "A clubs")):
        table.open_place(place)
        table.cards([card])
    table.save_hand()
    assert table.totals() == [20, 30, -50]  # 1 against 1 is a catch: Ann gets 20 + 10 from Cy, 10 from Bob


def test_long_names_fit_on_every_screen(page: Page):
    faults = sit_with_long_names(page)

    assert not faults, "\n".join(faults)


def test_large_text_fits_into_its_boxes(browser: Browser, server: Server):
    """Somebody has set the text to twice its size."""
    large = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    page = large.new_page(base_url=server.url, viewport=PHONE, has_touch=True, reduced_motion="reduce")
    faults = sit_with_long_names(page, names=NAMES, widths=(360, 390))
    large.close()

    assert not faults, "\n".join(faults)


def sit_with_long_names(page: Page, names: Sequence[str] = LONG, widths: Sequence[int] = WIDTHS) -> list[str]:
    """What does not fit on the way to a catch, by counts and by cards, and on the pages around it."""
    page.goto(OPENING)
    faults = fitting(page, widths)
    page.get_by_role("radio", name=re.compile(f"^{CATCH}")).check()
    table = TonkTable(open_table(page, names).page)
    table.ended("Knock", "Who knocked", f"^{names[1]}")
    for digits in ("5", "8", "20", "30"):
        table.digits(digits)
        table.tap(page.get_by_role("button", name="Next", exact=True))
    expect(table.sentence).to_contain_text("caught by")
    faults += fitting(page, widths)
    table.save_hand()
    faults += fitting(page, widths)
    table.ended("Stock out")
    table.tap(page.get_by_role("button", name="Tap the cards instead"))
    expect(table.card("A spades")).to_be_visible()
    faults += fitting(page, widths)
    page.get_by_role("link", name=re.compile("^Hand 1")).click()
    expect(page.get_by_role("heading", name="Who paid whom")).to_be_visible()
    faults += fitting(page, widths)
    page.goto("/rules/tonk/")
    return faults + fitting(page, widths)


def fitting(page: Page, widths: Sequence[int]) -> list[str]:
    """What makes this page scroll sideways, or does not fit into its box."""
    faults = []
    before = page.viewport_size
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        clipped = page.locator(".entry .box, .entry .numbox, .catches .box").evaluate_all(
            "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.innerText)"
        )
        faults += [f"{page.url} at {width}: {fault}" for fault in (*sideways(page), *clipped)]
    page.set_viewport_size(before or PHONE)
    return faults
