"""A list kept by hand: one that is right has no fault, and each fault that is planted is found with its remedy."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat import GAME as SKAT
from games.skat.contracts import ANY_GAME, VALUES, Announced, values_of
from games.skat.paper import (
    Numbered,
    PaperLine,
    PaperList,
    PaperSum,
    faults_of,
    faults_of_numbers,
    faults_of_sums,
    measures_of_list,
    mended,
)
from games.skat.rules import LEGAL_BIDS
from games.skat.state import OTHERS_BONUS

NAMES = ("Anna", "Bruno", "Clara", "Dora")


@st.composite
def lists(draw, *, least=2):
    """A list as a careful scribe keeps it."""
    players = NAMES[: draw(st.sampled_from((3, 4)))]
    return PaperList([draw(lines(place, players)) for place in range(1, draw(st.integers(least, 12)) + 1)], players)


@st.composite
def lines(draw, place, players, *, result=None):
    if result is None and draw(st.integers(0, 9)) == 0:
        return PaperLine(place, None)
    contract = draw(st.sampled_from(sorted(VALUES)))
    worth = draw(st.sampled_from(sorted(VALUES[contract])))
    won = draw(st.booleans()) if result is None else result
    return PaperLine(
        place,
        draw(st.sampled_from(players)),
        value=worth if won else -2 * worth,
        bonus=50 if won else -50,
        others=None if won else OTHERS_BONUS[len(players)],
        game=draw(st.sampled_from((ANY_GAME, Announced(contract)))),
    )


@st.composite
def with_line(draw, *, won):
    """A list with a line of this result, and where it stands."""
    paper = draw(lists())
    index = draw(st.integers(0, len(paper.lines) - 1))
    result = draw(st.booleans()) if won is None else won
    line = draw(lines(index + 1, paper.players, result=result))
    return with_lines(paper, {index: line}), index


def with_lines(paper, changed):
    return replace(paper, lines=[changed.get(index, line) for index, line in enumerate(paper.lines)])


def told(paper):
    return [(fault.place, fault.column, fault.code, fault.should) for fault in faults_of(paper)]


def test_any_value_of_the_rules_is_one_of_a_list():
    assert frozenset().union(*(values_of(Announced(contract)) for contract in VALUES)) == LEGAL_BIDS
    assert {value for value in range(18, 30) if value in values_of(ANY_GAME)} == {18, 20, 22, 23, 24, 27}


@given(lists(least=0))
def test_a_careful_list_has_no_fault(paper):
    assert faults_of(paper) == ()
    for line in paper.lines:
        assert all(str(fault.message) for fault in faults_of(paper))
        assert mended(line, faults_of(paper)) == line


@given(lists())
def test_a_list_comes_to_what_the_system_makes_of_it(paper):
    weights = SKAT.systems["seeger_fabian"]
    total = sum(weights.get(name, 0) * much for own in measures_of_list(paper).values() for name, much in own.items())

    written = sum((line.value or 0) + (line.bonus or 0) for line in paper.lines)
    written += sum((line.others or 0) * (len(paper.players) - 1) for line in paper.lines)
    assert total == written


PLANTED = {
    "bonus_forgotten": (None, lambda line: replace(line, bonus=None)),
    "others_forgotten": (False, lambda line: replace(line, others=None)),
    "minus_missing": (False, lambda line: replace(line, value=-line.value)),
    "minus_too_many": (True, lambda line: replace(line, value=-line.value)),
    "bonus_of_other_side": (None, lambda line: replace(line, bonus=-line.bonus)),
    "others_wrong": (False, lambda line: replace(line, others=70 - line.others)),
    "others_unexpected": (True, lambda line: replace(line, others=40)),
    "bonus_wrong": (None, lambda line: replace(line, bonus=line.bonus // 10)),
}


@pytest.mark.parametrize("code", PLANTED)
@given(data=st.data())
def test_a_planted_fault_is_found_and_its_remedy_named(code, data):
    won, plant = PLANTED[code]
    paper, index = data.draw(with_line(won=won))
    right = paper.lines[index]

    found = faults_of(with_lines(paper, {index: plant(right)}))

    assert [(fault.place, fault.code) for fault in found] == [(right.place, code)]
    assert mended(plant(right), found) == right


@given(with_line(won=False))
def test_a_lost_game_that_was_not_doubled(drawn):
    paper, index = drawn
    right = paper.lines[index]
    single = right.value // 2
    wrong = replace(right, value=single)

    found = faults_of(with_lines(paper, {index: wrong}))

    if -single % 2 == 0 and -single // 2 in values_of(right.game, lost=True):
        assert found == ()  # it is another lost game: nothing on the line tells
    else:
        assert [(fault.code, fault.should) for fault in found] == [("not_doubled", right.value)]


@given(with_line(won=True))
def test_value_and_bonus_in_each_other_s_column(drawn):
    paper, index = drawn
    right = paper.lines[index]
    wrong = replace(right, value=right.bonus, bonus=right.value)

    found = faults_of(with_lines(paper, {index: wrong}))

    if right.value == 50:
        assert found == ()
    else:
        assert {(fault.code, fault.column) for fault in found} == {
            ("columns_swapped", "value"),
            ("columns_swapped", "bonus"),
        }
        assert mended(wrong, found) == right


@given(with_line(won=False))
def test_both_bonuses_in_each_other_s_column(drawn):
    paper, index = drawn
    right = paper.lines[index]
    wrong = replace(right, bonus=right.others, others=right.bonus)

    found = faults_of(with_lines(paper, {index: wrong}))

    assert {fault.code for fault in found} == {"columns_swapped"}
    assert mended(wrong, found) == right


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("column", ["bonus", "others"])
def test_a_bonus_on_the_wrong_line(step, column):
    lines = [
        PaperLine(1, None),
        PaperLine(2, "Anna", -48, -50, 40),
        PaperLine(3, None),
    ]
    wrong = [replace(line) for line in lines]
    wrong[1] = replace(wrong[1], **{column: None})
    wrong[1 + step] = replace(wrong[1 + step], **{column: getattr(lines[1], column)})
    paper = PaperList(wrong, NAMES[:3])

    found = faults_of(paper)

    assert {(fault.place, fault.code) for fault in found} == {(2, "belongs_here"), (2 + step, "wrong_line")}
    assert [mended(line, found) for line in wrong] == lines


@given(st.integers(1, 300), st.sampled_from(["", *VALUES]))
def test_a_value_no_game_has_is_told_with_the_nearest(value, contract):
    paper = PaperList([PaperLine(1, "Anna", value, 50, None, Announced(contract))], NAMES[:3])

    found = [fault.code for fault in faults_of(paper)]

    if value in values_of(Announced(contract)):
        assert found in ([], ["columns_swapped"] * 2)
    else:
        assert found in (["value_impossible"], ["value_of_other_contract"])


def test_the_nearest_values_are_named():
    of_any = PaperList([PaperLine(1, "Anna", 25, 50)], NAMES[:3])
    of_hearts = PaperList([PaperLine(1, "Anna", -62, -50, 30, Announced("hearts"))], NAMES)

    assert [str(fault.message) for fault in faults_of(of_any)] == [
        "No game is worth 25. The nearest values are 24 and 27."
    ]
    assert [str(fault.message) for fault in faults_of(of_hearts)] == [
        "The game written here is not worth -62. The nearest values are -80 and -60."
    ]


@pytest.mark.parametrize(
    ("game", "value", "should"),
    [
        (Announced("null", frozenset({"ouvert"})), 23, 46),
        (Announced("null", frozenset({"hand"})), -46, -70),
        (Announced("spades", matadors=2), 36, 33),  # the base of clubs was taken
        (Announced("clubs", frozenset({"hand"}), 3), -90, -120),
        (Announced("grand", frozenset({"hand"})), 36, None),
        (Announced("revolution"), 59, 92),
    ],
)
def test_the_value_of_another_game_comes_with_the_right_one(game, value, should):
    lost = value < 0
    line = PaperLine(1, "Anna", value, -50 if lost else 50, 40 if lost else None, game)

    assert [(column, figure) for _place, column, _code, figure in told(PaperList([line], NAMES[:3]))] == [
        ("value", should)
    ]


@pytest.mark.parametrize(
    ("game", "values"),
    [
        (Announced("spades", matadors=2), {33, 44, 55, 66, 77, 88, 99}),
        (Announced("grand", frozenset({"ouvert"})), {192, 216, 240, 264, 288, 324, 360, 396}),
        (Announced("clubs", frozenset({"schwarz_announced"}), 1), {84, 96}),
        (Announced("null", frozenset({"hand", "ouvert"})), {59}),
    ],
)
def test_what_a_game_can_be_worth_by_what_is_named_of_it(game, values):
    assert values_of(game) == values


def test_a_ramsch_counts_its_points_and_brings_no_bonus():
    lines = [
        PaperLine(1, "Anna", -46, game=Announced("ramsch")),
        PaperLine(2, "Bruno", -31, -50, 40, Announced("ramsch")),
    ]

    assert [(place, code) for place, _column, code, _should in told(PaperList(lines, NAMES[:3]))] == [
        (2, "bonus_unexpected"), (2, "others_unexpected"),
    ]  # fmt: skip
    assert measures_of_list(PaperList(lines[:1], NAMES[:3]))["Anna"] == {"hands": 1, "points": -46}


def test_without_columns_of_bonuses_only_values_are_looked_at():
    paper = PaperList([PaperLine(1, "Anna", 24), PaperLine(2, "Bruno", -24)], NAMES[:3], has_bonuses=False)

    assert told(paper) == [(2, "value", "not_doubled", -48)]


def test_a_passed_hand_and_a_stranger():
    paper = PaperList([PaperLine(1, None, 24), PaperLine(2, "Zoe", 24, 50), PaperLine(3, "Anna", bonus=50)], NAMES[:3])

    assert told(paper) == [
        (1, "value", "passed_has_value", None),
        (2, "declarer", "declarer_unknown", None),
        (3, "value", "value_missing", None),
    ]


def test_a_minus_beside_a_forgotten_bonus_says_that_the_game_was_lost():
    paper = PaperList([PaperLine(1, "Anna", -48)], NAMES[:3])

    assert told(paper) == [(1, "bonus", "bonus_forgotten", -50), (1, "others", "others_forgotten", 40)]


@pytest.mark.parametrize(("value", "bonus"), [(48, 50), (-48, -50)])
def test_a_game_written_into_the_column_of_the_bonus(value, bonus):
    paper = PaperList([PaperLine(1, "Anna", bonus, value)], NAMES[:3])

    assert told(paper) == [(1, "value", "columns_swapped", value), (1, "bonus", "columns_swapped", bonus)]


def test_a_fault_that_names_no_figure_mends_nothing():
    stranger = PaperLine(1, "Zoe", 24, 50)

    assert mended(stranger, faults_of(PaperList([stranger], NAMES[:3]))) == stranger


def test_a_bonus_beside_another_fault_of_the_same_line_is_found_on_the_wrong_line():
    lines = [PaperLine(1, "Anna", -48, -50), PaperLine(2, None, 24, None, 40)]

    assert told(PaperList(lines, NAMES[:3])) == [
        (1, "others", "belongs_here", 40),
        (2, "value", "passed_has_value", None),
        (2, "others", "wrong_line", None),
    ]


@given(st.integers(1, 40), st.data())
def test_a_line_left_out_or_written_twice(count, data):
    right = [Numbered(place + 1, place, f"game {place % 7}") for place in range(1, count + 1)]
    assert faults_of_numbers(right) == ()
    index = data.draw(st.integers(0, count - 1))
    line = right[index]
    twice = [*right[: index + 1], replace(line, place=99), *right[index + 1 :]]
    assert [(fault.place, fault.code) for fault in faults_of_numbers(twice)] == [(99, "line_twice")]
    if index < count - 1:
        left_out = [*right[:index], *right[index + 1 :]]
        assert [(fault.place, fault.code, fault.should) for fault in faults_of_numbers(left_out)] == [
            (right[index + 1].place, "line_left_out", line.number)
        ]


def test_numbers_that_are_given_to_two_games():
    def numbered(*numbers):
        return [Numbered(place, number, f"game {place}") for place, number in enumerate(numbers, start=1)]

    def faults(*numbers):
        return [(fault.place, fault.code, fault.should) for fault in faults_of_numbers(numbered(*numbers))]

    assert faults(1, 2, 2, 3) == [(3, "number_twice", None)]
    assert faults(1, 2, 2, 4) == [(3, "number_twice", 3), (4, "line_left_out", 3)]
    assert faults(1, None, 3, 2) == []  # in another order, but all of them
    assert faults(13, 14, 15) == []  # the second sheet
    assert faults(2, 3, 7) == [(1, "line_left_out", 1), (3, "line_left_out", 4)]


def test_sums_of_points_of_bonuses_and_of_all():
    paper = PaperList([PaperLine(1, "Anna", 24, 50), PaperLine(2, "Bruno", -46, -50, 40)], NAMES[:3])

    def sums(*written, names=NAMES):
        lines = [PaperSum(9, name, much) for name, much in zip(names, written, strict=False)]
        return [(fault.name, fault.should) for fault in faults_of_sums(lines, paper)]

    assert sums(24, -46, 0) == sums(90, -50, 40) == sums(114, -96, 40) == sums(-22, names=[""]) == []
    assert sums(24, -45, 0) == [("Bruno", -46)]
    assert sums(1, names=["Zoe"]) == [("Zoe", None)]
    assert sums(1, names=[""]) == [("", 58)]
