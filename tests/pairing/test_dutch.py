"""Swiss rounds by FIDE's Dutch system: the library reads our events as they were."""

import json
import sys
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing import dutch
from scorekeeper.pairing.keys import HALF, Bye, Game
from scorekeeper.pairing.records import Counts, records
from scorekeeper.pairing.swiss import Unpairable

pytest.importorskip("py4swiss", reason="not made for this processor")


def entry(many, **more):
    return dutch.Entry(
        **{
            "ranks": {who: who for who in range(1, many + 1)},
            "there": range(1, many + 1),
            "rounds": 0,
            "planned": 5,
            "seed": 1,
            **more,
        }
    )


@st.composite
def events(draw_from):
    many = draw_from(st.integers(1, 24))
    there = st.sets(st.integers(1, many), min_size=1) | st.just(set(range(1, many + 1)))
    return many, draw_from(st.lists(st.tuples(there, st.integers(0, 99)), min_size=1, max_size=5))


@given(events())
def test_everybody_plays_once_nobody_again_and_nobody_has_a_second_bye(event):
    many, rounds = event
    games, byes = [], []
    for number, (there, seed) in enumerate(rounds, 1):
        now = entry(many, there=there, games=games, byes=byes, rounds=number - 1, planned=len(rounds), seed=seed)
        known = records(now.ranks, games, byes, rounds=number - 1)
        try:
            found = dutch.draw(now)
        except Unpairable:
            return
        assert dutch.draw(now) == found
        paired = [who for match in found.matches for who in (match.home, match.away)]
        assert sorted([*paired, *([found.bye.entrant] if found.bye else [])]) == sorted(there)
        assert not found.bye or known[found.bye.entrant].byes == 0
        chance = Random(seed)
        for match in found.matches:
            why, home, away = match.reasons, known[match.home], known[match.away]
            assert match.away not in home.met
            assert why.scores == (home.score, away.score)
            assert why.balance == (home.balance + 1, away.balance - 1)
            points = chance.choice([Fraction(1), HALF, Fraction(0)])
            is_forfeited = chance.random() < 0.1
            points = Fraction(1) if is_forfeited else points
            games.append(Game(number, match.home, match.away, points, 1 - points, is_forfeited))
        byes += [Bye(number, found.bye.entrant, "pab")] if found.bye else []


def test_a_first_round_as_the_handbook_has_it():
    found = dutch.draw(entry(7))

    assert [{match.home, match.away} for match in found.matches] == [{1, 4}, {2, 5}, {3, 6}]
    assert found.bye.entrant == 7
    assert [match.home < match.away for match in found.matches] in ([True, False, True], [False, True, False])
    assert {match.reasons.home_by for match in found.matches} == {"rules"}
    assert found.engine.startswith("py4swiss")
    first_homes = {dutch.draw(entry(7, seed=seed)).matches[0].home for seed in range(9)}
    assert first_homes == {1, 4}


def test_the_second_round_is_that_of_the_scores():
    games = [
        Game(1, 1, 4, Fraction(1), Fraction(0)),
        Game(1, 5, 2, HALF, HALF),
        Game(1, 3, 6, Fraction(0), Fraction(1)),
    ]
    byes = [Bye(1, 7, "half")]

    found = dutch.draw(entry(8, games=games, byes=byes, rounds=1, there=[1, 2, 3, 4, 5, 6, 8]))

    assert [sorted(match.reasons.scores) for match in found.matches] == [[2, 2], [0, 1], [0, 1]]  # 2 and 5 have met
    assert {found.matches[0].home, found.matches[0].away} == {1, 6}
    assert found.bye.entrant == 4  # 8 has already missed a round


def test_pairs_that_are_kept_apart_do_not_meet():
    found = dutch.draw(entry(4, apart=[frozenset((1, 3)), frozenset((9, 1))]))

    assert {frozenset((match.home, match.away)) for match in found.matches} == {frozenset((1, 4)), frozenset((2, 3))}
    with pytest.raises(Unpairable):
        dutch.draw(entry(2, apart=[frozenset((1, 2))]))


