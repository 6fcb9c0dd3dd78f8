"""Hands as they come in an evening: many different ones, all of them possible."""

import random
from collections.abc import Sequence
from typing import Any

from scorekeeper.play.models import Sitting
from tests.factories import null, passed, played

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
