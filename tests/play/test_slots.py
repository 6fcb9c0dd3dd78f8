"""The seats of the form that opens a table."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from games import game
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.play.opening.slots import Slots

EVEN = Problem("odd", "", Text("Only an even number can play."))
PAIRS = replace(
    game("skat"),
    seats=range(2, 7),
    rules_problems=lambda _rules, size: (EVEN,) if size % 2 else (),
    sides=lambda seats: (tuple(seats[::2]), tuple(seats[1::2])),
    line_up=lambda size: tuple(Text("Side {side}", {"side": "AB"[place % 2]}) for place in range(size)),
)


def slots(names: str, *, dealer: int = 0, called: str = "", game: Any = PAIRS) -> Slots:
    """A seat for each letter, `.` for an empty one; `called` the letters of the sides that were shown."""
    data = {f"seats.{place}.name": name.replace(".", "") for place, name in enumerate(names)}
    data |= {f"seats.{place}.called": f"Side {side}" for place, side in enumerate(called)}
    return Slots(game, QueryDict(urlencode({**data, "dealer": dealer})))


def sides(table: Slots) -> str:
    return "".join(called[-1] for _slot, called in table.called)


def names(table: Slots) -> str:
    return "".join(slot.name or "." for slot in table.slots)


def test_at_first_there_are_the_fewest_seats_or_as_many_as_last_time():
    assert names(Slots(PAIRS, QueryDict())) == ".."
    assert names(Slots(PAIRS, QueryDict(), 4)) == "...."
    assert names(Slots(PAIRS, QueryDict(), 40)) == "......"


def test_more_seats_come_up_to_the_next_table_that_can_be_played():
    table = slots("ab")
    assert table.added == 2
    table.more()
    assert (names(table), table.added) == ("ab..", 2)
    table.more()
    assert (names(table), table.added) == ("ab....", 0)
    table.more()
    assert names(table) == "ab...."


def test_a_seat_is_emptied_then_taken_away():
    table = slots("abc.", dealer=2)

    table.drop("1")
    assert names(table) == "a.c."
    table.drop("1")
    assert (names(table), table.dealer) == ("ac.", 1)
    table.drop("2")
    table.drop("0")
    table.drop("0")
    assert names(table) == ".c"


@pytest.mark.parametrize("place", ["", "x", "-1", "7"])
def test_a_button_for_no_seat_changes_nothing(place):
    table = slots("abcd")

    table.drop(place)
    table.up(place)

    assert names(table) == "abcd"


def test_a_free_seat_is_put_up_where_there_is_room():
    assert slots("a.").free().place == 1
    assert slots("ab").free().place == 2
    assert slots("abcdef").free() is None


def test_places_are_called_from_the_dealer_on():
    assert sides(slots("abcd")) == "ABAB"
    assert sides(slots("abcd", dealer=1)) == "BABA"
    assert sides(slots("abcd", dealer=2)) == "ABAB"


def test_a_game_without_sides_calls_no_place_anything():
    table = slots("abc", game=game("skat"))

    assert [called for _slot, called in table.called] == ["", "", ""]
    assert not table.shares_sides
    assert slots("abcd").shares_sides


@pytest.mark.parametrize(
    ("seats", "dealer", "called"),
    [
        ("abcd", 0, "ABAB"),
        ("abcd", 1, "BABA"),
        ("ab..", 0, "ABAB"),
        ("abcd", 1, ""),  # nothing was shown
        ("a.c.", 0, ""),
        ("a.cd", 0, "ABAB"),  # three cannot play at all: that is said first
    ],
)
def test_places_as_they_were_shown_can_be_played(seats, dealer, called):
    assert slots(seats, dealer=dealer, called=called).is_as_shown()


@pytest.mark.parametrize(
    ("seats", "dealer", "called", "closed", "then"),
    [
        ("a.bcd.", 0, "ABABAB", "abcd", "ABAB"),  # b would have changed sides
        ("a.b.", 0, "ABAB", "ab", "AB"),
        ("abcd", 1, "ABAB", "abcd", "BABA"),  # another dealer than when it was shown
        (".abc.d", 0, "ABABAB", "abcd", "ABAB"),
        ("..ab", 1, "BABA", "ab", "AB"),
    ],
)
def test_nobody_changes_sides_unseen(seats, dealer, called, closed, then):
    table = slots(seats, dealer=dealer, called=called)

    assert not table.is_as_shown()
    table.close_gaps()
    assert (names(table), sides(table)) == (closed, then)
    order = "".join(slot.name for slot in table.in_order())
    again = slots(closed, dealer=table.dealer, called=then)
    assert again.is_as_shown()
    assert "".join(slot.name for slot in again.in_order()) == order
