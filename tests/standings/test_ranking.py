"""Ranks from plain values: points first, then the measures that break ties, then an equal rank."""

from itertools import pairwise
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.ranking import DIRECT, LOT, Entry, Lot, drawn, ranked

BREAKS = (("won", 1), ("lost", -1))


def entry(name: str, points: int, won: int = 0, lost: int = 0) -> Entry[str]:
    return Entry(name, points, {"won": won, "lost": lost})


def test_nobody_is_ranked_where_nobody_played():
    assert ranked([], BREAKS) == []


def test_more_points_are_better():
    found = ranked([entry("low", -10), entry("high", 300), entry("middle", 299)], BREAKS)

    assert [row[:3] for row in found] == [(1, "high", None), (2, "middle", ""), (3, "low", "")]


def test_more_won_then_fewer_lost_break_ties():
    found = ranked([entry("c", 100, 5, 3), entry("a", 100, 6, 4), entry("b", 100, 5, 2), entry("top", 101)], BREAKS)

    assert [row[:3] for row in found] == [(1, "top", None), (2, "a", ""), (3, "b", "won"), (4, "c", "lost")]


def test_equal_rows_share_a_rank_and_the_next_one_skips():
    found = ranked([entry("a", 7), entry("b", 7), entry("c", 7), entry("d", 1)], BREAKS)

    assert [row[:3] for row in found] == [(1, "a", None), (1, "b", None), (1, "c", None), (4, "d", "")]


def test_equal_rows_keep_the_order_they_came_in():
    names = [row.row for row in ranked([entry("b", 7), entry("a", 7)], BREAKS)]

    assert names == ["b", "a"]


def test_measure_that_is_missing_counts_as_none():
    found = ranked([Entry("none", 5, {}), Entry("one", 5, {"won": 1}), Entry("lost", 5, {"lost": 1})], BREAKS)

    assert [row[:3] for row in found] == [(1, "one", None), (2, "none", "won"), (3, "lost", "lost")]


def test_without_tie_breaks_equal_points_are_equal():
    found = ranked([entry("a", 5, won=1), entry("b", 5, won=2)], ())

    assert [row.rank for row in found] == [1, 1]


def test_a_lot_is_the_last_that_is_asked_and_of_exactly_those_who_drew_it():
    equal = [entry("a", 7), entry("b", 7), entry("c", 7)]
    lot = Lot(("c", "a", "b"), 7)

    assert [row[:3] for row in ranked(equal, BREAKS, lots=[lot])] == [(1, "c", None), (2, "a", LOT), (3, "b", LOT)]
    assert [row.rank for row in ranked(equal, BREAKS, lots=[Lot(lot.order, 8)])] == [1, 1, 1]  # more points by now
    assert [row.rank for row in ranked(equal[:2], BREAKS, lots=[lot])] == [1, 1]  # one of them is not equal any more
    won = [entry("a", 7, won=1), *equal[1:]]
    assert [row.row for row in ranked(won, BREAKS, lots=[lot, Lot(("c", "b"), 7)])] == ["a", "c", "b"]


def test_direct_encounter_looks_at_those_who_are_ranked_alone():
    equal = [entry("a", 7), entry("b", 7)]

    found = ranked(equal, [(DIRECT, 1)], meetings=[{"a": 1, "b": 3, "gone": 9}, {"a": 2, "gone": 0}])

    assert [row[:3] for row in found] == [(1, "b", None), (2, "a", DIRECT)]


small = st.integers(-2, 2)
entries = st.lists(
    st.builds(Entry, st.uuids(), small, st.dictionaries(st.sampled_from(["won", "lost", "hands"]), small)), max_size=8
)
tie_breaks = st.lists(
    st.tuples(st.sampled_from(["won", "lost"]), st.sampled_from([1, -1])), max_size=2, unique_by=lambda pair: pair[0]
)


@given(entries, tie_breaks)
def test_rank_is_one_more_than_those_who_are_better(entries, breaks):
    def key(one):
        return (one.points, *(sign * one.measures.get(name, 0) for name, sign in breaks))

    found = {row.row: row.rank for row in ranked(entries, breaks)}

    assert found == {one.row: 1 + sum(key(other) > key(one) for other in entries) for one in entries}


@given(entries, tie_breaks)
def test_what_decided_is_the_first_difference_from_the_row_above(entries, breaks):
    by_row = {one.row: one for one in entries}

    found = ranked(entries, breaks)

    assert len(found) == len(entries)
    for above, below in pairwise(found):
        better, worse = by_row[above.row], by_row[below.row]
        differing = [""] if better.points != worse.points else []
        differing += [name for name, _sign in breaks if better.measures.get(name, 0) != worse.measures.get(name, 0)]
        assert below.decided_by == (differing[0] if differing else None)
        assert (below.rank == above.rank) == (below.decided_by is None)
    assert not found or found[0].decided_by is None


def test_the_order_of_lots_is_that_of_the_hashes_of_seed_and_id():
    among = [UUID(int=number) for number in range(4)]

    # By sha256sum: "9:00000000-0000-0000-0000-000000000002" is 2040..., of 3 8c74..., of 0 b951..., of 1 e835...
    assert [entrant.int for entrant in drawn(9, among)] == [2, 3, 0, 1]
    assert drawn(9, reversed(among)) == drawn(9, among)
