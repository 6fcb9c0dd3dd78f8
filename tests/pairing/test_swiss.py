"""Swiss tournaments of any size, with people who come late, stay away and leave: whole events, round by round."""

import json
import time
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.keys import HALF, Bye, Event, Game, figures, order, with_missed
from scorekeeper.pairing.records import DOWN, LEVEL, STANDARD, UP, Counts, Record, late, records
from scorekeeper.pairing.swiss import (
    LIMIT,
    Entry,
    SitsOut,
    Unpairable,
    cheapest,
    default_rounds,
    draw,
    facts,
    sitting_out,
    weights,
)


@st.composite
def events(draw_from, most=14, rounds=6):
    """The rounds of an event: who is there, and whose result is what, as a seed."""
    many = draw_from(st.integers(2, most))
    there = st.sets(st.integers(1, many), min_size=1)
    return many, draw_from(st.lists(st.tuples(there, st.integers(0, 99)), min_size=1, max_size=rounds))


def played(found, number, chance):
    """Results of a round, by chance: now and then a draw or somebody who does not come to the table."""
    for match in found.matches:
        won = chance.choice([Fraction(1), Fraction(0), HALF])
        is_forfeited = chance.random() < 0.1
        of_one = Fraction(0) if is_forfeited else won
        yield Game(number, match.home, match.away, of_one, 1 - of_one, is_forfeited)


def rounds_of(event, counts=STANDARD):
    """Each round of an event as it is drawn: (the records of those who are there, the draw)."""
    many, rounds = event
    ranks, games, byes = {who: who for who in range(1, many + 1)}, [], []
    for number, (there, seed) in enumerate(rounds, 1):
        known = records(ranks, games, byes, rounds=number - 1, counts=_by_now(counts, number))
        now = [known[who] for who in sorted(there)]
        found = draw(Entry(records=now, seed=seed))
        yield now, found
        games += played(found, number, Random(seed))
        if found.bye:
            byes.append(Bye(number, found.bye.entrant, "pab"))


def _by_now(counts, number):
    return replace(counts, given={after: own for after, own in counts.given.items() if after < number})


@st.composite
def countings(draw_from, most=14, rounds=6):
    """What matches and byes count, and penalties of any size after any round, to some of the first two."""
    points = st.integers(0, 100)
    amounts = st.dictionaries(st.integers(1, 2), st.integers(-20, 20) | st.integers(-(10**7), 10**7))
    return Counts(
        pay=draw_from(st.tuples(points, points, points)),
        bye=draw_from(points),
        given=draw_from(st.dictionaries(st.integers(0, rounds), amounts)),
    )


@given(events(most=8), countings())
def test_whatever_counts_everybody_plays_once_and_nobody_again_while_there_is_another_way(event, counts):
    for now, found in rounds_of(event, counts):
        paired = [who for match in found.matches for who in (match.home, match.away)]
        paired += [found.bye.entrant] if found.bye else []
        assert sorted(paired) == [record.entrant for record in now]
        sits_out = found.bye.entrant if found.bye else None
        free = [one for one in now if one.entrant != sits_out]
        assert sum(match.reasons.met for match in found.matches) == min(map(again, ways(free)))
        scores = {record.entrant: record.score for record in now}
        for match in found.matches:
            assert match.reasons.scores == (scores[match.home], scores[match.away])


def test_scores_that_lie_far_apart_still_meet_the_next_ones():
    now = [Record(entrant=who, rank=who, score=score) for who, score in ((1, 900), (2, 600), (3, 600), (4, 300))]

    pairs = {frozenset((match.home, match.away)) for match in draw(Entry(records=now, seed=1)).matches}

    assert frozenset((1, 4)) not in pairs  # two and two apart by one step are better than none and by two


