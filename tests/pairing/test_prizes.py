"""Prize pools: each unit of money is given to somebody, and nobody worse placed gets more."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.prizes import (
    Deduction,
    Places,
    Pool,
    Special,
    Takings,
    Terms,
    deal_problems,
    place_amounts,
    pool_problems,
    prize_problems,
    prizes,
    shares,
    usual_weights,
)

pools = st.integers(0, 10**9)
units = st.sampled_from([1, 5, 10, 50, 100, 500, 1000])
weights_of_any_order = st.lists(st.integers(1, 100), min_size=1, max_size=12)


@st.composite
def rankings(draw):
    """Up to 15 entrants in an order of any kind, cut into those who share a place."""
    everybody = draw(st.permutations(range(draw(st.integers(1, 15)))))
    cuts = sorted(draw(st.sets(st.integers(1, len(everybody)))) | {0, len(everybody)})
    return [list(everybody[start:end]) for start, end in pairwise(cuts)]


def codes(problems) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in problems]


def test_pool_is_what_came_in_without_what_is_kept():
    pool = Pool(
        (Takings("entries", 20, 1000), Takings("re-buys", 3, 500), Takings("add-ons", 2, 250)),
        (Deduction("the room", amount=1500), Deduction("the club", per_mille=55)),
    )

    assert (pool.taken, pool.deducted, pool.overlay, pool.amount) == (22_000, 1500 + 1210, 0, 19_290)
    assert pool_problems(pool) == ()


@pytest.mark.parametrize(("guarantee", "overlay"), [(9_000, 0), (9_500, 0), (12_000, 2_500)])
def test_organiser_adds_what_the_guarantee_lacks(guarantee, overlay):
    pool = Pool((Takings("entries", 10, 1000),), (Deduction("the room", 500),), guarantee)

    assert (pool.overlay, pool.amount) == (overlay, 9_500 + overlay)


@pytest.mark.parametrize(
    ("pool", "found"),
    [
        (Pool((Takings("entries", -1, 5),)), [("below_zero", "")]),
        (Pool((Takings("entries", 1, 5),), (Deduction("club", per_mille=-1),)), [("below_zero", "")]),
        (Pool((Takings("entries", 1, 5),), (Deduction("club", 6),), 100), [("deducted_too_much", "deductions")]),
    ],
)
def test_pool_that_can_not_be_is_refused(pool, found):
    assert codes(pool_problems(pool)) == found


@pytest.mark.parametrize(
    ("entrants", "weights"),
    [
        (1, (100,)),
        (4, (100,)),
        (5, (60, 40)),
        (10, (50, 30, 20)),
        (20, (40, 25, 15, 12, 8)),
        (99, (30, 20, 14, 10, 8, 6, 5, 4, 3)),
    ],
)
def test_usual_weights_of_a_small_field_are_percent(entrants, weights):
    assert usual_weights(entrants) == weights


def test_usual_weights_of_a_hundred_fall_by_a_quarter():
    assert usual_weights(100) == tuple(3**place * 4 ** (9 - place) for place in range(10))


@given(st.integers(100, 3000))
def test_usual_weights_of_a_large_field_never_fall_below_the_least(entrants):
    weights = usual_weights(entrants)

    stakes = [Fraction(weight * entrants, sum(weights)) for weight in weights]
    assert len(stakes) == entrants // 10
    assert all(worse in {better * Fraction(3, 4), Fraction(3, 2)} for better, worse in pairwise(stakes))
    assert min(stakes) >= Fraction(3, 2)
    assert list(weights) == sorted(weights, reverse=True)


def test_fewer_entrants_than_places_share_in_the_same_proportions():
    found = prizes(8000, Terms(weights=(50, 30, 20), unit=100), [["Ana"], ["Bia"]])

    assert found.by_place == {"Ana": 5000, "Bia": 3000}


def test_places_where_a_worse_one_would_get_more_share():
    assert place_amounts(10_050, (30, 50, 20), 100) == Places((4050, 4000, 2000), ((1, 2),))


def test_places_merge_until_none_gets_more_than_a_better_one():
    """6 units of 1+2 shared as 3+3 would still stand below the 4 of the third place."""
    assert place_amounts(10, (1, 5, 4), 1) == Places((4, 3, 3), ((1, 3),))


def test_shares_of_a_tie_go_in_whole_tie_units_and_the_rest_to_the_first():
    assert shares((4801,), [["Bia", "Ana"]], 50) == {"Bia": 2401, "Ana": 2400}
    assert shares((4851,), [["Bia", "Ana"]], 50) == {"Bia": 2451, "Ana": 2400}


def test_special_prizes_are_taken_from_the_pool_first():
    series, blind = Special("best series", 1000, "Dora"), Special("last place", 500, "Ana")

    found = prizes(10_000, Terms(weights=(60, 40), unit=100), [["Ana"], ["Bia"], ["Dora"]], (series, blind))

    assert found.by_place == {"Ana": 5100, "Bia": 3400, "Dora": 0}
    assert found.specials == (series, blind)
    assert found.total == 10_000


def test_only_the_best_of_a_group_gets_the_prize_of_a_place():
    ranking = [["Ana"], ["Bia", "Caio"], ["Dora"], ["Eva"], ["Fritz"]]
    groups = {"Ana": "a pair", "Caio": "a pair", **dict.fromkeys(("Dora", "Eva", "Fritz"), "others")}

    found = prizes(10_000, Terms(weights=(50, 30, 20), unit=100), ranking, groups=groups)

    assert found.by_place == {"Ana": 5000, "Bia": 3000, "Caio": 0, "Dora": 2000, "Eva": 0, "Fritz": 0}
    assert found.passed_over == ("Caio",), "below the places that are paid nobody misses a prize"


def test_of_a_group_that_shares_a_place_the_first_who_stands_there_gets_the_prize():
    found = prizes(900, Terms(weights=(2, 1), unit=1), [["Bia", "Ana"], ["Caio"]], groups={"Ana": 1, "Bia": 1})

    assert found.by_place == {"Bia": 600, "Ana": 0, "Caio": 300}


@pytest.mark.parametrize(
    ("pool", "terms", "ranking", "specials", "found"),
    [
        (100, Terms(weights=(), unit=1), [[1]], (), [("no_places", "weights")]),
        (100, Terms(weights=(1, 0), unit=1), [[1]], (), [("share_missing", "weights")]),
        (
            100,
            Terms(weights=(1,), unit=0, tie_unit=-1),
            [[1]],
            (),
            [("unit_missing", "unit"), ("unit_missing", "tie_unit")],
        ),
        (100, Terms(weights=(1,), unit=1), [[]], (), [("nobody_ranked", "ranking")]),
        (100, Terms(weights=(1,), unit=1), [[1], [2, 1]], (), [("ranked_twice", "ranking")]),
        (-1, Terms(weights=(1,), unit=1), [[1]], (), [("below_zero", "pool")]),
        (100, Terms(weights=(1,), unit=1), [[1]], [Special("x", -1, 1)], [("below_zero", "pool")]),
        (100, Terms(weights=(1,), unit=1), [[1]], [Special("x", 101, 1)], [("specials_exceed_pool", "specials")]),
    ],
)
def test_what_can_not_be_shared_out_is_refused(pool, terms, ranking, specials, found):
    assert codes(prize_problems(pool, terms, ranking, specials)) == found
    with pytest.raises(ValueError, match=found[0][0]):
        prizes(pool, terms, ranking, specials)


def test_a_deal_that_comes_to_the_pool_stands():
    assert deal_problems(1000, {"Ana": 600, "Bia": 400}, ["Ana", "Bia", "Caio"]) == ()


def test_a_deal_says_how_far_it_is_off():
    more = deal_problems(1000, {"Ana": 700, "Bia": 400}, ["Ana", "Bia"])
    less = deal_problems(1000, {"Ana": -100, "Zoe": 400}, ["Ana", "Bia"])

    assert [str(problem.message) for problem in more] == ["The shares add up to 100 more than the pool."]
    assert codes(less) == [("below_zero", "deal"), ("unknown_entrant", "deal"), ("deal_sum", "deal")]
    assert str(less[-1].message) == "The shares add up to 700 less than the pool."


@given(pools, weights_of_any_order, units)
def test_places_get_the_whole_pool_and_no_worse_one_more(pool, weights, unit):
    found = place_amounts(pool, weights, unit)

    assert sum(found.amounts) == pool
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    assert all(amount % unit == 0 for amount in found.amounts[1:])
    assert not found.merged or weights != sorted(weights, reverse=True)


@given(pools, weights_of_any_order, units, units, rankings())
def test_prizes_are_the_whole_pool_and_equals_get_the_same(pool, weights, unit, tie_unit, ranking):
    found = prizes(pool, Terms(weights=weights, unit=unit, tie_unit=tie_unit), ranking)

    assert found.total == pool
    assert list(found.by_place) == [who for tied in ranking for who in tied]
    for tied in ranking:
        own = [found.by_place[who] for who in tied]
        assert max(own) - min(own) < 2 * tie_unit
    best = [max(found.by_place[who] for who in tied) for tied in ranking]
    least = [min(found.by_place[who] for who in tied) for tied in ranking]
    assert all(more + 2 * tie_unit > less for more, less in zip(least, best[1:], strict=False))


@given(pools, weights_of_any_order, rankings(), st.data())
def test_one_prize_for_a_group_gives_the_whole_pool_too(pool, weights, ranking, data):
    groups = {who: data.draw(st.integers(0, 4)) for tied in ranking for who in tied}

    found = prizes(pool, Terms(weights=weights, unit=1), ranking, groups=groups)

    in_turn = [who for who in found.by_place if who not in found.passed_over]
    paid = [groups[who] for who in in_turn[: len(weights)]]
    assert found.total == pool
    assert all(found.by_place[who] == 0 for who in found.passed_over)
    assert len(set(paid)) == len(paid)
