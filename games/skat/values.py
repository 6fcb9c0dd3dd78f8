"""The numbers of the rule book (Internationale Skatordnung, ISkO)."""

from typing import Final

BASES: Final = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
"""ISkO 5.1."""

GRAND_OUVERT_36: Final = 36
"""The very old base of a grand ouvert, an option."""

NULL: Final = 23
NULL_VALUES: Final = {
    (False, False): NULL,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}
"""(hand, ouvert) -> the fixed value of a null game, ISkO 5.1."""

CONTRACTS: Final = (*BASES, "null")

MOST_MATADORS: Final = {"grand": 4} | dict.fromkeys(("diamonds", "hearts", "spades", "clubs"), 11)
"""ISkO 2.4: a run has at most the four jacks, and in a suit game the seven trumps after them."""

POINTS_TO_WIN: Final = 61
"""ISkO 5.2.2: 60 : 60 is lost."""
POINTS_FOR_SCHNEIDER: Final = 90
POINTS_OF_SCHNEIDER: Final = 30
"""ISkO 5.2.3: a party with 30 card points or fewer is schneider."""
ALL_POINTS: Final = 120
ALL_TRICKS: Final = 10
MOST_IN_SKAT: Final = 22
"""Two aces: a declarer without a trick owns the skat all the same."""

IMPOSSIBLE_POINTS: Final = frozenset({1, 119})

POINTS_BY_TRICKS: Final = (
    (0, 22),
    (0, 54),
    (0, 84),
    (0, 96),
    (4, 106),
    (11, 114),
    (20, 120),
    (32, 120),
    (56, 120),
    (87, 120),
    (120, 120),
)
"""Declarer's tricks (0..10) -> the fewest and the most card points possible, skat included."""


def _legal_bids() -> frozenset[int]:
    """Every value a game can have is a legal bid, and nothing else is."""
    suits = {base * times for contract, base in BASES.items() for times in range(2, MOST_MATADORS[contract] + 8)}
    return frozenset(suits | set(NULL_VALUES.values()))


LEGAL_BIDS: Final = _legal_bids()
