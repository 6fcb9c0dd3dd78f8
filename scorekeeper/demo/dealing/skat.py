"""Hands of Skat as they are played in a club: made up by a seeded chance, and always ones the rules accept."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.core.game import AnyGame
from games.core.record import Record
from games.core.values import Table
from games.skat.rules import BASES
from games.skat.state import active

CONTRACTS: Final = {"diamonds": 11, "hearts": 13, "spades": 17, "clubs": 23, "grand": 27, "null": 9}
MATADORS: Final = {1: 56, 2: 27, 3: 10, 4: 7}
BIDS: Final = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 72, 96)
PASSED = 4  # per cent of the hands
HAND_GAMES = 12  # per cent of the games


def deal(chance: Random, game: AnyGame, rules: Record, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    """The facts of one hand at this table; `skills` of its seats, in order, in per cent of games won."""
    while True:
        facts = _facts(chance, table, skills)
        if not game.problems(facts, rules, table):
            return facts


def _facts(chance: Random, table: Table[Any], skills: Sequence[int]) -> dict[str, Any]:
    if chance.randrange(100) < PASSED:
        return {"kind": "passed"}
    playing = active(table)
    declarer = chance.choices(playing, [skills[table.seats.index(seat)] for seat in playing])[0]
    wins = chance.randrange(100) < skills[table.seats.index(declarer)]
    contract = chance.choices(list(CONTRACTS), list(CONTRACTS.values()))[0]
    return {"kind": "played", "declarer": declarer, "contract": contract} | (
        _null(chance, wins=wins) if contract == "null" else _trumps(chance, contract, wins=wins)
    )


def _null(chance: Random, *, wins: bool) -> dict[str, Any]:
    """Null is won without a trick; an open one is bid higher."""
    ouvert = chance.randrange(100) < 35
    return {
        "bid": chance.choice(BIDS[:3] if not ouvert else BIDS[:10]),
        "ouvert": ouvert,
        "declarer_tricks": 0 if wins else chance.choice((1, 1, 2, 3)),
    }


def _trumps(chance: Random, contract: str, *, wins: bool) -> dict[str, Any]:
    matadors = chance.choices(list(MATADORS), list(MATADORS.values()))[0]
    hand = chance.randrange(100) < HAND_GAMES
    value = BASES[contract] * (matadors + 1 + hand)
    reachable = [bid for bid in BIDS if bid <= value]
    return {
        "matadors": matadors,
        "with": chance.randrange(100) < 58,
        "hand": hand,
        "bid": reachable[min(len(reachable) - 1, int(chance.expovariate(0.5)))],
        **_counted(chance, wins=wins),
    }


def _counted(chance: Random, *, wins: bool) -> dict[str, int]:
    """Card points near the edge are frequent, schneider is not; the tricks go with the points."""
    points = round(chance.triangular(61, 108, 74)) if wins else round(chance.triangular(26, 60, 54))
    return {"declarer_points": points, "declarer_tricks": max(2, min(9, round(points / 12.5 + chance.gauss(0, 0.7))))}
