"""Lines, sentences, warnings and the deal."""

import pytest
from hypothesis import given

from games.core.text import Amount, SeatName, Text
from games.core.values import Line
from games.tonk.rules import LARGEST_STAKE
from games.tonk.scoring import Payment
from games.tonk.sheet import REASONS
from tests.games.tonk.table import (
    CARDS_DROP,
    CAUGHT,
    DEALT,
    DROP,
    FOUR,
    HOUSE,
    OUT,
    STOCK,
    THREE,
    TONK,
    TONK_OUT,
    TWO,
    at,
    judge,
    moved,
    rules,
)
from tests.games.tonk.test_payments import hands_played

TWO_FIFTIES = {"kind": "initial_tonk", "by": [0, 2], "totals": [50, None, 49]}


def said(data, table=THREE, **options):
    return str(judge(data, rules(**options), table).sentence)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            DROP,
            {(0, "net"): 20, (1, "net"): -10, (2, "net"): -10, (0, "won"): 1, (0, "drops_won"): 1},
        ),
        (
            CAUGHT,
            {(0, "net"): -30, (1, "net"): 40, (2, "net"): -10, (1, "won"): 1, (0, "caught"): 1},
        ),
        (DEALT, {(0, "net"): -20, (1, "net"): 40, (2, "net"): -20, (1, "won"): 1, (1, "tonks"): 1}),
        (TONK_OUT, {(0, "net"): -20, (1, "net"): -20, (2, "net"): 40, (2, "won"): 1, (2, "tonks"): 1}),
        (OUT, {(0, "net"): -10, (1, "net"): -10, (2, "net"): 20, (2, "won"): 1}),
        (STOCK, {(0, "net"): -10, (1, "net"): 20, (2, "net"): -10, (1, "won"): 1}),
        ({**STOCK, "totals": [3, 3, 3]}, {}),
        (TWO_FIFTIES, {}),
    ],
)
def test_what_each_ending_counts(data, expected):
    assert moved(judge(data)) == expected


def test_everybody_has_played_a_hand():
    hands = [(line.seat, line.amount) for line in judge(DROP).lines if line.measure == "hands"]

    assert hands == [(0, 1), (1, 1), (2, 1)]


def test_payments_are_two_lines_that_name_the_other():
    first, second, *_rest = judge(CAUGHT).lines

    caught = REASONS["catch_penalty"]
    assert first == Line(0, "net", -20, Text("{reason}, to {seat}", {"reason": caught, "seat": SeatName(1)}))
    assert second == Line(1, "net", 20, Text("{reason}, from {seat}", {"reason": caught, "seat": SeatName(0)}))


@given(hands_played())
def test_lines_add_up_to_the_net(case):
    outcome = judge(*case)

    nets = [line for line in outcome.lines if line.measure == "net"]
    sums = {seat: sum(line.amount for line in nets if line.seat == seat) for seat in case[2].seats}
    assert tuple(sums.values()) == outcome.detail.net


@pytest.mark.parametrize(
    ("data", "table", "options", "expected"),
    [
        (DROP, THREE, {}, "seat 1 knocked with 5, the lowest: 10 from each, 20 to seat 1"),
        ({**DROP, "totals": [5, 6]}, TWO, {}, "seat 1 knocked with 5, the lowest: 10 to seat 1"),
        (
            CAUGHT,
            THREE,
            {},
            "seat 1 knocked with 9, caught by seat 2 with 6: 40 to seat 2, 30 from seat 1, 10 from seat 3",
        ),
        (
            {"kind": "drop", "by": 0, "totals": [9, 4, 4, 33]},
            FOUR,
            {"catch_extra": "none"},
            "seat 1 knocked with 9, caught by seat 2 and seat 3 with 4: 20 to seat 2, 20 to seat 3, 40 from seat 1",
        ),
        (
            {"kind": "drop", "by": 0, "totals": [9, 4, 4, 4]},
            FOUR,
            {"catch_extra": "none"},
            "seat 1 knocked with 9, caught by seat 2, seat 3 and seat 4 with 4: "
            "20 to seat 2, 20 to seat 3, 20 to seat 4, 60 from seat 1",
        ),
        (DEALT, THREE, {}, "seat 2 was dealt 50: 20 from each, 40 to seat 2"),
        (
            TWO_FIFTIES,
            THREE,
            {"initial_tie": "highest"},
            "seat 1 was dealt 50, the highest: 20 from each, 40 to seat 1",
        ),
        (
            TWO_FIFTIES,
            THREE,
            {"initial_tie": "each_paid"},
            "seat 1 and seat 3 were each dealt a tonk: 20 to seat 1, 20 to seat 3, 40 from seat 2",
        ),
        (
            {"kind": "initial_tonk", "by": [0, 1], "totals": [50, 50]},
            TWO,
            {"initial_tie": "each_paid"},
            "seat 1 and seat 2 were each dealt a tonk: no payment",
        ),
        (TWO_FIFTIES, THREE, {}, "seat 1 and seat 3 were each dealt a tonk: no payment, deal again"),
        (TONK_OUT, THREE, {}, "seat 3 tonked out: 20 from each, 40 to seat 3"),
        (OUT, THREE, {}, "seat 3 went out with the last discard: 10 from each, 20 to seat 3"),
        (STOCK, THREE, {}, "The stock ran out, seat 2 lowest with 3: 10 from each, 20 to seat 2"),
        (STOCK, THREE, {"stock_out": "dead"}, "The stock ran out: no payment"),
    ],
)
def test_sentence_of_a_scorer(data, table, options, expected):
    assert said(data, table, **options) == expected


