"""Tie-breaks of tournaments: the shared cases, FIDE's own exercises among them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.keys import Bye, Event, Game, figures, order
from scorekeeper.pairing.ties import Key, direct_encounter, figure_key, places

pytestmark = pytest.mark.one_engine

CASES = json.loads((Path(__file__).parent / "vectors.json").read_text())["cases"]
TIEBREAKS = [case for case in CASES if case["kind"] == "tiebreak"]


def event(case) -> Event:
    return Event(
        case["players"],
        case["rounds"],
        [
            Game(number, one, other, Fraction(of_one), Fraction(of_other), bool(forfeited))
            for number, one, other, of_one, of_other, *forfeited in case["games"]
        ],
        [Bye(*bye) for bye in case["byes"]],
        round_robin=case["format"] == "round_robin",
        version=case["rules_version"],
    )


@pytest.mark.parametrize("case", TIEBREAKS, ids=lambda case: case["id"])
def test_shared_cases_of_tie_breaks(case):
    found = figures(event(case))

    told = {
        str(entrant): {name: float(own[name]) for name in case["expected"][str(entrant)]}
        for entrant, own in found.items()
    }
    assert told == case["expected"]
    assert [list(place.rows) for place in order(event(case), case["order_keys"])] == case["order"]


def test_the_usual_keys_of_each_kind():
    for case in TIEBREAKS:
        if case["order_keys"] in (["PTS", "BH_C1", "BH", "SB"], ["PTS", "DE", "SB", "WIN"]):
            assert [list(place.rows) for place in order(event(case))] == case["order"]


MET = [{"a": 9, "b": 1}, {"b": 5, "c": 3}, {"a": 2, "c": 7}, {"c": 4, "d": 4}]


def test_direct_encounter_needs_all_to_have_met():
    key = direct_encounter("DE", MET)

    assert key.ask(("a", "b", "d")) is None
    assert key.ask(("c", "d")) == {"c": 1, "d": 1}
    assert key.ask(("a", "b", "c")) == {"a": 2, "b": 2, "c": 2}


def test_direct_encounter_is_asked_again_inside_a_smaller_group():
    # All three have a win over d and one defeat; among b and c alone, b has won.
    met = [{"a": 3, "b": 0}, {"a": 3, "c": 0}, {"b": 1, "c": 0}]

    found = places(["c", "b", "a"], [direct_encounter("DE", met)])

    assert [(place.rows, place.decided_by) for place in found] == [(("a",), None), (("b",), "DE"), (("c",), "DE")]


def test_a_place_says_what_every_key_said():
    key = figure_key("won", {"a": 2, "b": 2, "c": 1})

    found = places(["a", "b", "c"], [figure_key("points", {"a": 5, "b": 5, "c": 5}), key, direct_encounter("DE", [])])

    assert [place.rows for place in found] == [("a", "b"), ("c",)]
    assert [(told.name, told.said is None) for told in found[0].told] == [
        ("points", False),
        ("won", False),
        ("DE", True),
    ]


@given(
    st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3), min_size=2), max_size=8),
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 2), min_size=6),
)
def test_places_part_everybody_once_and_by_the_keys_in_order(meetings, points):
    rows = sorted(points)
    key = direct_encounter("DE", meetings)

    found = places(rows, [figure_key("points", points), key])

    assert sorted(row for place in found for row in place.rows) == rows
    flat = [points[place.rows[0]] for place in found]
    assert flat == sorted(flat, reverse=True)
    for place in found:
        assert len({points[row] for row in place.rows}) == 1
        said = key.ask(place.rows) if len(place.rows) > 1 else None
        assert said is None or len(set(said.values())) == 1
    reversed_rows = places(rows[::-1], [figure_key("points", points), key])
    assert [set(place.rows) for place in reversed_rows] == [set(place.rows) for place in found]


def test_nobody_makes_no_place():
    assert places([], [Key("none", lambda tied: dict.fromkeys(tied, 0))]) == []
