"""Which seat of a table each of its players gets, so that over time all sit everywhere equally often."""

from collections.abc import Mapping, Sequence
from random import Random


def seated(
    table: Sequence[str],
    history: Mapping[str, Mapping[tuple[int, int], int]],
    chance: Random,
    fixed: Mapping[str, int] | None = None,
) -> tuple[str, ...]:
    """The players in the order of their seats: those of least weight, where a seat weighs for a player as often as
    they have had it at tables of this size (so the total is the smallest sum of c(c-1)/2 that this round allows).
    Chance decides between equals. Who has a `fixed` seat (one of these, each at most once) gets that.

    Exact, over all orders at once: for each set of players the best way to fill the first seats with it.
    """
    size = len(table)
    had = [[history.get(player, {}).get((size, seat), 0) for seat in range(size)] for player in table]
    lots = [[int(chance.random() * 1_000) for _seat in range(size)] for _player in table]
    at = {seat: player for player, seat in (fixed or {}).items()}
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for seat in range(size):
        filled: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for taken, (weight, lot, order) in best.items():
            for number in range(size):
                if not taken & 1 << number and table[number] == at.get(seat, table[number]):
                    way = (weight + had[number][seat], lot + lots[number][seat], (*order, number))
                    after = taken | 1 << number
                    filled[after] = min(way, filled.get(after, way))
        best = filled
    (_weight, _lot, order), *_none = best.values()
    return tuple(table[number] for number in order)
