"""Which table gets which number: nobody at the same one twice running where it can be avoided, and with `keep` where
people have seen it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from scorekeeper.pairing.schedules.instance import Instance, Round, Table

SEEN: Final = 100  # what a player weighs who stays at the number that was published, against one who sits there again


def numbered(instance: Instance, number: int, tables: Sequence[Table], last: Round | None) -> tuple[Table, ...]:
    """The tables of a round in the order of their numbers; where a lock or the points give one, it stays."""
    stays = {lock.table - 1 for lock in instance.locks if lock.round == number and lock.table is not None}
    if instance.style == "seeded":
        return tuple(tables)
    before = _places(last)
    index = number - len(instance.done) - 1
    shown = instance.published[index] if instance.keep and index < len(instance.published) else None
    seen = _places(shown)
    costs = [Counter[int]() for _table in tables]
    for own, table in zip(costs, tables, strict=True):
        own.update(before[player] for player in table if player in before)
        own.subtract({place: SEEN * times for place, times in Counter(_at(table, seen)).items()})
    return _swapped(list(tables), costs, stays)


def _places(one: Round | None) -> dict[str, int]:
    return {player: place for place, table in enumerate(one.tables) for player in table} if one else {}


def _at(table: Table, places: Mapping[str, int]) -> list[int]:
    return [places[player] for player in table if player in places]


def _swapped(tables: list[Table], costs: list[Counter[int]], stays: Collection[int]) -> tuple[Table, ...]:
    """Swaps of two numbers of tables of one size that make it better, until none does."""
    free = [place for place in range(len(tables)) if place not in stays]
    better = True
    while better:
        better = False
        for one in free:
            if not costs[one]:
                continue
            for other in free:
                if one != other and len(tables[one]) == len(tables[other]):
                    now = costs[one][one] + costs[other][other]
                    if costs[one][other] + costs[other][one] < now:
                        tables[one], tables[other] = tables[other], tables[one]
                        costs[one], costs[other] = costs[other], costs[one]
                        better = True
    return tuple(tables)
