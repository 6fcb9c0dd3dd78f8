"""Tables of a knock-out of any size: all are seated, evenly, and as few move as can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.knockout import rebalanced, table_counts


@given(people=st.integers(1, 300), most=st.integers(2, 12))
def test_tables_hold_all_and_are_even(people, most):
    counts = table_counts(people, most)

    assert sum(counts) == people
    assert max(counts) <= most
    assert max(counts) - min(counts) <= 1
    assert (len(counts) - 1) * most < people


@given(sizes=st.lists(st.integers(0, 10), min_size=1, max_size=8).filter(any), most=st.integers(10, 12))
def test_as_few_tables_as_hold_all_are_left_and_as_few_move_as_can(sizes, most):
    found = rebalanced(sizes, most)
    kept = [sizes[table - 1] for table in found.target]
    gone = [sizes[table - 1] for table in found.broken]
    wanted = sorted(found.target.values(), reverse=True)

    assert sorted(found.target.values(), reverse=True) == list(table_counts(sum(sizes), most))
    assert sorted([*found.target, *found.broken]) == list(range(1, len(sizes) + 1))
    assert not gone or max(gone) <= min(kept)
    fewest = sum(max(0, size - target) for size, target in zip(sorted(kept, reverse=True), wanted, strict=True))
    assert found.moves == fewest + sum(gone)


@pytest.mark.parametrize(("sizes", "most"), [([], 9), ([0, 0], 9), ([5], 0), ([5, -1], 9)])
def test_what_can_not_be_seated_is_refused(sizes, most):
    with pytest.raises(ValueError, match="table"):
        rebalanced(sizes, most)
