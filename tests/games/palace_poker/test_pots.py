"""Layers, splits, rake, carry, and what goes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.palace_poker.pots import Pot, Stakes, settle
from games.palace_poker.rules import PalacePokerRules
from tests.games.palace_poker.table import HOUSE

CARRY = PalacePokerRules(odd_chips="carry")


def settled(paid, tiers, all_in=(), carry_in=0, rules=HOUSE):
    return settle(Stakes(dict(enumerate(paid)), all_in, tiers, carry_in), rules)


def test_winner_who_paid_little_takes_all():
    assert settled([2, 39], [[0]]).pots == (Pot(41, 0, ((0, 41),)),)


def test_lone_layer_of_a_winner_is_a_pot():
    found = settled([30, 10], [[0]], all_in=[1])

    assert found.pots == (Pot(40, 0, ((0, 40),)),)
    assert found.returned == {}


def test_lone_layer_of_a_loser_goes_back():
    found = settled([10, 30], [[0], [1]], all_in=[0])

    assert found.pots == (Pot(20, 0, ((0, 20),)),)
    assert found.returned == {1: 20}


def test_layer_nobody_claims_goes_back_to_all_who_paid():
    assert settled([10, 30, 20], [[0]], all_in=[0]).returned == {1: 20, 2: 10}


def test_two_layers_that_go_back_are_one_return():
    assert settled([10, 30, 20], [[0]], all_in=[0, 2]).returned == {1: 20, 2: 10}


def test_carry_lies_in_the_first_pot():
    found = settled([10, 30, 30], [[0], [2]], all_in=[0], carry_in=5)

    assert found.pots == (Pot(35, 0, ((0, 35),)), Pot(40, 0, ((2, 40),)))


def test_carry_stays_where_nobody_can_claim():
    found = settled([0, 5], [[0]], all_in=[0], carry_in=3)

    assert (found.pots, found.returned, found.carry_out) == ((), {1: 5}, 3)


def test_empty_pot_has_no_pots():
    assert settled([0, 0], [[0]]).pots == ()
    assert settled([0, 0], [[0]], carry_in=4).pots == (Pot(4, 0, ((0, 4),)),)


def test_rake_is_taken_from_the_first_pot_on():
    rules = PalacePokerRules(rake_bp=2000)

    found = settled([1, 30, 30], [[0], [2]], all_in=[0], rules=rules)

    assert found.rake == 12
    assert found.pots == (Pot(3, 3, ((0, 0),)), Pot(58, 9, ((2, 49),)))


def test_returned_chips_are_not_raked():
    rules = PalacePokerRules(rake_bp=1000)

    assert settled([10, 100], [[0]], all_in=[0], rules=rules).rake == 2


def test_odd_chips_of_every_pot_stay():
    found = settled([3, 10, 10, 10], [[0, 1], [2]], all_in=[0], rules=CARRY)

    assert found.pots == (Pot(12, 0, ((0, 6), (1, 6))), Pot(21, 0, ((1, 21),)))
    assert settled([1, 1, 1], [[0, 1]], rules=CARRY).carry_out == 1


@pytest.mark.parametrize("odd_chips", ["left_of_dealer", "carry"])
@given(data=st.data())
def test_all_money_is_somewhere(odd_chips, data):
    size = data.draw(st.integers(2, 10))
    seats = list(range(size))
    paid = data.draw(st.lists(st.integers(0, 100), min_size=size, max_size=size))
    all_in = data.draw(st.sets(st.sampled_from(seats)))
    order = data.draw(st.permutations(seats))
    cuts = sorted(data.draw(st.sets(st.integers(1, size), min_size=1)))
    tiers = [order[start:end] for start, end in zip([0, *cuts], cuts, strict=False)]
    carry = data.draw(st.integers(0, 9))
    rules = PalacePokerRules(
        odd_chips=odd_chips, rake_bp=data.draw(st.integers(0, 2000)), rake_cap=data.draw(st.none() | st.integers(0, 20))
    )

    found = settled(paid, tiers, all_in, carry, rules)

    shares = [share for pot in found.pots for share in pot.shares]
    assert sum(paid) + carry == sum(found.returned.values()) + sum(s for _, s in shares) + found.rake + found.carry_out
    assert all(amount >= 0 for _, amount in shares)
    assert all(0 < part <= paid[seat] for seat, part in found.returned.items())
    for seat in all_in:
        won = sum(amount for own, amount in shares if own == seat)
        assert won <= carry + sum(min(other, paid[seat]) for other in paid)
