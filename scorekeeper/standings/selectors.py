"""Reads of a competition: its standings, and the chain that put somebody where they are."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum

from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import Competition, Result, Standing
from scorekeeper.standings.ranking import Entry, Ranked, ranked


@dataclass(frozen=True, slots=True)
class Counting:
    """Which sums a table shows: everything recorded, or only what is sealed."""

    official: bool

    def points(self, standing: Standing) -> int:
        return standing.official_points if self.official else standing.points

    def measures(self, standing: Standing) -> dict[str, int]:
        return dict(standing.official_measures if self.official else standing.measures)

    def sources(self, standing: Standing) -> int:
        return standing.official_sources if self.official else standing.sources


def table(competition: Competition, *, official: bool) -> list[Ranked[Standing]]:
    """The ranked rows of a competition, in one query; who has played nothing that counts is left out."""
    counting = Counting(official)
    rows = Standing.objects.select_related("player").filter(club=competition.club_id, competition=competition)
    entries = [Entry(row, counting.points(row), counting.measures(row)) for row in rows if counting.sources(row)]
    entries.sort(key=lambda entry: entry.row.player.name)
    return ranked(entries, competition.rules.ranking)


def entries_of(competition: Competition) -> list[Entry[UUID]]:
    """Every player's recorded sums, by player id: for weighing what a change would move."""
    rows = Standing.objects.filter(club=competition.club_id, competition=competition)
    return [Entry(row.player_id, row.points, row.measures) for row in rows if row.sources]


def with_revision(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Adds what `etag` reads."""
    moves = Standing.objects.filter(competition=OuterRef("pk")).order_by().values("competition")
    return competitions.annotate(
        moves=Subquery(moves.annotate(sum=Sum("revision"), rows=Count("pk")).values("sum")),
        rows=Subquery(moves.annotate(rows=Count("pk")).values("rows")),
    )


def etag(competition: Competition) -> str:
    """What changes whenever the table may have; of a competition from `with_revision`."""
    parts = (
        competition.pk.hex,
        competition.revision,
        getattr(competition, "moves", 0),
        getattr(competition, "rows", 0),
    )
    return "-".join(str(part or 0) for part in parts)


def results_of(competition: Competition, player: Player) -> QuerySet[Result]:
    """What each sitting brought this player, newest first."""
    return Result.objects.filter(club=competition.club_id, competition=competition, player=player).order_by(
        "-played_on", "-id"
    )


def last_played(competition: Competition) -> object:
    """The newest day that counts, for "as of"."""
    return Result.objects.filter(club=competition.club_id, competition=competition).aggregate(day=Max("played_on"))[
        "day"
    ]
