"""Rounds in which nobody meets anybody twice, by shifting columns against each other.

The players stand in as many columns as a table has seats, one row a table. In round `r` column `c` is turned by
`turns[c][r]` rows; a table is what then stands in one row. Two of one column never meet; two of different columns meet
at most once while the differences of their columns' turns differ from round to round.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

NODES: Final = 5_000  # rows tried before another order is, and the orders tried
ORDERS: Final = 3


@cache
def turns(tables: int, rounds: int, columns: int) -> tuple[tuple[int, ...], ...] | None:
    """How far each column is turned in each round, or None where none was found."""
    if rounds > tables or columns > tables + 1:
        return None
    steps = _steps(tables, rounds, columns)
    if steps:
        return tuple(tuple(step * number % tables for number in range(rounds)) for step in steps)
    for order in range(ORDERS):
        found = _searched(tables, rounds, columns, Random(order))  # noqa: S311 the same on any machine
        if found:
            return tuple(zip(*found, strict=True))
    return None


def _steps(tables: int, rounds: int, columns: int) -> tuple[int, ...]:
    """Steps, one a column: in each round a column is turned by its step more. Nothing where none will do."""
    good = [all(step * number % tables for number in range(1, rounds)) for step in range(tables)]
    steps: list[int] = [0]
    for step in range(1, tables):
        if len(steps) < columns and all(good[step - other] for other in steps):
            steps.append(step)
    return tuple(steps) if len(steps) == columns else ()


class _Stuck(Exception):
    """Tried long enough."""


class _Trial:
    """Turns of all columns, round by round, by trying and going back."""

    def __init__(self, tables: int, rounds: int, columns: int, chance: Random) -> None:
        self.tables, self.rounds, self.columns, self.chance = tables, rounds, columns, chance
        self.used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(columns), 2)}
        self.found: list[tuple[int, ...]] = []
        self.left = NODES

    def goes_on(self, row: tuple[int, ...] = (0,)) -> bool:
        """Whether all rounds come together from here; `row` are the turns of the first columns in the next one.

        Raises:
            _Stuck
        """
        self.left -= 1
        if self.left < 0:
            raise _Stuck
        new = len(row)
        if new == self.columns:
            return self._goes_on_after(row)
        order = sorted(range(self.tables), key=lambda _turn: self.chance.random())
        return any(self._fits(row, turn) and self.goes_on((*row, turn)) for turn in order)

    def _fits(self, row: tuple[int, ...], turn: int) -> bool:
        return all((turn - had) % self.tables not in self.used[one, len(row)] for one, had in enumerate(row))

    def _goes_on_after(self, row: tuple[int, ...]) -> bool:
        self.found.append(row)
        for (one, other), had in self.used.items():
            had.add((row[other] - row[one]) % self.tables)
        if len(self.found) == self.rounds or self.goes_on():
            return True
        self.found.pop()
        for (one, other), had in self.used.items():
            had.discard((row[other] - row[one]) % self.tables)
        return False


def _searched(tables: int, rounds: int, columns: int, chance: Random) -> list[tuple[int, ...]]:
    """The turns of all columns in each round, or nothing."""
    trial = _Trial(tables, rounds, columns, chance)
    try:
        return trial.found if trial.goes_on() else []
    except _Stuck:
        return []


def shifted(columns: Sequence[Sequence[int]], rounds: int) -> list[list[list[int]]] | None:
    """The tables of each round from columns of equal length, or None where no turns were found."""
    tables = len(columns[0])
    found = turns(tables, rounds, len(columns))
    if found is None:
        return None
    return [
        [
            [column[(row + turn[number]) % tables] for column, turn in zip(columns, found, strict=True)]
            for row in range(tables)
        ]
        for number in range(rounds)
    ]
