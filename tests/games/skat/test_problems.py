"""Every reason to refuse a hand."""

import pytest

from games.skat.refusals import FLAG_NOT_BOOLEAN, REFUSALS
from games.skat.rules import LEGAL_BIDS, SkatRules
from tests.games.skat.table import (
    FOUR,
    LOST,
    NULL,
    PASSED,
    RAMSCH,
    SKAT,
    SPADES,
    at,
    codes,
    judge,
)

LEGAL = (
    "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100 108 110 "
    "117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240 264"
)
WITHOUT_RESULT = {name: value for name, value in SPADES.items() if name != "declarer_points"}

REFUSED = [
    ({**SPADES, "contract": "passed"}, ["contract_unknown"]),
    ({**SPADES, "contract": ["spades"]}, ["contract_unknown"]),
    ({**SPADES, "hand": None}, ["flag_not_boolean"]),
    ({**SPADES, "bock": 1, "kontra": "yes"}, ["flag_not_boolean", "flag_not_boolean"]),
    ({**SPADES, "re": True}, ["re_needs_kontra"]),
    ({**PASSED, "bid": 18}, ["passed_takes_no_input"]),
    ({**PASSED, "with": False}, ["passed_takes_no_input"]),
    ({**PASSED, "hand": 0}, ["flag_not_boolean", "passed_takes_no_input"]),
    ({**PASSED, "surprise": 1}, ["field_unknown"]),
    ({**SPADES, "bid": True}, ["bid_not_integer"]),
    ({**SPADES, "bid": 25}, ["bid_not_legal"]),
    ({**SPADES, "bid": 10**400}, ["bid_not_legal"]),
    ({**SPADES, "declarer_points": 75.0}, ["points_not_integer"]),
    ({**SPADES, "declarer_points": float("nan")}, ["points_not_integer"]),
    ({**SPADES, "declarer_points": -1}, ["points_out_of_range"]),
    ({**SPADES, "declarer_tricks": "6"}, ["tricks_not_integer"]),
    ({**SPADES, "declarer_tricks": 11}, ["tricks_out_of_range"]),
    ({**NULL, "matadors": 1}, ["null_has_no_matadors"]),
    ({**NULL, "with": False}, ["null_has_no_matadors"]),
    ({**NULL, "schwarz_announced": True}, ["null_has_no_announcements"]),
    ({**NULL, "declarer_points": 0}, ["null_has_no_points"]),
    ({**SPADES, "matadors": None}, ["matadors_missing"]),
    ({**SPADES, "matadors": "2"}, ["matadors_not_integer"]),
    ({**SPADES, "with": None}, ["with_without_missing"]),
    ({**SPADES, "matadors": 12}, ["matadors_out_of_range"]),
    ({**SPADES, "contract": "grand", "matadors": 5}, ["matadors_out_of_range"]),
    ({**SPADES, "hand": False, "schneider_announced": True}, ["announcement_needs_hand"]),
    ({**SPADES, "hand": False, "ouvert": True}, ["ouvert_needs_hand"]),
    ({**SPADES, "outcome": {"won": True}}, ["result_given_twice"]),
    ({**WITHOUT_RESULT, "outcome": {"schneider": True}}, ["outcome_malformed"]),
    ({**WITHOUT_RESULT, "outcome": {"won": True, "schwarz": None}}, ["outcome_malformed"]),
    ({**WITHOUT_RESULT, "outcome": {"won": True, "by": 3}}, ["outcome_malformed"]),
    ({**WITHOUT_RESULT, "outcome": [True]}, ["outcome_malformed"]),
    ({**NULL, "declarer_tricks": None, "outcome": {"won": True, "schwarz": True}}, ["outcome_malformed"]),
    (WITHOUT_RESULT, ["result_missing"]),
    ({**WITHOUT_RESULT, "declarer_tricks": 5}, ["result_missing"]),
    ({**NULL, "declarer_tricks": None}, ["result_missing"]),
    ({**SPADES, "declarer_points": 1}, ["points_impossible"]),
    ({**SPADES, "declarer_points": 119, "declarer_tricks": 9}, ["points_impossible"]),
    ({**SPADES, "declarer_points": 120}, ["tricks_required"]),
    ({**SPADES, "declarer_points": 22}, ["tricks_required"]),
    ({**SPADES, "declarer_points": 23, "declarer_tricks": 0}, ["points_tricks_conflict"]),
    ({**SPADES, "bock_rounds": "1"}, ["bock_rounds_not_integer"]),
    ({**SPADES, "bock_rounds": 10}, ["bock_rounds_out_of_range"]),
    ({**RAMSCH, "tricks": [4, 4, 3]}, ["ramsch_tricks"]),
    ({**RAMSCH, "tricks": [11, -1, 0]}, ["ramsch_tricks"]),
    ({**RAMSCH, "tricks": [4, 3, 3.0]}, ["ramsch_tricks"]),
    ({**RAMSCH, "tricks": "433"}, ["ramsch_tricks"]),
    ({**RAMSCH, "points": [50, 30]}, ["ramsch_points"]),
    ({**RAMSCH, "skat_points": None}, ["ramsch_points"]),
    ({**RAMSCH, "points": [36, 30, 30], "skat_points": 24}, ["ramsch_points"]),
    ({**RAMSCH, "tricks": [7, 3, 0]}, ["ramsch_points_without_trick"]),
    ({**RAMSCH, "pushes": 10}, ["ramsch_pushes"]),
    ({**RAMSCH, "last_trick": 3}, ["ramsch_last_trick"]),
    ({**RAMSCH, "tricks": [7, 3, 0], "points": [60, 50, 0], "last_trick": 2}, ["ramsch_last_trick"]),
    ({**RAMSCH, "dealer": 7}, ["dealer_not_at_table"]),
    ({**RAMSCH, "surprise": 1}, ["field_unknown"]),
    ({**SPADES, "dealer": 3}, ["dealer_not_at_table"]),
    ({**PASSED, "dealer": True}, ["dealer_not_integer"]),
    ({**SPADES, "declarer": None}, ["declarer_missing"]),
    ({**SPADES, "declarer": "1"}, ["declarer_not_integer"]),
    ({**SPADES, "declarer": 3}, ["declarer_not_at_table"]),
    ({**SPADES, "with_": True}, ["field_unknown"]),
    ([], ["not_an_object"]),
    ({"kind": "misdeal"}, ["kind_unknown"]),
]


