"""How many tables of which size so many people make."""

from collections.abc import Collection


def table_sizes(people: int, allowed: Collection[int], preferred: int) -> tuple[int, ...]:
    """The sizes of the tables, largest first; whoever is left over sits out.

    As few as possible sit out; then the sizes are as near to the preferred one as they can be (least squares), then
    as even as they can be. Tables of 3 and 4 with 4 preferred are those of the Skat rule: as few tables of 3 as
    possible.
    """
    sizes = sorted(size for size in set(allowed) if size > 0)
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for seated in range(1, max(people, 0) + 1):
        best.append(_best(seated, sizes, preferred, best))
    found = next(one for one in reversed(best) if one is not None)
    return tuple(sorted(found[2], reverse=True))


def smaller_sizes(people: int, allowed: Collection[int], preferred: int) -> tuple[int, ...]:
    """What a director can choose instead where somebody sits out anyway: as many tables, each with one seat less. Of
    five in Skat a table of three, and two sit out. Empty where there is no such choice."""
    usual = table_sizes(people, allowed, preferred)
    smaller = tuple(size - 1 for size in usual)
    return smaller if sum(usual) < people and set(smaller) <= set(allowed) else ()


def _best(
    seated: int, sizes: list[int], preferred: int, smaller: list[tuple[int, int, tuple[int, ...]] | None]
) -> tuple[int, int, tuple[int, ...]] | None:
    """(distance from what is preferred, unevenness, sizes) for exactly so many people; None where no tables make it."""
    ways = []
    for size in sizes:
        rest = smaller[seated - size] if size <= seated else None
        if rest is not None:
            distance, squares, others = rest
            ways.append((distance + (size - preferred) ** 2, squares + size * size, (*others, size)))
    return min(ways, default=None)