def test_a_score_is_what_the_plan_pays_and_what_was_given():
    games = [Game(1, 1, 2, Fraction(1), Fraction(0)), Game(2, 3, 1, HALF, HALF), Game(2, 2, 4, 0, 1, forfeited=True)]
    byes = [Bye(1, 3, "pab"), Bye(1, 4, "half")]
    counts = Counts(pay=(6, 3, 1), bye=4, given={0: {4: 2}, 1: {1: -5, 3: 1}})

    found = records({who: who for who in range(1, 5)}, games, byes, rounds=2, counts=counts)

    assert {who: record.score for who, record in found.items()} == {1: 6 - 5 + 3, 2: 1, 3: 4 + 1 + 3, 4: 2 + 3 + 6}
    assert (found[1].floated, found[3].floated) == (UP, DOWN)  # 1 had 1 before their second round, 3 had 5


@given(events())
def test_pairing_and_standings_count_the_same_points(event):
    many, rounds = event
    ranks, games, byes = {who: who for who in range(1, many + 1)}, [], []
    for number, (_now, found) in enumerate(rounds_of(event), 1):
        games += played(found, number, Random(rounds[number - 1][1]))
        byes += [Bye(number, found.bye.entrant, "pab")] if found.bye else []
    whole = with_missed(Event(many, len(rounds), games, byes), len(rounds))

    own = figures(whole)
    known = records(ranks, whole.games, whole.byes, rounds=len(rounds))
    assert {who: 2 * keys["PTS"] for who, keys in own.items()} == {who: record.score for who, record in known.items()}
    assert records(ranks, games, byes, rounds=len(rounds)) == known
    assert sorted(who for place in order(whole) for who in place.rows) == sorted(ranks)


def ways(entrants):
    """All ways to pair an even number."""
    if not entrants:
        yield []
        return
    first, *rest = entrants
    for other in rest:
        for way in ways([one for one in rest if one != other]):
            yield [(first, other), *way]


def again(way):
    return sum(one.met.get(other.entrant, 0) for one, other in way)


@given(events())
def test_everybody_who_is_there_plays_once_or_has_the_bye(event):
    for now, found in rounds_of(event):
        paired = [who for match in found.matches for who in (match.home, match.away)]
        paired += [found.bye.entrant] if found.bye else []
        assert sorted(paired) == [record.entrant for record in now]
        assert (found.bye is not None) == bool(len(now) % 2)


@given(events(rounds=9))
def test_nobody_has_a_second_bye_before_all_who_are_there_have_one(event):
    for now, found in rounds_of(event):
        if found.bye:
            assert found.bye.byes == min(record.byes for record in now)


@given(events(most=8, rounds=9))
def test_nobody_meets_again_while_there_is_another_way(event):
    for now, found in rounds_of(event):
        fewest = min(record.byes for record in now)
        takers = [record for record in now if record.byes == fewest] if len(now) % 2 else [None]
        least = min(again(way) for taker in takers for way in ways([one for one in now if one is not taker]))
        assert sum(match.reasons.met for match in found.matches) == least


@given(events(most=8))
def test_the_bye_goes_to_the_lowest_without_whom_the_others_meet_for_the_first_time(event):
    for now, found in rounds_of(event):
        if found.bye is None:
            continue
        in_order = sorted(now, key=lambda record: (record.score, -record.rank))
        takers = [record for record in in_order if record.byes == found.bye.byes]
        least = [min(again(way) for way in ways([one for one in now if one is not taker])) for taker in takers]
        assert found.bye.entrant == takers[least.index(min(least))].entrant
        below = [record.entrant for record in in_order].index(found.bye.entrant)
        assert len(found.bye.had_more) + len(found.bye.needed) == below


def cost_of(one, other, ideal):
    """The shared specification's cost of a pair, once more."""
    gap = abs(one.score - other.score)
    floats = gap and (one.floated == DOWN) + (other.floated == UP)
    at_home = (abs(one.balance + 1) + abs(other.balance - 1), (one.balance + 1) ** 2 + (other.balance - 1) ** 2)
    away = (abs(one.balance - 1) + abs(other.balance + 1), (one.balance - 1) ** 2 + (other.balance + 1) ** 2)
    home = min(at_home, away, key=lambda way: way[1])[0]
    return 10**6 * gap**2 + 10**4 * floats + 10**2 * home + ideal


