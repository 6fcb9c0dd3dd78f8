"""The way to seat a few teams that brings together again as few as can be who have sat together before. Of up to four
teams of up to four all ways can be looked at; what costs too much already is not looked into further."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, permutations, product
from math import inf
from typing import Final

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
            later.append(later[-1] + sum(self._between(one, teams[number], tables) for one in teams[:number]))
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
