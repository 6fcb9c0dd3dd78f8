"""The public form of deals and series, apart from the worked cases."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.svoi_kozyri.table import ask, refused
from tests.strategies import any_json, examples

DEAL = {
    "players": ["Ana", "Boris"],
    "trumps": {"Ana": "spades", "Boris": "hearts"},
    "finished": ["Ana"],
    "result": "loss",
}
SERIES = {"players": ["Ana", "Boris"], "deals": [DEAL]}
DRAWN = {**DEAL, "result": "draw"}
LOST = {**DEAL, "finished": ["Boris"]}


def of(first, second, winner, **more):
    return {
        "players": [first, second],
        "trumps": {first: "clubs", second: "hearts"},
        "finished": [winner],
        "result": "loss",
    } | more


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"players": "Ana"}, ["bad_player_count"]),
        ({"players": ["Ana", 3]}, ["bad_player_count"]),
        ({"players": ["Ana"]}, ["bad_player_count"]),
        ({"players": list("abcde"), "finished": None}, ["bad_player_count"]),
        ({"players": ["Ana", "Ana"]}, ["duplicate_player"]),
        ({"players": list("aaaaa")}, ["bad_player_count", "duplicate_player"]),
        ({"trumps": ["spades", "hearts"]}, ["trump_missing"]),
        ({"trumps": {"Ana": "spades", "Boris": None}}, ["trump_missing"]),
        ({"trumps": {"Ana": "spades", "Boris": "hearts", "Zoe": "clubs"}}, ["unknown_player"]),
        ({"trumps": {"Ana": "spades", "Zoe": "spades"}}, ["trump_missing", "unknown_player", "trump_taken"]),
        ({"dealer": "Zoe"}, ["unknown_player"]),
        ({"dealer": 1}, ["unknown_player"]),
        ({"finished": "Ana"}, ["finished_required"]),
        ({"finished": ["Zoe"]}, ["unknown_player"]),
        ({"finished": [0]}, ["unknown_player"]),
        ({"loser": "Zoe"}, ["unknown_player"]),
        ({"loser": ["Boris"]}, ["unknown_player"]),
        ({"surprise": 1}, ["field_unknown"]),
        ({"kind": "deal"}, ["field_unknown"]),
    ],
)
def test_deal_is_refused(change, codes):
    assert refused(ask("deal", {"deal": {**DEAL, **change}})) == codes


@pytest.mark.parametrize("given", [None, [], {}, {"deal": 5}])
def test_deal_must_be_an_object(given):
    assert refused(ask("deal", given)) == ["not_an_object"]


def test_options_are_refused_in_their_order():
    wrong = {"mode": "elo", "joker": 1, "players": [2, 5], "deck": 33}

    got = ask("deal", {"deal": DEAL}, wrong)

    assert [(problem["code"], problem["field"]) for problem in got["problems"]] == [
        ("unknown_option", "joker"),
        ("bad_option", "mode"),
        ("bad_option", "deck"),
        ("bad_option", "players"),
    ]


def test_option_with_a_dot_in_its_name_does_not_exist():
    got = ask("deal", {"deal": DEAL}, {"mode.x": 1, "deck": 33, "players.0": 2})

    assert [(problem["code"], problem["field"]) for problem in got["problems"]] == [
        ("unknown_option", "mode.x"),
        ("unknown_option", "players.0"),
        ("bad_option", "deck"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"deck": 36.0}, {"players": [2.0]}, {"players": [2, 3.0]}, {"win": 2.0}, {"first_to": 2.0}, {"max_deals": 2.0}],
)
def test_option_in_broken_numbers_is_refused(wrong):
    assert refused(ask("deal", {"deal": DEAL}, wrong)) == ["bad_option"]


@pytest.mark.parametrize(
    "wrong",
    [{"win": "2"}, {"draw": True}, {"loss": 1.5}, {"deck": 33}, {"pickup": "none"}, {"players": []}, {"max_deals": 0}],
)
def test_option_of_a_wrong_value_is_refused(wrong):
    for op in ("deal", "series", "pickup", "beats"):
        assert refused(ask(op, {}, wrong)) == ["bad_option"]


def test_next_dealer_after_a_draw_is_not_known_without_the_dealer():
    assert ask("deal", {"deal": DRAWN})["next_dealer"] is None
    assert ask("deal", {"deal": {**DRAWN, "dealer": "Boris"}})["next_dealer"] == "Ana"


def test_loser_may_be_named():
    assert ask("deal", {"deal": {**DEAL, "loser": "Boris"}}) == {
        "winners": ["Ana"],
        "drawn": [],
        "loser": "Boris",
        "points": {"Ana": 2, "Boris": 0},
        "next_dealer": "Boris",
    }


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"players": None}, ["bad_player_count"]),
        ({"players": ["Ana"]}, ["bad_player_count"]),
        ({"players": ["Ana", "Ana"]}, ["duplicate_player"]),
        ({"players": ["Ana", "Ana", "Boris"], "first_to": 1}, ["duplicate_player", "first_to_needs_two"]),
        ({"first_to": "2"}, ["bad_first_to"]),
        ({"first_to": True}, ["bad_first_to"]),
        ({"first_to": 1001}, ["bad_first_to"]),
        ({"deals": None}, ["deals_malformed"]),
        ({"surprise": 1}, ["field_unknown"]),
    ],
)
def test_series_is_refused(change, codes):
    assert refused(ask("series", {**SERIES, **change})) == codes


@pytest.mark.parametrize("first_to", [0, 1001])
def test_series_to_too_many_wins_is_told_the_limit(first_to):
    (problem,) = ask("series", {**SERIES, "first_to": first_to})["problems"]

    assert problem["message"] == "A series goes to a number of wins from 1 to 1000."
    assert "error" not in ask("series", {**SERIES, "first_to": 1000})


def test_series_of_the_rules_is_for_two_as_well():
    three = {"players": ["a", "b", "c"], "deals": []}

    assert refused(ask("series", three, {"first_to": 2})) == ["first_to_needs_two"]


def test_refusal_says_which_deal():
    got = ask("series", {**SERIES, "deals": [DEAL, 5]})

    assert (got["error"], got["deal"]) == ("not_an_object", 1)


@pytest.mark.parametrize(
    ("deals", "first_to", "rules", "over", "winner"),
    [
        ([DEAL], 1, {}, True, "Ana"),
        ([DRAWN, LOST], None, {"first_to": 1}, True, "Boris"),
        ([DEAL], 2, {"first_to": 1}, False, None),
        ([DEAL, LOST], None, {"max_deals": 2}, True, None),
        ([DEAL, DRAWN], None, {"max_deals": 2}, True, "Ana"),
        ([DRAWN, LOST], 2, {"max_deals": 2}, True, "Boris"),
        ([DEAL], 1, {"win": 0, "loss": 5}, True, "Ana"),
        ([DEAL], None, {"max_deals": 2}, False, None),
    ],
)
def test_series_ends_with_a_winner_or_a_shared_first_rank(deals, first_to, rules, over, winner):
    got = ask("series", {**SERIES, "deals": deals, "first_to": first_to}, rules)

    assert (got["series_over"], got["series_winner"]) == (over, winner)


def ranked(deals, players=("a", "b", "c"), **rules):
    got = ask("series", {"players": list(players), "deals": deals}, rules)
    return [(row["rank"], row["player"]) for row in got["table"]]


def test_shared_ranks_skip_and_stand_in_roster_order():
    circle = [of("b", "a", "b"), of("c", "b", "c"), of("a", "c", "a")]

    assert ranked(circle) == [(1, "a"), (1, "b"), (1, "c")]
    assert ranked([*circle, of("c", "b", "c"), of("a", "b", "a"), of("a", "c", "a"), of("a", "c", "c")])[-1] == (3, "b")


def test_fewer_points_are_better_where_losses_or_cards_count():
    deals = [of("a", "b", "a", cards_left=9), of("a", "b", "b", cards_left=2), of("a", "b", "a", cards_left=1)]

    assert ranked(deals, "ab", mode="losses") == [(1, "a"), (2, "b")]
    assert ranked(deals[:2], "ab", mode="losses") == [(1, "a"), (2, "b")]
    assert ranked(deals[:2], "ab", mode="cards_left") == [(1, "a"), (2, "b")]
    assert ranked([deals[0], *deals[1:2] * 2], "ab", mode="cards_left") == [(1, "a"), (2, "b")]


def test_averages_part_players_with_different_numbers_of_deals():
    busy = [of("a", "c", "a"), of("a", "c", "c"), of("a", "c", "a"), of("b", "c", "b")]

    assert ranked(busy) == [(1, "b"), (2, "a"), (3, "c")]


def test_who_has_not_played_comes_last():
    assert ranked([of("a", "b", "a", cards_left=3)], mode="losses") == [(1, "a"), (2, "b"), (3, "c")]
    assert ranked([]) == [(1, "a"), (1, "b"), (1, "c")]


def test_league_may_have_more_players_than_a_table():
    table = ask("series", {"players": list("abcdef"), "deals": [of("e", "f", "f")]})["table"]

    assert table[0] == {
        "rank": 1,
        "player": "f",
        "played": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "points": 2,
        "cards_left": 0,
    }
    assert ranked([of("e", "f", "f")], "abcdef", mode="losses")[1] == (2, "e")


@given(st.sampled_from([*DEAL, "dealer", "loser", "cards_left", "last_card", "top_card", "surprise"]), any_json)
@settings(max_examples=examples(25, part=2))
def test_any_json_in_a_deal_is_answered(field, noise):
    changed = {**DEAL, field: noise}

    for got in (ask("deal", {"deal": changed}), ask("series", {**SERIES, "deals": [changed]})):
        assert "error" not in got or got["problems"]


@given(st.sampled_from(["players", "deals", "first_to", "surprise"]), any_json)
@settings(max_examples=examples(25, part=2))
def test_any_json_in_a_series_is_answered(field, noise):
    got = ask("series", {**SERIES, field: noise})

    assert "error" not in got or got["problems"]


@given(st.dictionaries(st.sampled_from(["mode", "win", "deck", "pickup", "players", "first_to", "joker"]), any_json))
def test_any_json_in_the_rules_is_answered(rules):
    got = ask("deal", {"deal": DEAL}, rules)

    assert "error" not in got or got["problems"]