@given(events(most=8))
def test_no_other_way_costs_less(event):
    for now, found in rounds_of(event):
        sits_out = found.bye.entrant if found.bye else None
        ranked = sorted((one for one in now if one.entrant != sits_out), key=lambda one: (-one.score, one.rank))
        ideal = {}
        for score in {record.score for record in ranked}:
            places = [place for place, record in enumerate(ranked) if record.score == score]
            half = len(places) // 2
            ideal |= {place: place + (half if nth < half else -half) for nth, place in enumerate(places)}

        def told(way, ranked=ranked, ideal=ideal):
            pairs = [(ranked[one], ranked[other]) for one, other in way]
            return again(pairs), sum(cost_of(ranked[one], ranked[other], abs(other - ideal[one])) for one, other in way)

        place = {record.entrant: nth for nth, record in enumerate(ranked)}
        drawn = [tuple(sorted((place[match.home], place[match.away]))) for match in found.matches]
        assert told(drawn) == min(told(way) for way in ways(range(len(ranked))))


@given(events(), st.integers(0, 9))
def test_the_same_entry_gives_the_same_draw(event, seed):
    for now, _found in rounds_of(event):
        mixed = list(now)
        Random(seed).shuffle(mixed)
        assert draw(Entry(records=mixed, seed=seed)) == draw(Entry(records=now, seed=seed))


@given(events())
def test_the_reasons_are_those_of_the_records(event):
    for now, found in rounds_of(event):
        by_entrant = {record.entrant: record for record in now}
        groups = [match.reasons.group for match in found.matches]
        assert groups == sorted(groups, reverse=True)
        for match in found.matches:
            home, away, why = by_entrant[match.home], by_entrant[match.away], match.reasons
            assert why.scores == (home.score, away.score)
            assert why.group == max(why.scores)
            assert why.floats == (
                (UP, DOWN) if home.score < away.score else (DOWN, UP) if why.group > away.score else (0, 0)
            )
            assert why.met == home.met.get(match.away, 0)
            assert why.balance == (home.balance + 1, away.balance - 1)
            assert home.balance <= away.balance
            assert (why.home_by == "balance") == (home.balance < away.balance)


@given(st.integers(2, 40), st.sets(st.frozensets(st.integers(1, 40), min_size=2, max_size=2), max_size=30))
def test_who_is_to_stay_apart_never_meets(many, apart):
    ranks = {who: who for who in range(1, many + 1)}
    entry = Entry(records=list(records(ranks, [], rounds=0).values()), seed=1, apart=apart)
    try:
        found = draw(entry)
    except Unpairable:
        with pytest.raises(Unpairable) as nobody:
            draw(entry)
        assert many % 2 < len(nobody.value.left) <= many
        return
    assert not {frozenset((match.home, match.away)) for match in found.matches} & apart


def test_as_few_meet_again_as_can_be_whatever_else_it_costs():
    met = {1: {2: 2, 3: 1}, 2: {1: 2}, 3: {1: 1}, 4: {}}
    known = [Record(entrant=who, rank=who, score=20 * (who < 3), met=others) for who, others in met.items()]

    found = draw(Entry(records=known, seed=1, apart=[frozenset((1, 4)), frozenset((2, 3))]))

    assert [{match.home, match.away} for match in found.matches] == [{1, 3}, {2, 4}]


def test_where_nobody_else_can_sit_out_the_bye_goes_to_who_has_had_the_fewer():
    known = [Record(entrant=who, rank=who, byes=byes) for who, byes in ((1, 1), (2, 0), (3, 2))]

    found = draw(Entry(records=known, seed=1, apart=[frozenset((1, 3))]))

    assert found.bye == SitsOut(1, 1, had_more=(3,), needed=(2,))


def test_who_was_away_when_it_last_differed_is_at_home():
    homes = {1: (False, True, True, False), 2: (True, False, True, False)}
    known = [Record(entrant=who, rank=who, homes=homes[who]) for who in homes]

    (match,) = draw(Entry(records=known, seed=1)).matches

    assert (match.home, match.reasons.home_by) == (2, "turns")


