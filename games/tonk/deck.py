"""Which counts one deck can give: alone, and together."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.tonk.rules import FACES, FOUR_OF_A_RANK

Cards: TypeAlias = int
"""Cards by what they count: six bits hold how many count 1, the next six how many count 2, and so on."""

BITS: Final = 6
NUMBER: Final = 31
"""Five bits are enough for the 16 tens."""
GUARD: Final = 32
"""The sixth bit is set in what is left of a deck; it is lost where more cards are taken than there are."""

MANY_TENS: Final = 50
"""Less than this is at most four tens and one more card."""

MOST_TRIED: Final = 250_000
"""Where a search tried so many hands and found no proof, the counts are taken as possible."""
FITTING: Final = 25
"""A hand that fits is as much work as so many that do not."""


class Deal(NamedTuple):
    """What a hand may be: from `fewest` to `most` cards, faces counted as `face_values` says."""

    fewest: int
    most: int
    face_values: str


_ROOMY: Final = frozenset(Deal(1, most, "10") for most in (5, 6, 7))
"""Where four hands always find four tens each in the deck, and one of the four cards of every rank."""


@lru_cache(maxsize=8)
def deck(face_values: str) -> tuple[int, ...]:
    """How many cards count 1, 2, ...: four of each rank; by the usual count 16 of them are tens."""
    ranks = (*range(1, 11), *FACES[face_values])
    return tuple(FOUR_OF_A_RANK * ranks.count(value) for value in range(1, max(ranks) + 1))


@lru_cache(maxsize=8)
def _whole(face_values: str) -> Cards:
    return sum((GUARD + number) << BITS * place for place, number in enumerate(deck(face_values)))


def is_possible(total: int, deal: Deal) -> bool:
    """Whether any hand counts this.

    Between the least and the most a hand can count nothing is left out: unless its cards are the highest there
    are, one of them can be changed for a card that counts one more.
    """
    least, most = _bounds(1, deal)
    return least <= total <= most


def are_possible(totals: Sequence[int], deal: Deal) -> bool:
    """Whether hands from one deck can count these together; each is possible alone."""
    if len(totals) <= FOUR_OF_A_RANK and deal in _ROOMY and max(totals, default=0) < MANY_TENS:
        return True
    return _together(tuple(sorted(totals)), deal)


@lru_cache(maxsize=4096)
def _together(totals: tuple[int, ...], deal: Deal) -> bool:
    """Whether hands can count these, the lowest first."""
    if len(totals) * deal.fewest > sum(deck(deal.face_values)):
        return False
    for hands in range(1, len(totals) + 1):
        least, most = _bounds(hands, deal)
        if sum(totals[:hands]) < least or sum(totals[-hands:]) > most:
            return False
    return _Search(totals, deal).finds()


@lru_cache(maxsize=128)
def _bounds(hands: int, deal: Deal) -> tuple[int, int]:
    """The least and the most that so many hands can count together."""
    whole = _whole(deal.face_values)
    return _least(hands * deal.fewest, whole), _most(hands * deal.most, whole)


def _least(cards: int, left: Cards) -> int:
    """The least that so many of the cards left can count, or all of them."""
    total = value = 0
    while cards and left:
        value += 1
        taken = min(cards, left & NUMBER)
        total += taken * value
        cards -= taken
        left >>= BITS
    return total


def _most(cards: int, left: Cards) -> int:
    """The most that so many of the cards left can count, or all of them."""
    total = 0
    for value in range(left.bit_length() // BITS, 0, -1):
        taken = min(cards, left >> BITS * (value - 1) & NUMBER)
        total += taken * value
        cards -= taken
    return total


class _Search:
    """Deals one hand after the other, the hardest first.

    Equal totals take their ways in order, so that none is tried twice; what was found to lead nowhere is kept.
    """

    def __init__(self, totals: tuple[int, ...], deal: Deal) -> None:
        self._ways = {total: made_of(total, deal) for total in totals}
        self._totals = sorted(totals, key=lambda total: len(self._ways[total]))
        self._rest = [sum(self._totals[place:]) for place in range(len(totals))]
        self._deal = deal
        self._guards = sum(GUARD << BITS * place for place in range(len(deck(deal.face_values))))
        self._dead: set[tuple[int, int, Cards]] = set()
        self._tried = 0

    def finds(self) -> bool:
        """Whether there is a deal, or may be one."""
        return self._deal_on(0, 0, _whole(self._deal.face_values))

    def _deal_on(self, place: int, first: int, left: Cards) -> bool:
        """Whether the totals from this place on can be dealt, the next one in its way `first` or a later one."""
        if place == len(self._totals):
            return True
        self._tried += FITTING
        here = (place, first, left)
        if here in self._dead:
            return False
        if self._fits(place, left) and self._try(place, first, left):
            return True
        self._dead.add(here)
        return False

    def _fits(self, place: int, left: Cards) -> bool:
        hands, rest = len(self._totals) - place, self._rest[place]
        return _least(hands * self._deal.fewest, left) <= rest <= _most(hands * self._deal.most, left)

    def _try(self, place: int, first: int, left: Cards) -> bool:
        ways, guards = self._ways[self._totals[place]], self._guards
        same = self._totals[place] in self._totals[place + 1 : place + 2]
        for number in range(first, len(ways)):
            self._tried += 1
            if self._tried > MOST_TRIED:
                return True
            after = left - ways[number]
            if after & guards == guards and self._deal_on(place + 1, number if same else 0, after):
                return True
        return False


@lru_cache(maxsize=512)
def made_of(total: int, deal: Deal) -> tuple[Cards, ...]:
    """Every way to make a total from one deck: those with the fewest cards first, then with the highest."""
    hands = _hands(deal.most, deal.face_values)
    sizes = range(deal.fewest, deal.most + 1)
    return tuple(cards for size in sizes for cards in sorted(hands.get((size, total), ()), reverse=True))


@lru_cache(maxsize=6)
def _hands(most: int, face_values: str) -> Mapping[tuple[int, int], list[Cards]]:
    """Every hand of so many cards or fewer: {(number of cards, what they count): hands}."""
    hands: dict[tuple[int, int], list[Cards]] = {(0, 0): [0]}
    for place, there_are in enumerate(deck(face_values)):
        more: dict[tuple[int, int], list[Cards]] = {}
        for (size, total), smaller in hands.items():
            for number in range(min(there_are, most - size) + 1):
                own = number << BITS * place
                reached = more.setdefault((size + number, total + number * (place + 1)), [])
                reached += [cards + own for cards in smaller]
        hands = more
    return hands
