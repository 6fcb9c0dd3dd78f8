"""Seats of teams over a match day: what holds for any teams, and the sizes that the rules name."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.teams import FEWEST, MOST_SERIES, SHARES, SIZE, TIMES, seating, shared

FULL = tuple(range(SIZE))
SHORT = st.sampled_from([tuple(slot for slot in FULL if slot != gap) for gap in FULL])
TEAM = st.one_of(st.just(FULL), SHORT, st.just(()))
pytestmark = pytest.mark.one_engine


def meetings(teams, number=MOST_SERIES):
    """How often each pair has sat together after so many series."""
    tables = [table for series in range(number) for table in seating(teams, series).tables]
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def test_field_of_four():
    for one, other, third in product(FULL, repeat=3):
        assert TIMES[one][other] == TIMES[other][one]
        assert TIMES[one][TIMES[other][third]] == TIMES[TIMES[one][other]][third]
        assert TIMES[one][other ^ third] == TIMES[one][other] ^ TIMES[one][third]
    assert all(sorted(TIMES[one]) == list(FULL) for one in FULL[1:])


def test_four_teams_of_four_meet_every_opponent_exactly_once():
    opponents = {frozenset(pair) for pair in combinations(product(range(4), FULL), 2) if pair[0][0] != pair[1][0]}

    assert meetings([FULL] * 4) == {tuple(sorted(pair)): 1 for pair in opponents}


@pytest.mark.parametrize("number", range(1, MOST_SERIES + 1))
def test_three_teams_of_four_never_meet_anybody_twice(number):
    met = meetings([FULL, FULL, (), FULL], number)

    assert set(met.values()) == {1}
    assert len(met) == 12 * number


@given(st.lists(TEAM, min_size=3, max_size=4), st.integers(0, 7))
def test_one_of_each_team_at_a_table_and_everybody_once(teams, series):
    found = seating(teams, series)

    if sum(map(bool, teams)) >= FEWEST:
        for table in found.tables:
            assert len({team for team, _slot in table}) == len(table)
    seated = [player for table in found.tables for player in table]
    everybody = [(team, slot) for team, slots in enumerate(teams) for slot in slots]
    if sum(map(bool, teams)) > 1:
        assert sorted([*seated, *found.out]) == everybody
    assert all(FEWEST <= len(table) <= SIZE for table in found.tables)


@given(st.permutations([4, 4, 4, 3]) | st.permutations([4, 4, 3, 3]) | st.permutations([4, 3, 3, 3]), st.data())
def test_short_teams_make_as_many_tables_of_three(sizes, data):
    teams = [FULL if size == SIZE else data.draw(SHORT) for size in sizes]

    for series in range(MOST_SERIES):
        found = seating(teams, series)
        assert Counter(map(len, found.tables)) == Counter({4: sizes.count(4), 3: sizes.count(3)})
        assert not found.out


@pytest.mark.parametrize(
    ("sizes", "tables"),
    [
        ((3, 3, 3, 3), [4, 4, 4]),
        ((4, 4, 4, 0), [3, 3, 3, 3]),
        ((3, 3, 3, 0), [3, 3, 3]),
        ((4, 4, 3, 0), [3, 3, 3]),
        ((4, 3, 0, 3), [3, 3, 3]),
        ((4, 4), [4, 4]),
        ((4, 3), [4, 3]),
        ((3, 4), [4, 3]),
        ((3, 3), [3, 3]),
        ((4, 0, 0, 0), []),
    ],
)
def test_tables_of_these_sizes(sizes, tables):
    for series in range(MOST_SERIES):
        found = seating([range(size) for size in sizes], series)
        assert sorted(map(len, found.tables), reverse=True) == tables


@pytest.mark.parametrize("sizes", list(product((3, 4), repeat=4)))
def test_nobody_meets_twice_in_three_series_unless_all_teams_are_short(sizes):
    met = meetings([range(size) for size in sizes], 3)

    assert max(met.values()) == (2 if sizes == (3, 3, 3, 3) else 1)


def test_four_teams_of_three_repeat_as_little_as_there_is():
    threes = [range(3)] * 4

    assert sum(number - 1 for number in meetings(threes, 3).values()) == 9
    assert max(meetings(threes).values()) == 2
    assert set(meetings(threes[:3], 3).values()) == {1}


@pytest.mark.parametrize("others", [[FULL] * 3, [FULL, FULL, ()]])
def test_who_joins_sits_down_at_the_table_that_is_short_and_nobody_else_moves(others):
    for series, team in product(range(MOST_SERIES), FULL):
        late = (team, SIZE - 1)
        full, short = ([*others[:team], slots, *others[team:]] for slots in (FULL, FULL[:-1]))

        assert everywhere(seating(short, series)) == {table - {late} for table in everywhere(seating(full, series))}


def everywhere(found):
    """Who sits together, at a table or out."""
    return {frozenset(table) for table in (*found.tables, found.out) if table}


@pytest.mark.parametrize("teams", [[FULL] * 4, [FULL] * 3, [range(3)] * 3])
@pytest.mark.parametrize("series", range(MOST_SERIES))
def test_every_team_deals_first_equally_often(teams, series):
    first = Counter(table[0][0] for table in seating(teams, series).tables)

    assert len(first) == len(teams)
    assert max(first.values()) - min(first.values()) <= 1


def test_two_teams_meet_every_opponent_once_in_two_series():
    met = meetings([FULL, FULL], 2)
    opponents = {pair: number for pair, number in met.items() if pair[0][0] != pair[1][0]}

    assert len(opponents) == 16
    assert set(opponents.values()) == {1}


@pytest.mark.parametrize("sizes", [(4, 2), (5, 4), (1,), (4, 4, 4, 4, 4)])
def test_teams_that_cannot_play(sizes):
    with pytest.raises(ValueError, match=r"range"):
        seating([range(size) for size in sizes], 0)


# What a series is worth


@pytest.mark.parametrize(
    ("totals", "twice"),
    [
        ((4000, 3000, 2000, 1000), (6, 4, 2, 0)),
        ((1000, 2000, 3000, 4000), (0, 2, 4, 6)),
        ((5, 5, 3, 1), (5, 5, 2, 0)),
        ((5, 4, 4, 4), (6, 2, 2, 2)),
        ((4, 4, 4, 1), (4, 4, 4, 0)),
        ((2, 7, 7, 2), (1, 5, 5, 1)),
        ((0, 0, 0, 0), (3, 3, 3, 3)),
        ((-5, -7, -6), (6, 2, 4)),
        ((3, 3), (5, 5)),
    ],
)
def test_team_points_by_place_and_shared_where_equal(totals, twice):
    assert shared(totals) == twice


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=4))
def test_what_is_given_is_what_the_places_have(totals):
    points = shared(totals)

    pairs = list(zip(totals, points, strict=True))

    assert sum(points) == sum(SHARES[: len(totals)])
    assert all((one > other) == (mine > theirs) for (one, mine), (other, theirs) in product(pairs, repeat=2))