@pytest.mark.parametrize("down", [1, 2, 3])
@pytest.mark.parametrize("up", [4, 5, 6])
def test_nobody_floats_the_same_way_two_rounds_running_where_another_can(down, up):
    floated = {down: DOWN, up: UP}
    now = [
        Record(entrant=who, rank=who, score=2 if who <= 3 else 0, floated=floated.get(who, LEVEL))
        for who in range(1, 7)
    ]

    found = draw(Entry(records=now, seed=1))

    (float_,) = (match for match in found.matches if match.reasons.floats != (LEVEL, LEVEL))
    assert not {down, up} & {float_.home, float_.away}
    assert float_.reasons.again == (False, False)


def test_a_float_that_has_to_be_two_rounds_running_is_told():
    now = [Record(entrant=1, rank=1, score=2, floated=DOWN), Record(entrant=2, rank=2, floated=UP)]

    (match,) = draw(Entry(records=now, seed=1)).matches

    assert match.reasons.again == (True, True)


def test_a_field_that_can_not_be_paired_says_who_is_left():
    apart = [frozenset(pair) for pair in combinations(range(1, 5), 2)]
    known = records({who: who for who in range(1, 7)}, [], rounds=0)

    with pytest.raises(Unpairable) as nobody:
        draw(Entry(records=list(known.values()), seed=1, apart=apart))

    assert len(nobody.value.left) == 2
    assert set(nobody.value.left) <= {1, 2, 3, 4}


def test_the_first_round_is_the_upper_half_against_the_lower():
    known = list(records({who: who for who in range(1, 10)}, [], rounds=0).values())

    found = draw(Entry(records=known, seed=3))

    assert [{match.home, match.away} for match in found.matches] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert found.bye.entrant == 9
    assert [match.home < match.away for match in found.matches] in ([True, False] * 2, [False, True] * 2)


def test_a_first_round_by_chance_follows_its_seed():
    known = list(records({who: who for who in range(1, 21)}, [], rounds=0).values())
    drawn = {seed: draw(Entry(records=known, seed=seed, first="random")).matches for seed in (1, 1, 2, 3)}

    assert len({frozenset(frozenset((one.home, one.away)) for one in found) for found in drawn.values()}) == 3


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 1), (3, 2), (4, 3), (5, 4), (8, 5), (9, 6), (16, 6), (17, 7), (1000, 12)]
)
def test_how_many_rounds_there_are_if_nobody_says(entrants, rounds):
    assert default_rounds(entrants) == rounds


def test_one_entrant_makes_no_tournament():
    with pytest.raises(ValueError, match="two entrants"):
        default_rounds(1)
    assert draw(Entry(records=[Record(entrant=1, rank=1)], seed=1)).bye.entrant == 1
    assert draw(Entry(records=[], seed=1)).matches == ()


def test_nobody_has_two_records():
    with pytest.raises(ValueError, match="two records"):
        draw(Entry(records=[Record(entrant=1, rank=1), Record(entrant=1, rank=2)], seed=1))


def test_a_record_counts_what_was_and_what_was_missed():
    games = [
        Game(1, 1, 2, Fraction(1), Fraction(0)),
        Game(2, 3, 1, HALF, HALF),
        Game(3, 2, 3, Fraction(0), Fraction(1), forfeited=True),
    ]
    byes = [Bye(1, 3, "pab"), Bye(3, 1, "half")]

    found = records({1: 1, 2: 2, 3: 3}, games, byes, rounds=3)

    assert found[1] == Record(entrant=1, rank=1, score=4, met={2: 1, 3: 1}, homes=(True, False), floated=DOWN)
    assert found[2] == Record(entrant=2, rank=2, met={1: 1}, homes=(False,), floated=DOWN)
    assert found[3] == Record(entrant=3, rank=3, score=5, met={1: 1}, homes=(True,), floated=DOWN, byes=2)
    after_two = records({1: 1, 2: 2, 3: 3}, games[:2], byes[:1], rounds=2)
    assert [after_two[who].floated for who in (1, 2, 3)] == [LEVEL, DOWN, LEVEL]


