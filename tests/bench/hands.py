"""Hands for a load: plain values, possible at any table where `declarer` plays."""

import itertools
from collections.abc import Iterator
from typing import Any

CONTRACTS = ("clubs", "spades", "hearts", "diamonds", "grand")
ENDS = ((61, 5), (75, 7), (95, 8), (50, 5), (45, 4))  # points and tricks of the declarer


def hands() -> Iterator[dict[str, Any]]:
    """Without end: won and lost games of every kind, and now and then a null. The declarer is still to be named."""
    for number in itertools.count():
        if number % 10 == 9:
            yield {"kind": "played", "contract": "null", "bid": 18, "declarer_tricks": number // 10 % 2}
            continue
        points, tricks = ENDS[number % len(ENDS)]
        yield {
            "kind": "played",
            "contract": CONTRACTS[number // 3 % len(CONTRACTS)],
            "matadors": 1 + number % 3,
            "with": number % 2 == 0,
            "bid": 18,
            "declarer_points": points,
            "declarer_tricks": tricks,
        }


def declared(hand: dict[str, Any], dealer: int, seats: int = 4) -> dict[str, Any]:
    """The player after the dealer plays it."""
    return {**hand, "declarer": (dealer + 1) % seats}
