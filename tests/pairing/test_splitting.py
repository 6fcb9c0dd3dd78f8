"""How many tables so many people make: the shared cases, and what holds for any number."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.drawing import smaller_sizes, table_sizes

CASES = json.loads((Path(__file__).parent / "vectors.json").read_text())["cases"]
SPLITS = [case for case in CASES if case["kind"] == "split34"]


@pytest.mark.parametrize("case", SPLITS, ids=lambda case: case["id"])
def test_shared_cases_of_tables_of_three_and_four(case):
    sizes = table_sizes(case["players"], (3, 4), 4)

    assert {
        "t4": sizes.count(4),
        "t3": sizes.count(3),
        "bye": case["players"] - sum(sizes),
    } == case["expected"]


@pytest.mark.parametrize(("people", "fours", "threes"), [(9, 0, 3), (23, 5, 1), (37, 7, 3), (41, 8, 3), (100, 25, 0)])
def test_examples_of_the_rules(people, fours, threes):
    assert table_sizes(people, (3, 4), 4) == (4,) * fours + (3,) * threes


@pytest.mark.parametrize("people", range(3))
def test_too_few_make_no_table(people):
    assert table_sizes(people, (3, 4), 4) == ()


def test_threes_where_threes_are_preferred():
    assert table_sizes(12, (3, 4), 3) == (3, 3, 3, 3)
    assert table_sizes(10, (3, 4), 3) == (4, 3, 3)


def test_sizes_of_other_games_are_as_even_as_they_can_be():
    assert table_sizes(9, range(2, 11), 4) == (5, 4)
    assert table_sizes(7, (2, 4, 6), 4) == (4, 2)
    assert table_sizes(23, range(2, 10), 8) == (8, 8, 7)


def test_where_somebody_sits_out_anyway_tables_may_have_a_seat_less():
    assert smaller_sizes(5, (3, 4), 4) == (3,)
    assert smaller_sizes(8, (3, 4), 4) == ()  # all eight sit
    assert smaller_sizes(9, (4,), 4) == ()  # no table of three is allowed


@given(st.integers(0, 60), st.sets(st.integers(2, 10), min_size=1, max_size=5), st.data())
def test_as_many_sit_as_any_tables_hold(people, allowed, data):
    preferred = data.draw(st.sampled_from(sorted(allowed)))

    sizes = table_sizes(people, allowed, preferred)

    reachable = {0}
    for count in range(1, people + 1):
        if any(count - size in reachable for size in allowed):
            reachable.add(count)
    assert set(sizes) <= allowed
    assert sum(sizes) == max(reachable)
    assert list(sizes) == sorted(sizes, reverse=True)
