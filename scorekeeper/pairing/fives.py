"""Match days of five teams: five full teams sit at five tables of four, at each of which another team has nobody, so
that all five have a result in every series. Plain values, no Django; the words for it stand in docs/teams.md.

Of teams of four the player in slot `e` (from 1) of team `j` sits in series `s` (from 1) at table `e + s*j`, counted
modulo five. Two of different teams meet where `e - f = s*(k - j)`: in four series those of different slots exactly
once, those of the same slot never. A team is short in its last slot: so no table is short of two.

Of fifteen and sixteen people four tables come together. One team, a full one if there is any, has the place of
infinity in the field of four: its slot `f` sits at table `s*f`, slot `e` (from 1) of another team `j` at table
`e + s*j`. In three series nobody meets anybody twice. What comes after that, and where people have come and gone, is
improved step by step.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final

from scorekeeper.pairing.arranging import History, Player, Tables

TEAMS: Final = 5
FULL: Final = 4  # players of a full team
AT_FOUR: Final = 16  # people for whom four tables are enough
TIMES: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # multiplication in the field of four


def tables_of_five(sizes: Mapping[int, int], series: int) -> list[list[Player]]:
    """The usual tables of five teams without a gap in their slots ({its number: its people}) in a series (from 0)."""
    if sum(sizes.values()) <= AT_FOUR:
        return _at_four(sizes, series % (FULL - 1) + 1)
    tables: list[list[Player]] = [[] for _table in range(TEAMS)]
    for place, (team, people) in enumerate(sizes.items()):
        for slot in range(people):
            tables[(slot + 1 + (series % FULL + 1) * place) % TEAMS].append((team, slot))
    return tables


def _at_four(sizes: Mapping[int, int], times: int) -> list[list[Player]]:
    """Four tables: of the teams of three each has nobody at another one."""
    apart = next((team for team, people in sizes.items() if people == FULL), next(iter(sizes)))
    tables: list[list[Player]] = [[] for _table in range(FULL)]
    for slot in range(sizes[apart]):
        tables[TIMES[times][slot]].append((apart, slot))
    for place, team in enumerate(team for team in sizes if team != apart):
        for slot in range(sizes[team]):
            tables[(slot + 1) ^ TIMES[times][place]].append((team, slot))
    return [sorted(table) for table in tables]


def improved(usual: Tables, history: History) -> Tables:
    """Tables of the same sizes, one of each team at each at most, at which fewer meet again: the usual ones, changed by
    the exchange of two that saves most as long as any saves something."""
    tables = [list(table) for table in usual]
    price = history.price(tables)
    while price:
        tries = ((history.price(changed), number, changed) for number, changed in enumerate(_exchanges(tables)))
        less, _number, changed = min(tries, key=lambda tried: tried[:2])
        if less >= price:
            break
        tables, price = changed, less
    return [sorted(table) for table in tables]


def _exchanges(tables: Sequence[list[Player]]) -> Iterator[list[list[Player]]]:
    """All ways in which two people of two tables change places, so that no team has two at one."""
    for one, other in combinations(range(len(tables)), 2):
        for mine, theirs in product(tables[one], tables[other]):
            if mine[0] == theirs[0] or not (_has(tables[one], theirs[0]) or _has(tables[other], mine[0])):
                changed = [list(table) for table in tables]
                changed[one][changed[one].index(mine)], changed[other][changed[other].index(theirs)] = theirs, mine
                yield changed


def _has(table: Sequence[Player], team: int) -> bool:
    return any(player[0] == team for player in table)


def dealt(tables: Tables, before: Sequence[Tables]) -> list[tuple[Player, ...]]:
    """Each table in the order of its teams, turned so that the teams deal first equally often: in this series, and as
    far as that leaves a choice with those before."""
    in_order = [sorted(table) for table in tables]
    earlier = Counter(table[0][0] for series in before for table in series if table)
    whole = Counter(team for table in tables for team, _slot in table)

    def unevenness(turns: Sequence[int]) -> tuple[int, int]:
        first = Counter(table[turn][0] for table, turn in zip(in_order, turns, strict=True))
        return sum(first[team] ** 2 for team in whole), sum((first[team] + earlier[team]) ** 2 for team in whole)

    turns = min(product(*(range(len(table)) for table in in_order)), key=unevenness)
    return [(*table[turn:], *table[:turn]) for table, turn in zip(in_order, turns, strict=True)]
