"""Eliminations of any size, whoever wins: nobody is lost, everybody gets a place."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.pairing.brackets import RESET, THIRD, Bracket, double, followed, lines, places, single

pytestmark = pytest.mark.one_engine
entrants = st.integers(2, 129)


def played(bracket: Bracket, chance: Any) -> dict[str, int]:
    """To the end, in any order, whoever wins."""
    winners: dict[str, int] = {}
    while waiting := [met for met in followed(bracket, winners).values() if met.is_open]:
        met = chance.choice(waiting)
        winners[met.match.name] = chance.choice([met.one, met.two])
    return winners


def defeats(bracket: Bracket, winners: dict[str, int]) -> Counter[int]:
    return Counter(met.loser for met in followed(bracket, winners).values() if met.loser)


def each_place_is_behind_as_many(placed: dict[int, int], many: int) -> None:
    assert sorted(placed) == list(range(1, many + 1))
    assert all(sum(other < place for other in placed.values()) == place - 1 for place in placed.values())


@example(many=3, third=True, chance=Random(0))  # of the two who could be third one had a bye
@given(many=entrants, third=st.booleans(), chance=st.randoms(use_true_random=False))
def test_single_elimination_ends_after_one_defeat(many, third, chance):
    bracket = single(many, third=third)
    winners = played(bracket, chance)
    lost = defeats(bracket, {name: who for name, who in winners.items() if name != THIRD})

    assert len(winners) == many - 1 + (third and many > 3)
    assert sorted(lost.values()) == [1] * (many - 1)
    each_place_is_behind_as_many(places(bracket, winners), many)


@given(many=entrants, reset=st.booleans(), chance=st.randoms(use_true_random=False))
def test_double_elimination_ends_after_two_defeats(many, reset, chance):
    bracket = double(many, reset=reset)
    winners = played(bracket, chance)
    lost = defeats(bracket, winners)
    placed = places(bracket, winners)
    (first,) = (who for who, place in placed.items() if place == 1)

    assert len(winners) == 2 * many - 2 + (RESET in winners)
    assert all(lost[who] == 2 for who in placed if placed[who] > 2)
    assert lost[first] <= 1
    if reset:
        assert all(lost[who] == 2 for who in placed if who != first)
    each_place_is_behind_as_many(placed, many)


@given(many=entrants, is_double=st.booleans(), chance=st.randoms(use_true_random=False))
def test_nobody_meets_nobody_and_places_never_change(many, is_double, chance):
    bracket = double(many) if is_double else single(many)
    before: dict[int, int] = {}
    winners: dict[str, int] = {}
    for name, who in played(bracket, chance).items():
        winners[name] = who
        now = places(bracket, winners)
        assert before.items() <= now.items()
        before = now
    assert all(met.winner is not None for met in followed(bracket, winners).values())


@given(power=st.integers(1, 7))
def test_the_best_meet_as_late_as_can_be(power):
    size = 1 << power
    seeds = lines(size)

    assert sorted(seeds) == list(range(1, size + 1))
    assert all(one + other == size + 1 for one, other in zip(seeds[::2], seeds[1::2], strict=True))
    for parts in (1 << nth for nth in range(1, power)):
        length = size // parts
        assert all(min(seeds[at : at + length]) <= parts for at in range(0, size, length))


@given(many=st.integers(5, 64))
def test_who_comes_down_meets_nobody_of_the_round_above_again_at_once(many):
    bracket = double(many)
    upper: set[frozenset[int]] = set()
    winners: dict[str, int] = {}
    while waiting := [met for met in followed(bracket, winners).values() if met.is_open]:
        for met in waiting:
            winners[met.match.name] = min(met.one or 0, met.two or 0)
    for met in followed(bracket, winners).values():
        pair = frozenset([met.one or 0, met.two or 0])
        if met.match.name.startswith("W1."):
            upper.add(pair)
        if met.match.name.startswith("L2.") and met.is_played:
            assert pair not in upper


@pytest.mark.parametrize("winners", [{"W9.1": 1}, {"W1.1": 3}, {"W2.1": 1}, {"GF1": 1}])
def test_a_result_that_can_not_be_is_refused(winners):
    with pytest.raises(ValueError, match=r"no match|can't have won"):
        followed(single(4), winners)


@pytest.mark.parametrize("make", [single, double])
def test_a_bracket_needs_two(make):
    with pytest.raises(ValueError, match="two entrants"):
        make(1)


def test_the_winner_is_known_before_the_third_is():
    bracket = single(4, third=True)
    winners = {"W1.1": 1, "W1.2": 2, "W2.1": 2}

    assert places(bracket, winners) == {2: 1, 1: 2}
    assert places(bracket, {**winners, THIRD: 3}) == {2: 1, 1: 2, 3: 3, 4: 4}
