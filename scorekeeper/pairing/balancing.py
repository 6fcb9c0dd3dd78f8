"""Tables of a knock-out: how many there are, which is broken, how many move (section 10 of the shared specification of
pairing, after the rules 8 to 11 of the Poker Tournament Directors Association, 2024)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Balance:
    """What is to be done after a knock-out. Tables are counted from 1: those that are `broken`, how many sit at each
    of the others afterwards, and how many people have to move for that, which are as few as can be."""

    broken: tuple[int, ...]
    target: Mapping[int, int]
    moves: int


def table_counts(people: int, most: int) -> tuple[int, ...]:
    """How many sit at each table at the start, the larger ones first: as few tables as hold all, even but for one.

    Raises:
        ValueError: nobody to seat, or no seats.
    """
    if people < 1 or most < 1:
        raise ValueError("a table needs somebody and a seat")
    tables = -(-people // most)
    return tuple(people // tables + (nth < people % tables) for nth in range(tables))


def in_order(sizes: Sequence[int], order: Sequence[int] = ()) -> list[int]:
    """All tables, counted from 1, in the order in which they are broken: those that were named before, then the
    smallest, of equal ones that with the highest number."""
    smallest = sorted(range(1, len(sizes) + 1), key=lambda table: (sizes[table - 1], -table))
    return list(dict.fromkeys([*(table for table in order if 0 < table <= len(sizes)), *smallest]))


def rebalanced(sizes: Sequence[int], most: int, order: Sequence[int] = ()) -> Balance:
    """What these tables should become: fewer where fewer hold all, and even but for one.

    Tables are broken in the order that was fixed before, then the smallest, of equal ones that with the highest number;
    the larger of the new sizes go to the tables that are larger now.

    Raises:
        ValueError: nobody is left, no seats, or a table without a size.
    """
    if any(size < 0 for size in sizes):
        raise ValueError("a table can't have fewer than nobody")
    counts = table_counts(sum(sizes), most)
    broken = in_order(sizes, order)[: len(sizes) - len(counts)]
    by_size = sorted(range(1, len(sizes) + 1), key=lambda table: (-sizes[table - 1], table))
    stay = [table for table in by_size if table not in broken]
    target = dict(zip(stay, counts, strict=False))
    moved = sum(max(0, sizes[table - 1] - many) for table, many in target.items())
    return Balance(
        broken=tuple(sorted(broken)),
        target=dict(sorted(target.items())),
        moves=moved + sum(sizes[table - 1] for table in broken),
    )
