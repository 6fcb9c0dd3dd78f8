"""Every reason to refuse an entry, at a table and in the public form."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.values import Table
from games.truco.refusals import CALL_CODES, ENTRY_CODES, EVENT_CODES
from tests.games.truco.table import (
    ARGENTINE,
    COPAG,
    FLOR,
    MINEIRO,
    PAULISTA,
    SIX,
    TRUCO,
    at,
    call,
    codes,
    decide,
    full,
    public,
    public_codes,
    quick,
    refused,
    say,
)
from tests.strategies import any_json

TEN, IRON = at((10, 4)), at((10, 10))
PENALTY = {"kind": "penalty", "to": "A", "points": 2}
FORFEIT = {"kind": "forfeit", "side": "B"}

REFUSED = [
    ("hand", MINEIRO, None, ["not_an_object"]),
    ({"kind": "misdeal"}, MINEIRO, None, ["kind_unknown"]),
    ({"kind": ["quick"]}, MINEIRO, None, ["kind_unknown"]),
    (SIX, MINEIRO, at(winner="A", hand_kind=None), ["match_already_over"]),
    (SIX, MINEIRO, at((12, 0)), ["game_already_over"]),
    (PENALTY, MINEIRO, at(seats=(0, 1, 2)), ["bad_player_count"]),
    ({**SIX, "dealer": "A"}, MINEIRO, None, ["dealer_not_integer"]),
    ({**SIX, "dealer": True}, MINEIRO, None, ["dealer_not_integer"]),
    ({**SIX, "dealer": 7}, MINEIRO, None, ["dealer_not_at_table"]),
    ({**SIX, "mano": "A"}, MINEIRO, None, ["field_unknown"]),
    ({"kind": "quick"}, MINEIRO, None, ["unknown_how"]),
    (quick("A", 2, ["played"]), MINEIRO, None, ["unknown_how"]),
    (quick("C", 2), MINEIRO, None, ["unknown_side"]),
    (quick(None), MINEIRO, None, ["unknown_side", "value_required"]),
    (quick(None, how="nobody"), MINEIRO, None, ["hand_must_have_winner"]),
    (quick("A", how="nobody"), COPAG, None, ["nobody_has_winner"]),
    (quick(None, 3, how="nobody"), COPAG, None, ["value_not_allowed"]),
    (quick("A"), MINEIRO, None, ["value_required"]),
    (quick("A", how="ran"), MINEIRO, None, ["value_required"]),
    (quick("A", 3), MINEIRO, None, ["value_not_allowed"]),
    (quick("A", 2.0), MINEIRO, None, ["value_not_allowed"]),
    (quick("A", [2]), MINEIRO, None, ["value_not_allowed"]),
    (quick("A", "game"), MINEIRO, None, ["value_not_allowed"]),
    (quick("A", 12, "ran"), MINEIRO, None, ["value_not_allowed"]),
    (quick("A", 2), MINEIRO, TEN, ["value_not_allowed"]),
    (quick("A", 4), MINEIRO, IRON, ["value_not_allowed"]),
    (quick("B", 4, "declined"), MINEIRO, TEN, ["value_not_allowed"]),
    (quick("A", 2, "ran"), MINEIRO, TEN, ["raise_in_hand_of_ten"]),
    (quick("A", 2, "ran"), MINEIRO, IRON, ["raise_in_iron_hand"]),
    (quick("A", how="declined"), MINEIRO, IRON, ["decision_not_allowed"]),
    (quick("A", how="declined"), MINEIRO, None, ["decision_not_allowed"]),
    (quick("A", how="declined"), MINEIRO, TEN, ["decision_by_wrong_side"]),
    ({"kind": "full"}, MINEIRO, None, ["hand_incomplete"]),
    ({"kind": "full", "events": "AA"}, MINEIRO, None, ["events_required"]),
    ({"kind": "full", "events": None, "note": ""}, MINEIRO, None, ["events_required", "field_unknown"]),
    (full(3), MINEIRO, None, ["unknown_event"]),
    (full({"t": ["round"]}), MINEIRO, None, ["unknown_event"]),
    (full({"t": "round", "winner": None}), MINEIRO, None, ["unknown_round_winner"]),
    (full({"t": "round", "winner": ["A"]}), MINEIRO, None, ["unknown_round_winner"]),
    (full(call("C")), MINEIRO, None, ["unknown_side"]),
    (full({"t": "accept"}), MINEIRO, None, ["unknown_side"]),
    (full("AAA"), MINEIRO, None, ["round_after_hand_decided"]),
    (full("AA", call("A")), MINEIRO, None, ["event_after_hand_over"]),
    (full("AA", {"t": "shout"}), MINEIRO, None, ["unknown_event"]),
    (full("A"), MINEIRO, TEN, ["hand_of_ten_undecided"]),
    (full(), MINEIRO, TEN, ["hand_of_ten_undecided"]),
    (full(say("fold", "A")), MINEIRO, TEN, ["hand_of_ten_undecided"]),
    (full(call("A"), "A"), MINEIRO, None, ["round_while_raise_pending"]),
    (full(decide("A")), MINEIRO, None, ["decision_not_allowed"]),
    (full(decide("A")), MINEIRO, IRON, ["decision_not_allowed"]),
    (full(decide("A"), decide("A")), MINEIRO, TEN, ["decision_already_made"]),
    (full(decide("B")), MINEIRO, TEN, ["decision_by_wrong_side"]),
    (full(decide("A", None)), MINEIRO, TEN, ["decision_missing"]),
    (full(decide("A", 1)), MINEIRO, TEN, ["decision_missing"]),
    (full(call("B")), MINEIRO, TEN, ["raise_in_hand_of_ten"]),
    (full(call("B")), MINEIRO, IRON, ["raise_in_iron_hand"]),
    (full(call("A"), call("A")), MINEIRO, None, ["raise_twice_in_a_row"]),
    (full(*[call(side) for side in "ABABA"]), MINEIRO, None, ["raise_above_top"]),
    (full(call("A", 6)), MINEIRO, None, ["raise_skips_step"]),
    (full(call("A", [4])), MINEIRO, None, ["raise_not_in_ladder"]),
    (full(say("accept", "A")), MINEIRO, None, ["accept_without_raise"]),
    (full(say("run", "A")), MINEIRO, None, ["run_without_raise"]),
    (full(call("A"), say("run", "A")), MINEIRO, None, ["answer_own_raise"]),
    (full(say("fold", "A")), MINEIRO, None, ["fold_not_allowed"]),
    (full("A", call("A")), MINEIRO, None, ["raise_unanswered"]),
    (full("A"), MINEIRO, None, ["hand_incomplete"]),
    (full("A", {"t": "round", "winner": "A", "by": "A"}), MINEIRO, None, ["field_unknown"]),
    (full("A", {"t": "round", "winner": "A", "card": None}), MINEIRO, None, ["field_unknown"]),
    ({"kind": "penalty"}, MINEIRO, None, ["unknown_side", "bad_penalty"]),
    ({**PENALTY, "points": 13}, MINEIRO, None, ["bad_penalty"]),
    ({**PENALTY, "points": True}, MINEIRO, None, ["bad_penalty"]),
    ({**PENALTY, "dealer": 0}, MINEIRO, None, ["field_unknown"]),
    ({"kind": "forfeit"}, MINEIRO, None, ["unknown_side"]),
    ({**FORFEIT, "points": 3}, MINEIRO, None, ["field_unknown"]),
]


@pytest.mark.parametrize(("data", "rules", "table", "found"), REFUSED)
def test_entry_is_refused(data, rules, table, found):
    assert codes(data, rules, table) == found


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        (
            full("A", call("A")),
            "events",
            "The raise of seat 1 and seat 3 has no answer. Did the others accept, raise or run?",
        ),
        (full(*[call(side) for side in "ABABA"]), "events.4", "The hand cannot be worth more than 12."),
        (full(call("A", 6)), "events.0", "No value can be skipped: the next raise is to 4."),
        ({**PENALTY, "points": 0}, "points", "A penalty is a whole number from 1 to 12."),
    ],
)
def test_refusal_names_people_and_figures(data, field, message):
    (problem,) = refused(data)

    assert (problem.field, str(problem.message)) == (field, message)


def test_a_value_may_stand_where_only_one_is_possible():
    for data, table in ((quick("A", 4), TEN), (quick("B", 2, "declined"), TEN), (quick("A", 2), IRON)):
        assert TRUCO.problems(data, MINEIRO, table) == []
        assert TRUCO.problems({**data, "value": None}, MINEIRO, table) == []


def test_fields_that_do_not_belong_may_be_empty():
    empty = {"t": "round", "winner": "A", "by": None, "to": None, "play": None}

    assert TRUCO.problems(full(empty, empty), MINEIRO, at()) == []


MINE = {"preset": "mineiro"}
ZERO = {"A": 0, "B": 0}
TWO = [{"t": "round", "winner": "A"}] * 2
PUBLIC = [
    ("hand", {"preset": "lunar"}, {}, ["unknown_ruleset"]),
    ("hand", {"preset": 3}, {}, ["unknown_ruleset"]),
    ("hand", {"jokers": 1, "target": 0}, {}, ["unknown_option", "bad_option"]),
    ("hand", {"best_of": 3}, {}, ["unknown_option"]),
    ("hand", {"all_tied": "mano"}, {}, ["bad_option"]),
    ("hand", {"allow_fold": 1}, {}, ["bad_option"]),
    ("hand", {"players": [3]}, {}, ["bad_option"]),
    ("hand", {"players": []}, {}, ["bad_option"]),
    ("hand", {"players": 4}, {}, ["bad_option"]),
    ("hand", {"ladder": [2, 2]}, {}, ["bad_ladder"]),
    ("hand", {"ladder": ["game"]}, {}, ["bad_ladder"]),
    ("hand", {"ladder": ["game", 2]}, {}, ["bad_ladder"]),
    ("hand", {"ladder": []}, {}, ["bad_ladder"]),
    ("hand", {"ladder": 2}, {}, ["bad_ladder"]),
    ("hand", MINE, {"hand": {"events": TWO}}, ["bad_score"]),
    ("hand", MINE, {"score": {"A": 1}}, ["bad_score"]),
    ("hand", MINE, {"score": {"A": True, "B": 0}}, ["bad_score"]),
    ("hand", MINE, {"score": {"A": 12, "B": 13}}, ["bad_score"]),
    ("hand", MINE, {"score": {"A": 12, "B": 3}}, ["game_already_over"]),
    ("hand", MINE, {"score": {"A": 1000, "B": 3}}, ["game_already_over"]),
    ("hand", MINE, {"score": {"A": 0, "B": 10**30}}, ["game_already_over"]),
    ("hand", MINE, {"score": {"A": -1, "B": 3}}, ["bad_score"]),
    ("hand", MINE, {"score": ZERO}, ["not_an_object"]),
    ("hand", MINE, {"score": ZERO, "hand": {}}, ["events_required"]),
    (
        "hand",
        MINE,
        {"score": ZERO, "hand": {"dealer": 0, "mano": "C"}},
        ["unknown_side", "unknown_side", "events_required"],
    ),
    ("hand", MINE, {"score": ZERO, "hand": {"dealer": "B", "mano": "B", "events": TWO}}, ["mano_is_dealer_side"]),
    ("hand", MINE, {"score": ZERO, "hand": {"events": TWO, "note": 1}}, ["field_unknown"]),
    ("quick", MINE, {"score": ZERO, "quick": 3}, ["not_an_object"]),
    ("quick", MINE, {"score": ZERO, "quick": {"how": "played", "winner": "A"}}, ["value_required"]),
    ("game", MINE, {"players": True, "hands": []}, ["bad_player_count"]),
    ("game", {"players": [2, 4]}, {"players": 6, "hands": []}, ["bad_player_count"]),
    ("game", MINE, {"start": {"A": 0, "B": 12}, "hands": []}, ["bad_score"]),
    ("game", MINE, {"start": 3, "hands": []}, ["bad_score"]),
    ("game", MINE, {"first_dealer": "C", "hands": []}, ["unknown_side"]),
    ("game", MINE, {}, ["hands_malformed"]),
    ("game", MINE, {"hands": ["AA"]}, ["not_an_object"]),
    ("game", MINE, {"hands": [{"quick": "A"}]}, ["not_an_object"]),
    ("game", MINE, {"hands": [{"penalty": 3}]}, ["not_an_object"]),
    ("game", MINE, {"hands": [{"penalty": {"to": "C", "points": 1}, "note": 1}]}, ["unknown_side", "field_unknown"]),
    ("game", MINE, {"hands": [{"forfeit": "C"}]}, ["unknown_side"]),
    ("game", MINE, {"hands": [{"forfeit": "A"}, {"forfeit": "B"}]}, ["game_already_over"]),
    ("match", MINE, {"best_of": 4, "games": []}, ["bad_best_of"]),
    ("match", MINE, {"best_of": True, "games": []}, ["bad_best_of"]),
    ("match", MINE, {"best_of": -1, "games": []}, ["bad_best_of"]),
    ("match", MINE, {"best_of": 100_002, "games": []}, ["bad_best_of"]),
    ("match", MINE, {"players": 5, "games": []}, ["bad_player_count"]),
    ("match", MINE, {}, ["games_malformed"]),
    ("match", MINE, {"games": [3]}, ["not_an_object"]),
    ("match", MINE, {"games": [{"hands": []}, {"hands": []}]}, ["game_incomplete"]),
    ("match", MINE, {"best_of": 1, "games": [{"hands": [{"forfeit": "A"}]}] * 2}, ["match_already_over"]),
]


@pytest.mark.parametrize(("op", "rules", "given_", "found"), PUBLIC)
def test_public_form_is_refused(op, rules, given_, found):
    assert public_codes(public(op, rules, **given_)) == found


@pytest.mark.parametrize(
    ("op", "rules", "given_", "message"),
    [
        ("hand", {"target": 1000}, {}, "This must be a whole number from 1 to 999."),
        ("hand", {"special_at": 0}, {}, "This must be a whole number from 1 to 999, or null."),
        ("hand", {"players": [3]}, {}, "This must be a list of 2, 4 and 6, or of some of them."),
        ("hand", {"falta": "all"}, {}, "This option cannot be set to that."),
        (
            "hand",
            {"ladder": list(range(1, 10))},
            {},
            "Each value must be higher than the one before; “game” can only come last. "
            "A ladder has 8 values at most, and none above 999.",
        ),
        ("game", MINE, {"players": 3}, "These rules are for 2, 4 or 6 players. Change the number of players."),
        (
            "game",
            {"players": [4, 2]},
            {"players": 6},
            "These rules are for 2 or 4 players. Change the number of players.",
        ),
        (
            "match",
            {"players": [4]},
            {"players": 6},
            "These rules are for 4 players. Change the number of players.",
        ),
        (
            "game",
            MINE,
            {"start": {"A": 0, "B": 12}},
            "A game begins at two whole numbers, both below 12, which wins it.",
        ),
        (
            "hand",
            MINE,
            {"score": ZERO, "hand": {"events": [{"t": "round", "winner": "draw"}] * 3}},
            "All rounds were drawn, so the dealer matters. Choose the dealer.",
        ),
    ],
)
def test_public_form_says_what_is_wanted(op, rules, given_, message):
    assert [problem["message"] for problem in public(op, rules, **given_)["problems"]] == [message]


def test_a_match_may_be_of_any_odd_number_of_games():
    got = public("match", MINE, best_of=100_001, games=[{"hands": [{"forfeit": "A"}]}])

    assert (got["games_won"], got["match_over"]) == ({"A": 0, "B": 1}, False)


def test_ladder_may_have_as_many_values_as_are_said():
    ladder = [*range(1, 8), "game"]
    hand = {"events": [call("AB"[step % 2]) for step in range(7)] + [{"t": "run", "by": "B"}]}

    assert public("hand", {"ladder": ladder}, score=ZERO, hand=hand)["value"] == 7


def test_public_form_says_where():
    hands = [{"quick": {"how": "played", "winner": "A", "value": 2}}, {"events": [*TWO, *TWO]}]

    assert public("match", MINE, games=[{"hands": hands}])["error"] == "round_after_hand_decided"
    got = public("match", MINE, games=[{"hands": hands}])
    assert {name: got[name] for name in ("game", "hand", "at")} == {"game": 0, "hand": 1, "at": 2}


def test_nobody_deals_until_somebody_says_so():
    draws = [{"t": "round", "winner": "draw"}] * 3

    got = public("game", MINE, hands=[{"events": TWO}, {"events": draws}])

    assert (got["error"], got["hand"]) == ("dealer_required", 1)


SEEN = {code for _data, _rules, _table, found in REFUSED for code in found}
SEEN |= {code for _op, _rules, _given, found in PUBLIC for code in found}
ELSEWHERE = {
    "dealer_required",
    "raise_beyond_need",
    "event_after_game_over",
    "hand_after_game_over",
    "mano_required",
    "answer_own_raise",
    *(code for code in ENTRY_CODES | CALL_CODES if code.startswith(("envido", "flor"))),
}
"""Those of test_hand and test_bets."""


def test_every_code_of_the_rules_file_is_reached():
    assert ENTRY_CODES | EVENT_CODES | CALL_CODES <= SEEN | ELSEWHERE


@given(noise=any_json, field=st.sampled_from(["t", "by", "to", "play", "winner"]), at_=st.integers(0, 3))
def test_any_json_in_an_event_is_judged_or_refused(noise, field, at_):
    events = [call("A"), say("accept", "B"), *TWO]
    events[at_] = {**events[at_], field: noise}

    found = TRUCO.problems(full(*events), MINEIRO, at())

    if not found:
        TRUCO.judge(full(*events), MINEIRO, at())


@given(noise=any_json, field=st.sampled_from(["by", "calls", "answer", "points", "winner", "seq"]))
def test_any_json_in_a_bet_is_judged_or_refused(noise, field):
    envido = {"by": "A", "calls": ["envido"], "answer": "accept", "winner": "A"}
    flor = {"by": "A", "seq": ["quiero"], "winner": "B"}

    for bets in (
        {"envido": {**envido, field: noise}},
        {"flor": {**flor, field: noise}},
        {"envido": noise, "flor": noise},
    ):
        if not TRUCO.problems(full("AA", **bets), FLOR, at(rules=FLOR)):
            TRUCO.judge(full("AA", **bets), FLOR, at(rules=FLOR))


@given(noise=any_json, data=st.data())
def test_any_json_in_the_public_form_is_answered(noise, data):
    op = data.draw(st.sampled_from(["hand", "quick", "game", "match"]))
    calls = [{"by": "A", "call": "envido"}]
    hand = {"events": TWO, "envido": {"calls": calls, "answer": "decline"}}
    forms = {
        "hand": {"score": ZERO, "hand": hand},
        "quick": {"score": ZERO, "quick": {"how": "played", "winner": "A", "value": 1}},
        "game": {"first_dealer": "A", "start": ZERO, "players": 4, "hands": [hand]},
        "match": {"best_of": 3, "games": [{"hands": [hand]}]},
    }
    form = json.loads(json.dumps(forms[op]))
    place = form
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(place[key], dict | list) or not place[key]:
            place[key] = noise
            break
        place = place[key]

    got = public(op, {"preset": "argentino30"}, **form)

    assert json.loads(json.dumps(got)) == got
    assert "error" not in got or got["problems"]


@given(name=st.sampled_from(["preset", "ladder", "target", "players", "falta", "special_at", "x"]), noise=any_json)
def test_any_json_in_the_rules_is_answered(name, noise):
    got = public("hand", {name: noise}, score=ZERO, hand={"events": TWO})

    assert "error" not in got or got["problems"]


def test_argentine_hand_is_refused_where_paulista_is_played():
    assert codes(full(say("fold", "A")), PAULISTA) == ["fold_not_allowed"]
    assert TRUCO.problems(full(say("fold", "A")), ARGENTINE, Table((5, 3), 1, 3, at(rules=ARGENTINE).state)) == []
