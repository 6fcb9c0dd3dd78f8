"""A knock-out as it goes, told by its steps: it ends as it went, whoever came late, again or moved."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.course import Left, Moved, SatDown, played
from scorekeeper.pairing.knockout import Out, Spot, State, Table, Terms, arranged, dealing, joined, settled, started

pytestmark = pytest.mark.one_engine


def spot_of(state, who):
    return next(Spot(table.number, seat) for table in state.tables for seat, one in table.seats.items() if one == who)


@given(st.integers(2, 40), st.integers(2, 10), st.integers(2, 3), st.integers(0, 999))
def test_a_knock_out_is_what_its_steps_say(many, most, gap, seed):
    terms, chance = Terms(most=most, gap=gap), Random(seed)
    start = state = started(range(1, many + 1), terms, seed)
    steps, out = [], []
    while state.left > 1:
        if chance.random() < 0.2 and len(steps) < 30:
            who = chance.choice(out) if out and chance.random() < 0.5 else (many := many + 1)
            state = joined(state, who, terms, len(steps))
            steps.append(SatDown(who, spot_of(state, who)))
            out = [one for one in out if one != who]
        table = chance.choice([table for table in state.tables if len(table) > 1] or [state.tables[0]])
        gone = chance.sample(sorted(table.seats.values()), chance.randint(1, max(1, len(table) - 1)))
        if len(gone) < state.left:
            steps.append(Left(tuple(Out(who, table.number, chance.randrange(1, 4)) for who in gone)))
            out += gone
        state = played(start, steps).state
        dealers = {one.number: chance.choice(sorted(one.seats)) for one in state.tables if one.seats}
        after, moves = settled(dealing(state, dealers), terms, seed + len(steps))
        steps.append(Moved(moves, dealers))
        state = played(start, steps).state
        assert state == after

    course = played(start, steps)
    assert course.entrants == many
    assert set(course.places) == set(range(1, many + 1)) - set(course.sitting)
    assert min(course.places.values()) == 2
    for place in course.places.values():
        assert place == 2 + sum(other < place for other in course.places.values())


def test_of_two_tables_in_one_hand_the_best_share_their_place():
    start = State((Table(1, {0: 1, 1: 2, 2: 3}), Table(2, {0: 4, 1: 5, 2: 6})))
    steps = [Left((Out(1, 1, 2), Out(2, 1, 1))), Left((Out(4, 2, 1),), with_last=True), Left((Out(5, 2, 1),))]
    assert played(start, steps).places == {1: 4, 4: 4, 2: 6, 5: 3}


def test_who_sits_down_again_is_not_out():
    start = State((Table(1, {0: 1, 1: 2, 2: 3}),))
    course = played(start, [Left((Out(1, 1, 1),)), SatDown(1, Spot(1, 0)), Left((Out(3, 1, 1),))])
    assert (course.places, course.left, course.again, course.entrants) == ({3: 3}, 2, 1, 3)


def test_late_ones_of_a_full_table_begin_a_new_one():
    start = State((Table(1, {0: 1, 1: 2}),))
    assert played(start, [SatDown(3, Spot(2, 0))]).sitting[3] == Spot(2, 0)


def test_who_deals_is_what_was_seen_and_else_the_next():
    state = State((Table(1, {0: 1, 3: 2}), Table(2, {0: 3})))
    assert [table.deals_next for table in dealing(state, {1: 3}).tables] == [3, 0]
    assert [table.deals_next for table in dealing(state, {1: 1}).tables] == [3, 0]


def test_an_empty_table_is_gone_when_all_have_moved():
    assert arranged(State((Table(1, {0: 1}), Table(2, {}))), ()).tables == (Table(1, {0: 1}),)