def test_a_round_that_has_not_been_is_refused():
    with pytest.raises(ValueError, match="round 2"):
        records({1: 1, 2: 2}, [Game(2, 1, 2, HALF, HALF)], rounds=1)


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=60), st.integers(1, 500), st.integers(0, 9))
def test_weights_keep_the_order_of_costs_and_stay_below_the_limit(costs, pairs, seed):
    found = weights(costs, pairs, Random(seed))

    assert pairs * max(found) < LIMIT
    assert min(found) > 0
    by_cost = sorted(zip(costs, found, strict=True))
    for (cost, weight), (more, less) in pairwise(by_cost):
        assert cost == more or weight > less
    assert len(set(found)) == len(found)


def test_costs_that_can_not_be_told_apart_are_refused():
    with pytest.raises(ValueError, match="too far apart"):
        weights([0, 10**18], 100, Random(1))
    with pytest.raises(ValueError, match="less than nothing"):
        weights([-1], 1, Random(1))


def test_costs_that_leave_little_room_for_chance_keep_their_order():
    assert weights([2**62 - 2, 0, 0], 1, Random(1)) == [2, 2**63 - 2, 2**63 - 2]  # no room: nothing is by chance
    top = LIMIT // 8  # here is room for six lots, below a unit of seven
    costs = [0, 0, 1, top - 1] * 9
    lots = [(top - cost) * 7 - weight for cost, weight in zip(costs, weights(costs, 1, Random(1)), strict=True)]
    assert set(lots) == {0, 1, 2, 3, 4, 5}


