"""Who is locked to which table and seat, and what collides; and which seat everybody gets at their tables: over the
rounds each seat of a size equally often, whatever the tables.

A player with d tables of a size s counts as ceil(d/s) nodes of at most s tables each. Tables and nodes make a graph
with two sides, in which nothing has more than s edges; so its edges can be given s colours, none twice at a node
(König), and the colour is the seat. Then each player has each seat as often as any other, give or take one (de Werra).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.drawing import seated
from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Lock, Player, Round, Table

# Which table those get whom locks hold together, or on a seat, without saying at which table.

OUT: Final = -1  # where those are who are locked to sitting out
MOST_TRIES: Final = 20_000  # groups put somewhere in a round before the best way found so far counts

AT_ONCE: Final = 200  # groups that are looked at together, the largest first

Weigh = Callable[[Player, Player], int]
"""How bad it is that these two are put at one table"""


@dataclass(slots=True)
class Group:
    """Players of a round whom locks hold together, at `tables` (from 0, or OUT) where one was named, some on seats."""

    players: list[Player] = field(default_factory=list)
    tables: set[int] = field(default_factory=set)
    seats: dict[Player, set[int]] = field(default_factory=dict)

    def join(self, other: "Group") -> None:
        self.players += other.players
        self.tables |= other.tables
        self.seats |= other.seats

    @property
    def asks_for_nothing(self) -> bool:
        """One player, for whom no table and no seat was named."""
        return len(self.players) == 1 and not self.tables and not self.seats


@dataclass(frozen=True, slots=True)
class Rooms:
    """The tables of a round, and how many sit out."""

    sizes: Sequence[int]
    rest: int

    def of(self, table: int | None) -> int:
        """How many fit at this table; without one at the largest."""
        if table is None:
            return max(self.sizes)
        return self.rest if table == OUT else self.sizes[table]


def fits(group: Group, there: Sequence[Group], size: int) -> bool:
    """Whether these find room and their seats beside those who are there."""
    seats = [min(seats) for entry in (group, *there) for seats in entry.seats.values()]
    people = sum(len(entry.players) for entry in (group, *there))
    return people <= size and len(seats) == len(set(seats)) and max(seats, default=0) < size


def placed(
    groups: Sequence[Group], seated: Mapping[int, Sequence[Group]], rooms: Rooms, weigh: Weigh, first: int
) -> dict[int, list[Group]] | None:
    """All of these at tables, beside those who are `held` there, so that it weighs the least; of ways that weigh the
    same the one that begins at table `first` (counted on over the end). None where no way is found."""
    found = {table: list(own) for table, own in seated.items()}
    in_order = sorted(groups, key=lambda group: (-len(group.players), group.players))
    for start in range(0, len(in_order), AT_ONCE):
        search = _Search(rooms, weigh, first, found)
        search.put(in_order[start : start + AT_ONCE], 0)
        if search.best is None:
            return None
        found = search.best
    return found


@dataclass(slots=True)
class _Search:
    """Every group in turn at every table where it fits, the lightest first; what cannot get better is not gone into."""

    rooms: Rooms
    weigh: Weigh
    first: int
    seated: dict[int, list[Group]]
    best: dict[int, list[Group]] | None = None
    least: int = 0
    tries: int = 0

    def put(self, groups: Sequence[Group], weight: int) -> None:
        """Go on with these, where those before them weigh so much."""
        if not groups:
            self.best, self.least = {table: list(own) for table, own in self.seated.items()}, weight
            return
        group, *more = groups
        for grows, table in sorted(self._ways(group), key=lambda way: way[0]):
            self.tries += 1
            if self.tries > MOST_TRIES or (self.best is not None and weight + grows >= self.least):
                return
            self.seated[table].append(group)
            self.put(more, weight + grows)
            self.seated[table].pop()

    def _ways(self, group: Group) -> list[tuple[int, int]]:
        """(what it weighs, the table) wherever these find room."""
        count = len(self.rooms.sizes)
        tables = [(self.first + step) % count for step in range(count)]
        return [
            (
                sum(
                    self.weigh(player, other)
                    for there in self.seated[table]
                    for player in group.players
                    for other in there.players
                ),
                table,
            )
            for table in tables
            if fits(group, self.seated[table], self.rooms.of(table))
        ]


def together_in(seated: Mapping[int, Sequence[Group]]) -> list[tuple[Player, Player]]:
    """The pairs that are put at one table."""
    tables = [
        sorted(player for group in own for player in group.players) for table, own in seated.items() if table != OUT
    ]
    return [pair for own in tables for pair in combinations(own, 2)]


NEVER: Final = 1_000_000  # what it weighs to put two together who must never meet
HARD: Final = 100_000  # two of one club, where the rule is hard
SOFT: Final = 100  # the same where it is not
MET: Final = 10  # for each time that they met before


def pinned(instance: Instance, sizes: Mapping[int, Sequence[int]]) -> dict[int, dict[Player, int]]:
    """For each round that is drawn, the tables (from 0; the number after the last is sitting out) of the players whom
    locks hold. Who is locked without a table gets one where those sit, of all whom locks hold, with whom that weighs
    the least.

    Raises:
        Impossible: what locks ask for together cannot be had; all such collisions, by name.
    """
    found: dict[int, dict[Player, int]] = {}
    collisions: list[Collision] = []
    weighing = _Weighing(instance)
    for number, own in sizes.items():
        locks = sorted((lock for lock in instance.locks if lock.round == number), key=lambda lock: lock.player)
        here = set(instance.present(number))
        away = sorted({player for lock in locks for player in (lock.player, *lock.together)} - here)
        collisions += [Collision("absent", number, (player,)) for player in away]
        rooms = Rooms(own, len(here) - sum(own))
        found[number] = {} if away else _round(number, locks, rooms, collisions, weighing)
    if collisions:
        raise Impossible(collisions)
    return found


def seats_of(instance: Instance, number: int) -> dict[Player, int]:
    """The seats that locks give in a round."""
    return {lock.player: lock.seat for lock in instance.locks if lock.round == number and lock.seat is not None}


class _Weighing:
    """How bad it is to put two together whom locks hold, by what was before and by those who were put together in the
    rounds looked at so far."""

    def __init__(self, instance: Instance) -> None:
        self.never = {frozenset(pair) for pair in instance.forbidden}
        self.clubs = {} if instance.clubs_rule == "off" else instance.clubs
        self.mates = HARD if instance.clubs_rule == "hard" else SOFT
        self.met = Counter({frozenset(pair): times for pair, times in instance.history.items()})
        for round_ in instance.done:
            self.saw(pair for table in round_.tables for pair in combinations(table, 2))

    def saw(self, pairs: Iterable[tuple[Player, Player]]) -> None:
        """These meet once more."""
        self.met.update(map(frozenset, pairs))

    def of(self, player: Player, other: Player) -> int:
        """At least 1: who need not sit together does not."""
        pair, club = frozenset((player, other)), self.clubs.get(player)
        mates = self.mates if club is not None and club == self.clubs.get(other) else 0
        return 1 + MET * self.met[pair] + mates + (NEVER if pair in self.never else 0)


def _round(
    number: int, locks: Sequence[Lock], rooms: Rooms, collisions: list[Collision], weighing: _Weighing
) -> dict[Player, int]:
    groups = [group for group in _groups(locks) if not group.asks_for_nothing]
    bad = [found for group in groups if (found := _contradiction(number, group, rooms))]
    if bad:
        collisions += bad
        return {}
    seated: dict[int, list[Group]] = {table: [] for table in (*range(len(rooms.sizes)), OUT)}
    for group in groups:
        table = min(group.tables, default=None)
        if table is None:
            continue
        if not fits(group, seated[table], rooms.of(table)):
            collisions.append(_crowded(number, group, seated, rooms))
            return {}
        seated[table].append(group)
    free = [group for group in groups if not group.tables]
    tables = placed(free, seated, rooms, weighing.of, number)
    if tables is None:
        collisions.append(_crowded(number, max(free, key=lambda group: len(group.players)), seated, rooms))
        return {}
    weighing.saw(together_in(tables))
    place = {OUT: len(rooms.sizes)}
    return {
        player: place.get(table, table) for table, own in tables.items() for group in own for player in group.players
    }


def _groups(locks: Sequence[Lock]) -> list[Group]:
    group_of: dict[Player, Group] = {}
    for lock in locks:
        for player in (lock.player, *lock.together):
            group_of.setdefault(player, Group([player]))
        group = group_of[lock.player]
        for player in lock.together:
            other = group_of[player]
            if other is not group:
                group.join(other)
                group_of.update(dict.fromkeys(other.players, group))
        if lock.table is not None:
            group.tables.add(lock.table - 1)
        if lock.seat is not None:
            group.seats.setdefault(lock.player, set()).add(lock.seat)
    return list({id(group): group for group in group_of.values()}.values())


def _contradiction(number: int, group: Group, rooms: Rooms) -> Collision | None:
    """What is wrong with a group by itself."""
    players = tuple(sorted(group.players))
    wrong = [player for player, seats in group.seats.items() if len(seats) > 1]
    if len(group.tables) > 1 or wrong:
        return Collision("two_tables", number, tuple(wrong) or players)
    table = min(group.tables, default=None)
    if table is not None and not OUT <= table < len(rooms.sizes):
        return Collision("no_table", number, players, table + 1)
    most = rooms.of(table)
    beyond = [player for player, seats in group.seats.items() if table == OUT or not 0 <= min(seats) < most]
    if beyond:
        return Collision("no_seat", number, tuple(sorted(beyond)))
    return None if fits(group, [], most) else _crowded(number, group, {}, rooms)


def _crowded(number: int, group: Group, seated: Mapping[int, Sequence[Group]], rooms: Rooms) -> Collision:
    """Why a group finds no table: too many for its seats or for sitting out, or two on one seat."""
    table = min(group.tables, default=None)
    there = seated.get(table, ()) if table is not None else ()
    own = tuple(sorted(player for entry in (group, *there) for player in entry.players))
    if table == OUT:
        return Collision("no_bye", number, own)
    kind = "full" if len(own) > rooms.of(table) or table is None else "one_seat"
    return Collision(kind, number, own, None if table is None else table + 1)


Counts = MutableMapping[tuple[Player, int], list[int]]
"""{(player, size of a table): how often they had each seat}"""

Node = tuple[Player, int]
"""A player, and which of their turns at tables of a size: the first so many, the next so many"""

NOT_THIS_SEAT = 1_000_000  # what a seat weighs that a lock does not give
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
    for earlier, seats in zip(given, locked, strict=True):
        for table in earlier:
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
            (size, seat): NOT_THIS_SEAT if lock not in {None, seat} else own[seat] if seat < len(own) else 0
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
        for player in free:
            if not costs[player]:
                continue
            for other in free:
                if player != other and len(tables[player]) == len(tables[other]):
                    now = costs[player][player] + costs[other][other]
                    if costs[player][other] + costs[other][player] < now:
                        tables[player], tables[other] = tables[other], tables[player]
                        costs[player], costs[other] = costs[other], costs[player]
                        better = True
    return tuple(tables)
