"""The sheet of a match, its closing block, and what seasons count."""

import pytest

from games.core.record import load
from games.truco.rules import TrucoRules
from tests.games.truco.table import ARGENTINE, SIX, TRUCO, at, decide, full, played, quick

PENALTY = {"kind": "penalty", "to": "B", "points": 2}
FORFEIT = {"kind": "forfeit", "side": "B"}


def sheet(entries, rules=None):
    rules = rules or TrucoRules()
    hands = [load(TRUCO.hands[entry["kind"]], entry) for entry in entries]
    return TRUCO.sheet(zip(hands, [outcome.detail for outcome in played(entries, rules)], strict=True))


def test_sheet_has_a_row_an_entry():
    rows = sheet([quick("A", 10), PENALTY, full(decide("A"), "AA"), SIX, FORFEIT])

    assert [(row.number, row.game, row.hand, row.kind) for row in rows] == [
        (1, 1, 1, "normal"),
        (2, 1, None, "penalty"),
        (3, 1, 2, "special"),
        (4, 2, 1, "normal"),
        (5, 2, None, "forfeit"),
    ]
    assert [(row.side, row.value, row.decided_by) for row in rows] == [
        ("A", 10, "rounds"),
        ("B", 2, ""),
        ("A", 4, "rounds"),
        ("A", 6, "rounds"),
        ("B", 0, ""),
    ]
    assert [row.score for row in rows] == [(10, 0), (10, 2), (14, 2), (6, 0), (6, 0)]
    assert [row.shown for row in rows] == [(10, 0), (10, 2), (12, 2), (6, 0), (6, 0)]
    assert [(row.won, row.games, row.match) for row in rows] == [
        (None, (0, 0), None),
        (None, (0, 0), None),
        ("A", (1, 0), None),
        (None, (1, 0), None),
        ("A", (2, 0), "A"),
    ]


def test_sheet_writes_bets_beside_the_hand():
    envido = {"by": "A", "calls": ["envido"], "answer": "decline"}

    (row,) = sheet([full("BB", envido=envido)], ARGENTINE)

    assert (row.bets, row.points, row.side, row.value) == ((("envido", "A", 1),), (1, 1), "B", 1)


def test_summary_of_a_match_counts_games():
    lines = TRUCO.summary({"games_won": 2, "tentos": 30}, TRUCO.weights(TrucoRules()))

    assert [(str(line.label), line.amount, line.subtotal) for line in lines] == [
        ("Games won", 2, False),
        ("Total", 2, True),
    ]


def test_summary_of_a_season_counts_by_its_system():
    lines = TRUCO.summary({"won": 4, "lost": 1}, TRUCO.systems["two_a_win"])

    assert [(str(line.label), line.amount) for line in lines] == [
        ("Matches won: 2 × 4", 8),
        ("Matches lost", 1),
        ("Total", 9),
    ]


def test_chart_runs_by_tentos():
    assert TRUCO.chart_weights(TrucoRules()) == {"tentos": 1}


def test_points_are_called_tentos_only_where_there_are_hands_of_ten_or_eleven():
    brazil, elsewhere = (TRUCO.titles(TrucoRules(special_at=special)) for special in (11, None))

    assert str(brazil["tentos"]) == "Tentos"
    assert str(elsewhere["tentos"]) == "Points of the games"
    assert {name: title for name, title in elsewhere.items() if name != "tentos"} == {
        name: title for name, title in brazil.items() if name != "tentos"
    }


@pytest.mark.parametrize(
    ("rules", "size", "found"),
    [
        ({}, 4, []),
        ({}, 3, ["bad_player_count"]),
        ({"ladder": (2, 4, 4)}, 2, ["bad_ladder"]),
        ({"ladder": ("game", 4)}, 2, ["bad_ladder"]),
        ({"ladder": (3,)}, 2, []),
        ({"special_at": 12}, 6, ["special_at_not_below_target"]),
        ({"special_at": None, "target": 5}, 6, []),
        ({"start_a": 12, "start_b": 13}, 2, ["bad_score", "bad_score"]),
    ],
)
def test_rules_that_do_not_suit_a_table(rules, size, found):
    assert [problem.code for problem in TRUCO.rules_problems(TrucoRules(**rules), size)] == found


def test_presets_suit_every_table():
    for preset in TRUCO.presets:
        for size in TRUCO.seats:
            assert TRUCO.rules_problems(load(TrucoRules, dict(preset.rules)), size) == ()


def test_default_rules_are_the_first_preset():
    assert load(TrucoRules, dict(TRUCO.presets[0].rules)) == TrucoRules()


def test_a_table_begins_with_the_first_game():
    state = TRUCO.start(TrucoRules(), 4)

    assert state == at().state
    assert (state.number, state.games, state.hand_kind) == (1, (0, 0), "normal")
