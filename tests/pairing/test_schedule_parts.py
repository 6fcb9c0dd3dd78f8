"""The parts of a schedule by themselves: what is refused, locks, shifted columns, the catalogue, the bounds, searches,
seats, and what is reported."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.schedules.board import HOT, MEETING, PREPARING, Watch, settle
from scorekeeper.pairing.schedules.catalogue import BASES, best_base, developed, shifted, turns
from scorekeeper.pairing.schedules.drawing import changed, draw_schedule, in_order, report_of_changed
from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Lock, Repeat, Round, Unfit, check
from scorekeeper.pairing.schedules.planning import bounds_of, course_of, kept_apart, least_weight
from scorekeeper.pairing.schedules.seats import pinned, seats_given, spread
from scorekeeper.pairing.schedules.starts import PASSES, Seating, by_chance, prices_of, relabelled


def met(rounds):
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize(
    ("tables", "rounds", "columns"), [(5, 5, 4), (6, 4, 4), (9, 6, 4), (12, 8, 4), (25, 12, 4), (7, 7, 5), (250, 10, 4)]
)
def test_shifted_columns_meet_nobody_twice(tables, rounds, columns):
    points = [[column * tables + row for row in range(tables)] for column in range(columns)]

    found = shifted(points, rounds)

    assert len(found) == rounds
    assert all(sorted(point for table in one for point in table) == list(range(tables * columns)) for one in found)
    assert max(met(found).values()) == 1
    assert not any(one // tables == other // tables for one, other in met(found))


def test_more_rounds_than_tables_cannot_be_shifted():
    assert shifted([[0, 1], [2, 3], [4, 5], [6, 7]], 3) is None


@pytest.mark.parametrize("base", BASES, ids=lambda base: f"{len(base.rows[0])}x{base.rounds}")
def test_every_base_of_the_catalogue_seats_everybody_once_a_round(base):
    points = len(base.rows[0])
    byes = Counter()
    for tables in developed(base, base.rounds):
        seated = [point for table in tables for point in table]
        assert {len(table) for table in tables} == {base.seats}
        assert len(seated) == len(set(seated)) == points - points % base.seats
        byes.update(set(range(points)) - set(seated))
    assert set(byes.values()) <= {1}


# (players, rounds, seats): the most that are known to go without a repeat, or with how many
KNOWN = (
    {(16, 5): 0, (17, 6): 1, (22, 7): 0, (24, 7): 0, (26, 8): 0, (28, 9): 0, (32, 9): 0, (32, 10): 10}
    | {(33, 11): 0, (36, 11): 0, (38, 12): 0, (39, 12): 0, (40, 13): 0, (41, 13): 0}
    | {(14, 7, 3): 0, (15, 7, 3): 0, (16, 7, 3): 0, (17, 8, 3): 0, (18, 8, 3): 0, (19, 9, 3): 0, (20, 10, 3): 0}
    | {(21, 10, 3): 0, (22, 10, 3): 0, (23, 11, 3): 0, (24, 11, 3): 0, (26, 13, 3): 0, (27, 13, 3): 0}
    | {(29, 14, 3): 0, (30, 14, 3): 0}
)


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_catalogue_has_no_more_repeats_than_it_had(known):
    players, rounds, seats = (*known, 4)[:3]
    base = best_base(players, rounds, seats)

    here = [[[point for point in table if point < players] for table in one] for one in developed(base, rounds)]
    assert sum(times - 1 for times in met(here).values()) <= KNOWN[known]
    assert all(len(table) >= seats - 1 for one in here for table in one)


@pytest.mark.parametrize(
    ("players", "rounds"), [(14, 7), (15, 7), (16, 7), (17, 8), (18, 8), (19, 9), (20, 10), (21, 10), (22, 10)]
)
def test_tables_of_three_only_go_as_long_as_they_can_without_a_repeat(players, rounds):
    names = [f"p{number:02}" for number in range(players)]

    drawn = draw_schedule(Instance(players=names, rounds=rounds, sizes={3}, seed=players))

    assert drawn.report.repeats == 0
    assert {len(table) for one in drawn.rounds for table in one.tables} == {3}
    byes = [drawn.report.byes.get(name, 0) for name in names]
    assert max(byes) - min(byes) <= 1


def test_catalogue_has_nothing_for_what_it_does_not_know():
    assert best_base(200, 4, 4) is None
    assert best_base(24, 30, 4) is None
    assert best_base(15, 8, 3) is None
    assert best_base(13, 4, 3) is None
    assert best_base(10, 4, 5) is None


def every_round(names, sizes):
    """Every way to seat these people at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(names, sizes[0]):
        for rest in every_round([name for name in names if name not in table], sizes[1:]):
            yield (table, *rest)


