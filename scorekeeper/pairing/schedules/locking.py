"""Locks: who is pinned to which table in which round, and what collides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.pairing.schedules.instance import Collision, Impossible, Instance, Lock, Player


@dataclass(slots=True)
class _Group:
    """Players of a round whom locks hold together, at `table` (from 0) where one was named, some on seats."""

    players: list[Player] = field(default_factory=list)
    tables: set[int] = field(default_factory=set)
    seats: dict[Player, set[int]] = field(default_factory=dict)

    def join(self, other: "_Group") -> None:
        self.players += other.players
        self.tables |= other.tables
        self.seats |= other.seats


def pinned(instance: Instance, sizes: Mapping[int, Sequence[int]]) -> dict[int, dict[Player, int]]:
    """For each round that is drawn, the tables (from 0) of the players whom locks hold. Who is locked without a table
    gets the first one with room.

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
        found[number] = {} if away else _round(number, locks, own, collisions)
    if collisions:
        raise Impossible(collisions)
    return found


def seats_of(instance: Instance, number: int) -> dict[Player, int]:
    """The seats that locks give in a round."""
    return {lock.player: lock.seat for lock in instance.locks if lock.round == number and lock.seat is not None}


def _round(number: int, locks: Sequence[Lock], sizes: Sequence[int], collisions: list[Collision]) -> dict[Player, int]:
    groups = _groups(locks)
    bad = [found for group in groups if (found := _contradiction(number, group, sizes))]
    if bad:
        collisions += bad
        return {}
    held: list[list[_Group]] = [[] for _size in sizes]
    # Those with a table first; then the largest, which have the fewest tables to choose from.
    for group in sorted(groups, key=lambda group: (not group.tables, -len(group.players), group.players)):
        tables = sorted(group.tables) or range(len(sizes))
        table = next((table for table in tables if _fits(group, held[table], sizes[table])), None)
        if table is None:
            collisions.append(_crowded(number, group, held, sizes))
            return {}
        held[table].append(group)
    return {player: table for table, own in enumerate(held) for group in own for player in group.players}


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


def _contradiction(number: int, group: _Group, sizes: Sequence[int]) -> Collision | None:
    """What is wrong with a group by itself."""
    players = tuple(sorted(group.players))
    wrong = [player for player, seats in group.seats.items() if len(seats) > 1]
    if len(group.tables) > 1 or wrong:
        return Collision("two_tables", number, tuple(wrong) or players)
    table = min(group.tables, default=None)
    if table is not None and not 0 <= table < len(sizes):
        return Collision("no_table", number, players, table + 1)
    most = max(sizes) if table is None else sizes[table]
    beyond = [player for player, seats in group.seats.items() if not 0 <= min(seats) < most]
    if beyond:
        return Collision("no_seat", number, tuple(sorted(beyond)))
    return _crowded(number, group, [], [most]) if not _fits(group, [], most) else None


def _fits(group: _Group, there: Sequence[_Group], size: int) -> bool:
    seats = [min(seats) for one in (group, *there) for seats in one.seats.values()]
    people = sum(len(one.players) for one in (group, *there))
    return people <= size and len(seats) == len(set(seats)) and max(seats, default=0) < size


def _crowded(number: int, group: _Group, held: Sequence[Sequence[_Group]], sizes: Sequence[int]) -> Collision:
    """Why a group finds no table: too many for its seats, or two on one seat."""
    table = min(group.tables, default=None)
    there = [*held[table]] if table is not None and held else []
    own = [player for one in (group, *there) for player in one.players]
    size = sizes[table] if table is not None and table < len(sizes) else max(sizes)
    kind = "full" if len(own) > size or table is None else "one_seat"
    return Collision(kind, number, tuple(sorted(own)), None if table is None else table + 1)
