"""Deals of Svoi Kozyri as they end in a club: made up by a seeded chance, and always ones the rules accept."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table
from games.svoi_kozyri.rules import SUITS

CHANGED = 6  # per cent of the deals before which the trumps are chosen anew
DRAWN = 9  # per cent of the deals
COUNTED = 70  # per cent of the lost deals whose cards are counted where they need not be
MEAN_LEFT: Final = 4.5  # cards in the last hand
MOST_LEFT = 14
TRIES = 100  # deals made up before it is said that none is accepted: the series has ended


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    """The facts of one deal at this table; the more skilled go out earlier."""
    for _try in range(TRIES):
        facts = _facts(chance, rules, table, skills)
        if not (problems := game.problems(facts, rules, table)):
            return facts
    raise ValueError(f"no deal can be made up here: {problems}")


def _facts(chance: Random, rules: Any, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    drawn = chance.randrange(100) < DRAWN
    facts: dict[str, Any] = {
        "kind": "deal",
        "trumps": _trumps(chance, table),
        "finished": _order(chance, table.seats, skills)[:-1],
        "result": "draw" if drawn else "loss",
    }
    if not drawn and (rules.mode == "cards_left" or chance.randrange(100) < COUNTED):
        facts["cards_left"] = min(MOST_LEFT, 1 + int(chance.expovariate(1 / MEAN_LEFT)))
    return facts


def _trumps(chance: Random, table: Table[Any]) -> list[str]:
    """Those of last time; before the first deal, and at times later, they are chosen."""
    last = dict(table.state.trumps)
    if chance.randrange(100) >= CHANGED and all(seat in last for seat in table.seats):
        return [last[seat] for seat in table.seats]
    return chance.sample(SUITS, len(table.seats))


def _order(chance: Random, seats: Sequence[int], skills: Sequence[int]) -> list[int]:
    """The order of going out."""
    speed = {seat: chance.expovariate(1) / skill for seat, skill in zip(seats, skills, strict=True)}
    return sorted(seats, key=speed.__getitem__)
