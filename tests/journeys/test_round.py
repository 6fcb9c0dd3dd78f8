"""Three hands that every book of Skat counts the same way, in three systems, tap by tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.access import audit
from tests.journeys.acting import Table, open_table, token
from tests.journeys.hands import DIAMONDS_WITHOUT_2, GRAND_WITH_4, NULL_OUVERT, PASSED, expected, plain
from tests.serving import Server

pytestmark = pytest.mark.journey

NAMES = ("Anna", "Jürgen", "Murat")
ROUND = (GRAND_WITH_4, DIAMONDS_WITHOUT_2, NULL_OUVERT)


def guest_table(page: Page, rules: str = "") -> Table:
    """A table of these three, started without an account."""
    page.goto("/tables/new/skat/")
    return open_table(page, NAMES, rules=rules)


@pytest.mark.parametrize(
    ("rules", "system", "totals"),
    [
        pytest.param("Leipzig scoring", "classic", [90, 0, 46], marks=pytest.mark.long),
        pytest.param("Seeger scoring", "seeger", [90, 0, 96], marks=pytest.mark.long),
        ("Official list", "seeger_fabian", [90, 40, 136]),
    ],
)
def test_three_hands_in_each_system(page: Page, rules: str, system: str, totals: list[int]):
    table = guest_table(page, rules)

    for facts in ROUND:
        table.record(facts, NAMES)

    assert table.totals() == totals == expected(ROUND, 3, system)
    expect(table.row(1)).to_contain_text("144")
    expect(table.row(2)).to_contain_text("54")
    expect(table.row(3)).to_contain_text("46")
    audit(page)


def test_what_will_be_written_is_said_before(page: Page):
    table = guest_table(page)
    audit(page)

    table.fill(GRAND_WITH_4, NAMES)

    said = page.locator("[data-tell]")
    expect(said).to_contain_text(re.compile(r"With 4, game 5.*144 to Anna", re.IGNORECASE))
    expect(said).to_contain_text("194")  # the list total afterwards: 144 and 50 for the game won
    audit(page)
    expect(table.rows).to_have_count(1)
    expect(table.rows).to_contain_text("The first row appears")


def test_few_taps(page: Page):
    table = guest_table(page)

    assert table.record(plain(1, "spades", 2), NAMES) <= 5
    assert table.record(PASSED, NAMES) == 2


def test_undo_in_one_tap(page: Page):
    table = guest_table(page)
    table.record(plain(0, "hearts", 1), NAMES)
    table.record(plain(2, "clubs", 2, won=False), NAMES)
    before = table.totals()

    page.get_by_role("button", name="Undo hand 2").tap()

    expect(page.get_by_text("Hand 2 is taken back")).to_be_visible()
    expect(table.save).to_have_text("Save hand 2")
    assert table.totals() == expected([plain(0, "hearts", 1)], 3) != before
    expect(table.declarer("Murat")).to_be_checked()  # what was taken back stands in the form, to be put right
    table.tap(table.group("Result").get_by_role("radio", name="Won"))
    table.save_hand()
    assert table.totals() == expected([plain(0, "hearts", 1), plain(2, "clubs", 2)], 3)


def test_double_tap_reload_and_back_give_one_hand(page: Page, server: Server):
    table = guest_table(page)
    table.fill(plain(0), NAMES)
    expect(table.save).not_to_have_attribute("aria-disabled", "true")

    table.save.dblclick()
    expect(table.row(1)).to_have_count(1)
    expect(table.save).to_have_text("Save hand 2")
    assert hands(server, table) == 1

    page.reload()
    expect(table.row(1)).to_have_count(1)
    page.go_back()
    page.go_forward()
    expect(table.save).to_have_text("Save hand 2")
    assert hands(server, table) == 1
    assert table.totals() == expected([plain(0)], 3)


def test_form_sent_again_gives_one_hand(page: Page, server: Server):
    """The same form from the browser's memory: the key in it is that of the hand that stands."""
    table = guest_table(page)
    table.fill(plain(0), NAMES)
    with page.expect_request(re.compile("/hands/$")) as sent:
        table.save_hand()

    again = page.request.post(
        f"{table.url}hands/",
        headers={"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token(page)},
        data=sent.value.post_data,
    )

    assert again.ok
    assert hands(server, table) == 1


def hands(server: Server, table: Table) -> int:
    """Rows there are for the hands of this table."""
    sitting = table.url.rstrip("/").rsplit("/", 1)[-1]
    return server.python(
        f"from scorekeeper.play.models import Hand; print(json.dumps(Hand.objects.filter(sitting={sitting!r}).count()))"
    )
