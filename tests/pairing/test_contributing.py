"""Why somebody stands where they do: every key can be followed back to the games behind it."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.keys import (
    HALF,
    PAIRS,
    Bye,
    Contribution,
    Event,
    Game,
    Total,
    contributions,
    figures,
    order,
    order_of_totals,
    with_missed,
)
from scorekeeper.pairing.ties import Lot
from tests.pairing.test_keys import TIEBREAKS, event

OF_SWISS = ("PTS", "BH", "BH_C1", "BH_M1", "SB", "WIN", "WON", "PS", "KS", "MP", "SETS", "DIFF", "FOR")
OF_ROUND_ROBIN = ("PTS", "SB", "KS", "WIN", "WON", "PS", "MP", "SETS", "DIFF", "FOR")


@st.composite
def swiss_events(draw):
    """Rounds of any pairing at all, with byes of every kind, forfeits and people who miss rounds."""
    many, rounds = draw(st.integers(2, 7)), draw(st.integers(1, 5))
    games, byes = [], []
    for number in range(1, rounds + 1):
        chance = Random(draw(st.integers(0, 999)))
        people = chance.sample(range(1, many + 1), many)
        while len(people) > 1:
            one, other = people.pop(), people.pop()
            of_one = chance.choice([Fraction(0), HALF, Fraction(1)])
            is_forfeited = chance.random() < 0.2 and of_one != HALF
            sets, scored = (chance.randrange(4), chance.randrange(4)), (chance.randrange(40), chance.randrange(40))
            if chance.random() < 0.8:
                games.append(Game(number, one, other, of_one, 1 - of_one, is_forfeited, sets, scored))
            elif chance.random() < 0.8:
                byes += [Bye(number, who, chance.choice(["half", "zero", "full"])) for who in (one, other)]
        byes += [Bye(number, who, "pab") for who in people]
    pay = draw(st.sampled_from([None, (3, 1, 0), (2, 1, 1)]))
    return with_missed(
        Event(many, rounds, games, byes, draw(st.booleans()), draw(st.sampled_from([2024, 2026])), pay=pay), rounds
    )


@given(swiss_events())
def test_what_the_rounds_brought_adds_up_to_every_key(played):
    found = figures(played)

    for entrant, own in found.items():
        for key in OF_ROUND_ROBIN if played.round_robin else OF_SWISS:
            brought = contributions(played, entrant, key)
            assert sum((one.amount for one in brought if not one.is_cut), Fraction(0)) == own[key]
            assert [one.round for one in brought] == list(range(1, played.rounds + 1))


@given(swiss_events(), st.sets(st.integers(1, 7)))
def test_what_direct_encounter_said_adds_up_too(played, among):
    for place in order(played, ["PTS", "DE"]):
        for told in place.keys_asked:
            for entrant, said in (told.figures or {}).items() if told.name == "DE" else ():
                brought = contributions(played, entrant, "DE", told.figures)
                assert sum((one.amount for one in brought), Fraction(0)) == said
                assert all(set(one.opponents) <= told.figures.keys() for one in brought)


@pytest.mark.parametrize("case", TIEBREAKS, ids=lambda case: case["id"])
def test_the_shared_cases_add_up(case):
    for entrant, expected in case["expected"].items():
        for key in expected.keys() - {"ADJ"}:
            brought = contributions(event(case), int(entrant), key)
            assert float(sum(one.amount for one in brought if not one.is_cut)) == expected[key]


def case_of(name):
    return event(next(case for case in TIEBREAKS if case["id"] == name))


def test_three_who_are_equal_can_be_explained():
    """FIDE's round robin: 1, 2 and 3 have 3.5; 1 beat both, who drew with each other and are equal in the rest."""
    played = case_of("tb-fide-rr")

    first, second = order(played)[:2]

    assert (first.rows, first.decided_by) == ((1,), None)
    assert [(told.name, told.figures) for told in first.keys_asked[1:]] == [("DE", {1: 2, 2: HALF, 3: HALF})]
    assert (second.rows, second.decided_by) == ((2, 3), "DE")
    asked = [(told.name, {who: told.figures[who] for who in (2, 3)}) for told in second.keys_asked]
    assert asked[1:] == [
        ("DE", {2: HALF, 3: HALF}),
        ("DE", {2: HALF, 3: HALF}),
        ("SB", {2: Fraction(25, 4), 3: Fraction(25, 4)}),
        ("WIN", {2: 3, 3: 3}),
    ]
    against = {one.opponents: one.amount for one in contributions(played, 2, "DE", first.keys_asked[1].figures)}
    assert against == {(1,): 0, (3,): HALF}


@pytest.mark.parametrize(
    ("name", "cut"),
    [("tb-fide-swiss5", Fraction(3, 2)), ("tb-fide-swiss5-2026", Fraction(3, 2))],
)
def test_of_a_buchholz_the_round_that_is_cut_is_named(name, cut):
    """Player 9 of FIDE's exercise: two losses, a half bye, a forfeit loss and a bye; one they missed is cut first."""
    brought = contributions(case_of(name), 9, "BH_C1")

    assert [one.kind for one in brought] == ["game", "game", "half", "forfeit", "pab"]
    assert [one.amount for one in brought if one.is_cut] == [cut]
    assert brought[1].amount == 1  # lower, and not cut: it was played


