"""What the screen of a hand is drawn from: who pays whom in words, the steps of the card grid, the grid itself."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tonk.hand import CARDS
from games.tonk.sheet import moves_of
from tests.games.tonk.table import CARDS_DROP, CAUGHT, DROP, FOUR, HOUSE, STOCK, THREE, TONK, TWO, judge, rules
from tests.strategies import any_json


def told(hand: dict[str, Any], table: Any = THREE, **options: Any) -> list[tuple[str, int | None]]:
    detail = judge(hand, rules(**options), table).detail
    return [(str(move.words), move.net) for move in moves_of(detail)]


def test_everybody_pays_one():
    assert told(DROP) == [("10 from each", 20), ("10 to seat 1", -10), ("10 to seat 1", -10)]
    assert told({**DROP, "totals": [5, 6]}, TWO) == [("10 from seat 2", 10), ("10 to seat 1", -10)]


def test_two_payments_to_one_are_told_apart():
    assert told({"kind": "drop", "by": 3, "totals": [8, 5, 20, 10]}, FOUR) == [
        ("20 from seat 4, 10 to seat 2", 10),
        ("10 from seat 1 and seat 3, 20 + 10 from seat 4", 50),
        ("10 to seat 2", -10),
        ("20 to seat 1, 20 + 10 to seat 2", -50),
    ]


def test_who_moves_nothing_is_told_so():
    assert told({**CAUGHT, "totals": [9, 6, 30]}, catch_extra="none")[2] == ("nothing", 0)


def test_moves_stand_beside_an_entry_once_it_is_complete():
    assert [move.net for move in TONK.guide(STOCK, HOUSE, THREE).moves] == [-10, 20, -10]
    assert [move.net for move in TONK.guide({**STOCK, "totals": [1]}, HOUSE, THREE).moves] == [None, None, None]


def taken(*steps: Any, draft: dict[str, Any] = DROP) -> dict[str, Any]:
    for step in steps:
        draft = TONK.stepped(draft, step)
    return draft


def test_cards_take_the_place_of_counts_and_back():
    with_cards = taken({"cards": True}, {"add": "Th", "at": "hands.1"})

    assert with_cards == {"kind": "drop", "by": 0, "screen-at": "hands.1", "hands": [None, ["Th"]]}
    assert taken({"cards": False}, draft=with_cards) == {"kind": "drop", "by": 0, "screen-at": ""}


def test_cards_are_added_and_taken_away():
    steps = [{"add": card, "at": "hands.0"} for card in ("Th", "9s")] + [{"add": "2c", "at": "spreads.0"}]

    assert taken(*steps, draft={})["hands"] == [["Th", "9s"]]
    assert taken(*steps, {"take": "Th"}, draft={})["hands"] == [["9s"]]
    assert taken(*steps, {"back": True}, draft={}) == {
        "screen-at": "spreads.0",
        "hands": [["Th", "9s"]],
        "spreads": None,
    }
    assert taken(*steps, *[{"back": True}] * 4, draft={})["hands"] is None


def test_a_card_is_only_once_in_the_deck():
    twice = taken({"add": "Th", "at": "hands.0"}, {"add": "10H", "at": "hands.1"}, draft={})

    assert twice["hands"] == [["Th"]]


@pytest.mark.parametrize(
    "step", [None, 7, {}, {"add": "Zz"}, {"add": "Th"}, {"add": "Th", "at": "hands.99"}, {"at": "x.0"}]
)
def test_a_step_that_cannot_be_read_changes_nothing(step):
    assert taken(step, draft=CARDS_DROP) == CARDS_DROP


@given(any_json, any_json)
def test_no_step_and_no_draft_is_too_much(draft, step):
    entry = draft if isinstance(draft, dict) else {}
    after = TONK.stepped(entry, step)

    TONK.guide(after, HOUSE, THREE).grids.get(str(step))


def grid(draft: dict[str, Any], at: str, table: Any = THREE) -> Any:
    return TONK.guide(draft, HOUSE, table).grids.get(at)


def test_grid_says_where_cards_can_go():
    spots = grid({**CARDS_DROP, "spreads": [["7c", "7d", "7h"]]}, "spreads.0").spots

    assert [(spot.field, spot.seat, spot.cards, spot.count) for spot in spots] == [
        ("hands.0", 0, 2, 3),
        ("hands.1", 1, 2, 19),
        ("hands.2", 2, 4, 15),
        ("spreads.0", None, 3, None),
        ("spreads.1", None, 0, None),
    ]
    assert [spot.field for spot in spots if spot.is_open] == ["spreads.0"]


def test_grid_opens_the_first_place_without_cards():
    assert [spot.field for spot in grid({"kind": "drop", "hands": [["Ac"]]}, "").spots if spot.is_open] == ["hands.1"]


def test_who_is_out_has_no_place_and_a_dealt_tonk_no_table():
    out = grid({"kind": "discard_out", "by": 1}, "").spots
    dealt = grid({"kind": "initial_tonk", "by": [1]}, "").spots

    assert [spot.seat for spot in out] == [0, 2, None]
    assert [spot.seat for spot in dealt] == [0, 1, 2]


def test_cells_take_back_what_is_here_and_refuse_what_is_elsewhere():
    cells = {cell.card: cell for cell in grid(CARDS_DROP, "hands.0").cells}

    assert set(cells) == set(CARDS)
    assert (cells["Ac"].is_here, cells["Ac"].step) == (True, {"take": "Ac", "at": "hands.0"})
    assert str(cells["Kh"].reason) == "seat 2 holds this card."
    assert (cells["Td"].rank, cells["Td"].suit, cells["Td"].reason) == ("10", "diamonds", None)
    assert cells["Td"].step == {"add": "Td", "at": "hands.0"}


@given(st.lists(st.sampled_from(range(52)), max_size=12), st.sampled_from(["hands.0", "hands.1", "spreads.0"]))
def test_every_offered_tap_puts_a_card_where_it_says(taps, at):
    draft: dict[str, Any] = {"kind": "drop", "by": 0}
    for tap in taps:
        cell = grid(draft, at, TWO).cells[tap]
        if cell.reason is None:
            draft = TONK.stepped(draft, cell.step)
            assert grid(draft, at, TWO).cells[tap].is_here is not cell.is_here
