"""Reads of a competition: its standings, and the chain that put somebody where they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum, UUIDField

from games.core.values import SumLine
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.prepared import Prepared, Slot
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


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the standings as programs read it."""

    player_id: UUID
    name: str
    points: int
    measures: dict[str, int]
    sources: int


def lines(competition: Competition, *, official: bool) -> list[Ranked[Line]]:
    """The rows of `table`, quicker, for the API."""
    rows = _LINES[official].rows(club=competition.club_id, competition=competition.pk)
    entries = [Entry(line, line.points, line.measures) for line in (Line(*row) for row in rows)]
    return ranked(entries, competition.rules.ranking)


def _lines(prefix: str) -> QuerySet[Standing, tuple[Any, ...]]:
    columns = [f"{prefix}{name}" for name in ("points", "measures", "sources")]
    return (
        Standing.objects.filter(
            club=Slot("club", UUIDField()), competition=Slot("competition", UUIDField()), **{f"{columns[2]}__gt": 0}
        )
        .order_by("player__name")
        .values_list("player", "player__name", *columns)
    )


_LINES = {False: Prepared(lambda: _lines("")), True: Prepared(lambda: _lines("official_"))}


def seen(user: User | AnonymousUser, pk: UUID) -> tuple[Competition, str]:
    """A competition of one of the person's clubs, and what changes whenever its table may have. One query.

    Raises:
        Competition.DoesNotExist: there is none, or it is not theirs to see.
    """
    row = _SEEN.row(user=user.pk, pk=pk)
    if row is None:
        raise Competition.DoesNotExist
    *fields, book, moves, count = row
    competition = Competition.from_db(None, _FIELDS, fields)
    return competition, f"{pk.hex}-{competition.revision}-{book}-{moves or 0}-{count or 0}"


def _seen() -> QuerySet[Competition, tuple[Any, ...]]:
    rows = Standing.objects.filter(club=OuterRef("club"), competition=OuterRef("pk")).order_by().values("competition")
    mine = Competition.objects.filter(pk=Slot("pk", UUIDField()), club__memberships__user=Slot("user", UUIDField()))
    return mine.annotate(
        moves=Subquery(rows.annotate(sum=Sum("revision")).values("sum")),
        count=Subquery(rows.annotate(count=Count("pk")).values("count")),
    ).values_list(*_FIELDS, "club__book", "moves", "count")


_FIELDS = [field.attname for field in Competition._meta.concrete_fields]  # noqa: SLF001
_SEEN = Prepared(_seen)


def results_of(competition: Competition, player: Player) -> QuerySet[Result]:
    """What each sitting brought this player, newest first."""
    return Result.objects.filter(club=competition.club_id, competition=competition, player=player).order_by(
        "-played_on", "-id"
    )


MOST_DAYS = 6  # columns of evenings that a desk has room for


@dataclass(frozen=True, slots=True)
class Cell:
    """What an evening brought somebody; `is_sealed` is false while a sheet of it is not signed."""

    points: int
    is_sealed: bool


@dataclass(frozen=True, slots=True)
class Evenings:
    """The newest evenings of a season, oldest first, and what each brought each player."""

    days: list[date]
    cells: dict[UUID, dict[date, Cell]]


def evenings(competition: Competition, *, official: bool, most: int = MOST_DAYS) -> Evenings:
    """Two queries, whatever has been played."""
    results = Result.objects.filter(club=competition.club_id, competition=competition)
    if official:
        results = results.filter(is_sealed=True)
    days = sorted(results.values_list("played_on", flat=True).distinct().order_by("-played_on")[:most])
    cells: dict[UUID, dict[date, Cell]] = {}
    for result in results.filter(played_on__in=days):
        if result.measures:
            of_player = cells.setdefault(result.player_id, {})
            before = of_player.get(result.played_on, Cell(0, is_sealed=True))
            of_player[result.played_on] = Cell(
                before.points + result.points, is_sealed=before.is_sealed and result.is_sealed
            )
    return Evenings(days, cells)


@dataclass(frozen=True, slots=True)
class Part:
    """One sitting of somebody's total: its result, and how the season's system makes points of it."""

    result: Result
    lines: tuple[SumLine, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The chain behind one row: the sittings, and what decided against the row above (None: it leads)."""

    found: Ranked[Standing]
    above: Ranked[Standing] | None
    parts: list[Part]


def why(competition: Competition, rows: Sequence[Ranked[Standing]], player_id: UUID, *, official: bool) -> Why | None:
    """Why a player of these rows stands where they do; None when they are not among them. One query."""
    place = next((place for place, row in enumerate(rows) if row.row.player_id == player_id), None)
    if place is None:
        return None
    results = results_of(competition, rows[place].row.player)
    if official:
        results = results.filter(is_sealed=True)
    summary, weights = competition.rules.summary, competition.weights
    parts = [Part(result, summary(result.measures, weights)) for result in results if result.measures]
    return Why(rows[place], rows[place - 1] if place else None, parts)
