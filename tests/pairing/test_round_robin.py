"""Round robins of any size: everybody meets everybody, at home as often as away."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.keys import HALF, Event, Game, order
from scorekeeper.pairing.round_robin import berger, counted, homes, numbered

entrants = st.integers(2, 40)


@given(many=entrants, double=st.booleans())
def test_everybody_meets_everybody(many, double):
    rounds = berger(many, double=double)
    met = Counter(frozenset(game) for games in rounds for game in games)

    assert len(met) == many * (many - 1) // 2
    assert set(met.values()) == {2 if double else 1}
    for games in rounds:
        players = [who for game in games for who in game]
        assert len(set(players)) == len(players) == many - many % 2


@given(many=entrants)
def test_nobody_is_at_home_much_more_often(many):
    found = homes(berger(many))

    assert max(found.values()) - min(found.values()) <= (0 if many % 2 else 1)
    assert len(set(homes(berger(many, double=True)).values())) == 1


@given(many=st.integers(4, 20))
def test_nobody_is_at_one_place_more_than_twice_running_where_the_halves_meet(many):
    rounds = berger(many, double=True)
    half = len(rounds) // 2
    for who in range(1, many + 1):
        there = ["home" if who == home else "away" for games in rounds for home, away in games if who in (home, away)]
        middle = "".join(place[0] for place in there[max(half - 3, 0) : half + 3])
        assert "hhhh" not in middle
        assert "aaaa" not in middle


def test_a_round_robin_needs_two():
    with pytest.raises(ValueError, match="two entrants"):
        berger(1)


def results(rounds, chance):
    """Every game of a schedule, by chance."""
    for number, games in enumerate(rounds, 1):
        for home, away in games:
            won = chance.choice([Fraction(0), HALF, Fraction(1)])
            yield Game(number, home, away, won, 1 - won)


@given(many=st.integers(3, 10), double=st.booleans(), data=st.data())
def test_who_leaves_before_half_of_their_games_leaves_nothing_behind(many, double, data):
    rounds, chance = berger(many, double=double), Random(data.draw(st.integers(0, 99)))
    played = data.draw(st.integers(0, len(rounds)))
    games = [game for game in results(rounds, chance) if game.round <= played]
    withdrawn = data.draw(st.sets(st.integers(1, many)))

    found = counted(rounds, games, withdrawn)

    for who in withdrawn:
        of = (many - 1) * (2 if double else 1)
        own = sum(who in (game.one, game.other) for game in games)
        assert found.shares[who] == (own, of)
        assert (who in found.removed) == (2 * own < of)
    stay = set(range(1, many + 1)) - found.removed
    for who in withdrawn - found.removed:
        opponents = sorted(two for game in found.games if who in game_of(game) for two in game_of(game) if two != who)
        assert opponents == sorted([*stay - {who}] * (2 if double else 1))
    assert {game for game in games if set(game_of(game)) <= stay} == set(found.games) - set(found.forfeited)
    for game in found.forfeited:
        assert [game.of_one, game.of_other] == [int(who not in withdrawn) for who in game_of(game)]
        assert game.forfeited
    ranked = order(Event(many, len(rounds), found.games, round_robin=True, removed=found.removed))
    assert sorted(who for place in ranked for who in place.rows) == sorted(stay)


def game_of(game):
    return game.one, game.other


def test_half_of_the_games_is_enough_to_keep_the_rest():
    rounds = berger(5)
    games = [game for game in results(rounds, Random(1)) if game.round <= 3]
    played = {who: sum(who in game_of(game) for game in games) for who in range(1, 6)}
    two = next(who for who, many in played.items() if many == 2)

    assert counted(rounds, games, [two]).removed == frozenset()
    assert len(counted(rounds, games, [two]).forfeited) == 2
    not_met = next(game for game in games if two in game_of(game))
    missed = [replace(game, forfeited=True) if game is not_met else game for game in games]
    assert counted(rounds, missed, [two]).removed == {two}


def test_numbers_are_drawn():
    drawn = {tuple(numbered("abcd", seed)) for seed in range(30)}

    assert len(drawn) > 10
    assert all(sorted(one) == list("abcd") for one in drawn)
    assert numbered("abcd", 1) == numbered("abcd", 1)
