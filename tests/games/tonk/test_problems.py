"""Every reason to refuse a hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tonk.refusals import CODES
from tests.games.tonk.table import (
    CARDS_DROP,
    DEALT,
    DROP,
    HOUSE,
    LAID,
    OUT,
    STOCK,
    THREE,
    TONK,
    TONK_OUT,
    TWO,
    at,
    codes,
    judge,
    public,
    refused,
    rules,
)

HITS_DIFFER = {"tonk_out_hits_multiplier": 1}
OUT_CARDS = {"kind": "tonk_out", "by": 0, "hands": [[], ["Kh", "9s"]]}

REFUSED = [
    ({**DROP, "dealer": 3}, {}, [("unknown_player", "dealer")]),
    ({**DROP, "dealer": "0"}, {}, [("unknown_player", "dealer")]),
    ({**DROP, "by": None}, {}, [("by_required", "by")]),
    ({**DROP, "by": [0]}, {}, [("by_required", "by")]),
    ({**DROP, "by": True}, {}, [("by_required", "by")]),
    ({**DROP, "by": 3}, {}, [("unknown_player", "by")]),
    ({**DEALT, "by": 1}, {}, [("by_required", "by")]),
    ({**DEALT, "by": [None]}, {}, [("by_required", "by"), ("undeclared_initial_tonk", "totals.1")]),
    ({**DEALT, "by": [1, "2"]}, {}, [("by_required", "by")]),
    ({**DEALT, "by": [1, 3]}, {}, [("unknown_player", "by")]),
    ({**DEALT, "by": [1, 1]}, {}, [("duplicate_player", "by")]),
    ({**STOCK, "by": 1}, {}, [("by_not_allowed", "by")]),
    (TONK_OUT, HITS_DIFFER, [("out_by_required", "out_by")]),
    ({**TONK_OUT, "out_by": "luck"}, {}, [("out_by_invalid", "out_by")]),
    ({**TONK_OUT, "out_by": ["hits"]}, {}, [("out_by_invalid", "out_by")]),
    ({**OUT, "out_by": "hits"}, {}, [("out_by_invalid", "out_by")]),
    ({**DROP, "hands": [["5c"]]}, {}, [("totals_and_hands", "hands")]),
    ({**CARDS_DROP, "hands": "Ac"}, {}, [("bad_card", "hands")]),
    ({**CARDS_DROP, "hands": [["Ac"]] * 4}, {}, [("bad_card", "hands")]),
    ({**CARDS_DROP, "hands": [["1c"], "2d", [7]]}, {}, [("bad_card", f"hands.{place}") for place in range(3)]),
    ({**DROP, "spreads": [["7c", "7d", "1h"]]}, {}, [("bad_card", "spreads.0")]),
    ({**DROP, "spreads": 5}, {}, [("bad_spread", "spreads")]),
    ({**CARDS_DROP, "hands": [["Ac"], ["ac"], ["2d"]]}, {}, [("duplicate_card", "hands")]),
    ({**CARDS_DROP, "hands": [["Ac"], ["2d", "2d", "2d"], ["Ac"]]}, {}, [("duplicate_card", "hands")] * 2),
    ({**CARDS_DROP, "hands": [["Ac"], ["2d"], ["3c"]], "spreads": [["Ac", "Ad", "Ah"]]}, {}, ["duplicate_card"]),
    ({**CARDS_DROP, "hands": [["Ac", "2c", "3c", "4c", "5c", "6c"], ["2d"], ["3d"]]}, {}, [("hand_size", "hands.0")]),
    ({**DEALT, "totals": None, "hands": [None, ["Kc", "Qd", "Jh", "10s"]]}, {}, [("hand_size", "hands.1")]),
    ({**DEALT, "totals": None, "hands": [None, []]}, {}, [("hand_size", "hands.1")]),
    ({**CARDS_DROP, "hands": [["Ac"], [], ["3d"]]}, {}, [("empty_hand", "hands.1")]),
    ({**TONK_OUT, "hands": [["Ac"], [], ["3d"]]}, {}, [("empty_hand", "hands.1"), ("out_player_has_cards", "hands.2")]),
    ({**OUT, "totals": [3, 4, 2]}, {}, [("out_player_has_cards", "totals.2")]),
    ({**OUT, "totals": [3, 4, 0.0]}, {}, [("total_not_integer", "totals.2")]),
    ({**DEALT, "spreads": LAID}, {}, [("spreads_not_allowed", "spreads")]),
    ({**DROP, "spreads": [["Qs", "Ks", "As"], LAID[0]]}, {}, [("bad_spread", "spreads.0")]),
    ({**CARDS_DROP, "spreads": LAID[:1]}, {}, [("card_count_mismatch", "spreads")]),
    ({**CARDS_DROP, "spreads": []}, {}, [("card_count_mismatch", "spreads")]),
    ({**STOCK, "totals": [11, "3", True]}, {}, [("total_not_integer", f"totals.{place}") for place in (1, 2)]),
    ({**STOCK, "totals": {"0": 11}}, {}, [("total_not_integer", "totals")]),
    ({**STOCK, "totals": [1, 2, 3, 4]}, {}, [("total_not_integer", "totals")]),
    ({**STOCK, "totals": [11, 0, 51]}, {}, [("total_impossible", f"totals.{place}") for place in (1, 2)]),
    ({**STOCK, "totals": [11, -3, 10**30]}, {}, [("total_impossible", f"totals.{place}") for place in (1, 2)]),
    ({**DEALT, "totals": [5, 50]}, {}, [("total_impossible", "totals.0")]),
    ({**STOCK, "totals": [11, -1, 51]}, {"count": "unmatched"}, [("total_impossible", f"totals.{p}") for p in (1, 2)]),
    ({**DEALT, "totals": [0, 50]}, {"count": "unmatched"}, [("total_impossible", "totals.0")]),
    ({**STOCK, "totals": [11, 3]}, {}, [("totals_required", "totals.2")]),
    ({"kind": "drop", "by": 0}, {}, [("totals_required", f"totals.{place}") for place in range(3)]),
    ({**CARDS_DROP, "hands": [["Ac"], None]}, {}, [("totals_required", f"hands.{place}") for place in (1, 2)]),
    ({**DEALT, "totals": [50]}, {}, [("totals_required", "totals.1")]),
    ({**DEALT, "totals": [None, 48]}, {}, [("not_initial_tonk", "totals.1")]),
    ({**DEALT, "totals": [50, 48]}, {}, [("not_initial_tonk", "totals.1"), ("undeclared_initial_tonk", "totals.0")]),
    ({**DEALT, "totals": [None, 49]}, {"initial_high_min": 50}, [("not_initial_tonk", "totals.1")]),
    (DEALT, {"initial_high_min": None}, [("not_initial_tonk", "totals.1")]),
    ({**DEALT, "totals": [15, 50]}, {"initial_low_max": 15}, [("undeclared_initial_tonk", "totals.0")]),
    ({**DROP, "surprise": 1}, {}, [("field_unknown", "surprise")]),
    ({"kind": "fold"}, {}, [("kind_unknown", "kind")]),
    (5, {}, [("not_an_object", "")]),
]


@pytest.mark.parametrize(("data", "options", "expected"), REFUSED)
def test_hand_is_refused(data, options, expected):
    found = refused(data, rules(**options))

    assert expected in (found, [code for code, _field in found])


def test_problems_stand_in_the_order_of_the_rules():
    many = {
        **OUT,
        "dealer": 9,
        "out_by": "luck",
        "totals": ["x", 51, 2],
        "spreads": [["7c", "7c", "7d"], ["Qs", "Ks", "As"]],
    }

    assert codes(many) == [
        "unknown_player",
        "out_by_invalid",
        "duplicate_card",
        "bad_spread",
        "out_player_has_cards",
        "total_not_integer",
        "total_impossible",
    ]


def test_four_fifties_are_too_many_for_one_deck():
    assert codes({"kind": "stock_out", "totals": [50] * 4}, HOUSE, at(0, 1, 2, 3)) == ["totals_infeasible"]


def test_counts_left_of_spreads_are_not_compared_with_a_deck():
    assert judge({"kind": "stock_out", "totals": [0, 0, 1]}, rules(count="unmatched")).detail.winners == (0, 1)


def test_table_that_grew_beyond_the_rules_is_refused():
    five = at(0, 1, 2, 3, 4)

    assert refused({"kind": "discard_out", "by": 0}, HOUSE, five) == [("players_range", "max_players")]
    assert judge({"kind": "discard_out", "by": 0}, rules(max_players=5), five).detail.net[0] == 40


def test_cards_on_the_table_are_one_more_after_a_tonk_out():
    nine = [["7c", "7d", "7h", "7s"], ["Ac", "2c", "3c", "4c", "5c"]]

    assert judge({**OUT_CARDS, "spreads": nine}, HOUSE, TWO).detail.result == "tonk_out"
    assert codes({**OUT_CARDS, "kind": "discard_out", "spreads": nine}, HOUSE, TWO) == ["card_count_mismatch"]


def test_cards_on_the_table_are_not_counted_before_every_hand_is_known():
    assert judge({**TONK_OUT, "hands": [["Ac"]], "spreads": LAID}).detail.totals == (1, None, None)


def test_one_who_is_out_needs_no_hand():
    laid = [["7c", "7d", "7h", "7s"], ["Ac", "2c", "3c", "4c", "5c"]]
    hands = {**OUT_CARDS, "by": 1, "hands": [["Kh", "9s"]], "spreads": laid}

    assert judge(hands, HOUSE, TWO).detail.totals == (19, None)


@pytest.mark.parametrize("empty", [{"by": None, "out_by": None}, {"spreads": []}, {"hands": None, "dealer": None}])
def test_empty_fields_of_other_endings_do_no_harm(empty):
    assert judge({**STOCK, **empty}).detail == judge(STOCK).detail


def test_gaps_between_declarers_are_skipped():
    assert judge({**DEALT, "by": [None, 1, None]}).detail == judge(DEALT).detail


GOES_ON = [
    ({**TONK_OUT, "out_by": "luck"}, "The last cards go in a new spread or by hits: choose one of the two."),
    ({**OUT, "out_by": "hits"}, "Only a tonk out is made by a spread or by hits: leave this empty."),
    ({**OUT, "hands": [None, None, ["3d"]]}, "seat 3 went out and holds no cards: remove the cards."),
    ({**OUT, "totals": [3, 4, 2]}, "seat 3 went out and holds no cards: the count must be 0."),
    ({**DEALT, "totals": [3, 50]}, "No hand of 5 cards counts 3: count the cards again."),
    ({**STOCK, "totals": [11, 3, 51]}, "No hand can count 51: count the cards again."),
]


@pytest.mark.parametrize(("data", "message"), GOES_ON)
def test_refusal_says_what_to_do(data, message):
    (problem,) = TONK.problems(data, HOUSE, THREE)

    assert str(problem.message) == message


def test_gaps_between_cards_are_skipped():
    marked = {**CARDS_DROP, "hands": [["Ac", None, "2d"], [None, "Kh", "9s"], CARDS_DROP["hands"][2]]}

    assert TONK.judge(marked, HOUSE, THREE) == TONK.judge(CARDS_DROP, HOUSE, THREE)


def test_dealt_tonk_with_an_empty_table_is_no_fault():
    assert judge({**DEALT, "spreads": []}).detail == judge(DEALT).detail


PUBLIC = {"players": ["ann", "bob", "cy"], "stake": 10, "ending": "drop", "by": "ann"}
SEEN = {**PUBLIC, "totals": {"ann": 5, "bob": 6, "cy": 30}}
IN_PUBLIC = [
    ({"bonus": 1}, SEEN, ["unknown_option"]),
    ({"stake": 5, "unit": "EUR"}, SEEN, ["unknown_option", "unknown_option"]),
    ({"catch_extra": "some"}, SEEN, ["bad_option"]),
    ({"max_players": True}, SEEN, ["bad_option"]),
    ({"max_players": 9, "hand_size": 5.0}, SEEN, ["bad_option", "bad_option"]),
    ({"must_lay_spreads": 1}, SEEN, ["bad_option"]),
    ({"initial_high_min": 48}, SEEN, ["bad_option"]),
    ({"drop_low_max": 21}, SEEN, ["bad_option"]),
    ({"catch_extra": None}, SEEN, ["bad_option"]),
    ({"hand_size": 7}, SEEN, ["bad_option"]),
    ({"hand_size": 7, "initial_high_min": None, "initial_low_max": 15}, SEEN, ["bad_option"]),
    ({"face_values": "11_12_13"}, SEEN, ["bad_option"]),
    ({}, {**SEEN, "players": "ann"}, ["players_range"]),
    ({"max_players": 2}, SEEN, ["players_range"]),
    ({}, {**SEEN, "players": ["ann", 5]}, ["bad_player"]),
    ({}, {**SEEN, "players": ["ann", "ann"]}, ["duplicate_player"]),
    ({}, {**SEEN, "dealer": "zed"}, ["unknown_player"]),
    ({}, {**SEEN, "dealer": ["ann"], "stake": True}, ["unknown_player", "stake_invalid"]),
    ({}, {**SEEN, "stake": 10**9 + 1}, ["stake_invalid"]),
    ({}, {**SEEN, "stake": "10", "ending": ["drop"]}, ["stake_invalid", "ending_invalid"]),
    ({}, {**SEEN, "stake": 0, "by": ["ann"]}, ["stake_invalid", "by_required"]),
    ({}, {**SEEN, "by": 0}, ["by_required"]),
    ({}, {**PUBLIC, "ending": "initial_tonk", "by": [0], "totals": {}}, ["by_required"]),
    ({}, {**PUBLIC, "ending": "initial_tonk", "by": ["bob", None], "totals": {"bob": 50}}, ["by_required"]),
    ({}, {**PUBLIC, "ending": "initial_tonk", "by": ["zed", "zed"]}, ["unknown_player", "duplicate_player"]),
    ({}, {**SEEN, "totals": {"ann": 5, "bob": 6, "cy": 30, "zed": 4}}, ["unknown_player"]),
    ({}, {**PUBLIC, "hands": {"zed": ["Ac"]}}, ["unknown_player", "totals_required"]),
    ({}, {**SEEN, "totals": [5, 6, 30]}, ["total_not_integer"]),
    ({}, {**PUBLIC, "hands": 5}, ["bad_card"]),
    ({}, {**PUBLIC, "hands": {"ann": ["Ac", None], "bob": ["2c"], "cy": ["3c"]}}, ["bad_card"]),
    ({}, {**PUBLIC, "hands": {"ann": [None], "bob": "2c", "cy": ["3c"]}}, ["bad_card", "bad_card"]),
    ({}, {**SEEN, "spreads": [["7c", "7d", "7h", None]]}, ["bad_card"]),
    ({}, {**SEEN, "spreads": [None]}, ["bad_card"]),
    ({}, {**PUBLIC, "hands": {"ann": ["\u212ah"], "bob": ["2c"], "cy": ["3c"]}}, ["bad_card"]),
    (
        {"initial_low_max": 20, "max_players": 6},
        {
            **PUBLIC,
            "players": list("abcdef"),
            "ending": "initial_tonk",
            "by": list("abcdef"),
            "totals": dict.fromkeys("abcdef", 20),
        },
        ["totals_infeasible"],
    ),
    ({}, {**SEEN, "note": "late"}, ["field_unknown"]),
    ({}, None, ["not_an_object"]),
]


@pytest.mark.parametrize(("options", "given_", "expected"), IN_PUBLIC)
def test_public_form_is_refused(options, given_, expected):
    found = [problem["code"] for problem in public(given_, **options)["problems"]]

    assert list(dict.fromkeys(found))[: len(set(expected))] == list(dict.fromkeys(expected))
    assert found[: len(expected)] == expected


@pytest.mark.parametrize(
    ("options", "given_", "message"),
    [
        ({}, {**SEEN, "totals": [5, 6, 30]}, "The counts must be an object: what each player's cards count, by name."),
        ({}, {**SEEN, "totals": 5}, "The counts must be an object: what each player's cards count, by name."),
        ({}, {**PUBLIC, "hands": [["Ac"]]}, "The cards must be an object: a list of each player's cards, by name."),
        ({"max_players": 2}, SEEN, "Under these rules two players sit at a table."),
        ({"max_players": 3}, {**SEEN, "players": ["ann"]}, "Under these rules 2 to 3 players sit at a table."),
    ],
)
def test_public_form_says_what_it_wants(options, given_, message):
    assert [problem["message"] for problem in public(given_, **options)["problems"]] == [message]


def test_every_code_is_reached_and_says_what_is_wrong():
    told = [problem for data, options, _e in REFUSED for problem in TONK.problems(data, rules(**options), THREE)]
    reached = {problem.code for problem in told} | {"totals_infeasible"}
    reached |= {
        problem["code"] for options, given_, _e in IN_PUBLIC for problem in public(given_, **options)["problems"]
    }

    assert set(CODES) <= reached
    assert all(str(problem.message) for problem in told)


def test_null_is_as_good_as_left_out():
    empty = {"dealer": None, "out_by": None, "hands": None, "spreads": None}

    assert public({**SEEN, **empty}) == public(SEEN)


def test_option_of_every_kind_may_be_given():
    given_ = {name: value for name, value in HOUSE.model_dump().items() if name not in {"stake", "unit", "decimals"}}

    assert public(SEEN, **given_) == public(SEEN)


def test_rules_that_exclude_each_other_are_told():
    seven = rules(hand_size=7, face_values="11_12_13")

    assert [(found.code, found.field) for found in TONK.rules_problems(seven, 5)] == [
        ("players_range", "max_players"),
        ("bad_option", "hand_size"),
        ("bad_option", "face_values"),
    ]
    assert TONK.rules_problems(rules(hand_size=7, face_values="11_12_13", initial_high_min=None), 4) == ()


def test_seven_cards_count_as_they_may():
    seven = rules(hand_size=7, initial_high_min=None, face_values="11_12_13")

    assert judge({"kind": "stock_out", "totals": [88, 3, 9]}, seven).detail.winners == (1,)
    assert codes({"kind": "stock_out", "totals": [89, 3, 9]}, seven) == ["total_impossible"]


@given(st.sampled_from([data for data, _options, _expected in REFUSED if isinstance(data, dict)]))
def test_problems_are_the_same_when_asked_again(data):
    assert TONK.problems(data, HOUSE, THREE) == TONK.problems(data, HOUSE, THREE)
