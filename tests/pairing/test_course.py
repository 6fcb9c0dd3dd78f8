"""A knock-out as it goes, told by its steps: it ends as it went, whoever came late, again or moved."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.course import Left, Moved, SatDown, open_to_correction, played
from scorekeeper.pairing.knockout import Out, Spot, State, Table, Terms, arranged, dealing, joined, settled, started


def spot_of(state, who):
    return next(Spot(table.number, seat) for table in state.tables for seat, one in table.seats.items() if one == who)


@given(st.integers(2, 60), st.integers(2, 10), st.integers(2, 3), st.integers(0, 9_999))
def test_a_knock_out_is_what_its_steps_say_and_ends_with_one(many, most, gap, seed):
    """Whoever comes late or again, leaves at whatever moment, was put out by mistake, and whenever somebody moves."""
    evening = Evening(many, Terms(most=most, gap=gap), Random(seed))
    while evening.now.left > 1:
        evening.something_happens()
        if evening.chance.random() < 0.8:
            evening.settle()
            sizes = [len(table) for table in evening.now.state.tables]
            assert max(sizes) - min(sizes) < gap
            assert len(sizes) == -(-sum(sizes) // most)
        sitting = evening.now.sitting
        assert len(set(sitting.values())) == len(sitting)
        assert set(sitting) | {out.who for out in evening.now.out} == evening.came
        assert all(len(table) <= most for table in evening.now.state.tables)

    course = evening.now
    assert set(course.places) == evening.came - set(course.sitting)
    assert course.entrants == len(evening.came)
    assert min(course.places.values(), default=2) == 2
    for place in course.places.values():
        assert place == 2 + sum(other < place for other in course.places.values())


class Evening:
    """A knock-out as a desk tells it, step by step."""

    def __init__(self, many, terms, chance):
        self.terms, self.chance = terms, chance
        self.start = started(range(1, many + 1), terms, chance.randrange(99))
        self.came, self.steps = set(range(1, many + 1)), []
        self.told, self.course = [], played(self.start, [])

    @property
    def now(self):
        if self.told != self.steps:
            self.told, self.course = list(self.steps), played(self.start, self.steps)
        return self.course

    def something_happens(self):
        what = self.chance.random()
        if what < 0.15 and len(self.steps) < 60:
            self.sit_down()
        elif what < 0.25 and self.steps:
            self.take_back(self.chance.choice(sorted(open_to_correction(self.steps))))
        else:
            self.go_out()

    def sit_down(self):
        out = [one.who for one in self.now.out]
        who = self.chance.choice(out) if out and self.chance.random() < 0.5 else max(self.came) + 1
        seat = spot_of(joined(self.now.state, who, self.terms, len(self.steps)), who)
        self.steps.append(SatDown(who, seat))
        self.came.add(who)

    def take_back(self, step):
        gone = self.steps.pop(step)
        if isinstance(gone, SatDown):
            now = self.now
            self.came &= {*now.sitting, *(out.who for out in now.out)}

    def go_out(self):
        table = self.chance.choice(self.now.state.tables)
        there = sorted(table.seats.values())
        gone = self.chance.sample(there, min(self.chance.randint(1, 3), len(there), self.now.left - 1))
        with_last = self.chance.random() < 0.2
        self.steps.append(Left(tuple(Out(who, table.number, self.chance.randint(1, 3)) for who in gone), with_last))

    def settle(self):
        dealers = {one.number: self.chance.choice(sorted(one.seats)) for one in self.now.state.tables}
        after, moves = settled(dealing(self.now.state, dealers), self.terms, len(self.steps))
        if moves:
            self.steps.append(Moved(moves, dealers))
            assert self.now.state == after


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
