"""Tie-breaks of tournaments: the shared cases, FIDE's own exercises among them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.keys import HALF, Bye, Event, Game, Part, figures, figures_of, order, rounds_of, terms_of
from scorekeeper.pairing.ties import Key, direct_encounter, figure_key, places

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


def test_koya_asks_for_half_of_the_games_not_of_the_rounds():
    """Of three each sits out once: all have won one game of two."""
    won, lost = Fraction(1), Fraction(0)
    games = [Game(1, 1, 2, won, lost), Game(2, 2, 3, won, lost), Game(3, 3, 1, won, lost)]
    three = Event(3, 3, games, round_robin=True)

    assert [own["KS"] for own in figures(three).values()] == [1, 1, 1]


def test_koya_does_not_count_the_games_of_who_was_removed():
    won, lost = Fraction(1), Fraction(0)
    games = [(1, 1, 2), (1, 3, 4), (2, 2, 3), (2, 1, 4), (3, 3, 1), (3, 4, 2)]
    four = Event(4, 3, [Game(*game, won, lost) for game in games], removed=[4], round_robin=True)

    assert [own["KS"] for own in figures(four).values()] == [1, 1, 1]


def test_who_was_removed_stands_nowhere_and_their_games_and_byes_count_for_nobody():
    games = [Game(1, 1, 2, Fraction(1), Fraction(0)), Game(2, 1, 3, Fraction(1), Fraction(0))]
    removed = Event(3, 3, games, [Bye(1, 3, "pab"), Bye(2, 2, "half")], removed=[3])

    assert rounds_of(removed) == {
        1: {1: Part(Fraction(1), (2,))},
        2: {1: Part(Fraction(0), (1,)), 2: Part(HALF, bye="half")},
    }
    assert [place.rows for place in order(removed)] == [(1,), (2,)]
    assert {entrant: own["PTS"] for entrant, own in figures(removed).items()} == {1: 1, 2: HALF}


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
    assert [(told.name, told.figures is None) for told in found[0].keys_asked] == [
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


@st.composite
def free_games(draw):
    """Games between sides of one or two, whoever plays whom and however often."""
    people = range(draw(st.integers(2, 6)))
    parts = {one: [] for one in people}
    for _game in range(draw(st.integers(0, 8))):
        among = draw(st.permutations(people))
        size = draw(st.integers(1, len(among) // 2))
        sides, won = (tuple(among[:size]), tuple(among[size : 2 * size])), draw(st.sampled_from([0, HALF, 1]))
        for side, others, points in ((sides[0], sides[1], won), (sides[1], sides[0], 1 - won)):
            for one in side:
                parts[one].append(Part(Fraction(points), others))
    return parts


@given(free_games())
def test_what_each_game_brought_adds_up_to_the_key(parts):
    found = figures_of(parts)

    for entrant, own in found.items():
        for key in ("BH", "BH_C1", "BH_M1", "SB", "KS", "WIN", "PS"):
            terms = terms_of(entrant, parts, key)
            assert len(terms) == len(parts[entrant])
            assert sum((term.amount for term in terms if not term.is_cut), Fraction(0)) == own[key]
            if key.startswith("BH_"):
                kept = [term.amount for term in terms if not term.is_cut]
                cut = sorted(term.amount for term in terms if term.is_cut)
                assert len(cut) == min(len(terms), {"BH_C1": 1, "BH_M1": 2}[key])
                assert all(cut[0] <= amount <= (cut[-1] if key == "BH_M1" else amount) for amount in kept)
