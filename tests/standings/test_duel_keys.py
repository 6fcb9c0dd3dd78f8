"""Games between two sides as plain values: which sheets are one, what each game asks, what each brought."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from games import all_games
from scorekeeper.pairing.keys import HALF, Term
from scorekeeper.standings.counting import Brought, Counts, table_of
from scorekeeper.standings.ranking import KEYS, OF_DUELS, Met, Sheet, duel_figures, games_of, sides_of, ties_of

FIRST, SECOND, THIRD = (UUID(int=number) for number in (1, 2, 3))


def deal(source, one, other, *, dropped=()):
    """A sheet of svoi kozyri: {name: points} of two."""
    return Sheet(source, "svoi_kozyri", {name: (points, {}) for name, points in (one, other)}, dropped)


def match(won, lost, tentos):
    """A match of truco in two games: who has won it, who has lost it, and the tentos of both sides."""
    took = {name: (3, {"won": 1, "games_won": 2, "tentos": tentos[0]}) for name in won}
    took |= {name: (0, {"lost": 1, "games_lost": 2, "tentos": tentos[1]}) for name in lost}
    return Sheet(None, "truco", took)


def test_a_season_can_ask_what_all_of_its_games_know():
    plays = all_games()

    assert ties_of([plays["truco"]]) == OF_DUELS
    assert ties_of([plays["truco"], plays["svoi_kozyri"]]) == ties_of([plays["svoi_kozyri"]]) == tuple(KEYS)
    assert ties_of([plays["truco"], plays["skat"]]) == ties_of([]) == ()


def test_three_at_a_table_an_undecided_match_and_an_old_list_are_no_game():
    three = Sheet(None, "svoi_kozyri", {"a": (2, {}), "b": (2, {}), "c": (0, {})})
    undecided = Sheet(None, "truco", {"a": (3, {"tentos": 5}), "b": (0, {"tentos": 3})})
    old = Sheet(uuid5(NAMESPACE_URL, "old"), "svoi_kozyri", {"a": (2, {}), "b": (0, {})})
    two = Sheet(uuid4(), "svoi_kozyri", {"a": (2, {}), "b": (0, {})})

    assert [len(sides_of(sheet)) for sheet in (three, undecided, old, two)] == [0, 0, 0, 2]


def test_a_sheet_that_is_dropped_is_no_game_of_the_one_it_is_dropped_of():
    def result(points, number):
        day = date(2026, 1, number)
        return Brought(points, {"hands": 1}, UUID(int=number), day, game="svoi_kozyri")

    held = {
        "a": [result(2, 1), result(0, 2)],
        "b": [result(0, 1), result(2, 3)],
        "c": [result(2, 2), result(0, 3)],
    }
    counts = Counts(tie_breaks=("buchholz", "duels_won"))
    ties = [(name, 1) for name in counts.tie_breaks]

    whole, best = (table_of(held, {}, one, ties).accounts for one in (counts, replace(counts, best=1)))

    assert {p: one.figures["buchholz"] for p, one in whole.items()} == {"a": 2, "b": 2, "c": 2}
    # Each keeps the game that was won: one opponent each, who has one point of the one that counts.
    assert {p: one.figures["buchholz"] for p, one in best.items()} == {"a": 1, "b": 1, "c": 1}
    assert {p: one.figures["duels_won"] for p, one in best.items()} == {"a": 1, "b": 1, "c": 1}


def test_a_deal_is_won_or_lost_by_its_points_or_a_half_each():
    assert sides_of(deal(FIRST, ("a", 2), ("b", 0))) == [(("a",), ("b",), 1), (("b",), ("a",), 0)]
    assert sides_of(deal(FIRST, ("a", 1), ("b", 1))) == [(("a",), ("b",), HALF), (("b",), ("a",), HALF)]


def test_a_match_is_won_by_a_side_and_the_points_of_neither_count():
    won = match("ab", "cd", (24, 20))

    assert sides_of(won) == [(("a", "b"), ("c", "d"), 1), (("c", "d"), ("a", "b"), 0)]
    assert sides_of(Sheet(None, "skat", {"a": (5, {}), "b": (0, {})})) == []


def test_differences_count_what_a_side_took_less_what_the_other_did():
    """Dirk came in the second match for Cora, so that their side has 15 tentos each on average in it."""
    played = [match("ab", "cd", (24, 20)), match("ab", "cd", (24, 10)), deal(FIRST, ("a", 2), ("b", 0))]
    played.append(Sheet(None, "skat", {"a": (90, {"won": 1}), "b": (0, {})}))
    changed = {**played[1].took, "c": (0, {"lost": 1, "games_lost": 2, "tentos": 20})}
    played[1] = replace(played[1], took=changed, dropped=["b"])

    found = duel_figures("abcd", played, ("game_difference", "point_difference"))

    assert found == {
        "a": {"game_difference": 4, "point_difference": 4 + 24 - 15},
        "b": {"game_difference": 2, "point_difference": 4},
        "c": {"game_difference": -4, "point_difference": -4 - 4},
        "d": {"game_difference": -4, "point_difference": -4 - 14},
    }


def test_every_game_of_somebody_says_what_it_brought_to_each_key():
    """Anna beats Bert and draws with Cora, who has beaten Bert; Anna's third game, against Bert, does not count for
    her."""
    played = [
        deal(FIRST, ("anna", 2), ("bert", 0)),
        deal(SECOND, ("cora", 2), ("bert", 0)),
        deal(THIRD, ("cora", 1), ("anna", 1)),
        deal(uuid4(), ("anna", 0), ("bert", 2), dropped=["anna"]),
    ]

    found = games_of("anna", ["anna", "bert", "cora"], played, ("buchholz_cut", "sonneborn_berger"))

    assert found == [
        Met(
            FIRST,
            ("bert",),
            Fraction(1),
            Fraction(1),
            {"buchholz_cut": Term(Fraction(1), is_cut=True), "sonneborn_berger": Term(Fraction(1))},
        ),
        Met(
            THIRD,
            ("cora",),
            HALF,
            Fraction(3, 2),
            {"buchholz_cut": Term(Fraction(3, 2)), "sonneborn_berger": Term(Fraction(3, 4))},
        ),
    ]
