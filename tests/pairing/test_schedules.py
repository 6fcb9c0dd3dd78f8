"""Whole schedules: what one never does, what it avoids, what its report says, and that it can be drawn again."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.drawing import table_sizes
from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.instance import Impossible, Instance, Lock, Round, Unfit, input_hash
from tests.strategies import examples, sized

dear = settings(max_examples=examples(8, part=4))  # each is a whole draw or more


def people(count):
    return [f"p{number:03}" for number in range(count)]


def asked(count, rounds, *, seed=1, **more):
    return Instance(players=people(count), rounds=rounds, seed=seed, **{"sizes": (3, 4), **more})


def met(rounds, history=()):
    found = Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table, 2))
    for pair, times in dict(history).items():
        found[frozenset(pair)] += times
    return found


def repeats(rounds, history=()):
    return sum(times - 1 for times in met(rounds, history).values() if times > 1)


def spreads(rounds):
    """The largest difference of seats, for one player at tables of one size."""
    had = Counter(
        (player, len(table), seat) for one in rounds for table in one.tables for seat, player in enumerate(table)
    )
    return max(
        (abs(had[player, size, seat] - times) for (player, size, _seat), times in had.items() for seat in range(size)),
        default=0,
    )


def together(one, *players):
    return any(set(players) <= set(table) for table in one.tables)


@st.composite
def instances(draw):
    """Small tournaments with everything that a director may ask for, none of it impossible by itself."""
    count, rounds = draw(st.integers(6, sized(12, 16))), draw(st.integers(1, 3))
    names = people(count)
    some = st.sampled_from(names)
    pairs = st.lists(st.tuples(some, some).filter(lambda pair: pair[0] != pair[1]), max_size=3)
    away = draw(st.dictionaries(st.integers(1, rounds), st.sets(some, max_size=2), max_size=2))
    late = draw(st.dictionaries(some, st.integers(1, rounds), max_size=1))
    gone = draw(st.dictionaries(some, st.integers(1, rounds), max_size=1))
    return Instance(
        players=names,
        rounds=rounds,
        sizes=draw(st.sampled_from([(3, 4), (2,), (2, 3), (3, 4, 5)])),
        seed=draw(st.integers(0, 2**64 - 1)),
        mode=draw(st.sampled_from(["fixed", "by_round"])),
        style=draw(st.sampled_from(["mix", "random"])),
        clubs={name: draw(st.sampled_from("ABCDEF")) for name in names[: draw(st.integers(0, count))]},
        clubs_rule=draw(st.sampled_from(["off", "soft"])),
        forbidden=draw(pairs)[:1],
        wanted=draw(pairs),
        absent=away,
        from_round=late,
        until_round=gone,
        history={(names[0], names[1]): draw(st.integers(0, 3))},
    )


@given(instances())
def test_what_a_schedule_never_does(instance):
    try:
        schedule = draw_schedule(instance)
    except Unfit:
        return  # too few are there in a round
    except Impossible as impossible:
        collisions = impossible.collisions
        assert all(one_table(instance, collision.round) for collision in collisions)
        return

    assert len(schedule.rounds) == (1 if instance.mode == "by_round" else instance.rounds)
    for number, one in enumerate(schedule.rounds, 1):
        here = instance.present(number)
        seated = [player for table in one.tables for player in table]
        sizes = sorted((len(table) for table in one.tables), reverse=True)
        assert sorted([*seated, *one.out]) == here
        assert tuple(sizes) == table_sizes(len(here), instance.sizes, max(instance.sizes))
        assert not any(together(one, *pair) for pair in instance.forbidden)
        assert max(map(len, one.tables)) - min(map(len, one.tables)) <= 1
    recounted(instance, schedule)


def one_table(instance, number):
    """Whether all who are there in a round must sit together."""
    return len(table_sizes(len(instance.present(number)), instance.sizes, max(instance.sizes))) == 1


def recounted(instance, schedule):
    """The report is what a recount finds."""
    report, found = schedule.report, met(schedule.rounds, instance.history)
    assert report.repeats == repeats(schedule.rounds, instance.history)
    assert report.lower_bound <= report.repeats
    assert report.max_meetings == max(found.values())
    assert {frozenset(one.players): one.times for one in report.repeated} == {
        pair: times for pair, times in found.items() if times > 1
    }
    for one in report.repeated:
        assert list(one.rounds) == [
            number for number, drawn in enumerate(schedule.rounds, 1) if together(drawn, *one.players)
        ]
    assert max(report.seat_spread.values()) == spreads(schedule.rounds)
    assert sum(report.byes.values()) == sum(len(one.out) for one in schedule.rounds)
    assert instance.mode == "by_round" or spreads(schedule.rounds) <= 1


@dear
@given(st.integers(6, sized(8, 14)), st.integers(2, sized(3, 4)), st.integers(0, 99), st.data())
def test_locks_are_honoured(count, rounds, seed, data):
    sizes = table_sizes(count, (3, 4), 4)
    number = data.draw(st.integers(1, rounds))
    one, other, third = data.draw(st.permutations(people(count)))[:3]
    table, seat = data.draw(st.integers(1, len(sizes))), data.draw(st.integers(0, 2))
    locks = [
        Lock(round=number, player=one, table=table, seat=seat),
        Lock(round=number, player=other, together=[third]),
    ]

    schedule = draw_schedule(asked(count, rounds, seed=seed, locks=locks))

    drawn = schedule.rounds[number - 1]
    assert drawn.tables[table - 1][seat] == one
    assert together(drawn, other, third)
    assert schedule.report.locks_honoured == 2


@given(st.integers(3, 11), st.sampled_from(["mix", "random", "seeded"]), st.integers(0, 99), st.data())
def test_who_is_locked_to_sitting_out_does(count, style, seed, data):
    left = count % 3
    number = 1 if style == "seeded" else data.draw(st.integers(1, 2))
    names = data.draw(st.permutations(people(count)))[:left]
    more = {"mode": "by_round", "points": dict.fromkeys(people(count), 1)} if style == "seeded" else {}
    locks = [Lock(round=number, player=name, table=0) for name in names]

    schedule = draw_schedule(asked(count, 2, seed=seed, sizes=(3,), style=style, locks=locks, **more))

    drawn = schedule.rounds[number - 1]
    assert sorted(drawn.out) == sorted(names)
    assert sorted(player for table in (*drawn.tables, drawn.out) for player in table) == people(count)
    assert schedule.report.locks_honoured == left


def test_who_is_locked_to_sitting_out_has_had_their_bye():
    locks = [Lock(round=1, player="p000", table=0)]

    schedule = draw_schedule(asked(5, 5, locks=locks))

    assert sorted(one.out[0] for one in schedule.rounds) == people(5)


@pytest.mark.parametrize(
    ("locks", "kind", "players"),
    [
        ([Lock(round=1, player="p000", table=1), Lock(round=1, player="p000", table=2)], "two_tables", ("p000",)),
        ([Lock(round=1, player="p000", table=3)], "no_table", ("p000",)),
        ([Lock(round=1, player="p000", table=2, seat=3)], "no_seat", ("p000",)),
        ([Lock(round=1, player="p000", table=1, seat=4)], "no_seat", ("p000",)),
        ([Lock(round=1, player=f"p00{one}", table=2, seat=1) for one in (0, 1)], "one_seat", ("p000", "p001")),
        ([Lock(round=1, player=f"p00{one}", table=2) for one in range(4)], "full", ("p000", "p001", "p002", "p003")),
        ([Lock(round=2, player="p006", seat=0)], "absent", ("p006",)),
        ([Lock(round=1, player="p001", table=0)], "no_bye", ("p001",)),
        ([Lock(round=1, player="p001", table=0, seat=0)], "no_seat", ("p001",)),
    ],
)
def test_locks_that_collide_are_named(locks, kind, players):
    with pytest.raises(Impossible) as impossible:
        draw_schedule(asked(7, 3, locks=locks, absent={2: ["p006"]}))

    (found,) = impossible.value.collisions
    assert (found.kind, found.players) == (kind, players)
    assert players[0] in str(impossible.value)


def test_forbidden_pairs_that_cannot_be_parted_are_named():
    with pytest.raises(Impossible, match="p000, p001") as impossible:
        draw_schedule(asked(3, 1, forbidden=[("p001", "p000")]))

    assert impossible.value.collisions[0].kind == "forbidden"


def test_forbidden_pair_that_a_lock_puts_together_is_told():
    locks = [Lock(round=1, player="p000", together=["p001"])]

    schedule = draw_schedule(asked(8, 2, forbidden=[("p001", "p000")], locks=locks))

    assert schedule.report.breaches == ((1, "p000", "p001"),)


def test_club_mates_are_kept_apart():
    clubs = {player: str(number % 5) for number, player in enumerate(people(40))}

    schedule = draw_schedule(asked(40, 4, clubs=clubs, clubs_rule="hard"))

    assert schedule.report.club_meetings == ()
    assert schedule.report.repeats == 0


def test_club_with_more_people_than_tables_is_told_and_kept_apart_as_well_as_can_be():
    schedule = draw_schedule(asked(12, 2, clubs=dict.fromkeys(people(4), "A"), clubs_rule="hard"))

    assert schedule.report.clubs_too_large == ("A",)
    assert len(schedule.report.club_meetings) == 2


def test_rounds_that_are_done_stay():
    first = draw_schedule(asked(17, 5))
    done = first.rounds[:2]

    late = replace(asked(18, 5, done=done, published=first.rounds[2:]), from_round={"p017": 3}, until_round={"p003": 3})
    schedule = draw_schedule(late)

    assert schedule.rounds[:2] == done
    assert any("p017" in table for table in schedule.rounds[2].tables)
    assert not any("p003" in table for table in schedule.rounds[3].tables)
    assert schedule.report.seats_changed > 0


LATE = [(16, 3), (22, 1), *(pytest.param(30, played, marks=pytest.mark.long) for played in (1, 3))]


@pytest.mark.parametrize(("count", "played"), LATE)
def test_seats_stay_even_when_the_rest_is_drawn_again(count, played):
    first = draw_schedule(asked(count, 6))

    schedule = draw_schedule(asked(count + 1, 6, done=first.rounds[:played], from_round={people(count + 1)[-1]: 2}))

    assert max(schedule.report.seat_spread.values()) == spreads(schedule.rounds) == 1


def test_keeping_what_was_published_moves_few():
    first = draw_schedule(asked(20, 3))
    late = asked(21, 3, done=first.rounds[:1], published=first.rounds[1:], from_round={"p020": 2})

    kept, anew = draw_schedule(replace(late, keep=True)).report, draw_schedule(late).report

    assert kept.mates_changed <= anew.mates_changed
    assert kept.mates_changed <= 2 * 12


def test_by_round_one_after_the_other_nobody_meets_again():
    done = ()
    for _number in range(4):
        done = draw_schedule(asked(22, 4, mode="by_round", done=done)).rounds

    assert repeats(done) == 0
    assert spreads(done) <= 2


def test_seeded_draw_sits_people_by_points():
    points = {player: 100 - number for number, player in enumerate(people(12))}
    seeded = asked(12, 3, mode="by_round", style="seeded", points=points)

    tables = draw_schedule(seeded).rounds[0].tables

    assert [set(table) for table in tables] == [set(people(12)[first : first + 4]) for first in (0, 4, 8)]


def test_seeded_draw_parts_those_who_met_by_one_table_at_most():
    points = {player: 100 - number for number, player in enumerate(people(12))}
    done = [Round(tuple(tuple(people(12)[first : first + 4]) for first in (0, 4, 8)))]

    schedule = draw_schedule(asked(12, 3, mode="by_round", style="seeded", points=points, done=done))

    assert schedule.report.repeats < 18
    for table, seated in enumerate(schedule.rounds[1].tables):
        assert all(abs(people(12).index(player) // 4 - table) <= 1 for player in seated)


def test_everybody_has_a_bye_before_anybody_has_two():
    schedule = draw_schedule(asked(7, 7, sizes=(3,)))

    assert schedule.report.byes == dict.fromkeys(people(7), 1)


def test_pairs_meet_once_each_where_two_sit_at_a_table():
    schedule = draw_schedule(asked(9, 9, sizes=(2,)))

    assert set(met(schedule.rounds).values()) == {1}


def test_wanted_pairs_meet():
    wanted = [("p000", "p001"), ("p002", "p009"), ("p004", "p013")]

    assert draw_schedule(asked(16, 3, wanted=wanted)).report.wanted_unmet == ()


@pytest.mark.parametrize("clubs_rule", ["soft", "hard"])
def test_of_club_mates_who_have_to_meet_those_do_who_are_wanted(clubs_rule):
    clubs = dict.fromkeys(("p000", "p001", "p002"), "Mill")
    wanted = [("p001", "p002")]

    for seed in range(6):
        rounds = draw_schedule(asked(8, 1, seed=seed, clubs=clubs, clubs_rule=clubs_rule, wanted=wanted)).rounds
        assert [pair for pair in met(rounds) if pair <= clubs.keys()] == [{*wanted[0]}]


def test_club_mates_do_not_meet_only_because_they_are_wanted():
    report = draw_schedule(asked(16, 1, clubs={"p000": "Mill", "p001": "Mill"}, wanted=[("p000", "p001")])).report

    assert report.club_meetings == ()
    assert report.wanted_unmet == (("p000", "p001"),)


def test_nobody_stays_at_one_table_where_there_are_enough():
    rounds = draw_schedule(asked(40, 4)).rounds

    for last, now in pairwise(rounds):
        stays = sum(len(set(one) & set(other)) for one, other in zip(last.tables, now.tables, strict=True))
        assert stays <= 4


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 8))])
def test_turns_at_smaller_tables_of_an_evening_are_as_even_as_can_be(seed):
    """17 people in three rounds have 27 turns at tables of three: nobody none, nobody three."""
    report = draw_schedule(asked(17, 3, seed=seed)).report

    assert (report.repeats, report.small_spread) == (0, 1)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
def test_a_couple_costs_no_more_repeats_than_there_must_be(seed):
    assert draw_schedule(asked(17, 6, seed=seed, forbidden=[("p000", "p001")])).report.repeats == 1


def test_groups_that_are_locked_together_find_their_tables_where_there_is_a_way():
    locks = [Lock(round=1, player="p000", together=["p001", "p002"]), Lock(round=1, player="p003", together=["p004"])]
    locks.append(Lock(round=1, player="p005", together=["p006"]))

    (one,) = draw_schedule(asked(7, 1, locks=locks)).rounds

    assert sorted(map(sorted, one.tables)) == [["p000", "p001", "p002"], ["p003", "p004", "p005", "p006"]]


APART = [
    {"forbidden": [("p000", "p001")]},
    {"clubs": {"p000": "a", "p001": "a"}, "clubs_rule": "hard"},
]


@pytest.mark.parametrize("rule", APART, ids=["forbidden", "hard"])
@pytest.mark.parametrize(
    "locks",
    [
        [Lock(round=1, player="p000", table=1), Lock(round=1, player="p001", together=["p002"])],
        [Lock(round=1, player="p000", seat=0), Lock(round=1, player="p001", seat=1)],
    ],
    ids=["with", "seats"],
)
def test_locks_that_name_no_table_put_nobody_together_who_must_not_meet(rule, locks):
    schedule = draw_schedule(asked(8, 1, sizes=(4,), locks=locks, **rule))

    assert not any({"p000", "p001"} <= set(table) for table in schedule.rounds[0].tables)
    assert (schedule.report.breaches, schedule.report.club_meetings) == ((), ())
    assert schedule.report.locks_honoured == len(locks)


def test_couples_who_are_locked_together_cost_no_more_repeats_than_their_own():
    locks = [
        lock
        for number in range(1, 5)
        for lock in (
            Lock(round=number, player="p000", together=["p001"]),
            Lock(round=number, player="p002", together=["p003"]),
        )
    ]

    report = draw_schedule(asked(40, 4, locks=locks)).report

    assert {pair.players for pair in report.repeated} == {("p000", "p001"), ("p002", "p003")}


def test_a_lock_that_asks_for_nothing_changes_nothing():
    free, locked = (draw_schedule(asked(16, 3, locks=locks)) for locks in ((), [Lock(round=1, player="p007")]))

    assert free.rounds == locked.rounds


def test_who_keeps_their_table_mates_keeps_their_seat_where_that_is_asked_for():
    drawn = draw_schedule(asked(16, 4, seed=5)).rounds

    again = replace(asked(16, 4, seed=6), done=drawn[:2], until_round={"p003": 2}, published=drawn[2:], keep=True)
    report = draw_schedule(again).report

    assert report.mates_changed == 0
    assert report.seats_changed <= 14  # in each round a table of 4 and the one of 3, which is the last, change numbers
    assert max(report.seat_spread.values()) == 1


def test_same_instance_gives_the_same_schedule_bit_for_bit():
    """Written down from a run of this version: another result is another `VERSION`."""
    clubs = {player: str(number % 4) for number, player in enumerate(people(14))}
    locks = [Lock(round=2, player="p003", together=["p005"]), Lock(round=1, player="p009", table=2, seat=0)]
    instance = asked(14, 3, seed=20261122, clubs=clubs, locks=locks, wanted=[("p000", "p001")], absent={2: ["p013"]})

    assert digest(draw_schedule(instance)) == "837eaeba926f2b76"
    assert digest(draw_schedule(replace(instance, mode="by_round"))) == "0fb6d4e0c97a7c15"


def digest(schedule):
    return sha256(repr([one.tables for one in schedule.rounds]).encode()).hexdigest()[:16]


def test_another_seed_gives_another_schedule_with_another_hash():
    drawn = [draw_schedule(asked(16, 3, seed=seed)) for seed in range(4)]

    assert len({schedule.rounds for schedule in drawn}) == 4
    assert len({schedule.report.input_hash for schedule in drawn}) == 4


def test_order_of_what_is_entered_changes_nothing():
    one = asked(11, 2, forbidden=[("p001", "p002"), ("p003", "p004")], clubs={"p005": "A", "p006": "A"})
    other = replace(
        one, players=people(11)[::-1], forbidden=[("p004", "p003"), ("p002", "p001")], clubs={"p006": "A", "p005": "A"}
    )

    assert input_hash(one) == input_hash(other)
    assert draw_schedule(one) == draw_schedule(other)


def test_progress_is_told_and_ends_at_the_whole():
    told = []

    draw_schedule(asked(10, 6), progress=told.append)

    assert told == sorted(told)
    assert told[-1] == 1.0


def reasons(**more):
    return {one.reason for one in draw_schedule(asked(**more)).report.repeated}


def test_why_a_pair_meets_again_is_told():
    fours = {player: str(number // 4) for number, player in enumerate(people(16))}
    twos = {player: str(number // 2) for number, player in enumerate(people(4))}
    first = [Round((("p000", "p001", "p002", "p003"), ("p004", "p005", "p006", "p007")))]
    again = [Lock(round=2, player="p000", together=["p001"])]

    assert reasons(count=8, rounds=3) == {"bound"}
    assert reasons(count=4, rounds=3, sizes=(2,), clubs=twos) == {"club"}
    assert reasons(count=16, rounds=5, clubs=fours, clubs_rule="hard") == {"club"}
    assert reasons(count=24, rounds=2, locks=[Lock(round=1, player="p000", together=["p001"]), *again]) == {"lock"}
    assert reasons(count=24, rounds=3, style="random") == {"style"}
    assert reasons(count=14, rounds=5) == {"search"}
    assert reasons(count=16, rounds=2, history={("p000", "p001"): 2}) == {"frozen"}
    assert reasons(count=8, rounds=2, mode="by_round", done=first) == {"bound"}


def test_stopped_draw_still_parts_those_who_must_not_meet():
    forbidden = [(one, other) for one, other in pairwise(people(12))]

    schedule = draw_schedule(asked(24, 3, forbidden=forbidden, absent={1: ["p020"]}), stop=lambda: True)

    assert not any(together(one, *pair) for one in schedule.rounds for pair in forbidden)


def test_stopped_draw_is_whole_and_says_so():
    schedule = draw_schedule(asked(30, 9, clubs=dict.fromkeys(people(9), "A")), stop=lambda: True)

    assert schedule.report.stopped_early
    assert all(sum(map(len, one.tables)) == 30 for one in schedule.rounds)


@dear
@given(st.integers(4, sized(7, 8)), st.integers(1, 2), st.integers(0, 2**32))
def test_no_schedule_of_a_small_evening_has_fewer_repeats(count, times, seed):
    """Against every way to draw a second round after a first one that was played."""
    sizes = table_sizes(count, (3, 4), 4)
    names = people(count)[: sum(sizes)]
    done = [Round(tuple(cut(names, sizes)), tuple(people(count)[sum(sizes) :]))]
    history = dict.fromkeys(combinations(people(count)[:2], 2), times)

    schedule = draw_schedule(asked(count, 2, seed=seed, done=done, history=history))

    if count != 5:
        assert weighed([schedule.rounds[1]], met(done, history)) == least(met(done, history), names, sizes)


def cut(names, sizes):
    first = 0
    for size in sizes:
        yield tuple(names[first : first + size])
        first += size


def weighed(rounds, had):
    return sum(had[frozenset(pair)] for one in rounds for table in one.tables for pair in combinations(table, 2))


def least(had, left, sizes):
    if not sizes:
        return 0
    return min(
        weighed([Round((table,))], had) + least(had, [one for one in left if one not in table], sizes[1:])
        for table in combinations(left, sizes[0])
    )


@dear
@given(
    st.integers(5, sized(9, 14)),
    st.integers(1, sized(4, 6)),
    st.sampled_from([(2,), (3,), (4,), (5,), (3, 4), (4, 5)]),
    st.data(),
)
def test_nobody_has_a_second_bye_before_all_who_are_always_there_have_one(count, rounds, sizes, data):
    some = st.sampled_from(people(count))
    away = data.draw(st.dictionaries(st.integers(1, rounds), st.sets(some, max_size=1), max_size=2), "absent")
    first, *others = people(count)
    has_met = {
        (first, other): data.draw(st.integers(0, 1), "met") for other in others
    }  # whom it would be better without
    seed = data.draw(st.integers(0, 99), "seed")
    try:
        schedule = draw_schedule(asked(count, rounds, seed=seed, sizes=sizes, absent=away, history=has_met))
    except Unfit:
        return
    had = Counter(player for one in schedule.rounds for player in one.out)
    always = [had[player] for player in people(count) if not any(player in absent for absent in away.values())]
    assert max(always) - min(always) <= 1