@given(st.integers(2, 7), st.data())
def test_of_equal_ways_one_is_the_only_one_that_is_cheapest(many, data):
    edges = data.draw(st.lists(st.sampled_from(list(combinations(range(many), 2))), unique=True, min_size=1))
    seed = data.draw(st.integers(0, 99))

    found = cheapest(many, edges, [1] * len(edges), Random(seed))

    mixed = data.draw(st.permutations(range(len(edges))))
    of = weights([1] * len(edges), many // 2, Random(seed))
    by_edge = dict(zip(edges, of, strict=True))
    assert len({one for pair in found for one in pair}) == 2 * len(found)
    best = max(
        sum(by_edge[pair] for pair in pairs)
        for pairs in combinations([edges[nth] for nth in mixed], len(found))
        if len({one for pair in pairs for one in pair}) == 2 * len(found)
    )
    assert sum(by_edge[pair] for pair in found) == best


def test_who_sits_out_is_the_first_who_can():
    line = [(0, 1), (1, 2), (2, 3), (3, 4)]

    assert sitting_out(5, line, [0] * 4, [3, 1]) is None
    assert sitting_out(5, line, [0] * 4, [3, 2, 0]) == 2
    assert sitting_out(5, line, [0, 1, 0, 0], [0, 2, 4]) == 2


def test_a_large_field_is_thinned_and_still_nobody_floats_who_need_not():
    many, games = 501, []
    ranks = {who: who for who in range(1, many + 1)}
    for number in range(1, 6):
        known = list(records(ranks, games, rounds=number - 1).values())
        found = draw(Entry(records=known, seed=number))
        assert found.is_thinned
        assert not any(match.reasons.met for match in found.matches)
        games += [replace(game, forfeited=False) for game in played(found, number, Random(number))]
    floats = sum(match.reasons.floats[0] != LEVEL for match in found.matches)
    assert floats <= len({record.score for record in known})


def test_where_those_who_are_near_are_not_enough_everybody_is_looked_at():
    many, top, bottom = 402, range(1, 61), range(343, 403)
    known = list(records({who: who for who in range(1, many + 1)}, [], rounds=0).values())
    apart = [frozenset((one, other)) for one in bottom for other in range(61, one)]

    found = draw(Entry(records=known, seed=1, apart=apart))

    assert not found.is_thinned
    assert len(found.matches) == many // 2
    against = {
        who for match in found.matches for who in (match.home, match.away) if {match.home, match.away} & {*bottom}
    }
    assert against == {*top, *bottom}


def test_in_a_large_field_who_may_meet_one_alone_meets_that_one():
    known = list(records({who: who for who in range(1, 403)}, [], rounds=0).values())

    found = draw(Entry(records=known, seed=1, apart=[frozenset((1, other)) for other in range(2, 402)]))

    assert found.is_thinned
    assert len(found.matches) == 201
    assert [{match.home, match.away} for match in found.matches if 1 in (match.home, match.away)] == [{1, 402}]


def test_who_comes_late_has_missed_what_was_before():
    assert late(7, 1, has_half=True) == late(7, 1, has_half=False) == []
    assert late(7, 3, has_half=False) == [Bye(1, 7, "zero"), Bye(2, 7, "zero")]
    assert late(7, 3, has_half=True) == [Bye(1, 7, "zero"), Bye(2, 7, "half")]


@given(events(), st.integers(0, 9))
def test_the_facts_of_an_entry_are_all_that_it_depends_on(event, seed):
    for now, _found in rounds_of(event):
        entry = Entry(records=now, seed=seed, apart=[frozenset((2, 1)), frozenset((1, 3))])
        told = json.dumps(facts(entry))
        same = replace(entry, records=now[::-1], apart=entry.apart[::-1])
        assert json.dumps(facts(same)) == told
        others = [replace(entry, seed=seed + 1), replace(entry, apart=[]), replace(entry, first="random")]
        others.append(replace(entry, fixed=[(1, 2)]))
        others += [
            replace(entry, records=[replace(now[0], **{name: value}), *now[1:]])
            for name, value in (
                ("rank", 99),
                ("score", 99),
                ("met", {99: 1}),
                ("homes", (True,) * 9),
                ("floated", 2),
                ("byes", 99),
            )
        ]
        assert told not in {json.dumps(facts(other)) for other in others}


@given(events(), st.integers(0, 9))
def test_what_was_set_by_hand_stays_and_the_others_are_paired_as_if_those_were_away(event, seed):
    for now, found in rounds_of(event):
        hand = [(match.away, match.home) for match in found.matches][: seed % 3]
        rest = [record for record in now if record.entrant not in {who for match in hand for who in match}]

        found_again = draw(Entry(records=now, seed=seed, fixed=hand))

        set_by_hand = [match for match in found_again.matches if match.reasons.home_by == "hand"]
        assert sorted((match.home, match.away) for match in set_by_hand) == sorted(hand)
        of_rest = draw(Entry(records=rest, seed=seed))
        pairs = {frozenset((match.home, match.away)) for match in found_again.matches} - {
            frozenset(match) for match in hand
        }
        assert pairs == {frozenset((match.home, match.away)) for match in of_rest.matches}
        assert found_again.bye == of_rest.bye
        groups = [match.reasons.group for match in found_again.matches]
        assert groups == sorted(groups, reverse=True)


@pytest.mark.parametrize("fixed", [[(1, 2), (2, 3)], [(1, 1)], [(1, 9)]])
def test_nobody_is_set_twice_or_without_being_there(fixed):
    known = list(records({who: who for who in range(1, 5)}, [], rounds=0).values())

    with pytest.raises(ValueError, match="was set"):
        draw(Entry(records=known, seed=1, fixed=fixed))


def test_a_thousand_are_paired_in_no_time():
    known = list(records({who: who for who in range(1, 1001)}, [], rounds=0).values())
    started = time.process_time()

    found = draw(Entry(records=known, seed=1))

    assert len(found.matches) == 500
    assert time.process_time() - started < 5  # the bench has the figure; this is ten times the aim


def mates_in(found, clubs):
    return [match for match in found.matches if clubs.get(match.home, match.home) == clubs.get(match.away, match.away)]


def gaps_in(found):
    return sum((match.reasons.scores[0] - match.reasons.scores[1]) ** 2 for match in found.matches)


@given(events(most=8), st.lists(st.sampled_from("abc"), min_size=8, max_size=8), st.integers(0, 9))
def test_clubs_are_kept_apart_as_far_as_that_costs_no_difference_in_score(event, words, seed):
    clubs = dict(enumerate(words, 1))
    for now, without in rounds_of(event):
        found = draw(Entry(records=now, seed=seed, clubs=clubs))
        assert (found.bye and found.bye.entrant) == (without.bye and without.bye.entrant)
        assert sum(match.reasons.met for match in found.matches) == sum(match.reasons.met for match in without.matches)
        if any(match.reasons.met for match in found.matches):
            continue
        assert gaps_in(found) == gaps_in(without)
        sits_out = found.bye.entrant if found.bye else None
        free = [one for one in now if one.entrant != sits_out]
        same = [way for way in ways(free) if not again(way) and gap_of(way) == gaps_in(found)]
        assert len(mates_in(found, clubs)) == min(len([two for two in way if len(of(two, clubs)) == 1]) for way in same)


def gap_of(way):
    return sum((one.score - other.score) ** 2 for one, other in way)


def of(two, clubs):
    return {clubs[record.entrant] for record in two}


def test_thirty_pairs_of_one_club_make_no_difference_in_score():
    """In a ring of sixty who can meet their neighbours alone, either each meets their one club mate, or two matches are
    between the half that is ahead and the other one."""
    ring, clubs = range(60), {who: str(who // 2) for who in range(60)}
    next_to = {frozenset((who, (who + 1) % 60)) for who in ring}
    apart = [pair for pair in map(frozenset, combinations(ring, 2)) if pair not in next_to]
    counts = Counts(given={0: dict.fromkeys(range(30), 1)})
    ahead = list(records({who: who for who in ring}, [], rounds=0, counts=counts).values())
    found = draw(Entry(records=ahead, seed=1, apart=apart, clubs=clubs))
    assert (gaps_in(found), len(mates_in(found, clubs))) == (0, 30)
    level = list(records({who: who for who in ring}, [], rounds=0).values())
    assert not mates_in(draw(Entry(records=level, seed=1, apart=apart, clubs=clubs)), clubs)


def test_those_of_one_club_who_never_meet_do_where_nothing_else_is_left():
    known = list(records({who: who for who in range(1, 7)}, [], rounds=0).values())
    clubs = {1: "a", 2: "a", 3: "a", 4: "a", 5: "b"}
    found = draw(Entry(records=known, seed=1, clubs=clubs, clubs_rule="hard"))
    assert found.fell_back
    assert len(mates_in(found, clubs)) == 1
    few = draw(Entry(records=known, seed=1, clubs={1: "a", 4: "a"}, clubs_rule="hard"))
    assert not few.fell_back
    assert {match.reasons.off for match in few.matches} != {0}  # the ideal ones would be 1 and 4
    games = [Game(1, one, other, Fraction(1), Fraction(0)) for one, other in ((1, 3), (2, 4))]
    games += [Game(2, one, other, HALF, HALF) for one, other in ((1, 4), (2, 3))]
    four = list(records({who: who for who in range(1, 5)}, games, rounds=2).values())
    rather = draw(Entry(records=four, seed=1, clubs={1: "a", 2: "a", 3: "b", 4: "b"}, clubs_rule="hard"))
    assert [match.reasons.met for match in rather.matches] == [1, 1]  # again, before two of one club
    soft = draw(Entry(records=four, seed=1, clubs={1: "a", 2: "a", 3: "b", 4: "b"}))
    assert [match.reasons.met for match in soft.matches] == [0, 0]


def test_in_a_large_field_with_a_large_club_there_is_somebody_else_to_meet():
    many = 600
    known = list(records({who: who for who in range(1, many + 1)}, [], rounds=0).values())
    clubs = {who: "large" for who in range(1, many + 1) if who % 100 > 50 or who % 2}
    clubs |= {who: str(who) for who in range(1, many + 1) if who not in clubs}
    found = draw(Entry(records=known, seed=1, clubs=clubs))
    members = sum(club == "large" for club in clubs.values())
    assert found.is_thinned
    assert len(mates_in(found, clubs)) == members - many // 2
