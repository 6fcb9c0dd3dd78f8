"""Spreads, counts, and what one deck can give."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tonk import deck
from games.tonk.deck import Deal, are_possible, is_possible
from games.tonk.grid import all_spreads
from games.tonk.hand import CARDS, count, is_spread, must_lay, unmatched
from tests.games.tonk.table import dealt_hands

FIVE = Deal(1, 5, "10")
DEALT_FIVE = Deal(5, 5, "10")


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7c 7d 7h", True),
        ("7c 7d 7h 7s", True),
        ("Ac 2c 3c", True),
        ("Ts Js Qs Ks", True),
        ("Js Ks Qs", True),
        ("Qs Ks As", False),
        ("Ks As 2s", False),
        ("Kc Ad 2d", False),
        ("7c 7d", False),
        ("5c 6c 8c", False),
        ("5c 6c 7d", False),
        ("5c 5d 6c", False),
    ],
)
def test_spread_is_a_book_or_a_run(cards, expected):
    assert is_spread(cards.split()) is expected


@given(st.permutations(CARDS), st.integers(3, 5))
def test_every_spread_is_listed_once(cards, size):
    spread = cards[:size]

    assert is_spread(spread) == (frozenset(spread) in all_spreads())
    assert len(set(all_spreads())) == len(all_spreads())


def test_faces_count_ten_or_more():
    assert count(["Jc", "Qc", "Kc", "Tc"], "10") == 40
    assert count(["Jc", "Qc", "Kc", "Tc"], "11_12_13") == 46


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("4c 4d 4h As 2s", 3),
        ("4c 4d 4h 5h 6h", 8),
        ("4c 4d 4h 4s 5s 6s 9c", 9),
        ("4c 4d 4h 4s 5s 6s", 0),
        ("Kc Qd", 20),
        ("", 0),
    ],
)
def test_unmatched_takes_out_what_lowers_most(cards, left):
    assert unmatched(cards.split(), "10") == left


@given(dealt_hands(1))
def test_unmatched_is_never_more_than_all(hands):
    assert 0 <= unmatched(hands[0], "10") <= count(hands[0], "10")


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("Ac Ad Ah 2s 4s", False),
        ("Ac Ad Ah As 4s", True),
        ("Ac Ad Ah 2c 3c", True),
        ("4c 4d 4h", True),
        ("4c 4d 5h", False),
    ],
)
def test_three_aces_may_be_kept(cards, held):
    assert must_lay(cards.split()) is held


def test_deck_has_sixteen_tens_or_four_of_each():
    assert deck.deck("10") == (4,) * 9 + (16,)
    assert deck.deck("11_12_13") == (4,) * 13


def test_totals_of_a_hand_are_those_of_its_cards():
    assert [total for total in range(-1, 60) if is_possible(total, FIVE)] == list(range(1, 51))
    assert [total for total in range(60) if is_possible(total, DEALT_FIVE)] == list(range(6, 51))
    assert not is_possible(10**30, FIVE)


@pytest.mark.parametrize("face_values", ["10", "11_12_13"])
@pytest.mark.parametrize(("fewest", "most"), [(1, 5), (5, 5), (1, 7), (7, 7)])
def test_totals_between_the_least_and_the_most_are_those_of_all_hands(fewest, most, face_values):
    counted = [value for value, there_are in enumerate(deck.deck(face_values), 1) for _card in range(there_are)]
    reached = {0: {0}}
    for value in counted:
        for size in range(most, 0, -1):
            reached.setdefault(size, set()).update(total + value for total in reached.get(size - 1, ()))
    possible = set().union(*(reached[size] for size in range(fewest, most + 1)))

    assert {total for total in range(100) if is_possible(total, Deal(fewest, most, face_values))} == possible


@pytest.mark.parametrize(
    ("totals", "deal", "expected"),
    [
        ([50, 50, 50], FIVE, True),
        ([50] * 4, FIVE, False),
        ([1] * 4, FIVE, True),
        ([1] * 5, FIVE, False),
        ([2] * 6, FIVE, True),
        ([2] * 7, FIVE, False),
        ([6, 6], DEALT_FIVE, False),
        ([6, 8], DEALT_FIVE, False),
        ([6, 15], DEALT_FIVE, True),
        ([64, 64], Deal(1, 5, "11_12_13"), False),
        ([49] * 4, FIVE, True),
        ([49] * 4, DEALT_FIVE, True),
        ([48, 17, 37, 35, 50, 36, 50, 40], FIVE, False),
        ([37, 38, 44, 41, 44, 36, 38, 37], FIVE, True),
        ([], FIVE, True),
        ([20] * 6, DEALT_FIVE, False),
        ([16, 17, 18, 19, 20, 20, 20, 20], DEALT_FIVE, False),
        ([42, 42, 44, 45, 45, 45, 45], Deal(7, 7, "11_12_13"), False),
        ([22, 22, 23, 23, 24, 24, 26, 26], Deal(6, 6, "10"), False),
        ([46, 46, 46, 46, 47, 47, 47], Deal(7, 7, "11_12_13"), True),
        ([49] * 8, Deal(7, 7, "10"), False),
        ([1, 1, 1, 2, 2, 2, 2, 2], FIVE, False),
        ([1, 1, 2, 2, 2, 2, 2], FIVE, True),
    ],
)
def test_counts_of_one_deck(totals, deal, expected):
    assert are_possible(totals, deal) is expected


@given(st.integers(2, 8).flatmap(dealt_hands))
def test_what_was_dealt_is_possible(hands):
    assert are_possible([count(hand, "10") for hand in hands], FIVE)


SMALL = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
"""All that counts 3 or less: small enough to try every deal of two hands."""


@given(st.lists(st.integers(1, 3), min_size=2, max_size=7))
def test_few_points_are_possible_as_trying_every_deal_says(totals):
    assert are_possible(totals, FIVE) == tried(tuple(sorted(totals)), tuple(SMALL))


def tried(totals, left):
    """By taking every hand for the first count out of the cards left."""
    if not totals:
        return True
    hands = {cards for size in range(1, 4) for cards in combinations(left, size) if sum(cards) == totals[0]}
    return any(tried(totals[1:], without(left, hand)) for hand in hands)


def without(left, hand):
    rest = list(left)
    for card in hand:
        rest.remove(card)
    return tuple(rest)


def test_search_that_proves_nothing_lets_the_counts_pass(monkeypatch):
    totals = [1, 1, 1, 2, 2, 2, 2, 2]
    assert not are_possible(totals, FIVE)

    monkeypatch.setattr(deck, "MOST_TRIED", 0)
    deck._together.cache_clear()

    assert are_possible(totals, FIVE)
    deck._together.cache_clear()


@pytest.mark.parametrize(
    ("totals", "deal"),
    [
        ([25, 26, 34, 60, 61, 72, 73], Deal(7, 7, "11_12_13")),
        ([17, 17, 20, 69, 72, 76], Deal(1, 7, "11_12_13")),
        ([14, 15, 17, 17, 34, 38, 40], DEALT_FIVE),
        ([7, 13, 21, 41, 55, 55, 74, 87], Deal(1, 7, "11_12_13")),
        ([23, 30, 45, 46, 47, 56, 63], Deal(5, 5, "11_12_13")),
    ],
)
def test_counts_far_apart_are_searched_within_a_bounded_number_of_tries(totals, deal):
    search = deck._Search(tuple(sorted(totals)), deal)

    assert search.finds()
    assert search._tried <= deck.MOST_TRIED + deck.FITTING * len(totals)
