"""Season systems, the verdict, presets, the sheet and its closing block."""

import pytest

from games.core.record import load
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.sheet import Column, Row
from tests.games.svoi_kozyri.table import DRAW, FOUR, FOUR_LOSS, HOUSE, LOSS, SVOI, TWO

WON = {"hands": 4, "won": 2, "drawn": 1, "lost": 1, "points": 5}
LOST = {"hands": 4, "won": 1, "drawn": 1, "lost": 2, "points": 3, "cards_left": 8}


@pytest.mark.parametrize(
    ("system", "totals"), [("wdl", (5, 3)), ("three_one", (7, 4)), ("losses", (-1, -2)), ("cards_left", (0, -8))]
)
def test_season_counts_what_its_system_says(system, totals):
    weights = SVOI.systems[system]

    assert tuple(sum(weight * row.get(name, 0) for name, weight in weights.items()) for row in (WON, LOST)) == totals


@pytest.mark.parametrize(("mode", "weight"), [("wdl", 1), ("losses", -1), ("cards_left", -1)])
def test_more_is_better_in_the_total_of_a_sitting(mode, weight):
    assert SVOI.weights(SvoiRules(mode=mode)) == {"points": weight}


def verdict(*rows, **rules):
    return str(SVOI.verdict(dict(enumerate(rows)), SvoiRules(**rules)))


def test_verdict_names_the_winner_of_a_series():
    assert verdict(LOST, WON, first_to=2) == "seat 2 has won 2 deals and the series"
    assert (
        verdict({"hands": 1, "lost": 1}, {"hands": 1, "won": 1}, first_to=1) == "seat 2 has won the deal and the series"
    )


def test_verdict_names_the_first_rank():
    assert verdict(WON, LOST) == "seat 1 comes first"
    assert verdict(LOST, WON, LOST, max_deals=4) == "seat 2 comes first"
    assert verdict(WON, LOST, first_to=3) == "seat 1 comes first"


def test_verdict_shares_the_first_rank():
    assert verdict(WON, WON) == "seat 1 and seat 2 share the first place"
    assert verdict(WON, LOST, WON, WON) == "seat 1, seat 3 and seat 4 share the first place"


def test_ties_are_broken_by_losses_then_wins_then_cards():
    level = {"hands": 4, "points": 4}
    fewer_lost, more_won, fewer_cards = {"lost": 1}, {"lost": 2, "won": 2}, {"lost": 2, "won": 2, "cards_left": 3}

    assert verdict({**level, **more_won}, {**level, **fewer_lost}) == "seat 2 comes first"
    assert verdict({**level, "lost": 2, "won": 1}, {**level, **more_won}) == "seat 2 comes first"
    assert verdict({**level, **fewer_cards}, {**level, **more_won}) == "seat 2 comes first"


def test_nothing_is_decided_before_the_first_deal():
    assert verdict({}, {"hands": 0}) == "None"


def test_no_money_is_due():
    assert SVOI.dues({0: WON, 1: LOST}, {0: 5, 1: 3}, HOUSE, SVOI.start(HOUSE, 2)) == ()


@pytest.mark.parametrize("preset", SVOI.presets, ids=lambda preset: preset.slug)
def test_preset_suits_two(preset):
    assert SVOI.rules_problems(load(SVOI.rules, dict(preset.rules)), 2) == ()


def written(*deals, rules=HOUSE, table=TWO):
    judged = [SVOI.judge(data, rules, table) for data in deals]
    return SVOI.sheet((hand, outcome.detail) for hand, outcome in judged)


def test_rows_run_up_the_points():
    assert written(LOSS, DRAW) == (
        Row(1, 0, (Column(0, "spades", "won", 1, 2, 2), Column(1, "hearts", "lost", None, 0, 0)), 7),
        Row(2, 0, (Column(0, "spades", "drawn", 1, 1, 3), Column(1, "hearts", "drawn", None, 1, 1)), None),
    )


def test_row_of_four_says_the_places():
    (row,) = written(FOUR_LOSS, table=FOUR)

    assert [(column.seat, column.result, column.place) for column in row.columns] == [
        (0, "won", 2),
        (1, "lost", None),
        (2, "won", 1),
        (3, "won", 3),
    ]


def closing(totals, weights):
    return [(str(line.label), line.amount, line.subtotal) for line in SVOI.summary(totals, weights)]


def test_closing_block_of_a_sitting():
    assert closing(WON, {"points": 1}) == [("Points", 5, False), ("Total", 5, True)]
    assert closing({"points": 4}, {"points": -1}) == [("Points against", -4, False), ("Total", -4, True)]


def test_closing_block_of_a_system():
    assert closing(WON, SVOI.systems["wdl"]) == [
        ("2 × 2 deals won", 4, False),
        ("1 × 1 deal drawn", 1, False),
        ("Total", 5, True),
    ]
    assert closing(LOST, SVOI.systems["cards_left"])[0] == ("-1 × 8 cards left", -8, False)
