"""Knock-outs over several tables, from start to winner: everybody has a seat of their own, as few move as can."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.knockout import (
    Out,
    Spot,
    State,
    Table,
    Terms,
    dealt,
    joined,
    places,
    rebalanced,
    settled,
    started,
    table_counts,
    waiting,
    without,
)

terms = st.builds(
    Terms, most=st.integers(2, 10), gap=st.integers(2, 3), has_blinds=st.booleans(),
    order=st.lists(st.integers(1, 6), unique=True, max_size=3),
)  # fmt: skip


def sitting(state):
    return [who for table in state.tables for who in table.seats.values()]


def sizes(state):
    return [len(table) for table in state.tables]


@st.composite
def unsettled(draw):
    """Tables after knock-outs, of which some have dealt a while."""
    given_terms, many, chance = draw(terms), draw(st.integers(2, 60)), Random(draw(st.integers(0, 999)))
    state = started(range(1, many + 1), given_terms, chance.randrange(99))
    for table in state.tables:
        for _hand in range(chance.randrange(5)):
            state = dealt(state, table.number)
    state = replace(state, moved={who: chance.randrange(3) for who in sitting(state) if chance.random() < 0.4})
    return given_terms, without(state, chance.sample(range(1, many + 1), chance.randrange(many))), chance


@given(st.integers(1, 80), st.integers(2, 10), st.integers(0, 9))
def test_at_the_start_all_are_seated_evenly_by_chance(many, most, seed):
    state = started(range(1, many + 1), Terms(most=most), seed)

    assert sorted(sitting(state)) == list(range(1, many + 1))
    assert tuple(sizes(state)) == table_counts(many, most)
    assert all(sorted(table.seats) == list(range(len(table))) for table in state.tables)
    assert state == started(range(many, 0, -1), Terms(most=most), seed)
    assert many < 12 or sitting(state) != sitting(started(range(1, many + 1), Terms(most=most), seed + 1))


def pairs(*of):
    return frozenset(map(frozenset, of))


def mates(state):
    return {frozenset(two) for table in state.tables for two in combinations(table.seats.values(), 2)}


@given(st.integers(7, 60), st.integers(2, 6), st.integers(0, 9))
def test_couples_are_drawn_to_different_tables_at_the_start(many, most, seed):
    apart = pairs((1, 2), (3, 4), (5, 6))

    state = started(range(1, many + 1), Terms(most=most, apart=apart), seed)

    assert sorted(sitting(state)) == list(range(1, many + 1))
    assert tuple(sizes(state)) == table_counts(many, most)
    assert not mates(state) & apart


def test_who_sits_apart_already_is_drawn_no_other_way():
    plain = started(range(1, 24), Terms(most=9), 4)
    apart = pairs(*(two for two in combinations(range(1, 24), 2) if frozenset(two) not in mates(plain)))

    assert started(range(1, 24), Terms(most=9, apart=apart), 4) == plain


def test_as_few_as_can_be_sit_together_where_some_have_to():
    three = pairs((1, 2), (1, 3), (2, 3))

    state = started(range(1, 9), Terms(most=4, apart=three), 1)

    assert len(mates(state) & three) == 1
    assert started(range(1, 5), Terms(most=4, apart=three), 1) == started(range(1, 5), Terms(most=4), 1)


@given(st.integers(0, 50))
def test_a_broken_table_draws_its_people_apart_from_whom_they_are_kept_apart(seed):
    tables = [Table(1, {0: 1, 1: 2, 2: 3}), Table(2, {0: 4, 1: 5, 2: 6}), Table(3, {0: 7, 1: 8})]
    apart = pairs((7, 1), (8, 5), (7, 8))

    state, moves = settled(State(tuple(tables)), Terms(most=4, apart=apart), seed)

    assert [move.why.kind for move in moves] == ["break", "break"]
    assert not mates(state) & apart


def test_who_moves_or_comes_late_goes_to_the_table_of_equal_ones_without_whom_they_are_kept_apart_from():
    tables = tuple(Table(number, dict(enumerate(own))) for number, own in enumerate(("abc", "def", "ghijk"), 1))
    terms = Terms(most=5, apart=pairs("ga", "zc"))

    _state, moves = settled(State(tables), terms, 1)

    assert [(move.who, move.end.table) for move in moves] == [("g", 2)]
    assert "z" in joined(State(tables), "z", terms, 1).tables[1].seats.values()


@given(unsettled(), st.integers(0, 9))
def test_after_knock_outs_everybody_has_one_seat_and_tables_are_few_and_even(case, seed):
    given_terms, before, _chance = case
    if not before.left:
        return
    after, moves = settled(before, given_terms, seed)

    assert sorted(sitting(after)) == sorted(sitting(before))
    assert len(after.tables) == -(-before.left // given_terms.most)
    assert max(sizes(after)) - min(sizes(after)) < given_terms.gap
    assert all(0 <= seat < given_terms.most for table in after.tables for seat in table.seats)
    assert all(table.deals_next in table.seats for table in after.tables)
    assert settled(before, given_terms, seed) == (after, moves)
    assert settled(after, given_terms, seed) == (after, ())
    seats = {who: Spot(table.number, seat) for table in before.tables for seat, who in table.seats.items()}
    for move in moves:
        assert seats[move.who] == move.start != move.end or move.why.kind == "final"
        seats[move.who] = move.end
    assert seats == {who: Spot(table.number, seat) for table in after.tables for seat, who in table.seats.items()}


@given(unsettled(), st.integers(0, 9))
def test_as_few_move_as_can(case, seed):
    given_terms, before, _chance = case
    if before.left <= given_terms.most:
        return
    even = replace(given_terms, gap=2)
    before = replace(before, tables=tuple(table for table in before.tables if len(table)))
    numbers = {table.number: nth for nth, table in enumerate(before.tables, 1)}
    order = [numbers[number] for number in even.order if number in numbers]
    plan = rebalanced(sizes(before), even.most, order)

    after, moves = settled(before, even, seed)

    assert len(moves) == plan.moves
    assert len({move.who for move in moves}) == len(moves)
    assert sorted(sizes(after)) == sorted(plan.target.values())
    assert {table.number for table in after.tables} == {before.tables[nth - 1].number for nth in plan.target}
    assert len(settled(before, replace(even, gap=3), seed)[1]) <= len(moves)


@given(unsettled(), st.integers(0, 9))
def test_nobody_moves_again_while_another_of_their_table_has_moved_less(case, seed):
    given_terms, before, _chance = case
    if not before.left:
        return
    state = replace(before, tables=tuple(table for table in before.tables if len(table)))
    for move in settled(before, given_terms, seed)[1]:
        if move.why.kind == "final":
            return
        tables = {table.number: dict(table.seats) for table in state.tables}
        times = {who: state.moved.get(who, 0) for who in tables[move.start.table].values()}
        if move.why.kind == "balance":
            assert times[move.who] == min(times.values())
            assert all(times[who] > times[move.who] for who in move.why.passed)
            assert move.why.sizes == (len(tables[move.start.table]), len(tables[move.end.table]))
            assert move.why.sizes == (max(map(len, tables.values())), min(map(len, tables.values())))
        del tables[move.start.table][move.start.seat]
        tables[move.end.table][move.end.seat] = move.who
        moved = {**state.moved, move.who: state.moved.get(move.who, 0) + 1}
        state = State(tuple(Table(number, seats) for number, seats in tables.items() if seats), moved)


@given(st.integers(2, 60), terms, st.integers(0, 999))
def test_a_whole_knock_out_ends_with_one_and_all_have_a_place(many, given_terms, seed):
    chance, waves = Random(seed), []
    state = started(range(1, many + 1), given_terms, seed)
    while state.left > 1:
        if many < 70 and chance.random() < 0.2:
            many += 1
            state = joined(state, many, given_terms, seed)
        wave = []
        for table in state.tables:
            hit = chance.sample(sorted(table.seats.values()), min(chance.randrange(3), len(table) - 1))
            wave += [Out(who, table.number, chance.randrange(1, 4)) for who in hit]
        waves.append(wave)
        state = without(state, [out.who for out in wave])
        for table in state.tables:
            state = dealt(state, table.number)
        state, _moves = settled(state, given_terms, seed)
        assert all(0 < len(table) <= given_terms.most for table in state.tables)

    found = places(many, waves)
    (winner,) = sitting(state)
    placed = sorted([*found.values(), 1])

    assert set(found) == set(range(1, many + 1)) - {winner}
    assert placed[0] == 1 < placed[1]
    assert all(place == nth or place == placed[nth - 2] for nth, place in enumerate(placed, 1))


def table(number, people, deals_next=0, *, seats=None):
    """People on the first seats, or on those that are given."""
    return Table(number, dict(zip(seats or range(len(people)), people, strict=True)), deals_next)


def test_a_broken_table_draws_its_open_seats():
    before = State((table(1, range(10, 15)), table(2, range(20, 24)), table(3, range(30, 33))))
    ends = set()
    for seed in range(20):
        after, moves = settled(before, Terms(most=6), seed)
        assert sizes(after) == [6, 6]
        assert [(move.who, move.why.kind, move.why.seat) for move in moves] == [
            (who, "break", "drawn") for who in (30, 31, 32)
        ]
        assert {(move.why.left, move.why.tables) for move in moves} == {(12, 2)}
        ends.add(tuple(move.end for move in moves))
    assert len(ends) > 3


def test_tables_are_broken_in_the_order_that_was_fixed():
    before = State((table(1, range(10, 14)), table(2, range(20, 24)), table(3, range(30, 33))))

    after, moves = settled(before, Terms(most=6, order=(9, 1)), 1)

    assert [table.number for table in after.tables] == [2, 3]
    assert {move.start.table for move in moves} == {1}


def test_the_next_dealer_moves_to_the_seat_that_deals_last():
    before = State((table(1, range(10, 17), 3), table(2, range(20, 24), 2, seats=(0, 2, 3, 5))))

    after, (move, *more) = settled(before, Terms(most=8), 1)

    assert (move.who, move.end) == (13, Spot(2, 1))  # seat 2 deals next there, so 1 deals last
    assert (move.why.turn, move.why.seat, move.why.sizes) == ("dealer", "deals_last", (7, 4))
    assert not more
    assert [table.deals_next for table in after.tables] == [4, 2]


def test_who_has_moved_is_passed_over():
    before = State((table(1, range(10, 17), 3), table(2, range(20, 24))), {13: 1, 14: 2, 15: 0, 16: 1})

    (move,) = settled(before, Terms(most=8), 1)[1]

    assert (move.who, move.why.passed) == (15, (13, 14))


def test_with_blinds_the_next_big_blind_moves_where_it_is_paid_next():
    large = table(1, range(10, 17), 3)
    small = table(2, range(20, 24), 2, seats=(0, 2, 4, 6))
    blinds = Terms(most=8, has_blinds=True)

    (move,) = settled(State((large, small)), blinds, 1)[1]

    assert move.who == 15  # 13 deals, 14 pays the small blind
    assert move.end == Spot(2, 5)  # 2 deals, 4 pays the small blind; on 3 they would pay that
    assert (move.why.turn, move.why.seat) == ("big_blind", "big_blind")


def test_with_blinds_the_small_one_is_paid_only_where_no_other_seat_is_open():
    large = table(1, range(10, 20), 3)
    small = table(2, range(20, 28), 2, seats=(0, 1, 2, 5, 6, 7, 8, 9))

    (move,) = settled(State((large, small)), Terms(most=10, has_blinds=True), 1)[1]

    assert (move.end, move.why.seat) == (Spot(2, 3), "small_blind")


def test_of_two_the_one_who_does_not_deal_pays_the_big_blind():
    large, small = table(1, range(10, 14), 3), table(2, (20,), 0)

    moves = settled(State((large, small)), Terms(most=4, has_blinds=True), 1)[1]

    assert [move.end for move in moves] == [Spot(2, 1)]


def test_the_last_table_is_drawn_anew():
    before = State((table(3, (31, 32)), table(5, (51, 52, 53))))

    drawn = [settled(before, Terms(most=5), seed) for seed in range(10)]

    for after, moves in drawn:
        assert [(table.number, sorted(table.seats)) for table in after.tables] == [(3, [0, 1, 2, 3, 4])]
        assert len(moves) == 5
        assert {move.why.kind for move in moves} == {"final"}
    assert len({tuple(after.tables[0].seats.items()) for after, _moves in drawn}) > 3
    assert settled(drawn[0][0], Terms(most=5), 1) == (drawn[0][0], ())


def test_a_table_where_nobody_is_left_is_gone():
    before = State((table(1, range(10, 14)), table(2, ()), table(3, range(30, 34))))

    after, moves = settled(before, Terms(most=4, order=(1,)), 1)

    assert [table.number for table in after.tables] == [1, 3]
    assert moves == ()


def test_a_larger_difference_is_left_where_the_director_says_so():
    before = State((table(1, range(10, 16)), table(2, range(20, 24))))

    assert settled(before, Terms(most=7, gap=3), 1)[1] == ()
    assert len(settled(before, Terms(most=7), 1)[1]) == 1


def test_a_table_that_is_three_short_waits():
    assert waiting(State((table(1, range(7)), table(2, range(10, 15)), table(3, range(20, 24))))) == (3,)
    assert waiting(State(())) == ()


def test_if_the_next_dealer_is_out_the_one_after_deals():
    before = State((table(1, (10, 11, 12, 13), 1), table(2, (20, 21, 22), 2)))

    assert [table.deals_next for table in without(before, (11, 12, 22)).tables] == [3, 0]
    assert [table.deals_next for table in dealt(before, 2).tables] == [1, 0]


def test_who_comes_late_sits_down_at_the_smallest_table():
    before = State((table(1, range(10, 14)), table(2, range(20, 23))))
    seats = {
        seat
        for seed in range(20)
        for seat, who in joined(before, 9, Terms(most=5), seed).tables[1].seats.items()
        if who == 9
    }

    assert seats == {3, 4}
    with pytest.raises(ValueError, match="already"):
        joined(before, 11, Terms(most=5), 1)


def test_who_comes_late_to_full_tables_begins_a_new_one():
    before = State((table(1, range(10, 14)), table(2, range(20, 24))))

    with_new = joined(before, 9, Terms(most=4), 1)
    after, moves = settled(with_new, Terms(most=4), 1)

    assert sizes(with_new) == [4, 4, 1]
    assert sizes(after) == [3, 3, 3]
    assert len(moves) == 2


def test_places_of_a_hand_in_which_several_go_out():
    waves = [[Out(1, 1, 50)], [Out(2, 1, 30), Out(3, 1, 80), Out(4, 2, 10), Out(5, 2, 10), Out(6, 3, 5)], []]

    assert places(9, waves) == {1: 9, 3: 4, 4: 4, 5: 4, 6: 4, 2: 8}


@pytest.mark.parametrize(
    ("state", "given_terms"),
    [
        (State(()), Terms(most=4)),
        (State((table(1, (1, 2)), table(2, (2, 3)))), Terms(most=4)),
        (State((table(1, (1, 2)), table(1, (3, 4)))), Terms(most=4)),
        (State((table(1, (1, 2, 3)),)), Terms(most=2)),
        (State((table(1, (1, 2, 3)),)), Terms(most=4, gap=1)),
    ],
)
def test_what_can_not_be_settled_is_refused(state, given_terms):
    with pytest.raises(ValueError, match=r"left|number|seat|even"):
        settled(state, given_terms, 1)


def test_nobody_is_out_or_entered_twice():
    with pytest.raises(ValueError, match="out twice"):
        places(3, [[Out(1, 1, 5)], [Out(1, 1, 5)]])
    with pytest.raises(ValueError, match="out twice"):
        places(1, [[Out(1, 1, 5), Out(2, 1, 5)]])
    with pytest.raises(ValueError, match="entered twice"):
        started([1, 1], Terms(most=4), 1)