@pytest.mark.parametrize(("data", "expected"), REFUSED)
def test_hand_is_refused(data, expected):
    assert codes(data) == expected


def test_problems_come_in_the_order_of_the_rules_file():
    wrong = {
        "kind": "played",
        "contract": "null",
        "bock": 0,
        "re": True,
        "bid": 25,
        "declarer_points": 200,
        "declarer_tricks": 11,
        "matadors": 1,
        "schneider_announced": True,
        "outcome": 5,
        "bock_rounds": -1,
        "dealer": 9,
        "surprise": None,
    }

    assert codes(wrong) == [
        "flag_not_boolean",
        "re_needs_kontra",
        "bid_not_legal",
        "points_out_of_range",
        "tricks_out_of_range",
        "null_has_no_matadors",
        "null_has_no_announcements",
        "null_has_no_points",
        "result_given_twice",
        "outcome_malformed",
        "bock_rounds_out_of_range",
        "dealer_not_at_table",
        "declarer_missing",
        "field_unknown",
    ]


def test_null_below_bid_is_refused_where_the_club_says_so():
    reject = SkatRules(null_overbid="reject")

    assert codes({**NULL, "bid": 24}, reject) == ["null_below_bid"]
    assert judge({**NULL, "bid": 23}, reject).detail.won


def test_last_trick_must_be_known_where_the_skat_goes_with_it():
    assert codes(RAMSCH, SkatRules(ramsch_skat_to="last_trick")) == ["ramsch_last_trick"]


def test_last_trick_must_be_known_where_it_breaks_a_tie():
    tie = {**RAMSCH, "points": [50, 50, 10]}

    assert codes(tie, SkatRules(ramsch_tie="last_trick")) == ["ramsch_last_trick"]
    assert judge(RAMSCH, SkatRules(ramsch_tie="last_trick")).detail.scores == (-60, 0, 0)


def test_dealer_cannot_declare_at_four():
    assert codes({**SPADES, "declarer": 0}, table=FOUR) == ["dealer_cannot_declare_at_four"]
    assert codes({**SPADES, "dealer": 1}, table=FOUR) == ["dealer_cannot_declare_at_four"]
    assert codes({**SPADES, "dealer": True}, table=FOUR) == ["dealer_not_integer"]


def test_dealer_may_declare_at_three():
    assert judge({**SPADES, "declarer": 0}).detail.declarer == 0


def test_table_must_have_three_or_four_seats():
    assert codes(SPADES, table=at(0, 1)) == ["table_size"]


def test_dealer_who_left_the_table_must_be_replaced():
    table = at(0, 1, 2, dealer=3)

    assert codes(SPADES, table=table) == ["dealer_not_at_table"]
    assert judge({**SPADES, "dealer": 0}, table=table).dealer == 1


def test_nothing_follows_a_complete_list():
    assert codes(SPADES, table=at(0, 1, 2, hands=36)) == ["hand_after_end"]
    assert codes(PASSED, table=at(0, 1, 2, over=True)) == ["hand_after_end"]


def test_club_may_allow_announcements_without_hand():
    allowed = SkatRules(announce_without_hand=True)

    outcome = judge({**SPADES, "hand": False, "ouvert": True, "declarer_points": 75}, allowed)

    assert not outcome.detail.won
    assert "hand" not in outcome.detail.levels


def test_every_code_has_a_test():
    tested = {code for _, expected in REFUSED for code in expected}
    elsewhere = {"null_below_bid", "dealer_cannot_declare_at_four", "table_size", "hand_after_end"}

    assert REFUSALS.keys() <= tested | elsewhere
    assert {problem.code for problem in FLAG_NOT_BOOLEAN.values()} <= tested


def test_legal_bids_are_the_values_a_game_can_have():
    assert sorted(LEGAL_BIDS) == [int(value) for value in LEGAL.split()]


@pytest.mark.parametrize("size", [3, 4])
def test_list_length_must_give_everybody_the_same_number_of_deals(size):
    wrong = SKAT.rules_problems(SkatRules(list_length=25), size)

    assert [(problem.code, problem.field) for problem in wrong] == [("list_length_not_multiple", "list_length")]
    assert SKAT.rules_problems(SkatRules(list_length=24), size) == ()
    assert SKAT.rules_problems(SkatRules(), size) == ()


def test_lost_hand_is_a_hand_too():
    assert not judge(LOST).detail.won
