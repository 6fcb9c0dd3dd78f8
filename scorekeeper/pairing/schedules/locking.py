"""Locks: who is pinned to which table in which round, and what collides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Lock, Player

OUT: Final = -1  # where those are who are locked to sitting out


@dataclass(slots=True)
class _Group:
    """Players of a round whom locks hold together, at `tables` (from 0, or OUT) where one was named, some on seats."""

    players: list[Player] = field(default_factory=list)
    tables: set[int] = field(default_factory=set)
    seats: dict[Player, set[int]] = field(default_factory=dict)

    def join(self, other: "_Group") -> None:
        self.players += other.players
        self.tables |= other.tables
        self.seats |= other.seats


def pinned(instance: Instance, sizes: Mapping[int, Sequence[int]]) -> dict[int, dict[Player, int]]:
    """For each round that is drawn, the tables (from 0; the number after the last is sitting out) of the players whom
    locks hold. Who is locked without a table gets the first one with room.

    Raises:
        Impossible: what locks ask for together cannot be had; all such collisions, by name.
    """
    found: dict[int, dict[Player, int]] = {}
    collisions: list[Collision] = []
    for number, own in sizes.items():
        locks = sorted((lock for lock in instance.locks if lock.round == number), key=lambda lock: lock.player)
        here = set(instance.present(number))
        away = sorted({player for lock in locks for player in (lock.player, *lock.together)} - here)
        collisions += [Collision("absent", number, (player,)) for player in away]
        rooms = _Rooms(own, len(here) - sum(own))
        found[number] = {} if away else _round(number, locks, rooms, collisions)
    if collisions:
        raise Impossible(collisions)
    return found


def seats_of(instance: Instance, number: int) -> dict[Player, int]:
    """The seats that locks give in a round."""
    return {lock.player: lock.seat for lock in instance.locks if lock.round == number and lock.seat is not None}


@dataclass(frozen=True, slots=True)
class _Rooms:
    """The tables of a round, and how many sit out."""

    sizes: Sequence[int]
    rest: int

    def of(self, table: int | None) -> int:
        """How many fit at this table; without one at the largest."""
        if table is None:
            return max(self.sizes)
        return self.rest if table == OUT else self.sizes[table]


def _round(number: int, locks: Sequence[Lock], rooms: _Rooms, collisions: list[Collision]) -> dict[Player, int]:
    groups = _groups(locks)
    bad = [found for group in groups if (found := _contradiction(number, group, rooms))]
    if bad:
        collisions += bad
        return {}
    held: dict[int, list[_Group]] = {table: [] for table in (*range(len(rooms.sizes)), OUT)}
    # Those with a table first; then the largest, which have the fewest tables to choose from.
    for group in sorted(groups, key=lambda group: (not group.tables, -len(group.players), group.players)):
        tables = sorted(group.tables) or range(len(rooms.sizes))
        table = next((table for table in tables if _fits(group, held[table], rooms.of(table))), None)
        if table is None:
            collisions.append(_crowded(number, group, held, rooms))
            return {}
        held[table].append(group)
    place = {OUT: len(rooms.sizes)}
    return {player: place.get(table, table) for table, own in held.items() for group in own for player in group.players}


def _groups(locks: Sequence[Lock]) -> list[_Group]:
    group_of: dict[Player, _Group] = {}
    for lock in locks:
        for player in (lock.player, *lock.together):
            group_of.setdefault(player, _Group([player]))
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


def _contradiction(number: int, group: _Group, rooms: _Rooms) -> Collision | None:
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
    return None if _fits(group, [], most) else _crowded(number, group, {}, rooms)


def _fits(group: _Group, there: Sequence[_Group], size: int) -> bool:
    seats = [min(seats) for one in (group, *there) for seats in one.seats.values()]
    people = sum(len(one.players) for one in (group, *there))
    return people <= size and len(seats) == len(set(seats)) and max(seats, default=0) < size


def _crowded(number: int, group: _Group, held: Mapping[int, Sequence[_Group]], rooms: _Rooms) -> Collision:
    """Why a group finds no table: too many for its seats or for sitting out, or two on one seat."""
    table = min(group.tables, default=None)
    there = held.get(table, ()) if table is not None else ()
    own = tuple(sorted(player for one in (group, *there) for player in one.players))
    if table == OUT:
        return Collision("no_bye", number, own)
    kind = "full" if len(own) > rooms.of(table) or table is None else "one_seat"
    return Collision(kind, number, own, None if table is None else table + 1)
