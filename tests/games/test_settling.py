"""Who pays whom: everybody ends even, and with as few payments as can be."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.settling import MOST_EXACT, are_fewest, transfers

amounts_of_few = st.dictionaries(st.integers(0, 11), st.integers(-30, 30), max_size=5)
amounts_of_many = st.lists(st.integers(-(10**6), 10**6), max_size=25).map(lambda amounts: dict(enumerate(amounts)))


def after(amounts: dict[object, int], paid: tuple[tuple[object, object, int], ...]) -> dict[object, int]:
    left = dict(amounts)
    for payer, getter, amount in paid:
        left[payer] = left.get(payer, 0) + amount
        left[getter] = left.get(getter, 0) - amount
    return left


def partitions(people: list[object]) -> Iterator[list[list[object]]]:
    """Every way to part people into groups."""
    if not people:
        yield []
        return
    first, *rest = people
    for parts in partitions(rest):
        yield [[first], *parts]
        for place, group in enumerate(parts):
            yield [*parts[:place], [first, *group], *parts[place + 1 :]]


def test_transfers_leave_nobody_with_anything_to_pay():
    assert transfers({"Ana": 150, "Bia": -50, "Caio": -100}) == (("Bia", "Ana", 50), ("Caio", "Ana", 100))


def test_transfers_find_pairs_that_are_even_among_themselves():
    paid = transfers({0: 5, 1: 7, 2: -7, 3: -5})

    assert paid == ((2, 1, 7), (3, 0, 5))


def test_transfers_find_even_groups_that_largest_to_largest_misses():
    """Largest to largest needs five payments here, for 9 does not meet 4 and 5 at once."""
    assert len(transfers({0: 9, 1: 8, 2: -6, 3: -2, 4: -4, 5: -5})) == 4


def test_transfers_give_the_rest_to_the_counterpart():
    assert transfers({0: 90, 1: -100}, counterpart="the house") == ((1, 0, 90), (1, "the house", 10))


def test_transfers_take_the_rest_from_the_counterpart():
    assert transfers({0: 30, 1: -10}, counterpart="the pot") == ((1, 0, 10), ("the pot", 0, 20))


def test_transfers_without_a_counterpart_refuse_a_rest():
    with pytest.raises(ValueError, match="sum to -10"):
        transfers({0: 90, 1: -100})


@pytest.mark.parametrize("amounts", [{}, {0: 0}, {0: 0, 1: 0}])
def test_transfers_of_even_people_are_none(amounts):
    assert transfers(amounts) == ()


def test_transfers_say_from_how_many_on_they_are_only_few():
    assert are_fewest(dict.fromkeys(range(MOST_EXACT), 1))
    assert not are_fewest(dict.fromkeys(range(MOST_EXACT + 1), 1))
    assert are_fewest({**dict.fromkeys(range(MOST_EXACT), 1), 99: 0})


@given(amounts_of_many)
def test_transfers_are_positive_and_settle_everything(amounts):
    paid = transfers(amounts, counterpart="rest")

    assert not any(after({**amounts, "rest": -sum(amounts.values())}, paid).values())
    assert all(amount > 0 for _payer, _getter, amount in paid)
    uneven = {payer for payer, _getter, _amount in paid} | {getter for _payer, getter, _amount in paid}
    assert len(paid) <= max(len(uneven) - 1, 0)
    assert all(amounts.get(payer, -1) < 0 or payer == "rest" for payer, _getter, _amount in paid)


@given(amounts_of_few)
def test_transfers_of_few_are_the_fewest_there_are(amounts):
    nets = {**amounts, "rest": -sum(amounts.values())}
    uneven = [who for who, amount in nets.items() if amount]
    most = max(
        len(parts) for parts in partitions(uneven) if all(sum(nets[who] for who in group) == 0 for group in parts)
    )

    assert len(transfers(amounts, counterpart="rest")) == len(uneven) - most


@given(amounts_of_few)
def test_transfers_are_the_same_each_time(amounts):
    again = dict(amounts.items())

    assert transfers(amounts, counterpart="rest") == transfers(again, counterpart="rest")
