"""Which table those get whom locks hold together, or on a seat, without saying at which table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from scorekeeper.pairing.schedules.instance import Player

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
    groups: Sequence[Group], held: Mapping[int, Sequence[Group]], rooms: Rooms, weigh: Weigh, first: int
) -> dict[int, list[Group]] | None:
    """All of these at tables, beside those who are `held` there, so that it weighs the least; of ways that weigh the
    same the one that begins at table `first` (counted on over the end). None where no way is found."""
    found = {table: list(own) for table, own in held.items()}
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
    held: dict[int, list[Group]]
    best: dict[int, list[Group]] | None = None
    least: int = 0
    tries: int = 0

    def put(self, groups: Sequence[Group], weight: int) -> None:
        """Go on with these, where those before them weigh so much."""
        if not groups:
            self.best, self.least = {table: list(own) for table, own in self.held.items()}, weight
            return
        group, *more = groups
        for grows, table in sorted(self._ways(group), key=lambda way: way[0]):
            self.tries += 1
            if self.tries > MOST_TRIES or (self.best is not None and weight + grows >= self.least):
                return
            self.held[table].append(group)
            self.put(more, weight + grows)
            self.held[table].pop()

    def _ways(self, group: Group) -> list[tuple[int, int]]:
        """(what it weighs, the table) wherever these find room."""
        count = len(self.rooms.sizes)
        tables = [(self.first + step) % count for step in range(count)]
        return [
            (
                sum(
                    self.weigh(one, other)
                    for there in self.held[table]
                    for one in group.players
                    for other in there.players
                ),
                table,
            )
            for table in tables
            if fits(group, self.held[table], self.rooms.of(table))
        ]


def together_in(held: Mapping[int, Sequence[Group]]) -> list[tuple[Player, Player]]:
    """The pairs that are put at one table."""
    tables = [
        sorted(player for group in own for player in group.players) for table, own in held.items() if table != OUT
    ]
    return [pair for own in tables for pair in combinations(own, 2)]