def test_amounts_of_a_sentence_are_in_units():
    values = judge(DROP).sentence.values

    assert (values["each"], values["amount"]) == (Amount(10), Amount(20))


def test_deal_passes_to_the_left_of_who_dealt():
    table = at(4, 1, 7, dealer=1)

    assert judge({**OUT, "by": 7}, HOUSE, table).dealer == 7
    assert judge({**OUT, "by": 7, "dealer": 7}, HOUSE, table).dealer == 4


def test_dealer_out_of_turn_is_a_warning_and_takes_the_odd_unit():
    tied = {"kind": "stock_out", "totals": [3, 3, 9], "dealer": 0}

    outcome = judge(tied, rules(stock_tie="split", stake=5))

    assert [notice.code for notice in outcome.warnings] == ["dealer_out_of_turn"]
    assert outcome.detail.net == (2, 3, -5)


def test_drawn_tonk_moves_nothing_counts_no_hand_and_the_next_player_deals():
    outcome = judge(TWO_FIFTIES)

    assert outcome.lines == ()
    assert outcome.state.hands == 0
    assert outcome.dealer == 0


def test_dead_hand_counts_as_a_hand():
    assert judge({**STOCK, "totals": [3, 3, 3]}, HOUSE, at(0, 1, 2, hands=4)).state.hands == 5


def test_evening_is_never_over():
    assert not judge(DROP).over


def test_held_spread_is_told_and_pays_nothing():
    held = {"kind": "drop", "by": 1, "hands": [["4c", "4d", "4h", "As", "2s"], ["Td"]]}

    outcome = judge(held, rules(must_lay_spreads=True), TWO)

    (notice,) = outcome.warnings
    assert notice.code == "held_spread"
    assert str(notice.message) == "seat 1 still held a spread; under the rules of this table it must be laid."
    assert outcome.lines == judge(held, HOUSE, TWO).lines


def test_held_spreads_are_not_looked_for_without_cards():
    assert judge({**DROP, "totals": [5, 6]}, rules(must_lay_spreads=True), TWO).warnings == ()


def test_cards_are_stored_in_one_form():
    written = {**CARDS_DROP, "hands": [["AC", "2D"], ["kH", "10s"], ["5c"]]}

    hand, outcome = TONK.judge(written, HOUSE, THREE)

    assert hand.hands == (("Ac", "2d"), ("Kh", "Ts"), ("5c",))
    assert outcome.detail.totals == (3, 20, 5)


def test_spreads_may_lie_on_the_table():
    laid = {**CARDS_DROP, "spreads": [["7c", "7d", "7h"], ["Js", "Qs", "Ks", "Ts"]]}

    assert judge(laid).detail == judge(CARDS_DROP).detail


def test_largest_stake_is_counted_exactly():
    assert judge(CAUGHT, rules(stake=LARGEST_STAKE)).detail.net[1] == 4 * LARGEST_STAKE


def test_payment_names_its_parts():
    assert judge(OUT).detail.payments[0] == Payment(payer=0, payee=2, amount=10, reason="discard_out")
