"""Who pays whom: everybody ends even, and with as few payments as can be."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.settling import MOST_EXACT, Plan, settle_up, transfers

amounts_of_few = st.lists(st.integers(-12, 12), max_size=7).map(lambda amounts: dict(enumerate(amounts)))
amounts_of_twelve = st.lists(st.integers(-20, 20), max_size=11).map(lambda amounts: dict(enumerate(amounts)))
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


def test_plan_says_from_how_many_on_its_payments_are_only_few():
    """Nobody here is even with one other: one gets what all others owe together, one coin more each."""
    owing = {place: -(2**place) for place in range(MOST_EXACT)}
    exact = {place: owing[place] for place in range(MOST_EXACT - 1)}

    assert settle_up(exact, counterpart="rest").are_fewest
    assert not settle_up(owing, counterpart="rest").are_fewest
    assert settle_up({**exact, 99: 0}, counterpart="rest").are_fewest


def test_plan_of_many_takes_out_who_is_even_with_one_other_first():
    pairs = {f"{side}{place}": sign * 1000 for place in range(7) for side, sign in (("owes ", -1), ("gets ", 1))}

    plan = settle_up({**pairs, "Ana": 5, "Bia": -5})

    assert plan.are_fewest
    assert plan.payments == (
        *((f"owes {place}", f"gets {place}", 1000) for place in range(7)),
        ("Bia", "Ana", 5),
    )


def test_payments_lie_where_debts_and_claims_lie_side_by_side():
    paid = transfers({"Ana": -40, "Bia": 30, "Caio": -25, "Dora": 35})

    assert paid == (("Ana", "Bia", 30), ("Ana", "Dora", 10), ("Caio", "Dora", 25))


def test_plan_keeps_what_was_told_before():
    told = ((3, 0, 5), (2, 0, 5), (2, 1, 5))

    plan = settle_up({0: 10, 1: 5, 2: -10, 3: -5}, keep=told)

    assert plan == Plan(((2, 0, 5), (2, 1, 5), (3, 0, 5)), are_fewest=False)


@pytest.mark.parametrize(
    "told",
    [
        ((2, 0, 10),),
        ((2, 0, 10), (3, 1, 5), (3, 1, 5)),
        ((2, 0, 10), (3, 1, 6), (3, 1, -1)),
        ((2, 0, 10), (3, "nobody", 5)),
        (("nobody", 0, 10), (3, 1, 5)),
    ],
    ids=["too little", "too much", "backwards", "to nobody", "from nobody"],
)
def test_plan_does_not_keep_what_would_not_settle(told):
    plan = settle_up({0: 10, 1: 5, 2: -10, 3: -5}, keep=told)

    assert plan == Plan(((2, 0, 10), (3, 1, 5)), are_fewest=True)


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


@given(amounts_of_twelve, st.data())
def test_plan_of_the_rest_is_the_plan_without_what_was_paid(amounts, data):
    nets = {**amounts, "rest": -sum(amounts.values())}
    plan = transfers(nets)

    for made in range(len(plan)) if len(plan) < 4 else [data.draw(st.integers(0, len(plan) - 1))]:
        assert transfers(after(nets, plan[made : made + 1])) == (*plan[:made], *plan[made + 1 :])


@given(amounts_of_many, st.data())
def test_plan_of_many_is_kept_whoever_pays_first(amounts, data):
    nets = {**amounts, "rest": -sum(amounts.values())}
    plan = settle_up(nets).payments

    for made in data.draw(st.permutations(plan)):
        nets, plan = after(nets, (made,)), tuple(payment for payment in plan if payment != made)

        assert settle_up(nets, keep=plan).payments == plan
    assert not any(nets.values())
