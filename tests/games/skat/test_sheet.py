"""The official sheet."""

from games.core.values import SumLine
from games.skat.rules import SkatRules
from games.skat.sheet import Column, Row, summary
from games.skat.state import SYSTEMS
from tests.games.skat.table import LOST, NULL, OFFICIAL, PASSED, RAMSCH, SKAT, SPADES, THREE


def written(*hands, rules=OFFICIAL):
    judged = [SKAT.judge(data, rules, THREE) for data in hands]
    return SKAT.sheet((hand, outcome.detail) for hand, outcome in judged)


def plain(lines):
    return [(str(line.label), line.amount, line.subtotal) for line in lines]


def test_rows_are_written_as_on_paper():
    sheet = written(SPADES, PASSED, {**LOST, "with": False}, PASSED)

    assert sheet == (
        Row(1, base=11, with_=2, hand=True, value_won=44, columns=(Column(1, points=44, won=1),)),
        Row(2, passed=1),
        Row(3, base=11, without=2, hand=True, value_lost=88, columns=(Column(1, points=-44, won=1, lost=1),)),
        Row(4, passed=2),
    )


def test_all_levels_are_crossed():
    open_ = {**SPADES, "ouvert": True, "declarer_points": 120, "declarer_tricks": 10}

    (row,) = written(open_)

    assert row == Row(
        1,
        base=11,
        with_=2,
        hand=True,
        schneider=True,
        schneider_announced=True,
        schwarz=True,
        schwarz_announced=True,
        ouvert=True,
        value_won=99,
        columns=(Column(1, points=99, won=1),),
    )


def test_null_is_written_with_its_value_and_no_matadors():
    (row,) = written({**NULL, "ouvert": True})

    assert row == Row(1, base=46, ouvert=True, value_won=46, columns=(Column(1, points=46, won=1),))


def test_ramsch_moves_only_the_columns_that_score():
    assert written(RAMSCH) == (Row(1, ramsch=-60, columns=(Column(0, points=-60),)),)


def test_ramsch_with_a_credited_null_counts_a_game_won():
    (row,) = written(RAMSCH, rules=SkatRules(passed="lowest_ramsch_null"))

    assert row.columns == (Column(1, points=23, won=1), Column(2, points=23, won=1))


def test_bonus_of_the_dealer_stands_in_his_column():
    assert written(PASSED, rules=SkatRules(passed="dealer_bonus_30")) == (
        Row(1, passed=1, columns=(Column(0, points=30),)),
    )


def test_hand_dealt_again_is_not_written():
    assert written(PASSED, SPADES, rules=SkatRules(passed="redeal_same_dealer"))[0].number == 1


def test_check_line_counts_every_hand_that_is_written():
    """Won, lost, passed and Ramsch hands make all of them; one that was dealt again is none."""
    sheet = written(SPADES, {**LOST, "kontra": True}, PASSED, NULL, RAMSCH, PASSED, PASSED, RAMSCH, RAMSCH, RAMSCH)

    assert (sheet.won, sheet.lost, sheet.passed, sheet.other) == (2, 1, 3, 4)
    assert len(sheet) == 10
    assert written(SPADES, PASSED, rules=SkatRules(passed="redeal_same_dealer")).passed == 0


def test_sheet_has_marks_only_where_a_value_is_not_that_of_the_levels():
    assert written(SPADES, PASSED).has_marks is False
    assert written(SPADES, {**LOST, "kontra": True}).has_marks is True


def test_columns_of_a_row_are_found_by_their_seats():
    (row,) = written(RAMSCH, rules=SkatRules(passed="lowest_ramsch_null"))

    assert row.by_seat == {1: Column(1, points=23, won=1), 2: Column(2, points=23, won=1)}


def test_closing_block_of_the_official_list():
    totals = {"points": 455, "won": 20, "lost": 4, "others_lost_3": 1, "others_lost_4": 2}

    assert plain(summary(totals, SYSTEMS["seeger_fabian"])) == [
        ("Game points", 455, False),
        ("50 × 20 games won", 1000, False),
        ("Subtotal", 1455, True),
        ("-50 × 4 games lost", -200, False),
        ("Subtotal", 1255, True),
        ("40 × 1 game lost by others at three", 40, False),
        ("Subtotal", 1295, True),
        ("30 × 2 games lost by others at four", 60, False),
        ("Total", 1355, True),
    ]


def test_closing_block_follows_the_system():
    totals = {"points": 90, "won": 1, "lost": 1, "others_lost_3": 3, "minus": -100}

    assert [line.amount for line in summary(totals, SYSTEMS["seeger"])] == [90, 50, 140, -50, 90]
    assert [line.amount for line in summary(totals, SYSTEMS["classic"])] == [90, 90]
    assert plain(summary(totals, SYSTEMS["bierlachs"])) == [
        ("Minus points", -100, False),
        ("Total", -100, True),
    ]


def test_closing_block_of_nothing_is_zero():
    total = summary({}, SYSTEMS["seeger_fabian"])[-1].label

    assert summary({}, SYSTEMS["bierlachs"])[-1] == SumLine(total, 0, subtotal=True)
