"""Sitting by points: cut from the top into tables, then swaps with the neighbouring table only, so that nobody is more
than one table from where their points put them; and sitting in an order that is given."""

from collections.abc import Sequence
from random import Random

from scorekeeper.pairing.schedules.board import NO_TABLE, Board
from scorekeeper.pairing.schedules.instance import Instance, Player, Round
from scorekeeper.pairing.schedules.planning import Course, course_of
from scorekeeper.pairing.schedules.search import Watch, shuffled
from scorekeeper.pairing.schedules.seats import seats_given

APART = 1  # what one table away from where the points put somebody weighs: less than anything else


def in_order(instance: Instance, order: Sequence[Player]) -> Round:
    """The next round as the players stand in this list, cut from the top; locks are honoured, and nothing else is
    looked for.

    Raises:
        Impossible: locks collide.
    """
    course = course_of(instance)
    groups = _cut(course, course.board(), [course.numbers[player] for player in order])
    tables = [tuple(course.names[player] for player in group) for group in groups]
    cut = Round(tuple(tables[:-1]), tables[-1])
    (seated,) = seats_given(instance, [cut], Random(f"{instance.seed}:seats"))  # noqa: S311 a draw is to be drawn again
    return seated


def by_points(course: Course, board: Board, chance: Random, watch: Watch) -> list[list[int]]:
    """The tables of the next round, and last those with a bye: those who had the fewest, of these the last."""
    points = course.instance.points
    order = shuffled(course.plans[0].present, chance)
    order.sort(key=lambda player: -points.get(course.names[player], 0))
    groups = _cut(course, board, order)
    board.place([groups])
    home = list(board.where[0])
    better = True
    while better and watch.told(1):
        better = sum(_better(board, table, home, watch) for table in range(len(groups) - 2)) > 0
    return board.groups()[0]


def _cut(course: Course, board: Board, order: Sequence[int]) -> list[list[int]]:
    """The players in this order in tables from the top, those whom locks hold where they are held; last those who sit
    out: who did so least, of these the last."""
    plan = course.plans[0]
    groups: list[list[int]] = [[] for _kind in plan.kinds]
    for player, table in sorted(plan.pinned.items()):
        groups[table].append(player)
    free = [player for player in order if player not in plan.pinned]
    place = {player: number for number, player in enumerate(order)}
    byes = board.turns[NO_TABLE]
    rest = plan.rest - len(groups[-1])
    out = sorted(free, key=lambda player: (byes[player], -place[player]))[:rest]
    groups[-1] += out
    waiting = iter([player for player in free if player not in set(out)])
    for group, size in zip(groups, plan.sizes, strict=False):
        group += [next(waiting) for _seat in range(size - len(group))]
    return groups


def _better(board: Board, table: int, home: list[int], watch: Watch) -> bool:
    """Whether a swap between this table and the next one made it better; the best one is made."""
    where = board.where[0]

    def away(player: int, at: int) -> int:
        return abs(at - home[player])

    ways = []
    for one in board.tables[0][table]:
        for other in board.tables[0][table + 1]:
            if (
                board.is_free(0, one)
                and board.is_free(0, other)
                and away(one, table + 1) < 2
                and away(other, table) < 2
            ):
                farther = away(one, table + 1) + away(other, table) - away(one, table) - away(other, table + 1)
                ways.append((board.grows(0, one, other) + APART * farther, one, other))
    watch.tried += len(ways)
    grows, one, other = min(ways, default=(0, 0, 0))
    if grows >= 0 or where[one] == where[other]:
        return False
    board.swap(0, one, other, board.grows(0, one, other))
    return True
