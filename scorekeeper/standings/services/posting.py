"""Keep results and standings in step with what `play` posts. Called inside its transactions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from games.core.text import Text, pgettext
from games.core.values import Problem
from scorekeeper.common.errors import Refused
from scorekeeper.standings.models import Competition, Result, SeasonTally

Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A sitting as the standings know it: which one, of which club, on which local day, of which game ("": of the
    first one of the season)."""

    id: UUID
    club_id: UUID
    played_on: date
    game: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One player's part of a source: all measures as they are now, and by how much they have just moved."""

    player_id: UUID
    now: Measures
    moved: Measures


def count_in(competitions: Iterable[Competition], unit: InUnits) -> None:
    """Bind each of these to the unit of a sitting that is to count for it, where its game is played for amounts.

    Raises:
        Refused: `season_unit`: it counts another unit already; two units are never summed.
    """
    for competition in in_order(competitions):
        if not competition.sums_amounts:
            continue
        mine = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if not mine.is_bound:
            Competition.objects.filter(pk=mine.pk).update(unit=unit.unit, decimals=unit.decimals)
        elif counts_otherwise(mine, unit):
            raise Refused([Problem("season_unit", "seasons", Text(OTHER_UNIT, _units_told(mine, unit)))])


def counts_otherwise(season: Competition, unit: InUnits) -> bool:
    """Whether a sheet in this unit can't count for the season, which sums another one."""
    is_same = (season.unit, season.decimals) == (unit.unit, unit.decimals)
    return season.sums_amounts and season.is_bound and not is_same


def unit_problems(seasons: Iterable[Competition], unit: InUnits) -> list[Problem]:
    """What opening a table by rules in this unit would refuse, said beforehand: a problem for each season."""
    return [
        Problem("season_unit", "seasons", Text(RULES_OTHERWISE, _units_told(season, unit)))
        for season in in_order(seasons)
        if counts_otherwise(season, unit)
    ]


RULES_OTHERWISE = gettext_noop(
    "{season} counts in {theirs}, these rules in {ours}. Choose rules with the same unit, or no season."
)
OTHER_UNIT = gettext_noop("{season} counts in {theirs}, this table in {ours}. Choose the same unit, or no season.")


def _units_told(season: Competition, unit: InUnits) -> dict[str, str | Text]:
    return {"season": season.name, "theirs": unit_words(season.summed_in), "ours": unit_words(unit)}


def unit_words(unit: InUnits) -> str | Text:
    """What is counted, in words."""
    if not unit.unit:
        return Text(pgettext("in a line", "points"))
    return Text(gettext_noop("{unit} with two decimals"), {"unit": unit.unit}) if unit.decimals else unit.unit


def apply(competitions: Sequence[Competition], source: Source, changes: Sequence[Change]) -> None:
    """Post what a hand moved: the results of this source are written anew, the standings moved by the difference.

    Players in the order of their ids, so that tables which share players can't lock each other up.
    """
    ordered = sorted(changes, key=lambda change: change.player_id)
    for competition in in_order(competitions):
        _write_results(competition, source, ordered)
        _move_standings(competition, source, ordered)


def seal(competitions: Iterable[Competition], source: Source, *, sealed: bool) -> None:
    """The source has become official (or, reopened, is no longer): its results enter or leave the official sums."""
    sign = 1 if sealed else -1
    for competition in in_order(competitions):
        results = Result.objects.filter(
            club=source.club_id, competition=competition, source=source.id, is_sealed=not sealed
        ).order_by("player_id")
        found = {result.player_id: result for result in results}
        standings = _locked(competition, found)
        for standing in standings:
            result = found[standing.player_id]
            standing.official_points += sign * result.points
            standing.official_measures = added(standing.official_measures, result.measures, sign)
            standing.official_sources += sign * bool(result.measures)
            standing.revision += 1
        fields = ["official_points", "official_measures", "official_sources", "revision"]
        SeasonTally.objects.bulk_update(standings, fields)
        Result.objects.filter(pk__in=[result.pk for result in found.values()]).update(is_sealed=sealed)


def count_disputed(competitions: Iterable[Competition], by: int) -> None:
    """So many hands more (or fewer) of their sittings are disputed."""
    for competition in in_order(competitions):
        Competition.objects.filter(pk=competition.pk).update(disputed=F("disputed") + by, revision=F("revision") + 1)


def in_order(competitions: Iterable[Competition]) -> list[Competition]:
    """The order in which rows of several competitions are locked, everywhere."""
    return sorted(competitions, key=lambda competition: competition.pk)


def added(measures: Measures, other: Measures, sign: int = 1) -> dict[str, int]:
    """The sum of two sets of measures, without zeros."""
    names = {*measures, *other}
    sums = {name: measures.get(name, 0) + sign * other.get(name, 0) for name in sorted(names)}
    return {name: amount for name, amount in sums.items() if amount}


def locked(competition: Competition, players: Collection[UUID]) -> list[SeasonTally]:
    """The standing of each of these, made where there is none, to be moved in this transaction."""
    standings = _locked(competition, players)
    if len(standings) < len(players):
        _add_missing(competition, players, standings)
        standings = _locked(competition, players)
    return standings


def _write_results(competition: Competition, source: Source, changes: Sequence[Change]) -> None:
    rows = [
        Result(
            club_id=source.club_id,
            competition=competition,
            player_id=change.player_id,
            source=source.id,
            played_on=source.played_on,
            measures=dict(change.now),
            points=competition.points(change.now, source.game),
            game=source.game or competition.game,
        )
        for change in changes
    ]
    Result.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["club", "competition", "source", "player"],
        update_fields=["measures", "points"],
    )


def _move_standings(competition: Competition, source: Source, changes: Sequence[Change]) -> None:
    by_player = {change.player_id: change for change in changes}
    standings = locked(competition, by_player)
    for standing in standings:
        change = by_player[standing.player_id]
        standing.points += competition.points(change.moved, source.game)
        standing.measures = added(standing.measures, change.moved)
        standing.sources += _counts_now(change)
        standing.revision += 1
    SeasonTally.objects.bulk_update(standings, ["points", "measures", "sources", "revision"])


def _counts_now(change: Change) -> int:
    """+1 when the source brings this player its first hand, -1 when its last one is struck, else 0."""
    before = added(change.now, change.moved, -1)
    return bool(change.now) - bool(before)


def _locked(competition: Competition, players: Iterable[UUID]) -> list[SeasonTally]:
    rows = SeasonTally.objects.select_for_update().filter(
        club=competition.club_id, competition=competition, player__in=list(players)
    )
    return list(rows.order_by("player_id"))


def _add_missing(competition: Competition, players: Iterable[UUID], there: Sequence[SeasonTally]) -> None:
    have_row = {standing.player_id for standing in there}
    rows = [
        SeasonTally(club_id=competition.club_id, competition=competition, player_id=player)
        for player in players
        if player not in have_row
    ]
    SeasonTally.objects.bulk_create(rows, ignore_conflicts=True)


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
    SeasonTally.objects.bulk_create(
        standings, batch_size=A_BATCH, update_conflicts=True, unique_fields=["id"], update_fields=SUMMED
    )
