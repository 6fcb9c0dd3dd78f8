"""Hands of Tonk as they end in a club: made up by a seeded chance, and always ones the rules accept."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table
from games.tonk.hand import CARDS, count

ENDINGS: Final = {"initial_tonk": 4, "tonk_out": 17, "discard_out": 24, "drop": 47, "stock_out": 8}
DEALT_TWICE = 6  # per cent of the dealt tonks
BY_HITS = 45  # per cent of the tonks out
WRONG = 120  # of the skill: how rarely somebody knocks too high


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    """The facts of one hand at this table; the more skilled end it more often, and knock too high less often."""
    while True:
        kind = chance.choices(list(ENDINGS), list(ENDINGS.values()))[0]
        facts = {"kind": kind, **_ended(kind, chance, table.seats, skills)}
        if not game.problems(facts, rules, table):
            return facts


def _ended(kind: str, chance: Random, seats: Sequence[int], skills: Sequence[int]) -> dict[str, Any]:
    if kind == "initial_tonk":
        return _dealt(chance, seats)
    if kind == "stock_out":
        return {"totals": _totals(chance, seats)}
    by = _best(chance, seats, skills)
    if kind == "drop":
        return {"by": by, "totals": _knocked(chance, seats, by, skills[seats.index(by)])}
    if kind == "tonk_out":
        return {"by": by, "out_by": "hits" if chance.randrange(100) < BY_HITS else "spread"}
    return {"by": by}


def _dealt(chance: Random, seats: Sequence[int]) -> dict[str, Any]:
    """Pure luck."""
    declarers = sorted(chance.sample(seats, 2 if chance.randrange(100) < DEALT_TWICE else 1), key=seats.index)
    return {"by": declarers, "totals": [chance.choice((49, 50)) if seat in declarers else None for seat in seats]}


def _knocked(chance: Random, seats: Sequence[int], by: int, skill: int) -> list[int]:
    """Who knocks is mostly the lowest; else somebody else may be as low."""
    totals, mine = _totals(chance, seats), seats.index(by)
    low = totals.index(min(totals))
    if chance.randrange(WRONG) < skill:
        totals[mine], totals[low] = totals[low], totals[mine]
    return totals


def _best(chance: Random, seats: Sequence[int], skills: Sequence[int]) -> int:
    """Somebody, the skilled more often than their share."""
    return chance.choices(seats, [skill**2 for skill in skills])[0]


def _totals(chance: Random, seats: Sequence[int]) -> list[int]:
    """What is left in each hand towards the end: two to five cards of one pack."""
    pack = chance.sample(CARDS, len(CARDS))
    hands = [pack[5 * place : 5 * place + chance.choice((2, 2, 3, 4, 5))] for place in range(len(seats))]
    return [count(hand, "10") for hand in hands]
