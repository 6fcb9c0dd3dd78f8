"""Amounts in whole coins: they still sum to nothing, and nobody is favoured for good."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.settling import rounded

nets_of_people = st.lists(st.integers(-(10**6), 10**6), max_size=20).map(
    lambda amounts: dict(enumerate([*amounts, -sum(amounts)]))
)
coins = st.integers(1, 500)


def test_rounding_gives_the_coin_to_the_largest_remainder():
    found = rounded({"Ana": 130, "Bia": -60, "Caio": -70}, 50)

    assert found.nets == {"Ana": 150, "Bia": -50, "Caio": -100}
    assert found.gains == {"Ana": 20, "Bia": 10, "Caio": -30}


def test_rounding_of_equal_remainders_goes_round_with_the_turn():
    nets = {"Ana": 20, "Bia": 20, "Caio": 20, "Dora": -60}

    favoured = [next(who for who, gain in rounded(nets, 30, turn).gains.items() if gain < 0) for turn in range(5)]

    assert favoured == ["Caio", "Ana", "Bia", "Caio", "Ana"]


def test_rounding_of_equal_remainders_favours_who_has_gained_least():
    nets = {"Ana": 10, "Bia": 10, "Caio": -20}

    assert rounded(nets, 20, gained={"Ana": 3, "Bia": -3}).gains == {"Ana": -10, "Bia": 10, "Caio": 0}
    assert rounded(nets, 20, gained={"Bia": 1}).gains == {"Ana": 10, "Bia": -10, "Caio": 0}


def test_rounding_asks_the_remainder_before_the_past():
    nets = {"Ana": 11, "Bia": 9, "Caio": -20}

    assert rounded(nets, 20, gained={"Ana": 99}).gains == {"Ana": 9, "Bia": -9, "Caio": 0}


def test_rounding_refuses_amounts_that_do_not_sum_to_nothing():
    with pytest.raises(ValueError, match="sum to 5, not"):
        rounded({"Ana": 5}, 50)


def test_rounding_refuses_a_coin_of_nothing():
    with pytest.raises(ValueError, match="coin of 0"):
        rounded({}, 0)


def test_rounding_of_nobody_is_nobody():
    assert rounded({}, 50).nets == {}


@given(nets_of_people, coins, st.integers(-9, 99))
def test_rounded_amounts_are_whole_coins_that_sum_to_nothing(nets, coin, turn):
    found = rounded(nets, coin, turn)

    assert list(found.nets) == list(nets)
    assert sum(found.nets.values()) == 0
    assert all(amount % coin == 0 for amount in found.nets.values())
    assert found.gains == {who: found.nets[who] - nets[who] for who in nets}
    assert all(abs(gain) < coin for gain in found.gains.values())
    assert all(gain == 0 for who, gain in found.gains.items() if nets[who] % coin == 0)


def test_the_turn_says_with_whom_of_equals_the_coins_begin():
    nets = {"ann": 4, "bob": 4, "cid": 4, "pot": -12}

    gains = [rounded(nets, 10, turn).gains for turn in range(4)]

    assert [next(who for who in nets if own[who] > 0 and who != "pot") for own in gains] == ["ann", "bob", "cid", "ann"]


@given(st.integers(2, 9), st.integers(1, 8))
def test_after_a_whole_round_of_turns_equals_have_gained_the_same(size, owed):
    """Equal remainders every time: over as many turns as there are people each gives way equally often."""
    nets = {**dict.fromkeys(range(size), owed)} | {"pot": -owed * size}

    gained = dict.fromkeys(range(size), 0)
    for _turn in range(size):
        for who, gain in rounded(nets, size * 9, 0, gained).gains.items():
            if who != "pot":
                gained[who] += gain

    assert len(set(gained.values())) == 1
