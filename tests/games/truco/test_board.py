"""What the screen shows of a game: points as strokes, who deals, the ladder with every ending."""

from urllib.parse import parse_qsl

import pytest

from games.truco.guide import tally
from games.truco.refusals import rung_name
from tests.games.truco.table import (
    ARGENTINE,
    COPAG,
    MINEIRO,
    PAULISTA,
    RULES,
    TRUCO,
    at,
    call,
    full,
    judge,
    quick,
    refused,
    say,
)


def guide(draft=None, rules=MINEIRO, table=None):
    return TRUCO.guide(draft or {}, rules, table or at(rules=rules))


def ends(found, rung=0):
    """(how, side): points and what follows, or why not."""
    return {
        (end.how, end.side): str(end.reason) if end.reason else (end.points, str(end.then))
        for end in found.rungs[rung].ends
    }


@pytest.mark.parametrize(
    ("points", "target", "strokes"),
    [
        (0, 12, (((0, 5), (0, 5), (0, 2)),)),
        (6, 12, (((5, 5), (1, 5), (0, 2)),)),
        (12, 12, (((5, 5), (5, 5), (2, 2)),)),
        (15, 15, (((5, 5), (5, 5), (5, 5)),)),
        (17, 30, (((5, 5), (5, 5), (5, 5)), ((2, 5), (0, 5), (0, 5)))),
        (13, 24, (((5, 5), (5, 5), (2, 2)), ((1, 5), (0, 5), (0, 2)))),
        (10, 61, ()),
    ],
)
def test_points_are_strokes_by_fives_and_halves(points, target, strokes):
    assert tally(points, target) == strokes


def test_board_says_score_games_and_who_deals():
    found = guide(table=at((8, 10), dealer=3, games=(1, 0), number=2)).board

    assert (found.score, found.missing, found.games, found.number) == ((8, 10), (4, 2), (1, 0), 2)
    assert (found.dealer, found.leads) == (3, 0)
    assert guide({"dealer": 1}).board.leads == 2
    assert guide({"dealer": 9}).board.dealer == 0
    assert guide({"dealer": True}).board.dealer == 0


def test_each_rung_has_who_won_and_who_ran():
    found = guide(table=at((8, 6)))

    assert [(rung.value, str(rung.name)) for rung in found.rungs] == [
        (2, "plain"),
        (4, "truco"),
        (6, "seis"),
        (10, "dez"),
        (12, "doze"),
    ]
    assert ends(found, 1) == {
        ("played", "A"): (4, "12–6 and the game"),
        ("played", "B"): (4, "8–10, then hand of ten"),
        ("ran", "A"): (4, "12–6 and the game"),
        ("ran", "B"): (4, "8–10, then hand of ten"),
    }
    assert str(found.rungs[1].refused) == "seis"
    assert found.rungs[4].refused is None
    assert ends(found, 4)["ran", "A"].startswith("Nobody can ask for more than 12")


def test_every_ending_that_is_possible_is_an_entry_that_stands():
    tables = [(rules, at(score, rules)) for rules in RULES.values() for score in ((0, 0), (11, 3), (11, 11))]
    for rules, table in tables:
        found = guide(rules=rules, table=table)
        for end in (*(end for rung in found.rungs for end in rung.ends), *([found.nobody] if found.nobody else [])):
            if end.reason is None:
                data = {name: int(text) if text.isdigit() else text for name, text in parse_qsl(end.fields)}
                outcome = judge(data, rules, table)
                assert outcome.detail.winner == end.side
                assert sum(outcome.detail.points) == end.points


def test_hand_of_ten_is_played_or_declined():
    found = guide(table=at((4, 10)))

    assert len(found.rungs) == 1
    assert ends(found) == {
        ("played", "A"): (4, "8–10, then hand of ten"),
        ("played", "B"): (4, "4–14 and the game"),
        ("declined", "A"): (2, "6–10, then hand of ten"),
    }
    assert str(found.no_raise) == "Nobody raises in a hand that one side may decline."


def test_iron_hand_brings_the_game_and_may_bring_the_match():
    assert ends(guide(table=at((10, 10)))) == {
        ("played", "A"): (2, "12–10 and the game"),
        ("played", "B"): (2, "10–12 and the game"),
    }
    assert ends(guide(table=at((10, 10), games=(1, 0))))["played", "A"] == (2, "12–10 and the match")
    assert ends(guide(table=at((8, 8))), 0)["played", "A"] == (2, "10–8, then hand of ten")
    assert ends(guide(table=at((10, 8))))["played", "B"] == (4, "10–12 and the game")
    assert ends(guide(table=at((10, 6))))["played", "B"] == (4, "10–10, then iron hand")
    assert ends(guide(rules=PAULISTA, table=at((8, 8), PAULISTA)), 1)["played", "A"] == (3, "11–8, then hand of eleven")


def test_nobody_is_offered_where_the_rules_know_it():
    assert guide().nobody is None
    assert parse_qsl(guide(rules=COPAG).nobody.fields) == [("kind", "quick"), ("how", "nobody")]
    assert guide({"how": "nobody"}, COPAG).nobody.chosen


def test_what_the_entry_says_is_marked():
    found = guide(quick("B", 4, "ran"))

    marked = [(rung.value, end.how, end.side) for rung in found.rungs for end in rung.ends if end.chosen]
    assert marked == [(4, "ran", "B")]


def test_ladder_of_a_full_entry_says_who_may_raise():
    def marks(*events):
        return [(rung.value, rung.mark, rung.sides) for rung in guide(full(*events)).rungs if rung.mark]

    assert marks() == [(2, "now", ()), (4, "next", ("A", "B"))]
    assert marks(call("A")) == [(2, "now", ()), (4, "asked", ()), (6, "next", ("B",))]
    assert marks(call("A"), say("accept", "B")) == [(4, "now", ()), (6, "next", ("B",))]
    assert marks(call("A"), call("B")) == [(4, "now", ()), (6, "asked", ()), (10, "next", ("A",))]


@pytest.mark.parametrize(
    ("rules", "called"),
    [
        (ARGENTINE, ["plain", "truco", "retruco", "vale cuatro"]),
        (RULES["mineiro_oito"], ["plain", "truco", "oito", "dez", "doze"]),
        (RULES["venezolano24"], ["plain", "truco", "seis", "nove", "juego"]),
    ],
)
def test_rungs_are_called_as_at_the_table(rules, called):
    assert [str(rung_name(rules.ladder, step)) for step in range(len(rules.ladder))] == called


def test_rung_without_a_name_is_called_by_its_value():
    assert str(rung_name((2, 5, 7), 2)) == "to 7"


@pytest.mark.parametrize(
    ("score", "entry", "said"),
    [
        ((10, 0), quick("A", 6), "When it is played, a hand of ten is worth 4."),
        ((10, 0), quick("B", 4, "declined"), "A declined hand pays 2."),
        ((10, 10), quick("A", 6), "An iron hand is always worth 2."),
        ((0, 0), quick("A", 5), "This hand cannot be worth that. Choose one of the values offered."),
    ],
)
def test_refused_value_says_what_the_hand_is_worth(score, entry, said):
    assert [str(problem.message) for problem in refused(entry, table=at(score))] == [said]
