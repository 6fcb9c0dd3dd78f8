"""Totals, the sheet, and what would change hands."""

from games.core.text import Amount
from games.core.values import Due, SumLine
from games.tonk.scoring import IN_UNITS, SYSTEMS, summary
from games.tonk.sheet import REASONS, RESULTS, Column, Paid, Row
from tests.games.tonk.table import CAUGHT, DROP, HOUSE, THREE, TONK, at, rules

TWO_FIFTIES = {"kind": "initial_tonk", "by": [0, 2], "totals": [50, None, 49]}


def written(*hands):
    judged = [TONK.judge(data, HOUSE, THREE) for data in hands]
    return TONK.sheet((hand, outcome.detail) for hand, outcome in judged)


def test_rows_run_and_a_drawn_hand_has_no_number():
    drop, drawn, caught = written(DROP, TWO_FIFTIES, CAUGHT)

    assert drop == Row(
        number=1,
        result=RESULTS["drop_win"],
        dealer=2,
        by=(0,),
        winners=(0,),
        columns=(Column(0, 20, 20, 5), Column(1, -10, -10, 6), Column(2, -10, -10, 30)),
        payments=(Paid(1, 0, 10, REASONS["drop_win"]), Paid(2, 0, 10, REASONS["drop_win"])),
    )
    assert (drawn.number, drawn.by, drawn.winners) == (None, (0, 2), ())
    assert caught.number == 2
    assert [column.running for column in caught.columns] == [-10, 30, -20]


def test_player_who_came_later_has_a_column_from_then_on():
    first = TONK.judge(DROP, HOUSE, THREE)
    later = TONK.judge({"kind": "discard_out", "by": 7}, HOUSE, at(0, 1, 7))

    rows = TONK.sheet([(hand, outcome.detail) for hand, outcome in (first, later)])

    assert [(column.seat, column.running) for column in rows[1].columns] == [(0, 10), (1, -20), (7, 20)]


def test_closing_block_is_one_line_and_the_total():
    lines = summary({"net": -40, "won": 3}, SYSTEMS["net"])

    assert [(str(line.label), line.amount, line.subtotal) for line in lines] == [
        ("Net", -40, False),
        ("Total", -40, True),
    ]
    assert summary({}, SYSTEMS["won"])[-1] == SumLine(lines[-1].label, 0, subtotal=True)


def test_dues_are_the_net():
    dues = TONK.dues(
        {2: {"net": 30}, 0: {"net": -30}, 1: {}}, {2: 30, 0: -30, 1: 0}, rules(unit="EUR", decimals=2), TONK.state()
    )

    assert [(due.who, due.amount) for due in dues] == [(2, 30), (0, -30), (1, 0)]
    assert isinstance(dues[0], Due)


def test_evening_decides_nothing_and_has_no_length():
    assert TONK.verdict({0: {"net": 5}}, HOUSE) is None
    assert TONK.progress(TONK.state(hands=7), HOUSE, (0, 1)) == (7, None)


def test_evening_says_its_stake_in_units():
    told = TONK.stands(rules(stake=25), THREE)

    assert str(told) == "Stake 25"
    assert told.values["stake"] == Amount(25)


def test_units_and_choices_are_named():
    assert set(TONK.measures) >= IN_UNITS
    assert TONK.amounts <= set(TONK.rules.model_fields)
    assert set(TONK.asked) <= set(TONK.rules.model_fields)
    assert TONK.weights(HOUSE) == {"net": 1}


def test_everybody_plays_every_hand():
    assert TONK.active(at(4, 1, 7)) == (4, 1, 7)


def test_presets_leave_open_what_a_club_chooses_itself():
    for preset in TONK.presets:
        assert set(TONK.asked).isdisjoint(preset.rules)
        assert TONK.rules_problems(rules(**preset.rules), 3) == ()
