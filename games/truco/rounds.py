"""Who has a hand by its rounds (section 4)."""

from functools import lru_cache
from typing import Final

from games.truco.values import DRAW, Side

ROUNDS: Final = 3

_TWO: Final = 2


def decided(rounds: tuple[str, ...]) -> bool:
    """Whether no further round is played."""
    return len(rounds) == ROUNDS or winner_of(rounds) is not None


@lru_cache(maxsize=64)
def winner_of(rounds: tuple[str, ...]) -> Side | None:
    """The side that has the hand by these rounds, if one has.

    Two rounds won decide. Else one drawn round does: the hand is the first winner's, whether the draw came
    before or after, unless both sides have a round and the third is still to be played.
    """
    won: list[Side] = [_side(winner) for winner in rounds if winner != DRAW]
    if not won or (len(won) == len(rounds) == 1):
        return None
    for side in won:
        if won.count(side) == _TWO:
            return side
    return won[0] if len(won) < len(rounds) else None


def _side(winner: str) -> Side:
    return "A" if winner == "A" else "B"
