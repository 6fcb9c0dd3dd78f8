"""Seats of teams over a match day: what holds for any teams, and the sizes that the rules name."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.teams import FEWEST, MOST_SERIES, SHARES, SIZE, TIMES, seating, shared

FULL = tuple(range(SIZE))
SHORT = st.sampled_from([tuple(slot for slot in FULL if slot != gap) for gap in FULL])
TEAM = st.one_of(st.just(FULL), SHORT, st.just(()))


def day(*series):
    """Where everybody sits in each series, of teams with these slots filled in it."""
    found = []
    for teams in series:
        found.append(seating(teams, found))
    return found


def meetings(teams, number=MOST_SERIES):
    """How often each pair has sat together after so many series."""
    return met_in(day(*[teams] * number))


def people(sizes):
    """The slots of teams with so many."""
    return [range(size) for size in sizes]


def repeats(met):
    return sum(times - 1 for times in met.values())


def met_in(seatings):
    tables = [table for one in seatings for table in one.tables]
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
    found = day(*[teams] * series, teams)[-1]

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

    for found in day(*[teams] * MOST_SERIES):
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
    for found in day(*[people(sizes)] * MOST_SERIES):
        assert sorted(map(len, found.tables), reverse=True) == tables


@pytest.mark.parametrize("sizes", list(product((3, 4), repeat=4)))
def test_nobody_meets_twice_in_three_series_unless_all_teams_are_short(sizes):
    met = meetings(people(sizes), 3)

    assert max(met.values()) == (2 if sizes == (3, 3, 3, 3) else 1)


def test_four_teams_of_three_repeat_as_little_as_there_is():
    threes = [range(3)] * 4

    assert repeats(meetings(threes, 3)) == 9
    assert max(meetings(threes).values()) == 2
    assert set(meetings(threes[:3], 3).values()) == {1}


@pytest.mark.parametrize("others", [[FULL] * 3, [FULL, FULL, ()]])
def test_who_joins_sits_down_at_the_table_that_is_short_and_nobody_else_moves(others):
    for series, team in product(range(MOST_SERIES), FULL):
        late = (team, SIZE - 1)
        full, short = ([*others[:team], slots, *others[team:]] for slots in (FULL, FULL[:-1]))
        before = day(*[short] * series)

        assert everywhere(seating(short, before)) == {table - {late} for table in everywhere(seating(full, before))}


def everywhere(found):
    """Who sits together, at a table or out."""
    return {frozenset(table) for table in (*found.tables, found.out) if table}


@pytest.mark.parametrize("teams", [[FULL] * 4, [FULL] * 3, [range(3)] * 3])
@pytest.mark.parametrize("series", range(MOST_SERIES))
def test_every_team_deals_first_equally_often(teams, series):
    first = Counter(table[0][0] for table in day(*[teams] * series, teams)[-1].tables)

    assert len(first) == len(teams)
    assert max(first.values()) - min(first.values()) <= 1


def test_two_teams_meet_every_opponent_once_in_two_series():
    met = meetings([FULL, FULL], 2)
    opponents = {pair: number for pair, number in met.items() if pair[0][0] != pair[1][0]}

    assert len(opponents) == 16
    assert set(opponents.values()) == {1}


@pytest.mark.parametrize("sizes", [(4, 2), (5, 4), (1,), (4, 4, 4, 4, 4, 4)])
def test_teams_that_cannot_play(sizes):
    with pytest.raises(ValueError, match=r"range"):
        seating(people(sizes), [])


# What has been before


@pytest.mark.parametrize("sizes", [(4, 3, 3), (0, 4, 3, 3), (3, 4, 3), (3, 3, 4), (4, 4, 3), (4, 0, 3, 4), (3, 4, 4)])
def test_somebody_else_sits_out_in_each_series(sizes):
    out = Counter(player for one in day(*[people(sizes)] * MOST_SERIES) for player in one.out)

    assert out
    assert set(out.values()) == {1}


@pytest.mark.parametrize(
    ("sizes", "least"),
    [
        *((sizes, 2) for sizes in set(permutations([4, 4, 3, 3]))),
        *((sizes, 3) for sizes in set(permutations([4, 3, 3, 3]))),
    ],
)
def test_as_few_meet_again_whichever_teams_are_short(sizes, least):
    met = meetings(people(sizes))

    assert (repeats(met), max(met.values())) == (least, 2)


@pytest.mark.parametrize("gone", range(4))
def test_where_a_team_of_three_leaves_the_others_meet_nobody_more_than_twice(gone):
    left = [() if team == gone else range(3) for team in range(4)]

    met = met_in(day(*[[range(3)] * 4] * 2, *[left] * 2))

    assert repeats(met) <= 12
    assert max(met.values()) == 2


def test_where_a_full_team_leaves_nobody_meets_again():
    met = met_in(day(*[[FULL] * 4] * 2, *[[FULL, (), FULL, FULL]] * 2))

    assert set(met.values()) == {1}


DAYS = [
    [people(sizes)] * when + [people(0 if team == gone else size for team, size in enumerate(sizes))] * (4 - when)
    for sizes in product((3, 4), repeat=4)
    for gone in range(4)
    for when in range(5)
]


def test_over_all_days_that_a_team_leaves_early_nobody_sits_out_twice_and_few_meet_again():
    days = [day(*slots) for slots in DAYS]
    met = [met_in(seatings) for seatings in days]
    out = [Counter(player for one in seatings for player in one.out) for seatings in days]

    assert max(times for one in out for times in one.values()) == 1
    assert max(times for one in met for times in one.values()) == 2
    assert sum(map(repeats, met)) <= 676


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
