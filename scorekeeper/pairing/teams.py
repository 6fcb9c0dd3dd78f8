"""Team leagues: which players of up to five teams sit together in each series of a match day, and what a series is
worth. Plain values, no Django; the words for it stand in docs/teams.md.

A team has four slots, from 0; a short team leaves some of them empty. Where four teams of four meet, series `s` puts
the player in slot `e` of team `j` at table `e + s*j` in the field of four elements (orthogonal Latin squares): at each
table sits one of every team, and in four series everybody meets every opponent exactly once. Where teams
are short, come or go, those are the usual tables, and people sit otherwise where fewer meet again by that. Five teams:
fives.py.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, permutations, product
from math import inf
from typing import Final

# The way to seat a few teams that brings together again as few as can be who have sat together before. Of up to four
# teams of up to four all ways can be looked at; what costs too much already is not looked into further.

SMALLEST: Final = 3  # people at a table at least
OUT: Final = 20  # what it costs that somebody sits out again, in pairs that meet again

Player = tuple[int, int]  # the team's number in the group, the slot
Tables = Sequence[Sequence[Player]]
Bounded = tuple[list[Player], int]  # a team, and what those after it cost at least


@dataclass(frozen=True, slots=True)
class History:
    """How often people have sat together, each pair both ways round, and how often they have sat out."""

    met: Counter[tuple[Player, Player]]
    out: Counter[Player]

    def price(self, tables: Tables) -> int:
        """What these tables cost: of a pair that has met m times m, so that few meet often; and who sits out again."""
        pairs = (pair for table in tables for pair in combinations(table, 2))
        return sum(self.met[pair] for pair in pairs) + self.price_out(tables)

    def price_out(self, tables: Tables) -> int:
        return OUT * sum(self.out[player] for table in tables if len(table) < SMALLEST for player in table)


def history_of(before: Iterable[tuple[Tables, Iterable[Player]]]) -> History:
    """Of the series before: who sat together, who sat out."""
    found = History(Counter(), Counter())
    for tables, out in before:
        found.met.update(pair for table in tables for pair in permutations(table, 2))
        found.out.update(out)
    return found


def arranged(usual: Tables, history: History) -> Tables:
    """The same people at as many tables, each team spread over them evenly, so that the fewest sit out, and of those
    ways the one that costs least: the `usual` one where none costs less and nobody more than has to sits out there."""
    teams = _teams(usual)
    lost = max(0, len(usual) - sum(map(len, teams)) // SMALLEST)
    least = history.price(usual) if _too_small(usual) <= lost else inf
    places = {player: number for number, table in enumerate(usual) for player in table}
    search = _Search(history, places, lost)
    found = search.cheapest([()] * len(usual), search.bounded(teams, len(usual)), least) if least else None
    return [sorted(table) for table in found[1]] if found else usual


def _teams(tables: Tables) -> list[list[Player]]:
    """Who is there, by team, the largest first."""
    people = sorted(player for table in tables for player in table)
    return sorted((list(own) for _team, own in groupby(people, key=lambda player: player[0])), key=len, reverse=True)


def _too_small(tables: Tables, more: int = 0) -> int:
    """How many tables have too few, with so many more at each."""
    return sum(len(table) + more < SMALLEST for table in tables)


@cache
def _ways(people: int, tables: int) -> tuple[tuple[int, ...], ...]:
    """The table of each, in all ways to spread so many evenly."""
    most = -(-people // tables)
    counted = ((way, [way.count(table) for table in range(tables)]) for way in product(range(tables), repeat=people))
    return tuple(way for way, counts in counted if max(counts) == most and min(counts) >= most - 1)


@dataclass(frozen=True, slots=True)
class _Search:
    history: History
    usual: dict[Player, int]  # the table of each
    lost: int  # how many tables may have too few

    def cheapest(self, tables: Tables, teams: Sequence[Bounded], least: float) -> tuple[float, Tables] | None:
        """The way to seat these teams too that adds least to what it costs, and how much; None where that is `least`
        or more."""
        if _too_small(tables, more=sum(-(-len(team) // len(tables)) for team, _later in teams)) > self.lost:
            return None
        if not teams:
            price = self.history.price_out(tables)
            return (price, tables) if price < least else None
        found, (team, later) = None, teams[0]
        for price, way in self._priced(tables, team):
            if price + later >= least:
                break
            if rest := self.cheapest(_with(tables, team, way), teams[1:], least - price):
                least = price + rest[0]
                found = least, rest[1]
        return found

    def bounded(self, teams: Sequence[list[Player]], tables: int) -> list[Bounded]:
        """With what those after each add at least: of every two the cheapest way by themselves."""
        later = [0]
        for number in range(len(teams) - 1, 0, -1):
            later.append(later[-1] + sum(self._between(team, teams[number], tables) for team in teams[:number]))
        return list(zip(teams, reversed(later), strict=True))

    def _between(self, one: list[Player], other: list[Player], tables: int) -> int:
        if len(one) > tables:  # it is not all the same at which tables the first ones sit
            return 0
        alone = _with([()] * tables, one, range(len(one)))
        return next(self._priced(alone, other))[0]

    def _priced(self, tables: Tables, team: list[Player]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The ways to seat a team with those who sit, the cheapest first, among equal ones the usual one. Who comes
        first and has one at each table sits as usual: the others turn around them."""
        usual = tuple(self.usual[player] for player in team)
        ways = [usual] if len(team) == len(tables) and not any(tables) else _ways(len(team), len(tables))
        met = self.history.met
        beside = {player: [sum(met[player, other] for other in table) for table in tables] for player in team}
        mates = [(one, other, met[team[one], team[other]]) for one, other in combinations(range(len(team)), 2)]
        priced = []
        for way in ways:
            price = sum(beside[player][table] for player, table in zip(team, way, strict=True))
            price += sum(times for one, other, times in mates if times and way[one] == way[other])
            priced.append((price, way != usual, way))
        yield from ((price, way) for price, _is_other, way in sorted(priced))


def _with(tables: Tables, team: Sequence[Player], way: Sequence[int]) -> Tables:
    seated = list(zip(team, way, strict=True))
    return [(*table, *(player for player, at in seated if at == number)) for number, table in enumerate(tables)]


# Match days of five teams: five full teams sit at five tables of four, at each of which another team has nobody, so
# that all five have a result in every series. Plain values, no Django; the words for it stand in docs/teams.md.
#
# Of teams of four the player in slot `e` (from 1) of team `j` sits in series `s` (from 1) at table `e + s*j`, counted
# modulo five. Two of different teams meet where `e - f = s*(k - j)`: in four series those of different slots exactly
# once, those of the same slot never. A team is short in its last slot: so no table is short of two.
#
# Of fifteen and sixteen people four tables come together. One team, a full one if there is any, has the place of
# infinity in the field of four: its slot `f` sits at table `s*f`, slot `e` (from 1) of another team `j` at table
# `e + s*j`. In three series nobody meets anybody twice. What comes after that, and where people have come and gone, is
# improved step by step.

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
    history = history_of((earlier.tables, earlier.out) for earlier in before)
    if len(there) == TEAMS:
        return Seating(tuple(dealt(improved(usual, history), [round_.tables for round_ in before])))
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
