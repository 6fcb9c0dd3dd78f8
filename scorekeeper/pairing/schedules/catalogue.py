"""Rounds of tables of four or three out of the catalogue of base rounds: others come about by turning one of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

# The catalogue: base rounds of tables of four and of three in which few or no pairs meet again, found by a search of
# our own.
#
# Each letter of a row is a point, each `seats` letters a table, letters that are left sit out; docs/pairing.md tells
# how they were found and checked.


@dataclass(frozen=True, slots=True)
class Base:
    """Good for `rounds`: each row gives `period` of them, by turning circles of `period` points; the last `fixed`
    points stay where they are."""

    rounds: int
    period: int
    fixed: int
    rows: tuple[str, ...]
    seats: int = 4


BASES: Final[tuple[Base, ...]] = (
    Base(4, 4, 4, ("039F148C27AD56BE",)),
    Base(
        5,
        1,
        0,
        (
            "02AD156B389E47CF",
            "045E139A267F8BCD",
            "01CE29BF346D578A",
            "037B124859DE6ACF",
            "068917DE235C4ABF",
        ),
    ),
    Base(
        5,
        1,
        0,
        (
            "025719BE348D6ACF",
            "03AB124D59CF678E",
            "046D135F289A7BCE",
            "018C26BF379D45AE",
            "049F17AD236C58BE",
        ),
    ),
    Base(5, 5, 1, ("028916BF34AC57DE",)),
    Base(
        6,
        1,
        0,
        (
            "01AB238D45697CEF",
            "025C167839AF4BDE",
            "034719CD26AE58BF",
            "01AC23784569BDEF",
            "089E124F36BC57AD",
            "06DF135E279B48AC",
        ),
    ),
    Base(
        6,
        1,
        0,
        (
            "015F27BD39CE468A",
            "038D14BC269F57AE",
            "0ABE128F347D569C",
            "046F19BE235A78CD",
            "07891ACF245D36BE",
            "02CF136749AD58BE",
        ),
    ),
    Base(6, 6, 4, ("013B26794ADF58CE",)),
    Base(
        6,
        1,
        0,
        (
            "068G17AI239B45EJCDFH",
            "024H159G378F6ACJBDEI",
            "013C26EH49AF58BI7DGJ",
            "0BFH148I257C3AEG69DJ",
            "05AH167B2FGI34DJ89CE",
            "079J1EFI28AD356H4BCG",
        ),
    ),
    Base(
        6,
        1,
        0,
        (
            "0AFI15BJ236748EG9CDH",
            "06BE12CF345H7DGI89AJ",
            "014D2AEH39BI578F6CGJ",
            "04IJ168H259G3DEF7ABC",
            "07HJ13AG28BD469F5CEI",
            "038C179E24IJ56ADBFGH",
        ),
    ),
    Base(
        6,
        1,
        0,
        (
            "019C278J36DG4ABI5EFH",
            "039J124E57BG6ACH8DFI",
            "026B1GHI38AE459D7CFJ",
            "0EGI17AD235C46FJ89BH",
            "08FJ156I29AG347HBCDE",
            "05AJ13BF2DHI48CG679E",
        ),
    ),
    Base(
        7,
        1,
        0,
        (
            "046D1AHI2BGJ358E79CF",
            "07EH14FJ239D5CGI68AB",
            "015B234F69EI7ADG8CHJ",
            "05BF19DJ26EI37AG48CH",
            "02AC14EG39BH567J8DFI",
            "089G136C25DH47BIAEFJ",
            "03IJ1278459A6FGHBCDE",
        ),
    ),
    Base(
        7,
        1,
        0,
        (
            "0ABJ1EHI248D35CG679F",
            "08GH16AI2BDF37CJ459E",
            "04FI12573BEG6DHJ89AC",
            "023J19GI47AH568BCDEF",
            "015D29CH346E78BJAFGI",
            "06CI138F25AE47DG9BHJ",
            "078E14BC26GI39AD5FHJ",
        ),
    ),
    Base(
        7,
        1,
        0,
        (
            "037G12AI48EH59BF6CDJ",
            "0BFG156I27EH38DJ49AC",
            "01CI24FH36BE578A9DGJ",
            "05EI14BD28CG3AFH679J",
            "024619EG35CI7DFH8ABJ",
            "0ADE168F239I45GH7BCJ",
            "089J134725BD6AGHCEFI",
        ),
    ),
    Base(7, 7, 3, ("0CKL126A39EN4GIJ58FM7BDH",)),
    Base(
        8,
        1,
        0,
        (
            "07DE18BH2FIJ36AG4CKL59MN",
            "08KN12AC35DI4EHJ67BM9FGL",
            "0ABL16FM27HN34895DJKCEGI",
            "05FH147G23EL6CJN8AIM9BDK",
            "0BCG1ILN24DM37FK568E9AHJ",
            "046I19EF25BK3CHM78JLADGN",
            "013J258G4BFN6DHL79CIAEKM",
            "02691HIK3BEN457A8CDFGJLM",
        ),
    ),
    Base(
        8,
        1,
        0,
        (
            "036H12EN489J5FGL7ADKBCIM",
            "04AC17LM25KN38BF6DIJ9EGH",
            "02IL158A37JN4FKM6BEG9CDH",
            "07FH14BD28AG3EIK569MCJLN",
            "09BK16AI2HJM34GL57CE8DFN",
            "05BJ1HKN26CF39AM4DEL78GI",
            "0DGM13CN279B45HI68KLAEFJ",
            "08EM19FI235D467NABHLCGJK",
        ),
    ),
    Base(
        8,
        1,
        0,
        (
            "01KM23DI459B68HN7ACGEFJL",
            "0ABE123L4GHN578I6CJK9DFM",
            "03HN1EIM28BC4ADJ5FGK679L",
            "04CD156A29GM37FK8EJNBHIL",
            "079J1BGN2AFH35CE46IM8DKL",
            "0256148F3GIJ7BDN9EHKACLM",
            "08GL19CN247E36BF5DHJAIKM",
            "0CFI17HM2BJK389A45LN6DEG",
        ),
    ),
    Base(
        8,
        1,
        0,
        (
            "035M1CDE28HK479B6FJNAGIL",
            "014M256I3ABD78EL9GHNCFJK",
            "0BKN138J29EL4AFM57CG6DHI",
            "09DJ16GL25BF3EHN48CI7AKM",
            "08FG1BIL27DN39CM46EK5AHJ",
            "0AEM159K234G6BCH7IJL8DFN",
            "02CL17FH3IKN45DM689ABEGJ",
            "036712AC4HJM58BL9EFIDGKN",
        ),
    ),
    Base(8, 8, 4, ("05JR179G238E4BHO6FIPAKMNCDLQ",)),
    Base(9, 9, 1, ("0FLN1CHQ2AMR358I4DEG67BO9JKP",)),
    Base(9, 9, 1, ("0EFR1CMQ269K3BDG457O8HLNAIJP",)),
    Base(9, 9, 1, ("0FLN14CR26GQ3AJM59EH78KPBDIO",)),
    Base(11, 11, 6, ("04GR16EQ2BDN35KM7AHP89COFIJL",)),
    Base(11, 11, 6, ("05IQ1BKM23HP479L6AFO8EJNCDGR",)),
    Base(11, 11, 6, ("08GK179R2LOP34IN5FJM6ACHBDEQ",)),
    Base(9, 9, 5, ("023K1BOR4HJS5ACD6FIU79NV8ELTGMPQ",)),
    Base(10, 10, 2, ("0CNV17FL2DJR3KMT4APU589I6BOSEGHQ",)),
    Base(10, 10, 2, ("0CLR1AEV28JU3HIS467Q5DFT9KMPBGNO",)),
    Base(13, 13, 6, ("02IV1DLS346C58JQ7FGP9MOUAEKTBHNR",)),
    Base(11, 11, 3, ("0HTY1PVW24RU39AC58DF6IMX7BSZEKLNGJOQ",)),
    Base(12, 12, 4, ("0KQd1DWa2GUc36RZ459E7MPb8ALXBFHICJSTNOVY",)),
    Base(13, 13, 1, ("02JM1ERd3CHO4BTc5AXY69QS78INDFWZGPUbKLVa",)),
    Base(13, 13, 5, ("05Cg1ASV24IO3Eae6TUZ7PQd8BLN9DHYFKRcGJWhMXbf",)),
    Base(7, 7, 1, ("01A2673594BE8CD",), 3),
    Base(7, 7, 2, ("0461BE2AF38957CD",), 3),
    Base(8, 4, 2, ("0AD15F23468B7CH9EG", "09F18H2AE36G47B5CD"), 3),
    Base(9, 9, 1, ("0AI16F28E34B579CDGH",), 3),
    Base(10, 5, 1, ("0FI14625C37J8BH9AKDEG", "04C17I2BD3HK59E68GAFJ"), 3),
    Base(10, 5, 2, ("07913B2FL4AG5JK6HI8CED", "0CK16723H4DF8GI9BLAEJ5"), 3),
    Base(11, 11, 2, ("0CI14A2DF37B5JN6GM89EHKL",), 3),
    Base(13, 13, 1, ("07D12H3CN46I5AE8BG9JQFKMLOP",), 3),
    Base(14, 14, 2, ("0251HS3EK48Q6FT7DJ9ANBGICMRLOP",), 3),
)


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


# Rounds in which nobody meets anybody twice, by shifting columns against each other.
#
# The players stand in as many columns as a table has seats, one row a table. In round `r` column `c` is turned by
# `turns[c][r]` rows; a table is what then stands in one row. Two of one column never meet; two of different columns
# meet at most once while the differences of their columns' turns differ from round to round.

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
        return all((turn - had) % self.tables not in self.used[column, len(row)] for column, had in enumerate(row))

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