def test_those_of_one_club_meet_only_where_nothing_else_is_left():
    apart, together = dutch.draw(entry(4, clubs={1: "a", 3: "a", 2: "b"})), dutch.draw(entry(2, clubs={1: "a", 2: "a"}))

    assert {frozenset((match.home, match.away)) for match in apart.matches} == {frozenset((1, 4)), frozenset((2, 3))}
    assert not apart.fell_back
    assert [{match.home, match.away} for match in together.matches] == [{1, 2}]
    assert together.fell_back


def test_the_facts_of_an_entry_are_all_that_it_depends_on():
    game, bye = Game(1, 1, 2, Fraction(1), Fraction(0)), Bye(1, 3, "pab")
    one = entry(4, games=[game], byes=[bye], rounds=1)
    others = [
        replace(one, games=[replace(game, of_one=HALF, of_other=HALF)]),
        replace(one, games=[replace(game, one=2, other=1)]),
        replace(one, byes=[replace(bye, kind="half")]),
        replace(one, ranks={1: 1, 2: 2, 3: 4, 4: 3}),
        replace(one, there=[1, 2]),
        replace(one, planned=9),
        replace(one, seed=2),
        replace(one, apart=[frozenset((1, 4))]),
        replace(one, rounds=2),
        replace(one, fixed=[(1, 4)]),
        replace(one, fixed=[(4, 1)]),
        replace(one, counts=Counts(bye=1)),
        replace(one, clubs={1: "a"}),
        replace(one, counts=Counts(given={1: {1: -1}})),
    ]

    told = [json.dumps(dutch.facts(any_one)) for any_one in (one, *others)]

    assert len(set(told)) == len(told)
    assert json.dumps(dutch.facts(replace(one, there=[4, 3, 2, 1]))) == told[0]


@given(st.integers(4, 16), st.integers(0, 9), st.data())
def test_matches_set_by_hand_stay_and_the_others_are_paired_as_if_those_were_away(many, seed, data):
    there = list(range(1, many + 1))
    fixed = [tuple(data.draw(st.permutations(there))[:2])]
    found = dutch.draw(entry(many, seed=seed, fixed=fixed))
    rest = dutch.draw(entry(many, seed=seed, there=[who for who in there if who not in fixed[0]]))

    (by_hand,) = [match for match in found.matches if match.reasons.home_by == "hand"]
    assert (by_hand.home, by_hand.away) == fixed[0]
    others = {(match.home, match.away) for match in found.matches if match != by_hand}
    assert others == {(match.home, match.away) for match in rest.matches}
    assert (found.bye and found.bye.entrant) == (rest.bye and rest.bye.entrant)


@pytest.mark.parametrize("fixed", [[(1, 1)], [(1, 9)], [(1, 2), (2, 3)]])
def test_a_match_set_by_hand_is_of_two_who_are_there_once(fixed):
    with pytest.raises(ValueError, match="set"):
        dutch.draw(entry(4, fixed=fixed))


def test_what_counts_is_what_the_plan_pays_and_penalties():
    games = [Game(1, 1, 5, Fraction(1), Fraction(0)), Game(1, 6, 2, Fraction(0), Fraction(1))]
    games += [Game(1, 3, 7, HALF, HALF), Game(1, 8, 4, Fraction(0), Fraction(1))]
    counts = Counts(pay=(6, 2, 0), given={1: {1: -6}})

    found = dutch.draw(entry(8, games=games, rounds=1, counts=counts))

    scores = {who: record.score for who, record in records(entry(8).ranks, games, rounds=1, counts=counts).items()}
    assert {frozenset((match.home, match.away)): match.reasons.scores for match in found.matches} == {
        frozenset((match.home, match.away)): (scores[match.home], scores[match.away]) for match in found.matches
    }
    assert frozenset((2, 4)) in {frozenset((match.home, match.away)) for match in found.matches}  # 1 has nothing left
    assert sorted(found.matches[0].reasons.scores) == [6, 6]


def test_nobody_makes_no_match():
    found = dutch.draw(entry(3, there=[]))

    assert (found.matches, found.bye) == ((), None)


def test_more_than_it_is_for_are_refused():
    with pytest.raises(dutch.NoDutch) as refused:
        dutch.draw(entry(201))
    assert refused.value.reason == "many"


def test_without_the_library_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)

    with pytest.raises(dutch.NoDutch) as refused:
        dutch.draw(entry(4))
    assert refused.value.reason == "missing"


def test_two_hundred_are_paired():
    assert len(dutch.draw(entry(200)).matches) == 100
