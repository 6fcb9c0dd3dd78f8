"""Who of a round by points sits at another table than the points say, and whom that keeps them from."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from scorekeeper.draws.report import OffPoints, Parted
from scorekeeper.pairing.schedules.instance import Instance, Player
from scorekeeper.pairing.schedules.instance import Round as Seated
from scorekeeper.pairing.schedules.planning import kept_apart, meetings

Homes = Mapping[Player, tuple[int, int]]
"""The first and the last table where the points put somebody: those who are equal fill several."""


def moved_in(instance: Instance, this: Seated) -> tuple[OffPoints, ...]:
    """In the order of the points: where the points put them (`home`), where they sit, tables from 0,
    and from whom that parts them, each with why: `forbidden`, `apart` (of one club) or `met`. Who was put somewhere by
    hand was not moved."""
    homes = _homes(instance, this)
    at = {player: number for number, table in enumerate(this.tables) for player in table}
    found = []
    for player, (first, last) in homes.items():
        if not first <= at[player] <= last:
            home = first if at[player] < first else last
            mates = [mate for mate, own in homes.items() if own == (home, home) and mate != player]
            parted = tuple(mate for mate in _parted(instance, player, mates) if at[mate.player] != at[player])
            found.append(OffPoints(player=player, home=home, table=at[player], parted=parted))
    return tuple(found)


def _homes(instance: Instance, this: Seated) -> Homes:
    """Cut from the top: whoever no lock holds, into what room the locks leave."""
    held = {lock.player for lock in instance.locks}
    free = [player for table in this.tables for player in table if player not in held]
    free.sort(key=lambda player: (-instance.points.get(player, 0), player))
    room = [number for number, table in enumerate(this.tables) for player in table if player not in held]
    found: dict[Player, tuple[int, int]] = {}
    for _points, tied in groupby(free, key=lambda player: instance.points.get(player, 0)):
        own, begin = list(tied), len(found)
        found |= dict.fromkeys(own, (room[begin], room[begin + len(own) - 1]))
    return found


def _parted(instance: Instance, player: Player, mates: Sequence[Player]) -> Iterator[Parted]:
    """The worst first."""
    apart, met = kept_apart(instance), meetings(instance.done)
    met.update({(min(pair), max(pair)): times for pair, times in instance.history.items()})
    for mate in mates:
        pair = (min(player, mate), max(player, mate))
        if pair in apart:
            yield Parted(player=mate, why="forbidden" if apart[pair] == "forbidden" else "apart")
        elif met[pair]:
            yield Parted(player=mate, why="met")
