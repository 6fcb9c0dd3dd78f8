"""Team leagues: which players of up to five teams sit together in each series of a match day, and what a series is
worth. Plain values, no Django; the words for it stand in docs/teams.md.

A team has four slots, from 0; a short team leaves some of them empty. Where four teams of four meet, series `s` puts
the player in slot `e` of team `j` at table `e + s*j` in the field of four elements (orthogonal Latin squares): at each
table sits one of every team, and in four series everybody meets every opponent exactly once. Where teams
are short, come or go, those are the usual tables, and people sit otherwise where fewer meet again by that. Five teams:
fives.py.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scorekeeper.pairing.arranging import SMALLEST, Player, arranged, history_of
from scorekeeper.pairing.fives import TEAMS, TIMES, dealt, improved, tables_of_five

SIZE: Final = 4  # slots of a team, and teams of a group as it usually is
GROUP_SIZES: Final = (SIZE, TEAMS)
FEWEST: Final = 3  # players a team comes with at least, teams of the squares at least
MOST_SERIES: Final = 4  # of a match day
SHARES: Final = (6, 4, 2, 0)  # twice the team points of the places of a series: 3, 2, 1, 0
SHARES_OF_FIVE: Final = (8, *SHARES)  # in a group of five: 4, 3, 2, 1, 0

# Three tables of teams of three: which slot of each team sits at which table. There are no three orthogonal squares of
# order three, so that with a fourth team some meet twice; nobody meets anybody more often, and no other way has fewer.
THREES: Final = (
    ((0, 1, 2), (0, 1, 2), (0, 1, 2), (0, 1, 2)),
    ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)),
    ((0, 1, 2), (2, 0, 1), (1, 2, 0), (1, 2, 0)),
    ((0, 1, 2), (1, 2, 0), (0, 1, 2), (2, 0, 1)),
)


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a group in one series, each in the order of its seats (the first deals first), and who sits out
    because no table comes together for them."""

    tables: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...] = ()


def seating(slots: Sequence[Collection[int]], before: Sequence[Seating]) -> Seating:
    """Where everybody sits in the series after these; `slots` are those of each team that are filled: three, four, or
    none, where a team stays away. Of `before` the same people have the same places: who is not there now, or has come
    into the slot of another one, has not been there either.

    Raises:
        ValueError: a team of one or two, or of more than four; more than five teams.
    """
    if len(slots) > TEAMS or any(
        len(team) not in {0, FEWEST, SIZE} or not set(team) <= set(range(SIZE)) for team in slots
    ):
        raise ValueError(slots)
    there = {number: _in_order(team) for number, team in enumerate(slots) if team}
    series = len(before) % MOST_SERIES
    tables = _tables({number: len(order) for number, order in there.items()}, series)
    usual = [[(team, there[team][slot]) for team, slot in table] for table in tables]
    history = history_of((one.tables, one.out) for one in before)
    if len(there) == TEAMS:
        return Seating(tuple(dealt(improved(usual, history), [one.tables for one in before])))
    named = arranged(usual, history)
    played = [_seats(table, number + series) for number, table in enumerate(named) if len(table) >= SMALLEST]
    return Seating(tuple(played), tuple(sorted(player for table in named if len(table) < SMALLEST for player in table)))


def _in_order(slots: Collection[int]) -> list[int]:
    """The filled slots so that the empty one comes last: who has the last slot plays in the place of the empty one."""
    empty = [slot for slot in range(SIZE) if slot not in slots]
    order = list(range(SIZE))
    for slot in empty:
        order[slot] = SIZE - 1
    return order[: len(slots)]


def _tables(sizes: Mapping[int, int], series: int) -> list[list[Player]]:
    """The usual tables of teams without a gap in their slots ({its number: its people}), in no order of seats."""
    if len(sizes) == TEAMS:
        return tables_of_five(sizes, series)
    if len(sizes) < FEWEST:
        return list(_of_two(*sizes.items(), series=series)) if len(sizes) > 1 else []
    if all(size == FEWEST for size in sizes.values()):
        rows = list(zip(sizes, THREES[series], strict=False))
        return [[(team, row[table]) for team, row in rows] for table in range(FEWEST)]
    if max(sizes) < SIZE:
        return _of_four(sizes, series)
    numbers = dict(enumerate(sizes))  # of a group of five one stays away: the others have the places of four
    of_four = _of_four({place: sizes[team] for place, team in numbers.items()}, series)
    return [[(numbers[place], slot) for place, slot in table] for table in of_four]


def _of_four(sizes: Mapping[int, int], series: int) -> list[list[Player]]:
    """Four tables by the squares: each team has the place of its number in them, also where another one is away, so
    that nobody meets again in the series after that. Each leads another slot to the table where it would be short: of
    four teams the short ones are short at a table of their own in three of four series."""
    tables: list[list[Player]] = [[] for _table in range(SIZE)]
    for team, size in sizes.items():
        gap = TIMES[FEWEST][team]
        place = list(range(SIZE))  # of each slot in the square
        place[gap], place[SIZE - 1] = place[SIZE - 1], place[gap]
        for slot in range(size):
            tables[place[slot] ^ TIMES[series][team]].append((team, slot))
    return tables


def _of_two(home: Player, away: Player, *, series: int) -> Iterator[list[Player]]:
    """Two tables with people of both teams (number, people) at each: in two series everybody of two full teams meets
    every opponent once, and then those of the own team change."""
    (one, ones), (other, others) = home, away
    if max(ones, others) == FEWEST:
        alone = (series % FEWEST, (series + 1) % FEWEST)
        yield [(one, slot) for slot in range(FEWEST) if slot != alone[0]] + [(other, alone[1])]
        yield [(one, alone[0])] + [(other, slot) for slot in range(FEWEST) if slot != alone[1]]
        return
    pair = (0, 1) if series < 2 else (0, 2)
    for is_first in (True, False):
        own = [(one, slot) for slot in range(ones) if (slot in pair) == is_first]
        yield own + [(other, slot) for slot in range(others) if (slot in pair) == (is_first != bool(series % 2))]


def _seats(table: Sequence[Player], turn: int) -> tuple[Player, ...]:
    """In the order of the teams, turned, so that each team deals first at one table of a series; of two teams in
    turns."""
    lines = [list(own) for _team, own in groupby(table, key=lambda player: player[0])]
    mixed = [line[number] for number in range(len(table)) for line in lines if number < len(line)]
    turn %= len(mixed)
    return (*mixed[turn:], *mixed[:turn])


def shared(totals: Sequence[int], teams: int = SIZE) -> tuple[int, ...]:
    """Twice the team points of each of these totals in one series: 3, 2, 1 and 0 by their places, in a group of five
    `teams` 4, 3, 2, 1 and 0, also where one of them stays away. Equal totals share the points of their places, which
    makes halves at most."""
    order = sorted(totals, reverse=True)
    shares = SHARES_OF_FIVE if teams == TEAMS else SHARES
    points = []
    for total in totals:
        first, number = order.index(total), order.count(total)
        points.append(sum(shares[first : first + number]) // number)
    return tuple(points)
