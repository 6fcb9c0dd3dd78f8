"""From groups into a bracket: who comes from one group meets late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.brackets import crossed, followed, single


def first_matches(groups: list[int]) -> list[tuple[int, int]]:
    """The groups of those who meet in the first round."""
    order = crossed(groups)
    met = followed(single(len(groups)), {}).values()
    return [(groups[order[one.one - 1]], groups[order[one.two - 1]]) for one in met if one.one and one.two]


@given(groups=st.integers(2, 26), best=st.integers(1, 4))
def test_nobody_meets_somebody_of_their_group_at_once(groups, best):
    going = list(range(groups)) * best
    order = crossed(going)

    assert sorted(order) == list(range(len(going)))
    assert order[:groups] == list(range(groups))
    assert [place // groups for place in order] == [place // groups for place in range(len(going))]
    assert all(one != other for one, other in first_matches(going))
    assert order == crossed(going)


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_the_two_best_of_a_group_meet_in_the_final_alone(groups):
    order = crossed(list(range(groups)) * 2)
    met = single(2 * groups).matches
    halves = [set[int](), set[int]()]
    for nth, match in enumerate(met[:groups]):
        halves[nth >= groups // 2] |= {order[match.one.seed - 1] % groups, order[match.two.seed - 1] % groups}
    assert all(half == set(range(groups)) for half in halves)


def test_of_one_group_alone_everybody_stays():
    assert crossed([1, 1, 1, 1]) == [0, 1, 2, 3]


@given(data=st.data(), groups=st.integers(2, 14), best=st.integers(1, 4))
def test_in_whatever_order_groups_stand_nobody_meets_somebody_of_theirs_at_once(data, groups, best):
    going = [group for _place in range(best) for group in data.draw(st.permutations(range(groups)))]

    assert crossed(going)[:groups] == list(range(groups))
    assert all(one != other for one, other in first_matches(going))
