"""The order of a tournament of sums, as in Skat: points, more games won, fewer lost, then a shared place or a lot."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.pairing.keys import Entrant
from scorekeeper.pairing.lots import Lot, by_lot
from scorekeeper.pairing.ties import Place, figure_key, places


@dataclass(frozen=True, slots=True)
class Total:
    """What somebody has over all rounds; what they paid for lost games is in the points."""

    points: int
    won: int = 0
    lost: int = 0


def order_of_totals(totals: Mapping[Entrant, Total], lots: Iterable[Lot[Entrant]] = ()) -> list[Place[Entrant]]:
    """Who shares which place. "LOST" says how many games below none, so that more is better there too."""
    keys = [
        figure_key("POINTS", {entrant: own.points for entrant, own in totals.items()}),
        figure_key("WON", {entrant: own.won for entrant, own in totals.items()}),
        figure_key("LOST", {entrant: -own.lost for entrant, own in totals.items()}),
    ]
    return places(sorted(totals), [*keys, *by_lot(lots)])
