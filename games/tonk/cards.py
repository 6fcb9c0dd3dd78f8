"""Cards, spreads, and what a hand counts."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from games.tonk.values import FACES, FOUR_OF_A_RANK, TRIPLE

Card: TypeAlias = str
"""Rank and suit as they are stored: `Th`, `As`."""

RANKS: Final = "A23456789TJQK"
"""In the order of a run: the ace is low only (section 1)."""
SUITS: Final = "cdhs"
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_ORDER: Final = {card: place for place, card in enumerate(CARDS)}


def is_spread(cards: Sequence[Card]) -> bool:
    """A book is three or four cards of a rank, a run three or more of a suit that follow each other."""
    if len(cards) < TRIPLE:
        return False
    if len({card[0] for card in cards}) == 1:
        return len(cards) <= FOUR_OF_A_RANK
    places = sorted(_ORDER[card] for card in cards)
    in_suit = places[0] // len(RANKS) == places[-1] // len(RANKS)
    return in_suit and places[-1] - places[0] == len(places) - 1


@lru_cache(maxsize=4)
def _values(face_values: str) -> dict[str, int]:
    counted = (*range(1, 11), *FACES[face_values])
    return dict(zip(RANKS, counted, strict=True))


def count(cards: Sequence[Card], face_values: str) -> int:
    """What all these cards count."""
    values = _values(face_values)
    return sum(values[card[0]] for card in cards)


def unmatched(cards: Sequence[Card], face_values: str) -> int:
    """The least that can be left after taking out spreads that share no card."""
    rests = ([card for card in cards if card not in spread] for spread in spreads_in(cards))
    left = (unmatched(rest, face_values) for rest in rests)
    return min(left, default=count(cards, face_values))


def spreads_in(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every spread that could be laid from a hand."""
    for size in range(TRIPLE, len(cards) + 1):
        yield from filter(is_spread, combinations(cards, size))


def must_lay(cards: Sequence[Card]) -> bool:
    """Whether a spread is held back; three aces may be kept while the fourth is elsewhere."""
    aces = {card for card in cards if card[0] == "A"}
    exempt = aces if len(aces) == TRIPLE else set()
    return any(set(spread) != exempt for spread in spreads_in(cards))
