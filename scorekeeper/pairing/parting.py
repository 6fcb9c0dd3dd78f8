"""Draw tables so that nobody sits with whom they are kept apart from: by chance, anew as long as somebody does."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeVar

from scorekeeper.pairing.keys import Entrant

DRAWS: Final = 1_000
"""How often it is drawn at most: the draw with the fewest together counts."""

T = TypeVar("T")


def drawn_apart(
    draw: Callable[[], T], tables: Callable[[T], Mapping[Entrant, int]], apart: Collection[frozenset[Entrant]]
) -> T:
    """The first draw that puts no pair at one table ({who: their table}), or of all that were made the first with the
    fewest; without pairs just the first."""
    best = draw()
    fewest = together(tables(best), apart) if apart else 0
    for _draw in range(DRAWS - 1):
        if not fewest:
            break
        drawn = draw()
        found = together(tables(drawn), apart)
        if found < fewest:
            best, fewest = drawn, found
    return best


def together(tables: Mapping[Entrant, int], apart: Collection[frozenset[Entrant]]) -> int:
    """How many of the pairs sit at one table."""
    return sum(pair <= tables.keys() and len({tables[who] for who in pair}) == 1 for pair in apart)
