"""The numbers of the game, and the cards; sections are those of the rules file."""

from typing import Final, Literal, TypeAlias, get_args

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
