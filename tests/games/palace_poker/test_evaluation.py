"""The best hand of one to nine cards, against two other ways to find it."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, zip_longest

import pytest
from phevaluator import evaluate_cards

from games.palace_poker.values import CARDS, RANKS, Category, Hand, best_hand
from tests.strategies import sized

DECK = sorted(CARDS)
PATTERNS = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), None, None, (3, 2), (4, 1)]


def straightforward(cards):
    """The key of at most five cards, by the book: category, then ranks by group."""
    ranks = [2 + RANKS.index(card[0]) for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    ordered = [rank for rank, _ in groups]
    if len(cards) < 5:
        counts = [count for _, count in groups]
        category = next(place for place in (7, 3, 2, 1, 0) if counts[: len(first(place))] == first(place))
        return category, ordered
    flush = len({card[1] for card in cards}) == 1
    top = 5 if ordered == [14, 5, 4, 3, 2] else ordered[0]
    straight = len(groups) == 5 and (top == 5 or ordered[0] - ordered[4] == 4)
    if straight:
        return (8 if flush else 4), [top]
    if flush:
        return 5, ordered
    return PATTERNS.index(tuple(count for _, count in groups)), ordered


def first(place):
    """How many cards the groups of a category have that make it."""
    return {7: [4], 3: [3], 2: [2, 2], 1: [2], 0: []}[place]


def key(hand):
    return hand.category, list(hand.ranks)


def test_order_is_that_of_another_evaluator():
    chance = random.Random(2026)
    hands = [chance.sample(DECK, chance.randint(5, 7)) for _ in range(sized(30_000, 100_000))]

    worth = {}
    for cards in hands:
        assert worth.setdefault(evaluate_cards(*cards), found := best_hand(cards)) == found

    assert len(worth) > sized(5500, 6000)  # of the 7,462 that differ
    assert all(worth[better] > worth[worse] for better, worse in pairwise(sorted(worth)))


@pytest.mark.parametrize("count", [5, 8, 9])
def test_best_of_many_is_the_best_of_all_fives(count):
    chance = random.Random(count)

    for _ in range(120):
        cards = chance.sample(DECK, count)
        assert key(best_hand(cards)) == max(map(straightforward, combinations(cards, 5)))


@pytest.mark.parametrize("count", [8, 9])
def test_rare_hands_of_many_cards_are_found(count):
    chance = random.Random(count)
    found = set()

    for _ in range(400):
        suits, ranks = chance.choice(("s", "sh", "shdc")), chance.sample(RANKS, 4 if chance.random() < 0.5 else 9)
        few = [rank + suit for rank in ranks for suit in suits]
        cards = chance.sample(few, min(count, len(few)))
        best = best_hand(cards)
        found.add(best.category)
        assert key(best) == max(map(straightforward, combinations(cards, min(5, len(cards)))))

    assert {Category.STRAIGHT_FLUSH, Category.FOUR, Category.FULL_HOUSE, Category.FLUSH} <= found


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_short_hand_is_ranked_by_the_book(count):
    for ranks in combinations_with_replacement(RANKS, count):
        cards = [rank + suit for rank, suit in zip(ranks, "cdhs", strict=False)]
        one_suit = [rank + "c" for rank in ranks] if len(set(ranks)) == count else cards

        assert key(best_hand(cards)) == straightforward(cards)
        assert best_hand(one_suit) == best_hand(cards)


def test_missing_card_loses_to_any_card():
    chance = random.Random(7)

    for _ in range(2000):
        one, two = (best_hand(chance.sample(DECK, chance.randint(1, 9))) for _ in range(2))
        padded = [*zip_longest(one.ranks, two.ranks, fillvalue=0)]
        by_group = (one.category, [a for a, _ in padded]) > (two.category, [b for _, b in padded])
        assert (one > two) == by_group


def test_short_hands_compare_as_in_the_rules_file():
    falling = [["Ts"], ["9s", "5h"], ["9s", "3h", "2d"], ["9s", "3h"], ["9s"]]

    assert sorted(map(best_hand, falling), reverse=True) == [best_hand(cards) for cards in falling]


@pytest.mark.parametrize(
    ("cards", "with_wheel", "without"),
    [
        ("As 2d 3h 4c 5s", Hand(Category.STRAIGHT, (5,)), Hand(Category.HIGH_CARD, (14, 5, 4, 3, 2))),
        ("As 2s 3s 4s 5s", Hand(Category.STRAIGHT_FLUSH, (5,)), Hand(Category.FLUSH, (14, 5, 4, 3, 2))),
        ("As 2d 3h 4c 5s 6s", Hand(Category.STRAIGHT, (6,)), Hand(Category.STRAIGHT, (6,))),
    ],
)
def test_wheel_is_the_lowest_straight_where_the_club_has_it(cards, with_wheel, without):
    assert best_hand(cards.split()) == with_wheel
    assert best_hand(cards.split(), wheel=False) == without


def test_four_cards_make_neither_a_straight_nor_a_flush():
    assert best_hand(["9s", "8s", "7s", "6s"]).category == Category.HIGH_CARD
