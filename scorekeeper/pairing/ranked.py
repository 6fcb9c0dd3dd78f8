"""Tables cut from a list, from the top: by the points so far (who is ahead plays who is ahead), or in the order given.

Whole numbers only and no search by the clock: the same entry gives the same tables on any machine.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.drawing import APART, MEETING, Draw, Entry, Impossible, Player
from scorekeeper.pairing.seating import seated
from scorekeeper.pairing.splitting import table_sizes

ENGINE: Final = "ranked 1"


def cut(entry: Entry, order: Sequence[Player], *, neighbours: bool = True) -> Draw:
    """The players of `order` (the best first) in tables from the top. Who sits out is the last of those who have sat
    out least. With `neighbours`, two of tables next to each other change places as long as that parts people who are
    to be kept apart or have met more often; nobody moves by more than one table. Who is `fixed` stays.

    Raises:
        Impossible: `fixed` asks for what the tables cannot hold.
    """
    sizes = table_sizes(len(order), entry.sizes, entry.preferred)
    groups = _filled(entry, order, sizes)
    steps = _parted(entry, groups[:-1]) if neighbours else 0
    chance = Random(f"{entry.seed}:seats")  # noqa: S311 a draw is to be drawn again
    tables = tuple(seated(group, entry.seats, chance) for group in groups[:-1])
    weight = sum(_weight(entry, table) for table in tables)
    return Draw(tables, tuple(groups[-1]), weight, steps, weight == 0)


def _filled(entry: Entry, order: Sequence[Player], sizes: Sequence[int]) -> list[list[Player]]:
    """The players of each table, and last those who sit out."""
    room = [*sizes, len(order) - sum(sizes)]
    groups: list[list[Player]] = [[] for _size in room]
    for player in order:
        if player in entry.fixed:
            table = entry.fixed[player]
            if not 0 <= table < len(room) or len(groups[table]) == room[table]:
                raise Impossible(table)
            groups[table].append(player)
    free = [player for player in order if player not in entry.fixed]
    place = {player: number for number, player in enumerate(order)}
    out = sorted(free, key=lambda player: (entry.byes.get(player, 0), -place[player]))
    rest = set(out[: room[-1] - len(groups[-1])])
    groups[-1] += [player for player in free if player in rest]
    seats = iter(player for player in free if player not in rest)
    for group, size in zip(groups[:-1], sizes, strict=True):
        group += [next(seats) for _seat in range(size - len(group))]
    return groups


def _parted(entry: Entry, tables: list[list[Player]]) -> int:
    """Swaps between tables next to each other, until none makes it lighter: how many were tried. The best one first,
    of equal ones that of those who stand nearest to each other. Each lowers a whole number, so it ends."""
    stands_at = {player: nth for nth, player in enumerate(player for table in tables for player in table)}
    moved: set[Player] = set(entry.fixed)
    tried = 0
    while True:
        best = (0, 0, 0, 0, 0)
        for number in range(len(tables) - 1):
            above, below = tables[number], tables[number + 1]
            stands = _weight(entry, above) + _weight(entry, below)
            for one, player in enumerate(above) if stands else ():
                for other, lower in enumerate(below):
                    if player in moved or lower in moved:
                        continue
                    tried += 1
                    with_lower = [*above[:one], lower, *above[one + 1 :]]
                    with_player = [*below[:other], player, *below[other + 1 :]]
                    gain = _weight(entry, with_lower) + _weight(entry, with_player) - stands
                    best = min(best, (gain, stands_at[lower] - stands_at[player], number, one, other))
        gain, _apart, number, one, other = best
        if not gain:
            return tried
        above, below = tables[number], tables[number + 1]
        above[one], below[other] = below[other], above[one]
        moved |= {above[one], below[other]}


def _weight(entry: Entry, table: Sequence[Player]) -> int:
    apart = set(entry.apart)
    pairs = [frozenset(pair) for pair in combinations(table, 2)]
    return sum(MEETING * entry.meetings.get(pair, 0) + APART * (pair in apart) for pair in pairs)
