"""A list kept by hand: one that is right has no fault, and each fault that is planted is found with its remedy."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat import GAME as SKAT
from games.skat.paper import VALUES, PaperLine, PaperList, faults_of, measures_of_list, mended, values_of
from games.skat.series import OTHERS_BONUS
from games.skat.values import LEGAL_BIDS

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
        contract=draw(st.sampled_from(("", contract))),
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
    assert frozenset().union(*(values_of(contract) for contract in VALUES)) == LEGAL_BIDS
    assert {value for value in range(18, 30) if value in values_of("")} == {18, 20, 22, 23, 24, 27}


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

    if -single % 2 == 0 and -single // 2 in values_of(right.contract, lost=True):
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
    paper = PaperList([PaperLine(1, "Anna", value, 50, None, contract)], NAMES[:3])

    found = [fault.code for fault in faults_of(paper)]

    possible = value in values_of(contract)
    assert found in ([], ["columns_swapped"] * 2) if possible else found == ["value_impossible"]


def test_the_nearest_values_are_named():
    of_any = PaperList([PaperLine(1, "Anna", 25, 50)], NAMES[:3])
    of_hearts = PaperList([PaperLine(1, "Anna", -62, -50, 30, "hearts")], NAMES)

    assert [str(fault.message) for fault in faults_of(of_any)] == ["No game comes to 25. The nearest are 24 and 27."]
    assert [str(fault.message) for fault in faults_of(of_hearts)] == [
        "No game comes to -62. The nearest are -80 and -60."
    ]


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
