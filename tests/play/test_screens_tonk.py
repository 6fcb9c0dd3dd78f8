"""The screens of Tonk: the choice of a catch, an entry by counts and by cards, the sheet, the page of a hand."""

from html import unescape

import pytest

from tests.acting import field_names, fill, read
from tests.factories import make_club, make_sitting, owner_of, record

CAUGHT = {"kind": "drop", "by": 2, "totals": [8, 5, 10]}
OPENING = "/tables/new/tonk/"


@pytest.fixture
def three(client, db):
    """A table of three, looked at by who keeps its sheet."""
    sitting = make_sitting(make_club(), game="tonk", rules={"catch_extra": "all", "unit": "€", "decimals": 2})
    client.force_login(owner_of(sitting.club))
    return sitting


def test_catch_is_asked_with_what_each_answer_pays(client, db):
    club = make_club()
    client.force_login(owner_of(club))

    page = read(client.get(f"/clubs/{club.pk}{OPENING}"))

    assert page.count('name="rules.catch_extra"') == 3
    assert "With two players, a caught knocker pays 3 stakes." in page
    assert page.count("With two players, a caught knocker pays 2 stakes.") == 2
    assert "Dee: 20 to Ann, 20 + 10 to Bob." in page
    assert page.count('name="rules.catch_extra" value="all" checked') == 1


def test_without_a_club_the_games_own_answer_of_a_catch_is_chosen(client, db):
    page = read(client.get(OPENING))

    assert page.count('name="rules.catch_extra"') == 3
    assert 'name="rules.catch_extra" value="all" checked' in page


def test_every_rule_can_be_chosen(client, db):
    from games.tonk.rules import TonkRules

    fields = {name.removeprefix("rules.") for name in field_names(client.get(OPENING).content.decode())}

    assert set(TonkRules.model_fields) <= fields


def test_preview_draws_who_pays_whom(client, three):
    address = f"/tables/{three.pk}/preview/"
    half = client.post(address, {"kind": "drop", "by": "2"}).json()
    told = client.post(address, {"kind": "drop", "by": "2", "totals.0": "8", "totals.1": "5", "totals.2": "10"}).json()

    drawn = " ".join(unescape(told["drawn"]).split())
    assert "0.20\xa0€ + 0.10\xa0€ from" in unescape(told["drawn"])
    assert "+0.40" in drawn  # 0.20 and 0.10 from the knocker, 0.10 from the other
    assert half["drawn"].count("<tr>") == 3
    assert "+" not in half["drawn"]


def test_preview_of_a_game_without_a_drawing_of_its_own_draws_nothing(client, db):
    sitting = make_sitting(make_club())
    client.force_login(owner_of(sitting.club))

    assert client.post(f"/tables/{sitting.pk}/preview/", {"kind": "passed"}).json()["drawn"] == ""


def test_ending_that_is_not_chosen_is_asked_for(client, three):
    told = client.post(f"/tables/{three.pk}/preview/", {"kind": "none", "by": "2"}).json()

    assert told["problems"] == {"kind": "Choose how the hand ended."}


def test_cards_are_tapped_without_scripts(client, three):
    page = client.get(f"/tables/{three.pk}/").content.decode()
    step = f"/tables/{three.pk}/step/"
    page = client.post(step, fill(page, kind="drop", by="0", step='{"cards":true}')).content.decode()
    for place, card in enumerate(("Ac", "Kd", "9h")):
        add = f'{{"add":"{card}","at":"hands.{place}"}}'
        page = client.post(step, fill(page, step=add)).content.decode()

    assert "knocked with 1, the lowest" in unescape(page)
    assert "data-why=" in page
    client.post(f"/tables/{three.pk}/hands/", fill(page))
    hand = three.hands.get()
    assert hand.record["hands"] == [["Ac"], ["Kd"], ["9h"]]
    assert hand.outcome["detail"]["net"] == [20, -10, -10]


def test_the_place_that_is_open_is_kept_over_steps_and_is_no_part_of_the_record(client, three):
    step = f"/tables/{three.pk}/step/"
    page = client.get(f"/tables/{three.pk}/").content.decode()
    page = client.post(step, fill(page, kind="drop", step='{"at":"hands.2"}')).content.decode()

    page = client.post(step, fill(page, step="null")).content.decode()

    assert fill(page)["screen-at"] == ["hands.2"]
    told = client.post(f"/tables/{three.pk}/preview/", fill(page)).json()
    assert "screen-at" not in told["problems"]


def test_sheet_says_what_each_hand_moved_and_the_net_after_it(client, three):
    record(three, {"kind": "initial_tonk", "by": [0, 1], "totals": [49, 50]})
    record(three, CAUGHT)
    page = read(client.get(f"/tables/{three.pk}/"))

    assert "Dealt tonk twice" in page
    assert "dealt again" in page
    assert '<span class="ended">Caught</span>' in page
    assert '<span class="moved-by">+0.40</span><span class="running">0.40</span>' in page
    assert "Stake 0.10\xa0€" in client.get(f"/tables/{three.pk}/").content.decode()


def test_hand_out_of_turn_is_marked_on_the_sheet(client, three):
    record(three, {**CAUGHT, "dealer": 2})

    assert "check this hand again" in read(client.get(f"/tables/{three.pk}/"))


def test_page_of_a_hand_tells_every_payment_and_what_was_held(client, three):
    hands = [["8c"], ["5c"], ["Td"]]
    hand = record(three, {"kind": "drop", "by": 2, "hands": hands}).hand
    page = read(client.get(f"/tables/{three.pk}/hands/{hand.pk}/"))

    assert page.count("caught with a knock") == 2
    assert page.count("lowest hand of a catch") == 2
    assert "What they held" in page
    assert "What it did" not in page
    assert 'aria-label="diamonds"' in page


def test_drawn_hand_pays_nothing_and_says_so(client, three):
    hand = record(three, {"kind": "initial_tonk", "by": [0, 1], "totals": [49, 50]}).hand

    assert "Nobody paid anything." in read(client.get(f"/tables/{three.pk}/hands/{hand.pk}/"))


def test_calculator_answers_without_an_account(client, db):
    page = client.post("/rules/tonk/worth/?size=2", {"kind": "drop", "by": "1", "totals.0": "5", "totals.1": "10"})

    assert "Caught with a knock" in read(page)
    assert "20 + 10 to Anna" in read(page)


def test_rules_say_the_endings_and_the_example(client, db):
    page = read(client.get("/rules/tonk/"))

    assert "How a hand ends, and who pays" in page
    assert "Dee is down 50" in page


def test_the_page_of_seats_says_how_many_its_rules_allow(client, db):
    club = make_club()
    client.force_login(owner_of(club))
    two = make_sitting(club, players=2, game="tonk")

    page = client.get(f"/tables/{two.pk}/seats/").content.decode()

    assert "A table of Tonk has 2 to 4 players." in page
