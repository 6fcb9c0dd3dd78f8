"""What is said where minus points are all that counts, and who pays in the end."""

import pytest

from games.skat.rules import SkatRules
from tests.games.skat.table import FOUR, LOST, RAMSCH, SKAT, SPADES, THREE, judge

BIERLACHS = SkatRules(system="bierlachs", bierlachs_limit=301)
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
    assert str(judge(data, BIERLACHS, table).said) == said


def test_bierlachs_says_each_charge_where_they_differ():
    outcome = judge({**RAMSCH, "points": [50, 30, 30], "tricks": [4, 3, 3]}, FEWEST, THREE)

    assert str(outcome.said) == "Ramsch, the fewest points win a null: -46 to seat 1, -23 to seat 3, -23 to seat 2"


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
