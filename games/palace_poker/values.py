"""The numbers of the game, and the cards; sections are those of the rules file."""

from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Card: TypeAlias = Literal[
    "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac",
    "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd", "Ad",
    "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah",
    "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As",
]  # fmt: skip
"""Rank and suit: T is ten; clubs, diamonds, hearts, spades."""

CARDS: Final = frozenset(get_args(Card))
RANKS: Final = "23456789TJQKA"

SEATS: Final = range(2, 11)
"""Section 1: two to ten players."""
PALACE: Final = 3
DEALT_EACH: Final = 1 + PALACE
"""Section 1: a banner and a palace."""
MOST_SOLDIERS: Final = 5
SUITS: Final = 4
"""Section 1: within deal positions 1-4, 5-8 and 9-10 all banner suits differ."""
SAME_SUIT: Final = (2, 3)
"""Section 4: so many who are left may share a banner suit."""

LARGEST_BET: Final = 1_000_000_000
LARGEST_AMOUNT: Final = 1_000_000_000_000
"""Far beyond any stake; keeps every sum within what a database can hold."""
BASIS_POINTS: Final = 10_000
MOST_RAKE: Final = 2_000
MOST_RAISES: Final = 10
MOST_ACTIONS: Final = 300
MOST_RESPONSES: Final = 100
"""Of one log, and of one battle: far beyond any hand, and soon read."""

TIE: Final = "tie"
End: TypeAlias = Literal["last_standing", "same_suit", "tie_last_two", "showdown", "recorded"]
"""How a hand ended; `recorded` does not say."""


def suit_of(card: str) -> str:
    """The letter of its suit."""
    return card[1]


def is_card(value: object) -> bool:
    """Whether this names a card of the deck."""
    return isinstance(value, str) and value in CARDS


def is_amount(value: object) -> bool:
    """Whether this is an amount: a whole number that is not negative."""
    return type(value) is int and 0 <= value <= LARGEST_AMOUNT


# The best hand of at most five among one to nine cards, short hands included (section 3).
#
# Ordinary poker ranking. Straights and flushes need five cards. A hand is compared by category, then
# by the ranks of its groups, and a missing card loses to any card: that is how tuples compare.

FULL: Final = 5
ACE: Final = 14
LOW_ACE: Final = 1
_RANK: Final = {letter: number for number, letter in enumerate(RANKS, start=2)}


class Category(IntEnum):
    """The kinds of hand, the best last."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


class Hand(NamedTuple):
    """What a hand is worth; the greater one wins. `ranks` (2 to 14) stand group by group."""

    category: Category
    ranks: tuple[int, ...]


def best_hand(cards: Collection[str], *, wheel: bool = True) -> Hand:
    """The best hand of at most five of these; `wheel` lets A-2-3-4-5 be the lowest straight."""
    ranks = sorted((_RANK[card[0]] for card in cards), reverse=True)
    suited = _suited(cards)
    if suited and (top := _straight(suited, wheel=wheel)):
        return Hand(Category.STRAIGHT_FLUSH, (top,))
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    first = groups[0]
    pairs = [rank for count, rank in groups[1:] if count >= 2]
    if first[0] == 4:
        return _with_kickers(Category.FOUR, ranks, first[1:])
    if first[0] == 3 and pairs:
        return Hand(Category.FULL_HOUSE, (first[1], max(pairs)))
    if suited:
        return Hand(Category.FLUSH, tuple(suited[:FULL]))
    if top := _straight(ranks, wheel=wheel):
        return Hand(Category.STRAIGHT, (top,))
    return _grouped(ranks, first, pairs)


def _grouped(ranks: list[int], first: tuple[int, int], pairs: list[int]) -> Hand:
    if first[0] == 3:
        return _with_kickers(Category.THREE, ranks, first[1:])
    if first[0] == 2 and pairs:
        return _with_kickers(Category.TWO_PAIRS, ranks, (first[1], max(pairs)))
    if first[0] == 2:
        return _with_kickers(Category.PAIR, ranks, first[1:])
    return Hand(Category.HIGH_CARD, tuple(ranks[:FULL]))


def _with_kickers(category: Category, ranks: list[int], grouped: tuple[int, ...]) -> Hand:
    """The groups first, then as many of the other cards as five allow."""
    used = {Category.FOUR: 4, Category.THREE: 3, Category.TWO_PAIRS: 4, Category.PAIR: 2}[category]
    others = [rank for rank in ranks if rank not in grouped]
    return Hand(category, (*grouped, *others[: FULL - used]))


def _suited(cards: Iterable[str]) -> list[int]:
    """The ranks of the suit with five cards or more, highest first; nine cards have one at most."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        by_suit.setdefault(card[1], []).append(_RANK[card[0]])
    flush = next((ranks for ranks in by_suit.values() if len(ranks) >= FULL), [])
    return sorted(flush, reverse=True)


def _straight(ranks: Iterable[int], *, wheel: bool) -> int:
    """The highest rank of the best straight, 0 without one."""
    there = set(ranks)
    if wheel and ACE in there:
        there.add(LOW_ACE)
    tops = (top for top in there if all(top - step in there for step in range(1, FULL)))
    return max(tops, default=0)
