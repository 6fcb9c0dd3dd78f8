"""How sheets move ratings, whatever is stored."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ratings.skill import NEWCOMER, Sides, Skill, changes

PEOPLE = "ABCDEF"


@st.composite
def sheets(draw: st.DrawFn) -> list[Sides[int, str]]:
    found = []
    for key in range(draw(st.integers(1, 8))):
        people = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
        someone = [None if draw(st.integers(0, 9)) == 0 else person for person in people]
        ranks = [draw(st.integers(1, len(people))) for _person in people]
        found.append(Sides(key, [[person] for person in someone], ranks))
    return found


@given(sheets(), st.data())
def test_going_on_from_any_sheet_is_the_same_as_beginning_with_the_first(given_sheets, data):
    whole = list(changes(given_sheets, {}))

    cut = data.draw(st.integers(0, len(given_sheets)))
    first = list(changes(given_sheets[:cut], {}))
    then = list(changes(given_sheets[cut:], {change.person: change.after for change in first}))

    assert first + then == whole


@given(sheets())
def test_each_change_begins_where_the_last_one_ended_and_doubt_never_grows(given_sheets):
    now: dict[str, Skill] = {}
    for change in changes(given_sheets, {}):
        assert change.before == now.get(change.person, NEWCOMER)
        assert change.after.sheets == change.before.sheets + 1
        assert 0 < change.after.sigma <= change.before.sigma
        assert all(type(figure) is int for figure in change.after)
        now[change.person] = change.after


def test_who_is_first_gains_and_who_is_last_loses():
    first, second, third = changes([Sides(1, [["A"], ["B"], ["C"]], [1, 2, 3])], {})

    assert first.after.mu > second.after.mu > third.after.mu
    assert first.after.mu > NEWCOMER.mu > third.after.mu
    assert NEWCOMER.points == 0
    assert first.after.points > 0


def test_partners_move_as_one():
    moved = {change.person: change.after for change in changes([Sides(1, [["A", "B"], ["C", "D"]], [1, 2])], {})}

    assert moved["A"] == moved["B"]
    assert moved["C"] == moved["D"]
    assert moved["A"].mu > moved["C"].mu


def test_who_has_no_rating_is_a_newcomer_each_time():
    sheet = Sides(1, [["A"], [None]], [1, 2])
    known = {"A": Skill(30_000, 4_000, 9)}

    (with_nobody,) = changes([sheet], known)
    with_newcomer, _newcomer = changes([Sides(1, [["A"], ["B"]], [1, 2])], known)

    assert with_nobody.after == with_newcomer.after


def test_a_sheet_with_one_side_moves_nobody():
    assert list(changes([Sides(1, [["A"]], [1])], {})) == []
