"""A list with a column of bonuses for each player: a right one has no fault, and each slip is found with its remedy."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.skat.contracts import ANY_GAME, VALUES, Announced, values_of
from games.skat.paper import PaperSum, faults_of_sums, measures_of_list
from games.skat.paper_columns import (
    ColumnLine,
    ColumnList,
    faults_of_columns,
    mended_columns,
    plain_list,
)
from games.skat.state import OTHERS_BONUS, SYSTEMS

NAMES = ("Anna", "Bruno", "Clara", "Dora")


@st.composite
def lines(draw, place, players, *, won=None, says_declarer=False):
    """A line as a careful scribe writes it; a passed one now and then where `won` is open."""
    if won is None and draw(st.integers(0, 9)) == 0:
        return ColumnLine(place, has_passed=draw(st.booleans()))
    won = draw(st.booleans()) if won is None else won
    contract = draw(st.sampled_from(sorted(VALUES)))
    worth = draw(st.sampled_from(sorted(VALUES[contract])))
    declarer = draw(st.sampled_from(players))
    share = {} if won else dict.fromkeys(set(players) - {declarer}, OTHERS_BONUS[len(players)])
    game = draw(st.sampled_from((ANY_GAME, Announced(contract))))
    value = worth if won else -2 * worth
    return ColumnLine(place, value, {declarer: 50 if won else -50, **share}, declarer if says_declarer else "", game)


@st.composite
def lists(draw, *, won=None, says_declarer=None):
    """A right list, and the index of a line of this result with its declarer."""
    players = NAMES[: draw(st.sampled_from((3, 4)))]
    says = draw(st.booleans()) if says_declarer is None else says_declarer
    result = draw(st.booleans()) if won is None else won
    count = draw(st.integers(1, 8))
    index = draw(st.integers(0, count - 1))
    rows = [
        draw(lines(place, players, won=result if place == index + 1 else None, says_declarer=says))
        for place in range(1, count + 1)
    ]
    return ColumnList(rows, players), index


def declarer_of(line):
    return next(name for name, bonus in line.bonuses.items() if abs(bonus) == 50)


def others_of(paper, line):
    return [name for name in paper.players if name != declarer_of(line)]


def with_line(paper, index, line):
    return replace(paper, lines=[*paper.lines[:index], line, *paper.lines[index + 1 :]])


def with_bonus(line, name, bonus):
    bonuses = {**line.bonuses, name: bonus}
    return replace(line, bonuses={name: bonus for name, bonus in bonuses.items() if bonus})


def found(paper):
    return [(fault.place, fault.name, fault.should) for fault in faults_of_columns(paper)]


def assert_mended(paper, index, wrong):
    """The slip is found on its line and nowhere else, and its remedy is the line as it was."""
    faults = faults_of_columns(with_line(paper, index, wrong))
    right = paper.lines[index]
    assert {fault.place for fault in faults} == {right.place}
    assert mended_columns(wrong, faults) == right
    assert all(str(fault.message) for fault in faults)


@given(lists())
def test_a_right_list_has_no_fault_and_comes_to_what_is_written(drawn):
    paper, _index = drawn
    assert faults_of_columns(paper) == ()
    weights = SYSTEMS["seeger_fabian"]
    for name, measures in measures_of_list(plain_list(paper)).items():
        written = sum(line.bonuses.get(name, 0) for line in paper.lines)
        written += sum(line.value or 0 for line in paper.lines if line.bonuses and declarer_of(line) == name)
        assert sum(weights.get(measure, 0) * much for measure, much in measures.items()) == written


@given(lists(won=False), st.data())
def test_a_forty_forgotten_on_one_side(drawn, data):
    paper, index = drawn
    line = paper.lines[index]
    assert_mended(paper, index, with_bonus(line, data.draw(st.sampled_from(others_of(paper, line))), 0))


@given(lists(won=True), st.data())
def test_a_forty_too_many(drawn, data):
    paper, index = drawn
    line = paper.lines[index]
    other = data.draw(st.sampled_from(others_of(paper, line)))
    assert_mended(paper, index, with_bonus(line, other, data.draw(st.sampled_from((30, 40)))))


@given(lists(won=False), st.data())
def test_forty_and_thirty_taken_for_each_other(drawn, data):
    paper, index = drawn
    line = paper.lines[index]
    other = data.draw(st.sampled_from(others_of(paper, line)))
    assert_mended(paper, index, with_bonus(line, other, 70 - paper.pay))


@given(lists(says_declarer=True), st.data())
def test_bonuses_swapped_between_two_columns(drawn, data):
    paper, index = drawn
    line = paper.lines[index]
    declarer, other = declarer_of(line), data.draw(st.sampled_from(others_of(paper, line)))
    swapped = with_bonus(line, other, line.bonuses[declarer])
    assert_mended(paper, index, with_bonus(swapped, declarer, line.bonuses.get(other, 0)))


@given(lists())
def test_a_minus_missing_or_too_many_before_the_value(drawn):
    paper, index = drawn
    line = paper.lines[index]
    assert_mended(paper, index, replace(line, value=-line.value))


@given(lists())
def test_a_minus_missing_or_too_many_before_the_bonus(drawn):
    paper, index = drawn
    line = paper.lines[index]
    declarer = declarer_of(line)
    assert_mended(paper, index, with_bonus(line, declarer, -line.bonuses[declarer]))


@given(lists(says_declarer=True))
def test_the_bonus_of_the_declarer_missing(drawn):
    paper, index = drawn
    line = paper.lines[index]
    assert_mended(paper, index, with_bonus(line, declarer_of(line), 0))


@given(lists(won=False, says_declarer=False))
def test_the_fifty_missing_where_the_others_have_theirs(drawn):
    paper, index = drawn
    line = paper.lines[index]
    assert_mended(paper, index, with_bonus(line, declarer_of(line), 0))


def test_no_bonus_at_all_names_what_is_due():
    paper = ColumnList([ColumnLine(1, 24), ColumnLine(2, -48)], NAMES[:3])

    assert [(fault.place, fault.code, fault.should) for fault in faults_of_columns(paper)] == [
        (1, "declarer_unclear", 50), (2, "declarer_unclear", -50),
    ]  # fmt: skip


@given(lists())
def test_value_and_bonus_in_each_other_s_place(drawn):
    paper, index = drawn
    line = paper.lines[index]
    declarer = declarer_of(line)
    assume(abs(line.value) not in {30, 40, 50})
    assert_mended(paper, index, replace(with_bonus(line, declarer, line.value), value=line.bonuses[declarer]))


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("says_declarer", [True, False])
@given(data=st.data())
def test_a_bonus_on_the_wrong_line(step, says_declarer, data):
    players = NAMES[: data.draw(st.sampled_from((3, 4)))]
    line = data.draw(lines(2, players, won=data.draw(st.booleans()), says_declarer=says_declarer))
    passed = [ColumnLine(1, has_passed=data.draw(st.booleans())), ColumnLine(3, has_passed=data.draw(st.booleans()))]
    right = ColumnList([passed[0], line, passed[1]], players)
    name = data.draw(st.sampled_from(sorted(line.bonuses)))
    wrong = with_line(right, 1, with_bonus(line, name, 0))
    wrong = with_line(wrong, 1 + step, with_bonus(right.lines[1 + step], name, line.bonuses[name]))

    faults = faults_of_columns(wrong)

    assert {(fault.place, fault.code) for fault in faults} == {(2, "belongs_here"), (2 + step, "wrong_line")}
    assert [mended_columns(line, faults) for line in wrong.lines] == [*right.lines]


def test_a_bonus_on_the_line_of_somebody_else_s_game():
    wrong = [ColumnLine(1, 24), ColumnLine(2, 20, {"Bruno": 50, "Anna": 50}), ColumnLine(3, 18, {"Clara": 50})]

    assert found(ColumnList(wrong, NAMES[:3])) == [(1, "", 50), (2, "", 50)]
    with_declarers = [replace(line, declarer=name) for line, name in zip(wrong, NAMES, strict=False)]
    assert found(ColumnList(with_declarers, NAMES[:3])) == [(1, "Anna", 50), (2, "Anna", None)]


@given(lists(), st.integers(1, 400))
def test_a_value_that_the_game_does_not_have(drawn, worth):
    paper, index = drawn
    line = paper.lines[index]
    lost = line.value < 0
    assume(worth not in {30, 40, 50} and worth not in values_of(line.game, lost=lost))
    written = -2 * worth if lost else worth
    assume(abs(written) not in values_of(line.game))
    faults = faults_of_columns(with_line(paper, index, replace(line, value=written)))

    assert [(fault.place, fault.column) for fault in faults] == [(line.place, "value")]


@given(lists(), st.data())
def test_a_sum_that_is_off(drawn, data):
    paper, _index = drawn
    written = {name: sum(line.bonuses.get(name, 0) for line in paper.lines) for name in paper.players}
    for line in paper.lines:
        if line.bonuses:
            written[declarer_of(line)] += line.value
    right = [PaperSum(99, name, much) for name, much in written.items()]
    assert [*faults_of_sums(right, plain_list(paper))] == []
    place = data.draw(st.integers(0, len(right) - 1))
    off = replace(right[place], written=right[place].written + data.draw(st.sampled_from((-100, -9, 1, 10))))
    faults = faults_of_sums([*right[:place], off, *right[place + 1 :]], plain_list(paper))

    assert [(fault.place, fault.name, fault.should) for fault in faults] == [(99, off.name, right[place].written)]


def test_strangers_values_where_all_passed_and_a_ramsch_of_nobody():
    lines = [
        ColumnLine(1, 24, {"Anna": 50}, declarer="Zoe"),
        ColumnLine(2, 24, has_passed=True),
        ColumnLine(3, None, {"Anna": 50}),
        ColumnLine(4, -31, game=Announced("ramsch")),
        ColumnLine(5, -31, {"Anna": -50}, "Anna", Announced("ramsch")),
        ColumnLine(6, declarer="Anna"),
    ]

    assert [(fault.place, fault.code) for fault in faults_of_columns(ColumnList(lines, NAMES[:3]))] == [
        (1, "declarer_unknown"), (2, "passed_has_value"), (3, "value_missing"), (3, "bonus_unexpected"),
        (4, "declarer_unclear"), (5, "bonus_unexpected"), (6, "value_missing"),
    ]  # fmt: skip
