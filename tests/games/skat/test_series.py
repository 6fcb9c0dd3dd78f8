"""How hands add up, and the public form of a series."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cases import answer
from games.skat.rules import LossFee, SkatRules
from games.skat.state import (
    Played,
    bierlachs_losers,
    loss_fee,
    money,
    ranking_key,
    totals,
    weighed,
    weights,
)
from tests.games.skat.table import SKAT

HANDS = [
    {"dealer": "Ada", "declarer": "Cem", "score": 33},
    {"dealer": "Bo", "declarer": "Cem", "score": -88},
    {"dealer": "Cem", "declarer": None, "score": 0},
]
SERIES = {"table_size": 3, "players": ["Ada", "Bo", "Cem"], "hands": HANDS}


def series(change, rules=None):
    return answer(SKAT, {"op": "series", "rules": rules or {}, "input": {**SERIES, **change}})


def one_hand(**change):
    return series({"hands": [{**HANDS[0], **change}]})


def test_published_sheet_adds_up():
    """ppuetz.de/3.0/Abrechnung.htm: 455, 20:4 is 1255; 608, 12:0 is 1368; 486, 9:0 is 1096."""
    lost = {0: 4, 1: 0, 2: 0}
    won = {0: 20, 1: 12, 2: 9}
    points = {0: 455, 1: 608, 2: 486}

    sums = [
        weighed(
            {"points": points[seat], "won": won[seat], "lost": lost[seat], "others_lost_3": 4 - lost[seat]},
            "seeger_fabian",
        )
        for seat in (0, 1, 2)
    ]

    assert sums == [1255, 1368, 1096]


def test_totals_fold_a_list():
    hands = [
        Played((0, 1, 2, 3), dealer=0, declarer=1, score=-96),
        Played((0, 1, 2, 3), dealer=1, declarer=2, score=60),
        Played((0, 1, 2), dealer=2, declarer=None, score=0),
    ]

    assert totals(hands) == {
        0: {"others_lost_4": 1, "minus": -60},
        1: {"points": -96, "lost": 1, "minus": -96},
        2: {"points": 60, "won": 1, "others_lost_4": 1, "passed": 1},
        3: {"others_lost_4": 1, "minus": -60},
    }


def test_weights_follow_the_system_of_the_sitting():
    assert weights(SkatRules(system="classic")) == {"points": 1}


def test_ties_go_to_more_won_then_fewer_lost():
    rows = [(100, 3, 1), (100, 4, 2), (100, 4, 1), (120, 1, 9)]

    assert sorted(rows, key=lambda row: ranking_key(*row)) == [(120, 1, 9), (100, 4, 1), (100, 4, 2), (100, 3, 1)]


def test_lowest_at_or_below_the_limit_loses():
    assert bierlachs_losers({0: -300, 1: -10}, 301) == []
    assert bierlachs_losers({0: -301, 1: -320, 2: -10}, 301) == [1]
    assert bierlachs_losers({0: -320, 1: -320, 2: -10}, 301) == [0, 1]
    assert bierlachs_losers({}, 301) == []


def test_money_is_the_difference_with_everybody():
    assert money([55, -20, 15, -10], 1) == [180, -120, 20, -80]


@given(st.lists(st.integers(-5000, 5000), min_size=3, max_size=4), st.integers(0, 100))
def test_money_sums_to_zero(sums, stake):
    assert sum(money(sums, stake)) == 0


@pytest.mark.parametrize(("lost", "cost"), [(0, 0), (1, 50), (3, 150), (4, 250), (6, 450)])
def test_loss_fee_rises_with_the_fourth_lost_game(lost, cost):
    assert loss_fee(lost, LossFee(each=50, from_fourth=100)) == cost


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"table_size": True}, "table_size"),
        ({"table_size": 4}, "players_do_not_match_table"),
        ({"players": "Ada"}, "players_do_not_match_table"),
        ({"players": ["Ada", "Ada", "Bo"]}, "players_do_not_match_table"),
        ({"players": ["Ada", 1, "Bo"]}, "players_do_not_match_table"),
        ({"system": ["classic"]}, "system_unknown"),
        ({"hands": {}}, "hands_malformed"),
        ({"hands": [5]}, "hand_malformed"),
        ({"limit": 5}, "bierlachs_limit_out_of_range"),
    ],
)
def test_series_is_refused(change, error):
    assert series(change)["error"] == error


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"dealer": "Zoe"}, "dealer_not_at_table"),
        ({"dealer": "Cem"}, "dealer_out_of_turn"),
        ({"declarer": "Zoe"}, "declarer_not_at_table"),
        ({"score": 3.5}, "score_not_integer"),
        ({"score": 10**9}, "score_out_of_range"),
        ({"score": None}, "played_hand_without_score"),
        ({"declarer": None}, "passed_hand_has_score"),
    ],
)
def test_hand_of_a_series_is_refused(change, error):
    assert one_hand(**change)["error"] == error


def test_refusal_says_which_hand():
    late = [*HANDS, {"dealer": "Bo", "declarer": "Ada", "score": 18}]

    got = series({"hands": late})

    assert (got["error"], got["hand"]) == ("dealer_out_of_turn", 3)
    assert "rows" in series({"hands": late, "check_rotation": False})


def test_nothing_follows_the_end_of_bierlachs():
    crossed = {"system": "bierlachs", "limit": 100, "hands": [{**HANDS[0], "score": 120}]}
    after = {**crossed, "hands": [*crossed["hands"], HANDS[1]]}

    over = series(crossed)

    assert (over["finished_after"], over["losers"]) == (1, ["Ada", "Bo"])
    assert series(after)["error"] == "hand_after_end"


def test_system_of_a_series_may_stand_in_the_rules():
    rows = series({}, {"system": "classic"})["rows"]

    assert rows["Cem"]["total"] == -55