def test_a_game_both_lost_by_not_coming_brings_neither_anything():
    played = Event(3, 3, [
        Game(1, 1, 2, Fraction(0), Fraction(0), forfeited=True),
        Game(2, 1, 3, Fraction(1), Fraction(0)),
        Game(3, 2, 3, Fraction(1), Fraction(0)),
    ], round_robin=True)  # fmt: skip

    assert order(played, ["DE"])[0].keys_asked[0].figures == {1: 1, 2: 1, 3: 0}
    assert contributions(played, 1, "DE", [2]) == [Contribution(1, (2,), "forfeit", Fraction(0), Fraction(0))]


def test_direct_encounter_is_asked_only_of_those_who_have_all_met():
    games = [Game(1, 1, 2, Fraction(1), Fraction(0)), Game(2, 2, 3, Fraction(1), Fraction(0))]
    met = Game(3, 3, 1, Fraction(1), Fraction(0))
    missed = Game(3, 3, 1, Fraction(1), Fraction(0), forfeited=True)

    def said(*more, round_robin=False):
        return order(Event(3, 3, [*games, *more], round_robin=round_robin), ["DE"])[0].keys_asked[0].figures

    assert said() is None
    assert said(met) == {1: 1, 2: 1, 3: 1}
    assert said(missed) is None
    assert said(missed, round_robin=True) == {1: 1, 2: 1, 3: 1}


def test_pairs_that_are_equal_are_told_apart_by_sets_then_points():
    def game(number, one, other, sets, scored):
        won = Fraction(sets[0] > sets[1])
        return Game(number, one, other, won, 1 - won, sets=sets, scored=scored)

    cycle = [
        game(1, 1, 2, (2, 0), (60, 30)), game(2, 2, 3, (2, 0), (60, 31)), game(3, 3, 1, (2, 0), (60, 29)),
        game(4, 4, 1, (0, 2), (9, 60)), game(5, 4, 2, (0, 2), (10, 60)), game(6, 4, 3, (1, 2), (40, 60)),
    ]  # fmt: skip

    found = order(Event(4, 6, cycle), PAIRS)

    assert [(place.rows, place.decided_by) for place in found] == [
        ((1,), None),
        ((2,), "DIFF"),
        ((3,), "SETS"),
        ((4,), "PTS"),
    ]
    assert figures(Event(4, 6, cycle))[3]["FOR"] == 151
    assert [told.name for told in found[0].keys_asked] == ["PTS", "DE", "SETS", "DIFF"]


def test_what_a_win_is_worth_decides_the_order_and_nothing_else():
    games = [
        Game(1, 1, 2, Fraction(1), Fraction(0)),
        Game(2, 1, 3, Fraction(0), Fraction(1)), Game(3, 1, 4, Fraction(0), Fraction(1)),
        Game(1, 3, 4, HALF, HALF), Game(2, 2, 4, HALF, HALF), Game(3, 2, 3, HALF, HALF),
    ]  # fmt: skip
    plain, paid = Event(4, 3, games), Event(4, 3, games, pay=(3, 1, 0))

    assert {who: own["MP"] for who, own in figures(paid).items()} == {1: 3, 2: 2, 3: 5, 4: 5}
    assert [place.rows for place in order(plain, ["PTS"])] == [(3, 4), (1, 2)]
    assert [place.rows for place in order(paid, ["PTS"])] == [(3, 4), (1,), (2,)]
    assert {who: own["BH"] for who, own in figures(paid).items()} == {
        who: own["BH"] for who, own in figures(plain).items()
    }
    absent = Event(2, 2, [Game(1, 1, 2, Fraction(1), Fraction(0), forfeited=True)], [Bye(2, 1, "half")], pay=(3, 1, 1))
    assert {who: own["MP"] for who, own in figures(with_missed(absent, 2)).items()} == {1: 4, 2: 0}


def test_a_lot_counts_for_those_alone_among_whom_it_was_drawn():
    played = case_of("tb-fide-rr")
    lot = Lot((3, 2), 5)

    found = order(played, lots=[lot])

    assert [place.rows for place in found[:3]] == [(1,), *((who,) for who in lot.order())]
    assert found[2].decided_by == "LOT"
    assert order(played, lots=[Lot((1, 2, 3), 5)]) != found
    assert {tuple(Lot((2, 3), seed).order()) for seed in range(9)} == {(2, 3), (3, 2)}


def test_sums_are_ordered_by_points_then_won_then_lost():
    totals = {1: Total(900, 9, 2), 2: Total(900, 9, 1), 3: Total(900, 10, 5), 4: Total(901), 5: Total(900, 9, 1)}

    found = order_of_totals(totals)

    assert [(place.rows, place.decided_by) for place in found] == [
        ((4,), None), ((3,), "POINTS"), ((2, 5), "WON"), ((1,), "LOST")
    ]  # fmt: skip
    assert {place.rows for place in order_of_totals(totals, [Lot((5, 2), 1)])} == {(4,), (3,), (2,), (5,), (1,)}
