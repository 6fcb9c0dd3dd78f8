"""Locks: who is pinned to which table in which round, and what collides."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Lock, Player

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
    seats = [min(seats) for one in (group, *there) for seats in one.seats.values()]
    people = sum(len(one.players) for one in (group, *there))
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
        for one in instance.done:
            self.saw(pair for table in one.tables for pair in combinations(table, 2))

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
    own = tuple(sorted(player for one in (group, *there) for player in one.players))
    if table == OUT:
        return Collision("no_bye", number, own)
    kind = "full" if len(own) > rooms.of(table) or table is None else "one_seat"
    return Collision(kind, number, own, None if table is None else table + 1)
