"""Every reason to refuse a hand, in both forms."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cases import answer
from games.palace_poker.judging import reachable
from games.palace_poker.refusals import CODES
from games.palace_poker.rules import PalacePokerRules, rules_problems
from tests.games.palace_poker.table import (
    BANNERS,
    CASE_OF_TWO,
    HOUSE,
    NO_LIMIT,
    PALACE,
    QUICK,
    THREE,
    TWO,
    at,
    attacks,
    codes,
    does,
    fields,
    judge,
    log,
    places,
    public,
)
from tests.strategies import any_json

CASE = CASE_OF_TWO
LOG = {
    "mode": "log",
    "players": ["ann", "bob"],
    "small_bet": 5,
    "banners": {"ann": "Ks", "bob": "7h"},
    "actions": [{"by": "ann", "do": "fold"}],
}
WHOLE = [
    log(does(0, "buy", discard=1), does(1, "fold"), does(2, "fold")),
    log(attacks(0, 1, does(1, "raise", amount=10), does(0, "call"), winner=1, keep=1), does(2, "fold")),
    log(attacks(0, 1, does(1, "fold")), does(2, "buy", card="2c"), does(0, "fold"), cards="full"),
]
PAIR = {"kind": "quick", "contributions": [2, 2], "ranking": [1, None]}

PUBLIC = [
    ({**CASE, "mode": ["quick"]}, "mode_invalid"),
    ({**CASE, "players": "ann"}, "players_range"),
    ({**CASE, "players": [["ann"], "bob"]}, "bad_player"),
    ({**CASE, "dealer": "zoe"}, "unknown_player"),
    ({**CASE, "dealer": 0}, "unknown_player"),
    ({**CASE, "ranking": [["zoe"]]}, "unknown_player"),
    ({**CASE, "all_in": ["zoe"]}, "unknown_player"),
    ({**CASE, "contributions": {"ann": 2, "bob": 2, "zoe": 2}}, "unknown_player"),
    ({**LOG, "banners": {"ann": "Ks", "bob": "7h", "zoe": "2c"}}, "unknown_player"),
    ({**LOG, "showdown": [["zoe"]]}, "unknown_player"),
    ({**LOG, "palace": {"zoe": []}}, "unknown_player"),
    ({**LOG, "stacks": {"zoe": 1}}, "unknown_player"),
    ({**CASE, "small_bet": None}, "bet_size_invalid"),
    ({**CASE, "small_bet": True}, "bet_size_invalid"),
    ({**CASE, "small_bet": 10**9 + 1}, "bet_size_invalid"),
    ({**CASE, "big_bet": 5.0}, "bet_size_invalid"),
    ({**CASE, "carry_in": -1}, "amount_invalid"),
    ({**CASE, "contributions": [2, 2]}, "contributions_required"),
    ({**CASE, "ranking": "ann"}, "ranking_required"),
    ({**CASE, "ranking": [[]]}, "ranking_required"),
    ({**CASE, "ranking": [["ann"], []]}, "ranking_invalid"),
    ({**CASE, "ranking": ["ann"]}, "ranking_invalid"),
    ({**CASE, "all_in": "ann"}, "all_in_invalid"),
    (
        {**LOG, "actions": [{"by": "ann", "do": "stay"}, {"by": "bob", "do": "stay"}], "showdown": []},
        "showdown_invalid",
    ),
    (
        {**LOG, "actions": [{"by": "ann", "do": "stay"}, {"by": "bob", "do": "stay"}], "showdown": [[]]},
        "showdown_invalid",
    ),
    ({**CASE, "surprise": 1}, "field_unknown"),
    ({**LOG, "cards": ["full"]}, "cards_mode_invalid"),
    ({**LOG, "palace": [["As"]]}, "palace_size"),
    ({**LOG, "actions": {"by": "ann"}}, "actions_required"),
    ({**LOG, "actions": ["ann folds"]}, "action_invalid"),
    ({**LOG, "actions": [{"by": "zoe", "do": "stay"}]}, "unknown_player"),
]

REFUSED = [
    ({**PAIR, "dealer": 7}, ["unknown_player"]),
    ({**PAIR, "dealer": True}, ["unknown_player"]),
    ({**PAIR, "contributions": None}, ["contributions_required"]),
    ({**PAIR, "contributions": [2, None]}, ["contributions_required"]),
    ({**PAIR, "contributions": [2, 2, 2]}, ["contributions_required"]),
    ({**PAIR, "contributions": [2, "2"]}, ["amount_invalid"]),
    ({**PAIR, "contributions": [1, 0]}, ["ante_missing", "ante_missing"]),
    ({**PAIR, "contributions": [1, 6]}, ["ante_missing", "contribution_unreachable"]),
    ({**PAIR, "contributions": [2, 12]}, []),
    ({**PAIR, "ranking": None}, ["ranking_required"]),
    ({**PAIR, "end": "fold"}, ["end_invalid"]),
    ({**PAIR, "end": None}, ["end_invalid"]),
    ({**PAIR, "end": "same_suit"}, ["end_invalid"]),
    ({**PAIR, "end": "tie_last_two"}, ["end_invalid"]),
    ({**PAIR, "ranking": places([0, 1], size=2), "end": "last_standing"}, ["end_invalid"]),
    ({**PAIR, "ranking": places([0, 1], size=2), "end": "same_suit"}, []),
    ({**PAIR, "ranking": places([0, 1], size=2), "end": "same_suit", "banners": ["Ks", "7h"]}, ["end_invalid"]),
    ({**PAIR, "ranking": places([0, 1], size=2), "end": "tie_last_two", "banners": ["Ks", "7h"]}, []),
    (
        {**PAIR, "ranking": places([0, 1], size=2), "end": "tie_last_two", "banners": ["Ks", "7s"]},
        ["end_invalid", "banner_diversity"],
    ),
    ({**PAIR, "banners": ["Ks"]}, ["banner_required"]),
    ({**PAIR, "banners": "Ks7h"}, ["banner_required"]),
    ({**PAIR, "banners": ["Ks", "7x"]}, ["bad_card"]),
    ({**PAIR, "banners": ["Ks", ["7h"]]}, ["bad_card"]),
    ({**PAIR, "banners": ["Ks", "Ks"]}, ["banner_diversity", "duplicate_card"]),
    ({**PAIR, "stacks": [5, 5]}, ["field_unknown"]),
    (log(size=2, cards="some"), ["cards_mode_invalid"]),
    (log(size=2, dealer=5), ["unknown_player"]),
    (log(size=2, stacks=[5]), ["stack_required"]),
    (log(size=2, stacks=[5, None]), ["stack_required"]),
    (log(size=2, stacks=[5, 1.5]), ["amount_invalid"]),
    (log(size=2, stacks="all"), ["stack_required"]),
    (log(size=2, palaces=[["As", "Ah", "Ac"]]), ["palace_size"]),
    (log(size=2, palaces="As"), ["palace_size"]),
    (log(size=2, palaces=["As", None]), ["palace_size"]),
    (log(size=2, palaces=[["As", "Ah"], None]), ["palace_size"]),
    (log(size=2, palaces=[["As", "Ah", 1], None]), ["bad_card"]),
    (log(size=2, palaces=[["As", "Ah", "Ks"], None]), ["duplicate_card"]),
    ({**log(size=2), "actions": None}, ["actions_required"]),
    ({**log(size=2), "banners": None}, ["banner_required"]),
    (log(size=2), ["hand_not_finished"]),
    (log(does(0, "fold"), size=2, surprise=1), ["field_unknown"]),
    ({**PAIR, "contributions": [2, 0], "all_in": [False, True]}, ["all_in_invalid"]),
    ({**PAIR, "all_in": 1}, ["all_in_invalid"]),
    ({**PAIR, "all_in": [True, None, True]}, ["all_in_invalid"]),
    ({**PAIR, "all_in": [1, 0]}, ["all_in_invalid"]),
    ({**PAIR, "contributions": [2, 1], "all_in": [None, True]}, []),
    ({**PAIR, "all_in": [None, None], "banners": [None, None]}, []),
    ({**PAIR, "banners": [None, "7h"]}, ["banner_required"]),
    ({**PAIR, "ranking": [None, None]}, ["ranking_required"]),
    ({**PAIR, "ranking": [1, None, 2]}, ["ranking_invalid"]),
    ({**PAIR, "ranking": [2, None]}, ["ranking_required"]),
    ({**PAIR, "ranking": [1, 0]}, ["ranking_invalid"]),
    ({**PAIR, "ranking": [True, None]}, ["ranking_invalid"]),
    ({**PAIR, "ranking": [1, "2"]}, ["ranking_invalid"]),
    (log(size=2, stacks=[None, None], palaces=[None, None]), ["hand_not_finished"]),
    (log(does(0, "stay"), does(1, "stay"), size=2, showdown=[]), ["showdown_invalid"]),
    (log(does(0, "stay"), does(1, "stay"), size=2, showdown=[0, 1]), ["showdown_invalid"]),
    (log(does(0, "stay"), does(1, "stay"), size=2, showdown="0"), ["showdown_invalid"]),
    (log(does(0, "stay"), does(1, "stay"), size=2, showdown=[None, None]), ["showdown_required"]),
    (log(does(0, "stay"), does(1, "stay"), size=2, showdown=[1, 1, 1]), ["showdown_invalid"]),
    (log(does(0, "fold"), size=2, showdown=[]), ["showdown_not_allowed"]),
    (log(does(0, "stay", foo=None), does(1, "stay"), size=2), ["action_invalid"]),
    (log(attacks(0, 1, does(1, "call", foo=None)), size=2), ["action_invalid"]),
    (log(does(0, "fold"), size=2, palaces=[None] * 11), ["palace_size"]),
    (log(does(0, "fold"), size=2, stacks=[None] * 11), ["stack_required"]),
    (log(does(0, "fold"), size=2, showdown=[None] * 11), ["showdown_not_allowed"]),
    ({**PAIR, "banners": [None] * 11}, ["banner_required"]),
    ({**PAIR, "all_in": [None] * 11}, ["all_in_invalid"]),
    (log(*[does(n % 2, "buy", discard=1) for n in range(301)], size=2), ["action_invalid"]),
    (log(attacks(0, 1, *[does((1, 0)[n % 2], "raise") for n in range(101)]), size=2), ["action_invalid"]),
    ("quick", ["not_an_object"]),
    ({"kind": "fast"}, ["kind_unknown"]),
]


@pytest.mark.parametrize(("data", "found"), REFUSED)
def test_hand_is_refused_with_every_code(data, found):
    assert [problem.code for problem in PALACE.problems(data, HOUSE, TWO)] == found


@pytest.mark.parametrize(("given_", "code"), PUBLIC)
def test_public_form_is_refused(given_, code):
    got = public(**given_)

    assert got["error"] == code
    assert all(problem["message"] for problem in got["problems"])


def test_every_code_is_reached():
    vectors = json.loads(Path(__file__).with_name("vectors.json").read_text())["vectors"]
    reached = {vector["expected"].get("error") for vector in vectors} - {None}

    assert reached == set(CODES)


def test_options_of_a_sitting_are_no_options_of_a_case():
    assert public({"small_bet": 5}, **CASE)["error"] == "unknown_option"
    assert public({"rake_bp": 2001}, **CASE)["error"] == "bad_option"
    assert [found["code"] for found in public({"a": 1, "rake_cap": -1, "ante": None}, **CASE)["problems"]] == [
        "unknown_option",
        "bad_option",
    ]


def test_input_must_be_an_object():
    assert answer(PALACE, {"op": "hand", "input": [CASE]})["error"] == "not_an_object"
    assert PALACE.interchange["hand"]({}, CASE)["end"] == "recorded"
    assert public()["error"] == "mode_invalid"


def test_full_form_of_a_case_is_answered_whatever_stands_empty():
    got = public(**CASE, dealer=None, all_in=None, end="recorded", banners=None)

    assert got["net"] == {"ann": 2, "bob": -2}


def test_empty_pot_may_hold_a_carry():
    free = PalacePokerRules(ante=0)
    nothing = {**PAIR, "contributions": [0, 0]}

    assert codes(nothing, free, TWO) == ["empty_pot"]
    assert judge(nothing, free, at(0, 1, carry=3)).detail.net == (3, 0)


def test_table_is_too_large():
    assert codes(QUICK, table=at(*range(11))) == ["players_range"]
    assert codes(QUICK, table=at(0)) == ["players_range"]


def test_problem_names_the_field():
    assert fields({**QUICK, "contributions": [27, 13, 1]}) == ["contributions.2", "contributions.1"]
    assert fields(log(does(0, "stay"), attacks(1, 2, does(2, "raise", amount=1), does(1, "fold")))) == [
        "actions.1.responses.0.amount"
    ]


def test_message_says_what_to_do():
    low = attacks(0, 1, does(1, "raise", amount=9), does(0, "fold"))
    bet = attacks(0, 1, bet=3)

    def message(data, rules):
        return str(PALACE.problems(data, rules, THREE)[0].message)

    assert message(log(low), HOUSE) == "This raise is not possible: it must be 10."
    assert message(log(low), NO_LIMIT) == "This raise is not possible: it is at least 10."
    assert message(log(bet), HOUSE) == "This bet is not possible: it must be 5."
    assert message(log(bet), NO_LIMIT) == "This bet is not possible: the minimum is 5."


@pytest.mark.parametrize(
    ("data", "field", "said"),
    [
        (
            log(attacks(0, 1, does(1, "stay"))),
            "actions.0.responses.0",
            "This does not answer an attack. A player can fold, call or raise.",
        ),
        (
            log(attacks(0, 1, does(1, "call", amount=5))),
            "actions.0.responses.0.amount",
            "Only a raise has an amount. Remove it.",
        ),
        (
            log(does(0, "check")),
            "actions.0",
            "There is no such action. A player can buy, discard, stay, fold or attack.",
        ),
        (
            log(attacks(0, 1, bet=10**13)),
            "actions.0.bet",
            "An amount cannot be more than 1000000000000.",
        ),
        (log(stacks=[5, 5, 10**13]), "stacks.2", "An amount cannot be more than 1000000000000."),
        (
            {**QUICK, "contributions": [2, 2, 10**13]},
            "contributions.2",
            "An amount cannot be more than 1000000000000.",
        ),
        (
            log(*[does(n % 3, "buy", discard=1) for n in range(301)]),
            "actions.300",
            "A log has room for 300 actions. Use “Quick” for this hand.",
        ),
        (
            log(attacks(0, 1, *[does((1, 0)[n % 2], "raise") for n in range(101)])),
            "actions.0.responses",
            "A battle has room for 100 answers. Use “Quick” for this hand.",
        ),
    ],
)
def test_sentence_fits_the_case(data, field, said):
    [found] = PALACE.problems(data, HOUSE, THREE)

    assert (found.field, str(found.message)) == (field, said)


def test_longest_log_and_battle_can_be_recorded():
    raises = [does((1, 0)[n % 2], "raise") for n in range(99)]
    buys = [does(n % 2, "buy", discard=1) for n in range(299)]

    assert judge(log(attacks(0, 1, *raises, does(0, "fold")), size=2), table=TWO).detail.winners == (1,)
    assert judge(log(*buys, does(1, "fold"), size=2), table=TWO).detail.winners == (0,)


def test_too_many_players_are_not_read_one_by_one():
    got = public(**{**CASE, "players": ["ann"] * 20000})

    assert [found["code"] for found in got["problems"]] == ["players_range"]


def test_lists_of_gaps_may_be_shorter_than_the_table():
    gaps = log(does(0, "fold"), does(1, "fold"), palaces=[None], stacks=[None], showdown=[None])

    assert judge(gaps) == judge(log(does(0, "fold"), does(1, "fold")))


def test_responses_of_responses_are_no_answers_however_deep():
    deep: list[object] = []
    for _ in range(5000):
        deep = [{"by": "ann", "do": "battle", "target": "bob", "responses": deep}]

    assert public(**{**LOG, "actions": deep})["error"] == "action_invalid"


def test_banners_are_diverse_in_the_order_of_the_deal():
    banners = ["Ks", "7h", "Qd", "3c", "4s"]

    five = at(0, 1, 2, 3, 4, dealer=4)
    turned = at(0, 1, 2, 3, 4, dealer=0)

    assert codes({**log(size=5), "banners": banners}, table=five) == ["hand_not_finished"]
    assert codes({**log(size=5), "banners": banners}, table=turned) == ["hand_not_finished"]
    assert codes({**log(size=5), "banners": ["Ks", "7h", "Qd", "4s", "3c"]}, table=five) == ["banner_diversity"]


def test_ten_banners_end_with_two_of_different_suits():
    ten = at(*range(10))

    assert codes(log(size=10), table=ten) == ["hand_not_finished"]
    assert codes({**log(size=10), "banners": [*BANNERS[:9], "2s"]}, table=ten) == ["banner_diversity"]


def test_big_bet_is_the_small_one_or_more():
    assert [found.code for found in rules_problems(PalacePokerRules(small_bet=5, big_bet=4), 4)] == ["bet_size_invalid"]
    assert rules_problems(HOUSE, 4) == ()


@given(st.integers(1, 12), st.integers(0, 12), st.integers(0, 80))
def test_reachable_is_what_can_be_bet(small, more, amount):
    rules = PalacePokerRules(small_bet=small, big_bet=small + more)
    sums = {a * small + b * rules.big for a in range(81) for b in range(81) if a or not b}

    assert reachable(amount, rules) == (amount in sums)


def test_reachable_of_the_largest_stakes_is_found_at_once():
    rules = PalacePokerRules(small_bet=10**9 - 1, big_bet=10**9)

    assert reachable(5 * 10**9 + 10**9 - 1, rules)
    assert not reachable(2 * 10**9, rules)


def test_players_left_out_at_the_end_have_no_place_and_are_not_all_in():
    short = {**PAIR, "ranking": [1], "all_in": [True]}

    assert PALACE.problems(short, HOUSE, TWO) == []
    assert judge(short, table=TWO).detail.winners == (0,)


@given(data=st.data(), noise=any_json)
def test_what_has_no_problems_can_be_loaded_and_scored(data, noise):
    """Any value in any place of an action or a response, known or not."""
    hand = json.loads(json.dumps(data.draw(st.sampled_from(WHOLE))))
    action = data.draw(st.sampled_from(hand["actions"]))
    entry = data.draw(st.sampled_from([action, *action.get("responses", ())]))
    fields_ = ["by", "do", "card", "discard", "target", "bet", "responses", "winner", "keep", "amount", "foo"]
    entry[data.draw(st.sampled_from(fields_))] = noise

    if not PALACE.problems(hand, HOUSE, THREE):
        assert judge(hand).detail.kind == "log"