@pytest.mark.parametrize(("count", "sizes"), [(6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (6, (2, 2, 2))])
@pytest.mark.parametrize("rounds", [2, 3])
def test_bounds_are_below_every_schedule_there_is(count, sizes, rounds):
    names = [f"p{number}" for number in range(count)]
    course = course_of(Instance(players=names, rounds=rounds, sizes=set(sizes), seed=1))
    ways = list(every_round(names, sizes))

    schedules = [(ways[0], *others) for others in _sample(ways, rounds - 1)]

    counts = [met(one) for one in schedules]
    bounds = bounds_of(course, course.board())
    assert bounds.repeats <= min(sum(n - 1 for n in one.values()) for one in counts)
    assert bounds.meetings <= min(sum(n * (n - 1) // 2 for n in one.values()) for one in counts)


def _sample(ways, rounds):
    if rounds == 1:
        return [(way,) for way in ways]
    chance = Random(1)
    return [(chance.choice(ways), way) for way in ways for _one in range(40)]


@given(st.integers(6, 12), st.integers(1, 4), st.integers(0, 999), st.sampled_from([(3, 4), (2, 3), (2,)]))
def test_board_weighs_what_a_recount_finds(count, rounds, seed, sizes):
    """Whatever swaps are made, what was added up on the way is what the places weigh."""
    names = [f"p{number:02}" for number in range(count)]
    clubs = {name: str(number % 4) for number, name in enumerate(names)}
    wanted = [(names[0], names[1]), (names[2], names[3])]
    course = course_of(Instance(players=names, rounds=rounds, sizes=sizes, seed=seed, clubs=clubs, wanted=wanted))
    board, chance = course.board(), Random(seed)
    board.place(by_chance(course, chance))
    for _swap in range(30):
        index = int(chance.random() * rounds)
        one, other = (int(chance.random() * count) for _player in range(2))
        if board.where[index][one] != board.where[index][other]:
            board.swap(index, one, other, board.grows(index, one, other))

    again = course.board()
    again.place(board.groups())

    empty = course.board()
    assert board.cost == again.cost >= least_weight(course, empty, bounds_of(course, empty).meetings)
    assert (board.add, board.cut, board.met) == (again.add, again.cut, again.met)


@given(st.integers(4, 40), st.integers(1, 12), st.integers(0, 2**32), st.sampled_from([2, 3, 4, 5]))
def test_seats_of_any_tables_are_even(count, rounds, seed, size):
    """Tables of chance, sat at as often as chance will have it."""
    chance = Random(seed)
    names = [f"p{number:02}" for number in range(count)]
    drawn = []
    for _round in range(rounds):
        order = sorted(names, key=lambda _name: chance.random())
        sizes = [size, size - 1] if size > 2 else [size]
        tables = []
        while len(order) >= max(sizes):
            many = sizes[int(chance.random() * len(sizes))]
            tables.append(tuple(order[:many]))
            del order[:many]
        drawn.append(Round(tuple(tables), tuple(order)))

    given = seats_given(Instance(players=names, rounds=rounds, sizes=(size,), seed=1), drawn, chance)

    assert [[set(table) for table in one.tables] for one in given] == [
        [set(table) for table in one.tables] for one in drawn
    ]
    assert rounds == 1 or max(spread(given).values(), default=0) <= 1


def test_one_round_after_others_sits_people_where_they_sat_least():
    done = [Round((("a", "b", "c", "d"),)), Round((("b", "a", "d", "c"),))]
    instance = Instance(players="abcd", rounds=3, sizes=(4,), seed=1, mode="by_round", done=done)

    (one,) = seats_given(instance, [Round((("a", "b", "c", "d"),))], Random(1))

    had = {player: [table.index(player) for drawn in done for table in drawn.tables] for player in "abcd"}
    best = min(sum(had[player].count(seat) for seat, player in enumerate(way)) for way in permutations("abcd"))
    assert sum(had[player].count(seat) for seat, player in enumerate(one.tables[0])) == best


def _of_one_club(players, rounds):
    """A course nearly all of whose people are of one club, and rounds for it."""
    names = [f"p{number:02}" for number in range(players)]
    clubs = dict.fromkeys(names[: players - 2], "Nord")
    course = course_of(Instance(players=names, rounds=rounds, sizes=(4,), seed=1, clubs=clubs))
    return course, by_chance(course, Random(3))


def test_putting_people_in_others_places_ends_when_it_is_stopped():
    course, rounds = _of_one_club(12, 2)
    asked = []
    watch = Watch(1, progress=asked.append, stop=lambda: len(asked) == 3)
    relabelled(course, rounds, Random(1), watch)
    assert (watch.is_stopped, len(asked)) == (True, 3)


def test_progress_is_told_while_people_are_put_in_others_places():
    course, rounds = _of_one_club(12, 2)
    shares = []
    watch = Watch(1, progress=shares.append)
    relabelled(course, rounds, Random(1), watch)
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1] < 1


@given(st.integers(2, 6).map(lambda tables: 4 * tables), st.integers(1, 3), st.integers(0, 99))
def test_meetings_weigh_the_same_whichever_list_is_read(players, rounds, seed):
    course, places = _of_one_club(players, rounds)
    seating = Seating(places, prices_of(course))
    chance = Random(seed)
    for _swap in range(5):
        seating.swap(*chance.sample(range(players), 2))
    for player, here in seating.place.items():
        assert seating.whose[here] == player
        own = seating.prices[player]
        pairs = {(min(here, seating.place[other]), max(here, seating.place[other])): own[other] for other in own}
        assert seating.weighs(player) == sum(price.of(seating.met[pair]) for pair, price in pairs.items())


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": ["a", "b", "a", "c"]}, "players: a is named 2 times. Name each player once."),
        ({"forbidden": [("a", "x")]}, "forbidden: x is none of the players. Name only those in `players`."),
        ({"points": {"x": 1}}, "points: x is none of the players. Name only those in `players`."),
        ({"absent": {1: ["x"]}}, "absent: x is none of the players. Name only those in `players`."),
        ({"locks": [Lock(round=1, player="a", together=["x"])]}, "locks: x is none of the players."),
        ({"published": [Round((("a", "b", "c"),), ("x",))]}, "published: x is none of the players."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_player_that_is_named_is_there_once(wrong, sentence):
    with pytest.raises(Unfit) as unfit:
        check(Instance(**{"players": "abcd", "rounds": 1, "sizes": (3, 4), "seed": 1, **wrong}))

    assert str(unfit.value).startswith(sentence)


def test_who_is_kept_apart_and_how_strictly():
    clubs = {"b": "Nord", "d": "Nord", "c": "Süd"}
    evening = Instance(players="abcdefgh", rounds=1, sizes=(4,), seed=1, forbidden=[("b", "a")], clubs=clubs)

    assert kept_apart(evening) == {("a", "b"): "forbidden", ("b", "d"): "soft"}
    assert kept_apart(replace(evening, clubs_rule="hard")) == {("a", "b"): "forbidden", ("b", "d"): "hard"}
    assert kept_apart(replace(evening, clubs_rule="off")) == {("a", "b"): "forbidden"}
    assert kept_apart(replace(evening, style="random")) == {("a", "b"): "forbidden"}
    too_large = replace(evening, clubs_rule="hard", clubs=dict.fromkeys("abc", "Nord"))
    assert kept_apart(too_large) == {("a", "b"): "forbidden", ("a", "c"): "soft", ("b", "c"): "soft"}


@pytest.mark.parametrize(
    ("more", "tables", "out"),
    [
        ({}, ["dcba", "ihgf"], "e"),
        ({"locks": [Lock(round=1, player="i", table=1), Lock(round=1, player="d", table=0)]}, ["icba", "hgfe"], "d"),
        ({"done": [Round((tuple("abcd"), tuple("efgh")), ("i",))]}, ["dcba", "ihgf"], "e"),
        ({"done": [Round((tuple("abcd"), tuple("fghi")), ("e",))]}, ["dcba", "ihge"], "f"),
    ],
    ids=["nothing else", "locks", "a bye of another", "their bye"],
)
def test_in_an_order_that_is_given_tables_are_cut_from_the_top(more, tables, out):
    """Who sits out is the last of those who did so least, unless a lock names another."""
    instance = Instance(players="abcdefghi", rounds=2, sizes=(4,), seed=1, mode="by_round", **more)

    found = in_order(instance, "dcbaihgfe")

    assert [set(table) for table in found.tables] == [set(table) for table in tables]
    assert found.out == (out,)


def test_locks_that_name_each_other_are_one_group():
    locks = [Lock(round=1, player="a", together=["b"]), Lock(round=1, player="b", together=["a", "c"])]

    (pins,) = pinned(Instance(players="abcdefgh", rounds=1, sizes=(4,), seed=1, locks=locks), {1: (4, 4)}).values()

    assert pins.keys() == {"a", "b", "c"}
    assert len(set(pins.values())) == 1


def test_groups_for_which_no_way_round_the_tables_is_left_are_named():
    """Three couples fill two tables of three by their number, and not as couples; the first is named."""
    locks = [Lock(round=1, player=one, together=[other]) for one, other in ("ab", "cd", "ef")]

    with pytest.raises(Impossible) as impossible:
        pinned(Instance(players="abcdef", rounds=1, sizes=(3,), seed=1, locks=locks), {1: (3, 3)})

    assert impossible.value.collisions == (Collision("full", 1, ("a", "b")),)


def test_what_people_have_seen_is_compared_in_the_rounds_that_are_drawn_alone():
    shown = Round((("a", "b", "c", "d"), ("e", "f", "g", "h")))
    now = Round((("b", "a", "c", "d"), ("e", "f", "g", "h")))
    by_round = Instance(players="abcdefgh", rounds=2, sizes=(4,), seed=1, mode="by_round", published=[shown, shown])

    assert changed(by_round, by_round.published, [now]) == (0, 2)
    assert changed(replace(by_round, mode="fixed"), by_round.published, [now, now]) == (0, 4)


def test_rounds_changed_by_hand_are_reported_as_they_are():
    """a was moved to b by hand and is locked there: both repeats come of that, and one of them through others."""
    first = Round(tuple(tuple("abcdefghijklmnop"[at : at + 4]) for at in (0, 4, 8, 12)))
    second = Round((tuple("abim"), tuple("efjn"), tuple("cgko"), tuple("dhlp")))
    locks = [Lock(round=2, player="a", table=1)]
    instance = Instance(players="abcdefghijklmnop", rounds=2, sizes=(4,), seed=1, locks=locks)

    report = report_of_changed(instance, [first, second], iterations=7)

    assert (report.repeats, report.lower_bound, report.iterations, report.stopped_early) == (2, 0, 7, False)
    assert report.repeated == (
        Repeat(("a", "b"), (1, 2), 2, "lock"),
        Repeat(("e", "f"), (1, 2), 2, "search"),
    )
    assert report.locks_honoured == 1


def test_what_a_draw_says_of_its_rounds_can_be_said_again():
    instance = Instance(players="abcdefghijkl", rounds=2, sizes=(4,), seed=1)
    schedule = draw_schedule(instance)

    assert report_of_changed(instance, schedule.rounds, iterations=schedule.report.iterations) == schedule.report


@pytest.mark.parametrize("tables", [4, 6, 8])
def test_an_even_number_of_tables_has_no_shifts_for_as_many_rounds(tables):
    """Three columns would need an orthomorphism of the cyclic group, which is there for odd numbers alone: the search
    ends, be it that nothing is left to try or that it was tried long enough."""
    assert turns(tables, tables, 3) is None
    assert turns(tables + 1, tables + 1, 3) is not None


def test_what_cooling_down_leaves_is_made_better_swap_by_swap():
    """Of eight who met all their mates in the first round as few meet again as can be, without a step of chance."""
    course = course_of(Instance(players="abcdefgh", rounds=2, sizes=(4,), seed=1))
    board = course.board()
    board.place([[[0, 1, 2, 3], [4, 5, 6, 7], []]] * 2)
    watch = Watch(1)
    assert board.cost == 12 * MEETING

    found = settle(board, Random(1), watch, heat=HOT, steps=0, bound=0)

    assert board.cost == 4 * MEETING
    assert found == board.groups()
    assert sum(times - 1 for times in met([one[:-1] for one in found]).values()) == 4
    assert watch.tried > 0


def test_putting_people_in_others_places_ends_after_its_passes_though_more_could_be_had():
    names = [f"p{number:03}" for number in range(900)]
    wanted = list(zip(names[:120:2], names[1:120:2], strict=True))
    course = course_of(Instance(players=names, rounds=1, sizes=(2,), seed=1, wanted=wanted))
    tables = [one[:-1] for one in by_chance(course, Random(3))]
    shares = []

    found = relabelled(course, tables, Random(2), Watch(1, progress=shares.append))

    pairs = {frozenset((2 * number, 2 * number + 1)) for number in range(60)}
    assert len(pairs & met(tables).keys()) < 2
    assert 30 < len(pairs & met(found).keys()) < 60
    assert PREPARING * (PASSES - 1) / PASSES < shares[-1] < PREPARING
