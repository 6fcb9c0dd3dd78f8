"""Which seat everybody gets at their tables: over the rounds each seat of a size equally often, whatever the tables.

A player with d tables of a size s counts as ceil(d/s) nodes of at most s tables each. Tables and nodes make a graph
with two sides, in which nothing has more than s edges; so its edges can be given s colours, none twice at a node
(König), and the colour is the seat. Then each player has each seat as often as any other, give or take one (de Werra).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, MutableMapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.drawing import seated
from scorekeeper.pairing.schedules.instance import Instance, Player, Round, Table
from scorekeeper.pairing.schedules.locking import seats_of

Counts = MutableMapping[tuple[Player, int], list[int]]
"""{(player, size of a table): how often they had each seat}"""

Node = tuple[Player, int]
"""A player, and which of their turns at tables of a size: the first so many, the next so many"""

NEVER = 1_000_000  # what a seat weighs that a lock does not give
WALK = 2_000  # steps for every table
LONGEST_WALK = 200_000
EQUAL = 0.5  # how often a swap is made that changes nothing


def seats_given(instance: Instance, rounds: Sequence[Round], chance: Random) -> list[Round]:
    """The rounds that are drawn, each table in the order of its seats."""
    had = counts(instance.done)
    if instance.mode == "by_round" or len(rounds) == 1:
        return [
            _nearest(instance, number, round_, had, chance)
            for number, round_ in zip(instance.drawn, rounds, strict=True)
        ]
    given = _coloured(rounds)
    if instance.keep:
        for tables, shown in zip(given, instance.published, strict=False):
            _as_seen(tables, shown)
    locked = [seats_of(instance, number) for number in instance.drawn]
    for one, seats in zip(given, locked, strict=True):
        for table in one:
            _lock(table, seats)
    if instance.done or any(locked) or instance.keep:
        _evened(given, locked, had, chance)
    return [Round(tuple(map(tuple, tables)), round_.out) for tables, round_ in zip(given, rounds, strict=True)]


def counts(rounds: Sequence[Round] | Sequence[Sequence[Sequence[Player]]]) -> Counts:
    """How often everybody had each seat."""
    had: Counts = defaultdict(list)
    for round_ in rounds:
        for table in round_.tables if isinstance(round_, Round) else round_:
            _count(had, table, 1)
    return had


def _count(had: Counts, table: Sequence[Player], times: int) -> None:
    for seat, player in enumerate(table):
        own = had[player, len(table)]
        own += [0] * (len(table) - len(own))
        own[seat] += times


def _nearest(instance: Instance, number: int, round_: Round, had: Counts, chance: Random) -> Round:
    """One round by itself: at each table the order in which people sit where they have sat least."""
    locks = seats_of(instance, number)

    def weighed(player: Player, size: int) -> dict[tuple[int, int], int]:
        own = had.get((player, size), [])
        lock = locks.get(player)
        return {
            (size, seat): NEVER if lock not in {None, seat} else own[seat] if seat < len(own) else 0
            for seat in range(size)
        }

    tables = [
        seated(table, {player: weighed(player, len(table)) for player in table}, chance) for table in round_.tables
    ]
    return Round(tuple(tables), round_.out)


def _coloured(rounds: Sequence[Round]) -> list[list[list[Player]]]:
    """The rounds with the seats that the colours give."""
    given: list[list[list[Player]]] = [[list(table) for table in round_.tables] for round_ in rounds]
    sizes = {len(table) for tables in given for table in tables}
    for size in sorted(sizes):
        tables = [table for own in given for table in own if len(table) == size]
        turns: dict[Player, int] = defaultdict(int)
        edges = []
        for number, table in enumerate(tables):
            for player in table:
                edges.append((number, (player, turns[player] // size)))
                turns[player] += 1
        for number, seats in enumerate(_colours(len(tables), edges, size)):
            tables[number][:] = [player for player, _node in seats]
    return given


def _colours(tables: int, edges: Sequence[tuple[int, Node]], size: int) -> list[list[Node]]:
    """For each table the node that has each colour. Where the two ends of an edge have no free colour in common, a
    path of two colours that starts at the node is swapped, which frees one. The edges come table by table, as many of
    each as it has seats, so that every table before the last has all colours."""
    at_table: list[dict[int, Node]] = [{} for _table in range(tables)]
    at_node: dict[Node, dict[int, int]] = defaultdict(dict)
    for table, node in edges:
        own, free = (
            next(colour for colour in range(size) if colour not in used) for used in (at_table[table], at_node[node])
        )
        if own in at_node[node]:
            _flip(at_table, at_node, node, own, free)
        at_table[table][own], at_node[node][own] = node, table
    return [[row[colour] for colour in range(size)] for row in at_table]


def _flip(
    at_table: Sequence[dict[int, Node]], at_node: Mapping[Node, dict[int, int]], node: Node, one: int, other: int
) -> None:
    """Swap two colours along the path from a node that has the first and not the other; it ends at a node, because
    every table on it has both."""
    path: list[tuple[int, Node, int]] = []
    at = node
    while (table := at_node[at].get(one)) is not None:
        across = at_table[table][other]
        path += [(table, at, one), (table, across, other)]
        at = across
    for table, there, colour in path:
        del at_table[table][colour], at_node[there][colour]
    for table, there, colour in path:
        new = other if colour == one else one
        at_table[table][new], at_node[there][new] = there, table


def _as_seen(tables: Sequence[list[Player]], shown: Round) -> None:
    """Everybody on the seat on which people have seen them, where their table still has it for them."""
    seen = {player: seat for table in shown.tables for seat, player in enumerate(table)}
    for table in tables:
        stays: dict[int, Player] = {}
        for player in table:
            if (seat := seen.get(player, len(table))) < len(table):
                stays.setdefault(seat, player)
        others = iter([player for player in table if player not in stays.values()])
        table[:] = [stays[seat] if seat in stays else next(others) for seat in range(len(table))]


def _lock(table: list[Player], locks: Mapping[Player, int]) -> None:
    """Put those with a locked seat on it."""
    for player in list(table):
        if player in locks:
            now, then = table.index(player), locks[player]
            table[now], table[then] = table[then], table[now]


def _evened(
    given: list[list[list[Player]]], locked: Sequence[Mapping[Player, int]], had: Counts, chance: Random
) -> None:
    """Swaps of two seats at a table that make all more even with what was before; then, for a number of steps, also
    such that leave it as even as it is, until nobody has a seat more than once oftener than another."""
    tables = [(table, locks.keys()) for own, locks in zip(given, locked, strict=True) for table in own]
    for table, _locks in tables:
        _count(had, table, 1)
    uneven = {key for table, _locks in tables for player in table if _is_uneven(had[key := (player, len(table))])}
    for step in range(min(WALK * len(tables), LONGEST_WALK)):
        if not uneven:
            break
        # First each table in turn, and only what makes it better: few change seats for it. Then by chance.
        is_walk = step >= len(tables)
        table, locks = tables[int(chance.random() * len(tables)) if is_walk else step]
        free = [seat for seat, player in enumerate(table) if player not in locks]
        for one, other in combinations(free, 2):
            gain = _gain(table, one, other, had)
            if gain > 0 or (is_walk and gain == 0 and chance.random() < EQUAL):
                _count(had, table, -1)
                table[one], table[other] = table[other], table[one]
                _count(had, table, 1)
        keys = {(player, len(table)) for player in table}
        uneven = (uneven - keys) | {key for key in keys if _is_uneven(had[key])}


def _is_uneven(own: Sequence[int]) -> bool:
    return max(own) - min(own) > 1


def _gain(table: Sequence[Player], one: int, other: int, had: Counts) -> int:
    """By how much half the sum of squares falls when these two seats are swapped."""
    first, second = had[table[one], len(table)], had[table[other], len(table)]
    return first[one] - first[other] + second[other] - second[one] - 2


def spread(rounds: Sequence[Round]) -> dict[int, int]:
    """By size of a table, the largest difference between two seats of one player."""
    found: dict[int, int] = {}
    for (_player, size), own in sorted(counts(rounds).items()):
        found[size] = max(found.get(size, 0), max(own) - min(own))
    return dict(sorted(found.items()))


# Which table gets which number: nobody at the same one twice running where it can be avoided, and with `keep` where
# people have seen it.

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
