"""Move standings by the sums of many results at once: a season's old lists are thousands of rows of some dozens of
people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from scorekeeper.standings.models import Competition, Standing
from scorekeeper.standings.services.posting import Measures, added, locked

A_BATCH: Final = 500  # rows of a statement
SUMMED: Final = [
    *("points", "measures", "sources"),
    *("official_points", "official_measures", "official_sources"),
    "revision",
]


@dataclass(slots=True)
class Sums:
    """What results of one player come to."""

    points: int = 0
    measures: dict[str, int] = field(default_factory=dict)
    sources: int = 0

    def add(self, points: int, measures: Measures) -> None:
        self.points += points
        self.measures = added(self.measures, measures)
        self.sources += bool(measures)


def post_sums(competition: Competition, sums: Mapping[UUID, Sums], sign: int = 1) -> None:
    """Official results of many sources have come, or gone (-1), which are written by who calls: the standings move by
    what they come to for each player."""
    standings = locked(competition, sums)
    for standing in standings:
        moved = sums[standing.player_id]
        standing.points += sign * moved.points
        standing.measures = added(standing.measures, moved.measures, sign)
        standing.sources += sign * moved.sources
        standing.official_points += sign * moved.points
        standing.official_measures = added(standing.official_measures, moved.measures, sign)
        standing.official_sources += sign * moved.sources
        standing.revision += 1
    Standing.objects.bulk_create(
        standings, batch_size=A_BATCH, update_conflicts=True, unique_fields=["id"], update_fields=SUMMED
    )
