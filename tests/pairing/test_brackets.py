"""Eliminations of any size, whoever wins: nobody is lost, everybody gets a place."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.pairing.brackets import RESET, THIRD, Bracket, double, followed, lines, places, single, waited_for
from tests.strategies import sized

entrants = st.integers(2, sized(33, 129))


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


@given(many=st.integers(5, sized(33, 64)))
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


def played_with_some_leaving(bracket: Bracket, chance: Any) -> tuple[dict[str, int], set[str], set[int]]:
    """To the end, in any order; before each match somebody may leave, whether still in or not. What a match that is
    played has waited for is written down with it, as it was. The results, which of them were played, and who has
    left."""
    winners: dict[str, int] = {}
    gone: set[int] = set()
    met_in: set[str] = set()
    while True:
        if chance.random() < 0.3:
            gone.add(chance.randint(1, bracket.entrants))
        found = followed(bracket, winners, gone)
        waiting = [met for met in found.values() if met.is_open]
        if not waiting:
            return winners, met_in, gone
        met = chance.choice(waiting)
        assert not gone & {met.one, met.two}
        for before in (found[name] for name in waited_for(bracket, [met.match.name])):
            if before.is_played and before.winner is not None:
                winners[before.match.name] = before.winner
        winners[met.match.name] = chance.choice([met.one, met.two])
        met_in.add(met.match.name)


@given(many=entrants, is_double=st.booleans(), third=st.booleans(), chance=st.randoms(use_true_random=False))
def test_whoever_leaves_at_whatever_moment_there_is_one_winner_and_a_place_for_everybody(
    many, is_double, third, chance
):
    bracket = double(many) if is_double else single(many, third=third)
    winners, met_in, gone = played_with_some_leaving(bracket, chance)
    found = followed(bracket, winners, gone)
    placed = places(bracket, winners, gone)
    walkovers = [name for name, met in found.items() if met.is_played and met.winner and name not in met_in]
    nobodys = [met for met in found.values() if met.is_nobodys]

    assert all(met.winner is not None for met in found.values())
    assert set(placed) == set(range(1, many + 1))
    assert list(placed.values()).count(1) == 1 or gone.issuperset(who for who, place in placed.items() if place <= 2)
    all_matches = 2 * many - 2 + found[RESET].is_played if is_double else many - 1 + (third and many > 3)
    assert len(met_in) + len(walkovers) <= all_matches
    if not nobodys:
        assert len(met_in) + len(walkovers) == all_matches


def test_who_has_left_loses_what_is_not_decided_and_keeps_what_was():
    bracket = single(4, third=True)
    found = followed(bracket, {"W1.1": 1}, gone={1, 3})

    assert (found["W1.1"].winner, found["W1.2"].winner, found["W2.1"].winner) == (1, 2, 2)
    assert places(bracket, {"W1.1": 1}, gone={1, 3}) == {2: 1, 1: 2, 4: 3, 3: 4}


def test_where_both_have_left_the_next_has_nobody_to_meet():
    bracket = double(4)
    found = followed(bracket, {"W1.2": 2}, gone={1, 4})

    assert found["W1.1"].is_nobodys
    assert not found["W2.1"].is_played
    assert found["W2.1"].winner == 2
    assert found["L1.1"].winner == found["L2.1"].winner == 3
    assert found["GF1"].is_open
    assert places(bracket, {"W1.2": 2}, gone={1, 4}) == {1: 4, 4: 4}
    assert places(bracket, {"W1.2": 2, "GF1": 2}, gone={1, 4}) == {1: 4, 4: 4, 3: 2, 2: 1}


def test_what_a_match_waits_for():
    bracket = double(4)
    assert waited_for(bracket, ["W1.1"]) == set()
    assert waited_for(bracket, ["L2.1"]) == {"L1.1", "W1.1", "W1.2", "W2.1"}
    assert waited_for(bracket, [RESET]) == {match.name for match in bracket.matches} - {RESET}
