"""Keep results and standings in step with what `play` posts. Called inside its transactions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext_noop

import games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.standings.models import Competition, Result, Standing

Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A sitting as the standings know it: which one, of which club, on which local day."""

    id: UUID
    club_id: UUID
    played_on: date


@dataclass(frozen=True, slots=True)
class Change:
    """One player's part of a source: all measures as they are now, and by how much they have just moved."""

    player_id: UUID
    now: Measures
    moved: Measures


def open_season(*, club: Club, by: User, name: str, game: str, system: str, now: datetime) -> Competition:
    """A new season that sittings can count for."""
    require(can_direct(role_in(by, club)))
    name = clean_name(name, "name")
    _check_season(club, name, game, system)
    return Competition.objects.create(club=club, name=name, game=game, system=system, created_at=now)


def end_season(*, competition: Competition, by: User, now: datetime) -> None:
    """No new sitting can count for it; what has been played stays."""
    require(can_direct(role_in(by, competition.club)))
    Competition.objects.filter(pk=competition.pk, ended_at=None).update(ended_at=now, revision=F("revision") + 1)


def apply(competitions: Sequence[Competition], source: Source, changes: Sequence[Change]) -> None:
    """Post what a hand moved: the results of this source are written anew, the standings moved by the difference.

    Players in the order of their ids, so that tables which share players can't lock each other up.
    """
    ordered = sorted(changes, key=lambda change: change.player_id)
    for competition in in_order(competitions):
        _write_results(competition, source, ordered)
        _move_standings(competition, ordered)


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
        Standing.objects.bulk_update(standings, fields)
        Result.objects.filter(pk__in=[result.pk for result in found.values()]).update(is_sealed=sealed)


def in_order(competitions: Iterable[Competition]) -> list[Competition]:
    """The order in which rows of several competitions are locked, everywhere."""
    return sorted(competitions, key=lambda competition: competition.pk)


def added(one: Measures, other: Measures, sign: int = 1) -> dict[str, int]:
    """The sum of two sets of measures, without zeros."""
    names = {*one, *other}
    sums = {name: one.get(name, 0) + sign * other.get(name, 0) for name in sorted(names)}
    return {name: amount for name, amount in sums.items() if amount}


def _write_results(competition: Competition, source: Source, changes: Sequence[Change]) -> None:
    rows = [
        Result(
            club_id=source.club_id,
            competition=competition,
            player_id=change.player_id,
            source=source.id,
            played_on=source.played_on,
            measures=dict(change.now),
            points=competition.points(dict(change.now)),
        )
        for change in changes
    ]
    Result.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["club", "competition", "source", "player"],
        update_fields=["measures", "points"],
    )


def _move_standings(competition: Competition, changes: Sequence[Change]) -> None:
    by_player = {change.player_id: change for change in changes}
    standings = _locked(competition, by_player)
    if len(standings) < len(by_player):
        _add_missing(competition, by_player, standings)
        standings = _locked(competition, by_player)
    for standing in standings:
        change = by_player[standing.player_id]
        standing.points += competition.points(dict(change.moved))
        standing.measures = added(standing.measures, change.moved)
        standing.sources += _counts_now(change)
        standing.revision += 1
    Standing.objects.bulk_update(standings, ["points", "measures", "sources", "revision"])


def _counts_now(change: Change) -> int:
    """+1 when the source brings this player its first hand, -1 when its last one is struck, else 0."""
    before = added(change.now, change.moved, -1)
    return bool(change.now) - bool(before)


def _locked(competition: Competition, players: Iterable[UUID]) -> list[Standing]:
    rows = Standing.objects.select_for_update().filter(
        club=competition.club_id, competition=competition, player__in=list(players)
    )
    return list(rows.order_by("player_id"))


def _add_missing(competition: Competition, players: Iterable[UUID], there: Sequence[Standing]) -> None:
    known = {standing.player_id for standing in there}
    rows = [
        Standing(club_id=competition.club_id, competition=competition, player_id=player)
        for player in players
        if player not in known
    ]
    Standing.objects.bulk_create(rows, ignore_conflicts=True)


def _check_season(club: Club, name: str, game: str, system: str) -> None:
    problems = []
    if Competition.objects.filter(club=club, name=name).exists():
        text = Text(gettext_noop("There is a season of this name already."))
        problems.append(Problem("name_taken", "name", text))
    if game not in games.all_games():
        problems.append(Problem("game_unknown", "game", Text(gettext_noop("Choose a game."))))
    elif system not in games.game(game).systems:
        text = Text(gettext_noop("Choose how points are counted."))
        problems.append(Problem("system_unknown", "system", text))
    if problems:
        raise Refused(problems)
