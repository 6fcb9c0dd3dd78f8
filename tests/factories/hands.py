"""The facts of hands: plain ones, one of every game, and many different ones of Skat."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.core.values import Table
from scorekeeper.play.models import Sitting


def played(declarer: int = 0, **more: Any) -> dict[str, Any]:
    """A plain hand of Skat: clubs with 1, won with 75 points in 7 tricks (24), unless said otherwise."""
    plain = {
        "kind": "played",
        "declarer": declarer,
        "contract": "clubs",
        "matadors": 1,
        "with": True,
        "bid": 18,
        "declarer_points": 75,
        "declarer_tricks": 7,
    }
    return {**plain, **more}


def null(declarer: int = 0, *, won: bool = True, **more: Any) -> dict[str, Any]:
    """A hand of null (23)."""
    plain = {
        "kind": "played",
        "declarer": declarer,
        "contract": "null",
        "bid": 18,
        "declarer_tricks": 0 if won else 1,
    }
    return {**plain, **more}


def passed() -> dict[str, Any]:
    return {"kind": "passed"}


SUITS = ("clubs", "diamonds", "hearts", "spades")
Facts = dict[str, Any]


def hand_of(game: str, table: Table[Any]) -> Facts:
    """The facts of the next hand at this table: everybody wins in turn."""
    return HANDS[game](table, table.seats[table.number % len(table.seats)])


def skat(table: Table[Any], winner: int) -> Facts:
    declarer = next(seat for seat in (winner, *table.seats) if seat != table.dealer)
    return played(declarer, matadors=1 + table.number % 4)


def svoi_kozyri(table: Table[Any], loser: int) -> Facts:
    finished = [seat for seat in table.seats if seat != loser]
    return {"kind": "deal", "trumps": SUITS[: len(table.seats)], "finished": finished, "result": "loss"}


def tonk(table: Table[Any], winner: int) -> Facts:
    totals = [3 if seat == winner else 20 + seat for seat in table.seats]
    return {"kind": "drop", "by": winner, "totals": totals}


def truco(table: Table[Any], winner: int) -> Facts:
    return {"kind": "quick", "how": "played", "winner": "AB"[winner % 2], "value": 4}


def palace_poker(table: Table[Any], winner: int) -> Facts:
    return {
        "kind": "quick",
        "contributions": [7 if seat == winner else 12 for seat in table.seats],
        "ranking": [1 if seat == winner else None for seat in table.seats],
    }


HANDS: dict[str, Callable[[Table[Any], int], Facts]] = {
    "skat": skat,
    "svoi_kozyri": svoi_kozyri,
    "tonk": tonk,
    "truco": truco,
    "palace_poker": palace_poker,
}


ENDS = ((61, 5), (75, 7), (95, 8), (120, 10), (60, 5), (45, 4), (25, 2), (0, 0))


def deal(chance: random.Random, seats: Sequence[int], dealer: int) -> dict[str, Any]:
    """One hand at this table: passed, a null, or a trump game; won, lost, bid too high."""
    players = [seat for seat in seats if len(seats) == 3 or seat != dealer]
    declarer = chance.choice(players)
    kind = chance.randrange(10)
    if kind == 0:
        return passed()
    if kind == 1:
        return null(declarer, won=chance.random() < 0.6, hand=chance.random() < 0.3)
    points, tricks = chance.choice(ENDS)
    return played(
        declarer,
        contract=chance.choice(["clubs", "spades", "hearts", "diamonds", "grand"]),
        matadors=chance.randint(1, 4),
        **{"with": chance.random() < 0.5},
        bid=chance.choice([18, 20, 22, 24, 48, 120]),
        hand=chance.random() < 0.2,
        declarer_points=points,
        declarer_tricks=tricks,
    )


def next_deal(chance: random.Random, sitting: Sitting) -> dict[str, Any]:
    """A hand that is possible at this table now."""
    now = Sitting.objects.get(pk=sitting.pk)
    seats = [seat.number for seat in now.seats.filter(is_active=True)]
    return deal(chance, seats, now.dealer)
