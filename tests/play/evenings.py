"""A few plain hands of every game, for what must hold whichever is played."""

from collections.abc import Callable
from typing import Any

from games.core.values import Table
from tests import factories

SUITS = ("clubs", "diamonds", "hearts", "spades")
Facts = dict[str, Any]


def hand_of(game: str, table: Table[Any]) -> Facts:
    """The facts of the next hand at this table: everybody wins in turn."""
    return HANDS[game](table, table.seats[table.number % len(table.seats)])


def skat(table: Table[Any], winner: int) -> Facts:
    declarer = next(seat for seat in (winner, *table.seats) if seat != table.dealer)
    return factories.played(declarer, matadors=1 + table.number % 4)


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
