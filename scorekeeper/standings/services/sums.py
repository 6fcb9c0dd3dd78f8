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
    """What results of one player come to, or by how much they move."""

    points: int = 0
    measures: dict[str, int] = field(default_factory=dict)
    sources: int = 0

    def add(self, points: int, measures: Measures, sign: int = 1) -> None:
        self.points += sign * points
        self.measures = added(self.measures, measures, sign)
        self.sources += sign * bool(measures)


def post_sums(competition: Competition, sums: Mapping[UUID, Sums]) -> None:
    """Official results of many sources have come, gone or changed, which are written by who calls: the standings move
    by these sums, of each player one."""
    standings = locked(competition, sums)
    for standing in standings:
        moved = sums[standing.player_id]
        standing.points += moved.points
        standing.measures = added(standing.measures, moved.measures)
        standing.sources += moved.sources
        standing.official_points += moved.points
        standing.official_measures = added(standing.official_measures, moved.measures)
        standing.official_sources += moved.sources
        standing.revision += 1
    Standing.objects.bulk_create(
        standings, batch_size=A_BATCH, update_conflicts=True, unique_fields=["id"], update_fields=SUMMED
    )
