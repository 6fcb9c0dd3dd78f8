"""Pair as many as can be so that together it costs least: one answer, whatever the library that finds it does."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

import rustworkx

Edge = tuple[int, int]
"""Two who may be paired, numbered from 0, the lower number first"""

LIMIT: Final = 2**63
"""The weights of a matching add up to less, so that no library has to round them."""


def cheapest(many: int, edges: Sequence[Edge], costs: Sequence[int], chance: Random) -> list[Edge]:
    """As many pairs as can be, of all such ways the one that costs least; chance decides between equal ones.

    Raises:
        ValueError: the costs are too large to be told apart below the limit.
    """
    return _matched(many, edges, weights(costs, many // 2, chance))


def weights(costs: Sequence[int], pairs: int, chance: Random) -> list[int]:
    """Weights of which the largest sum of so many is that of the least costs, and its last digits are by chance.

    Every weight is above 0 and differs from the others by its last digits as far as there is room. Those together are
    less than one unit of cost, so they decide between equals alone.

    Raises:
        ValueError: the costs are too large for that.
    """
    if not costs or not pairs:
        return [1] * len(costs)
    if min(costs) < 0:
        raise ValueError("a cost can't be less than nothing")
    top = max(costs) + 1
    room = (LIMIT - 1 - pairs * top) // (pairs * (pairs * top + 1))
    if room < 1:
        raise ValueError("these costs are too far apart to be weighed")
    unit = pairs * room + 1
    return [(top - cost) * unit - lot for cost, lot in zip(costs, _lots(len(costs), room, chance), strict=True)]


def _lots(many: int, room: int, chance: Random) -> list[int]:
    """Numbers below `room`, each another one if there are so many."""
    drawn = [chance.random() for _lot in range(many)]
    slots = room // many
    if not slots:
        return [int(lot * room) for lot in drawn]
    order = sorted(range(many), key=lambda number: drawn[number])
    return [int(chance.random() * slots) * many + number for number in order]


def sitting_out(many: int, edges: Sequence[Edge], costs: Sequence[int], takers: Sequence[int]) -> int | None:
    """Who sits out so that all others can be paired: of the ways that cost least, the first of `takers` who can.
    None: whoever of them sits out, somebody else is left over.

    `many` is odd. The sum of the costs is what counts, so they should be small.
    """
    out = many
    worth = len(takers) + 1
    top = max(costs, default=0) * worth + worth
    all_edges = [*edges, *((taker, out) for taker in takers)]
    all_weights = [*(top - cost * worth for cost in costs), *(top - place for place in range(len(takers)))]
    pairs = _matched(many + 1, all_edges, all_weights)
    if 2 * len(pairs) < many + 1:
        return None
    return next(one for one, other in pairs if other == out)


def _matched(many: int, edges: Sequence[Edge], of: Sequence[int]) -> list[Edge]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * many)
    graph.add_edges_from([(one, other, weight) for (one, other), weight in zip(edges, of, strict=True)])
    found: Collection[Edge] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)
