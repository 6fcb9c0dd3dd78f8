"""Rounds of tables of four or three out of the catalogue of base rounds: others come about by turning one of them."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

from scorekeeper.pairing.schedules.base_rounds import BASES, Base

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def developed(base: Base, rounds: int) -> list[list[list[int]]]:
    """The tables of the first rounds, of points from 0; who is at none of them sits out.

    The points before the last `fixed` stand in circles of `period` points; each further round of a base round moves
    everyone one place on in their circle. Then the next base round follows.
    """
    points = len(base.rows[0])
    moving = points - base.fixed
    found = []
    for number in range(rounds):
        row, turn = base.rows[number // base.period], number % base.period
        moved = [_moved(LETTERS.index(letter), turn, base.period, moving) for letter in row]
        found.append([moved[first : first + base.seats] for first in range(0, points - base.seats + 1, base.seats)])
    return found


def _moved(point: int, turn: int, period: int, moving: int) -> int:
    return point if point >= moving else point // period * period + (point + turn - point // period * period) % period


@cache
def best_base(players: int, rounds: int, seats: int) -> Base | None:
    """The base with the fewest repeats for so many players, rounds and seats at a table; None where the catalogue has
    none. The points after the last player are empty seats: no table has two."""
    sizes = {players, -(-players // seats) * seats}
    fitting = [base for base in BASES if base.seats == seats and len(base.rows[0]) in sizes and base.rounds >= rounds]
    weighed = [(weight, number) for number, base in enumerate(fitting) if (weight := _weight(base, players, rounds))]
    return fitting[min(weighed)[1]] if weighed else None


def _weight(base: Base, players: int, rounds: int) -> tuple[int, int, int] | None:
    """(repeats, sum of squares of meetings, of turns at small tables), or None where two empty seats meet."""
    met, small = Counter[tuple[int, int]](), Counter[int]()
    for tables in developed(base, rounds):
        for table in tables:
            here = [point for point in table if point < players]
            if len(here) < base.seats - 1:
                return None
            met.update(combinations(sorted(here), 2))
            small.update(here if len(here) < base.seats else ())
    return sum(times - 1 for times in met.values()), _squares(met.values()), _squares(small.values())


def _squares(counts: Iterable[int]) -> int:
    return sum(count * count for count in counts)
