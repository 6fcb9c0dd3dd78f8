"""The numbers of the rules file."""

from typing import Final, Literal, TypeAlias

Ending: TypeAlias = Literal["initial_tonk", "tonk_out", "discard_out", "drop", "stock_out"]
Result: TypeAlias = Literal["initial_tonk", "draw", "tonk_out", "discard_out", "drop_win", "catch", "stock_low", "dead"]
Reason: TypeAlias = Literal[
    "initial_tonk", "tonk_out", "discard_out", "drop_win", "catch_penalty", "low_hand", "stock_low"
]

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
"""Section 5, `max_players`: how far a house may go."""

LARGEST_STAKE: Final = 10**9
"""Section 2."""

OUT: Final = frozenset({"tonk_out", "discard_out"})
"""The endings in which one player holds no cards."""

NEEDS_ALL: Final = frozenset({"drop", "stock_out"})
"""Section 2: the endings that are decided by the counts of everybody."""

TRIPLE: Final = 3
"""A spread has three cards or more (section 1), and three aces may be kept (section 5, `must_lay_spreads`)."""

FOUR_OF_A_RANK: Final = 4
FACES: Final = {"10": (10, 10, 10), "11_12_13": (11, 12, 13)}
"""Section 5, `face_values`: what jack, queen and king count."""

LARGEST_TOTAL: Final = 13 * 7
"""Section 7: no count can be more under any rules."""
