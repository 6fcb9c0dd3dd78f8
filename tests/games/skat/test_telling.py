"""What is said where minus points are all that counts, and who pays in the end."""

import pytest

from games.skat.rules import SkatRules
from tests.games.skat.table import FOUR, LOST, RAMSCH, SKAT, SPADES, THREE, judge

BIERLACHS = SkatRules(system="bierlachs", bierlachs_limit=301)
KONTRA = SkatRules(kontra=True)
FEWEST = SkatRules(system="bierlachs", passed="lowest_ramsch_null")


@pytest.mark.parametrize(
    ("data", "table", "said"),
    [
        (SPADES, THREE, "With 2, game 3, hand 4, times 11: 44 against seat 1 and seat 3"),
        (SPADES, FOUR, "With 2, game 3, hand 4, times 11: 44 against seat 3 and seat 4"),
        (LOST, THREE, "With 2, game 3, hand 4, times 11: 44, lost, doubled: -88 to seat 2"),
        (RAMSCH, THREE, "Ramsch: -60 to seat 1"),
        (
            {**RAMSCH, "points": [50, 50, 10]},
            THREE,
            "Ramsch: 50 against seat 1 and seat 2",
        ),
        (
            {**RAMSCH, "points": [110, 0, 0], "tricks": [10, 0, 0]},
            THREE,
            "Ramsch, all ten tricks: 120 against seat 2 and seat 3",
        ),
    ],
)
def test_bierlachs_says_who_is_charged(data, table, said):
    assert str(judge(data, BIERLACHS, table).sentence) == said


def test_bierlachs_says_each_charge_where_they_differ():
    outcome = judge({**RAMSCH, "points": [50, 30, 30], "tricks": [4, 3, 3]}, FEWEST, THREE)

    assert str(outcome.sentence) == "Ramsch, the fewest points win a null: -46 to seat 1, -23 to seat 3, -23 to seat 2"


@pytest.mark.parametrize(
    ("minus", "said"),
    [
        ((-300, -10, 0), "None"),
        ((-301, -10, 0), "seat 1 has reached 301 and pays"),
        ((-310, -10, -310), "seat 1 and seat 3 have reached 301 and pay"),
        ((-310, -310, -310), "seat 1, seat 2 and seat 3 have reached 301 and pay"),
    ],
)
def test_bierlachs_ends_with_who_pays(minus, said):
    totals = {seat: {"minus": amount} for seat, amount in enumerate(minus)}

    assert str(SKAT.verdict(totals, BIERLACHS)) == said


def test_no_other_list_has_a_verdict():
    assert SKAT.verdict({0: {"points": -400}, 1: {}}, SkatRules()) is None


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({}, ["50 card points + 10 in the skat"]),
        ({"points": [55, 30, 25], "pushes": 1}, ["55 card points + 10 in the skat, pushed once: times 2"]),
        (
            {"points": [60, 30, 20], "skat_points": 10, "pushes": 2},
            ["60 card points + 10 in the skat, pushed 2 times: times 4"],
        ),
        ({"points": [50, 50, 10]}, ["50 card points", "50 card points"]),
        (
            {"points": [60, 50, 0], "tricks": [6, 4, 0]},
            ["60 card points + 10 in the skat, a player without a trick: times 2"],
        ),
        ({"points": [110, 0, 0], "tricks": [10, 0, 0]}, ["Ramsch, all ten tricks"]),
    ],
)
def test_a_ramsch_says_how_it_came_to_its_points(change, reasons):
    lines = judge({**RAMSCH, **change}, SkatRules()).lines

    assert [str(line.reason) for line in lines if line.measure == "points"] == reasons


def test_bierlachs_gives_the_same_reason():
    lines = judge(RAMSCH, BIERLACHS).lines

    (minus,) = [line for line in lines if line.measure == "minus"]
    assert str(minus.reason) == "50 card points + 10 in the skat"


def test_the_fewest_points_win_a_null():
    lines = judge(RAMSCH, SkatRules(passed="lowest_ramsch_null")).lines

    assert {str(line.reason) for line in lines if line.measure == "points"} == {"Ramsch, the fewest points win a null"}


def test_the_sheet_marks_what_changed_a_value():
    doubled = {**SPADES, "hand": False, "bid": 40, "kontra": True, "re": True}
    hands = [read(data) for data in (doubled, SPADES, RAMSCH)]

    first, second, third = SKAT.sheet(hands)

    assert (first.marks, second.marks) == (("overbid", "kontra", "re"), ())
    assert (second.ramsch, third.ramsch) == (None, -60)


def read(data):
    hand, outcome = SKAT.judge(data, KONTRA, THREE)
    return hand, outcome.detail
