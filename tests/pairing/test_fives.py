"""Match days of five teams: who sits with whom, who deals first, what a series is worth."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.teams import MOST_SERIES, SHARES_OF_FIVE, TEAMS, history_of, improved, seating, shared

FULL = tuple(range(4))
SHORT = st.sampled_from([tuple(slot for slot in FULL if slot != gap) for gap in FULL])
SIZES = list(product((3, 4), repeat=TEAMS))


def day(*series):
    """Where everybody sits in each series, of teams with these slots filled in it."""
    found = []
    for teams in series:
        found.append(seating(teams, found))
    return found


def people(sizes):
    return [range(size) for size in sizes]


def meetings(seatings):
    tables = [table for one in seatings for table in one.tables]
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def test_the_first_series_of_five_full_teams():
    """The vector of the docs: slot e of team j at table e + j, modulo five; team j has nobody at table j."""
    assert [sorted(table) for table in seating([FULL] * TEAMS, []).tables] == [
        [(1, 3), (2, 2), (3, 1), (4, 0)],
        [(0, 0), (2, 3), (3, 2), (4, 1)],
        [(0, 1), (1, 0), (3, 3), (4, 2)],
        [(0, 2), (1, 1), (2, 0), (4, 3)],
        [(0, 3), (1, 2), (2, 1), (3, 0)],
    ]


def test_five_full_teams_meet_nobody_twice_and_everybody_of_another_slot():
    met = meetings(day(*[[FULL] * TEAMS] * MOST_SERIES))
    opponents = combinations(sorted(product(range(TEAMS), FULL)), 2)

    assert met == {(one, other): 1 for one, other in opponents if one[0] != other[0] and one[1] != other[1]}


@pytest.mark.parametrize("sizes", SIZES)
def test_tables_are_as_the_skat_rule_has_them_and_nobody_meets_twice_in_three_series(sizes):
    seatings = day(*[people(sizes)] * 3)
    short = -sum(sizes) % 4

    for one in seatings:
        assert Counter(map(len, one.tables)) == Counter({4: (sum(sizes) - 3 * short) // 4, 3: short})
        assert not one.out
    assert max(meetings(seatings).values()) == 1


@pytest.mark.parametrize("sizes", [sizes for sizes in SIZES if sum(sizes) > 16])
def test_nobody_meets_twice_in_four_series_at_five_tables(sizes):
    assert max(meetings(day(*[people(sizes)] * MOST_SERIES)).values()) == 1


@pytest.mark.parametrize(("sizes", "again"), [((3, 3, 3, 3, 3), 6), ((4, 3, 3, 3, 3), 11), ((3, 3, 3, 4, 3), 11)])
def test_in_a_fourth_series_at_four_tables_some_meet_a_second_time(sizes, again):
    met = meetings(day(*[people(sizes)] * MOST_SERIES))

    assert (sum(times - 1 for times in met.values()), max(met.values())) == (again, 2)


@given(st.lists(st.just(FULL) | SHORT, min_size=TEAMS, max_size=TEAMS), st.integers(0, MOST_SERIES))
@settings(max_examples=60)
def test_one_of_each_team_at_a_table_everybody_once_and_each_team_deals_once(teams, series):
    found = day(*[teams] * series, teams)[-1]

    for table in found.tables:
        assert len({team for team, _slot in table}) == len(table)
    seated = sorted(player for table in found.tables for player in table)
    assert seated == [(team, slot) for team, slots in enumerate(teams) for slot in slots]
    assert max(Counter(table[0][0] for table in found.tables).values()) == 1


@pytest.mark.parametrize("gone", range(TEAMS))
def test_where_a_team_leaves_the_others_have_the_tables_of_four(gone):
    left = [() if team == gone else FULL for team in range(TEAMS)]

    for one in day([FULL] * TEAMS, left, left)[1:]:
        assert [len(table) for table in one.tables] == [4, 4, 4, 4]
    assert max(meetings(day(*[left] * MOST_SERIES)).values()) == 1


def test_people_sit_otherwise_where_fewer_meet_again_by_that():
    first = seating([FULL] * TEAMS, [])
    history = history_of([(first.tables, first.out)])

    tables = improved(first.tables, history)

    assert history.price(first.tables) == 30
    assert history.price(tables) <= 2
    assert sorted(map(len, tables)) == [4] * TEAMS
    assert all(len({team for team, _slot in table}) == 4 for table in tables)


@pytest.mark.parametrize(
    ("totals", "twice"),
    [
        ((500, 400, 300, 200, 100), (8, 6, 4, 2, 0)),
        ((100, 500, 300, 200, 400), (0, 8, 4, 2, 6)),
        ((5, 5, 3, 2, 1), (7, 7, 4, 2, 0)),
        ((5, 4, 4, 4, 1), (8, 4, 4, 4, 0)),
        ((0, 0, 0, 0, 0), (4, 4, 4, 4, 4)),
        ((4, 3, 2, 1), (8, 6, 4, 2)),  # one of the five stays away
        ((3, 3, 1), (7, 7, 4)),
    ],
)
def test_team_points_of_five(totals, twice):
    assert shared(totals, TEAMS) == twice


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=TEAMS))
def test_what_is_given_is_what_the_places_of_five_have(totals):
    points = shared(totals, TEAMS)

    assert sum(points) == sum(SHARES_OF_FIVE[: len(totals)])
    pairs = list(zip(totals, points, strict=True))
    assert all((one > other) == (mine > theirs) for (one, mine), (other, theirs) in product(pairs, repeat=2))
