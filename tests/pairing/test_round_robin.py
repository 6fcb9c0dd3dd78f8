"""Round robins of any size: everybody meets everybody, at home as often as away."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.round_robin import berger, homes

pytestmark = pytest.mark.one_engine
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
