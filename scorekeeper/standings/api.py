"""The JSON door to standings."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic_core import to_json
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import CALLER, IN_FORCE, HasScope
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.policies import can_direct, can_end_seasons
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door, Preview, unchanged_since
from scorekeeper.common.errors import require
from scorekeeper.common.ids import digest
from scorekeeper.common.prepared import Beside, Recent, Unread
from scorekeeper.languages.spoken import language_key
from scorekeeper.standings import records, services
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.rounds import SettingsMove
from scorekeeper.standings.selectors.seasons import VISIBLE, seen, seen_as
from scorekeeper.standings.selectors.standing import For, standing_of
from scorekeeper.standings.selectors.table import evenings, lines, lots_of, played_at


class ClubSeasons(Door):
    """The seasons of a club."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(operation_id="seasons", responses={200: list[records.ClubSeasonBody], **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """List the seasons of a club.

        Lists every season, the newest first.
        """
        here = membership_of(request.user, club)
        seasons = Competition.objects.filter(club=here.club).order_by("-created_at", "-pk")
        return Response([records.ClubSeasonBody.of(season).model_dump() for season in seasons])


class DirectedClub(Door):
    """A club whose seasons the caller opens."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = membership_of(request.user, club)
        require(can_direct(here.role))
        return {"club": here.club, "by": here.user}


class DirectedSeason(Door):
    """Acts on a season of a club where the caller directs."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}
    may = staticmethod(can_direct)

    def place(self, request: Request, season: UUID) -> dict[str, Any]:
        found = Competition.objects.select_related("club").get(pk=season)
        here = membership_of(request.user, found.club_id)
        require(self.may(here.role))
        return {"competition": found, "by": here.user}


def _settings(competition: Competition) -> dict[str, Any]:
    """What it is, and how it counts."""
    counts, unit = competition.counts, competition.in_unit
    return {
        "id": competition.pk,
        "name": competition.name,
        "game": competition.game,
        "system": competition.system,
        "systems": competition.systems,
        "factors": {name: competition.factor_of(name) for name in competition.systems},
        "counts": {**asdict(counts), "tie_breaks": [name for name, _sign in competition.tie_breaks]},
        "ended_at": competition.ended_at,
        "unit": unit.unit,
        "decimals": unit.decimals,
    }


def _season(competition: Competition) -> records.SeasonSettingsBody:
    return records.SeasonSettingsBody(**_settings(competition))


def _moves(moves: Iterable[SettingsMove]) -> records.SettingsMovesBody:
    found = tuple(
        records.SettingsMoveBody(
            player=move.player_id,
            name=move.name,
            points=(move.points_before, move.points_after),
            rank=(move.rank_before, move.rank_after),
        )
        for move in moves
    )
    return records.SettingsMovesBody(moves=found)


season_open = Act(
    operation="season_open",
    summary="Open a season",
    about="A director opens a season for which tables can count. No two seasons of a club have one name, so sent twice "
    "it is opened once.",
    asks=records.SeasonOpening,
    does=services.open_season,
    gives=records.SeasonSettingsBody,
    shown=_season,
    status=201,
).at(DirectedClub)
season_change = Act(
    operation="season_change",
    summary="Change what counts for a season",
    about="A director changes the name, the games, their factors or what counts, of a season that runs; what is left "
    "out stays as it is. With `preview` the answer only lists who would have other points or another rank.",
    asks=records.SeasonChange,
    does=services.change_season,
    gives=records.SeasonSettingsBody,
    shown=_season,
    is_keyed=True,
    preview=Preview(
        name="SettingsMovesOrSeason", does=services.preview_change, gives=records.SettingsMovesBody, shown=_moves
    ),
).at(DirectedSeason)
season_bonus = Act(
    operation="season_bonus",
    summary="Give a bonus or a penalty",
    about="A director gives points to somebody who has played for the season, or takes them, with a reason. Sent again "
    "with the same key it is the same act.",
    asks=records.SeasonBonus,
    does=services.give_bonus,
    gives=records.SeasonActBody,
    status=201,
    is_keyed=True,
).at(DirectedSeason)
season_lot = Act(
    operation="season_lot",
    summary="Draw lots between equals",
    about="A director draws lots between exactly those who share a rank. The order stands in the standings.",
    asks=records.SeasonLot,
    does=services.draw_lot,
    gives=records.SeasonActBody,
    status=201,
    is_keyed=True,
).at(DirectedSeason)
season_end = Act(
    operation="season_end",
    summary="End a season",
    about="Nothing new counts for the season afterwards; what was played stays. A repeated call changes nothing.",
    does=services.end_season,
    gives=records.ClubSeasonBody,
).at(DirectedSeason, may=staticmethod(can_end_seasons))
season_reopen = Act(
    operation="season_reopen",
    summary="Open a season again",
    about="New sheets can count for a season that has ended, with a reason. A repeated call changes nothing.",
    asks=records.SeasonReopening,
    does=services.reopen_season,
    gives=records.ClubSeasonBody,
    is_keyed=True,
).at(DirectedSeason, may=staticmethod(can_end_seasons))


class SeasonStandings(Door):
    """The standings of a season."""

    in_address = records.StandingsAsked

    with_token = Beside(IN_FORCE, VISIBLE, on=CALLER)
    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="season_standings",
        responses={
            200: records.StandingsBody,
            304: OpenApiResponse(description="Unchanged since the ETag sent in If-None-Match."),
            **READ_REFUSALS,
        },
    )
    def get(self, request: Request, season: UUID) -> Any:
        """Read the standings of a season.

        Reads the standings of a season. Send the ETag back to learn whether they have changed.
        """
        beside: Unread | None = getattr(request, "beside_token", None)
        found = seen_as(beside) if beside else seen(request.user, season)
        official, venue = self.asked.official, self.asked.venue
        only = played_at(found.competition, venue) if venue else None
        where = digest(sorted(map(str, only)))[:16] if only is not None else ""
        tag = quote_etag(f"{found.revision}-{int(official)}{where}-{language_key()}")
        if (unchanged := unchanged_since(request, tag)) is not None:
            return unchanged
        body = BODIES.of(
            (tag, venue, found.row.columns),
            lambda: to_json(_standings(found.competition, official=official, venue=venue, only=only)),
        )
        return HttpResponse(body, content_type="application/json", headers={"ETag": tag})


BODIES: Final = Recent(most=64)
"""Bodies of standings that nothing has changed since, by what their ETag says, the venue and the row of the season.
Who may read them is asked each time before."""


def _standings(competition: Competition, *, official: bool, venue: str, only: frozenset[UUID] | None) -> dict[str, Any]:
    """The fields of a `StandingsBody`. There may be hundreds of rows, so they are not read into one first."""
    found = lines(competition, official=official, only=only)
    days = evenings(found, official=official, most=2)
    group = standing_of(competition, found, days, official=official, reader=For.PROGRAM).groups[0]
    return {
        **_settings(competition),
        "official": official,
        "venue": venue,
        "disputed": competition.disputed,
        "lots": [
            {
                "seed": lot.drawn.act.detail["seed"],
                "drawn_at": lot.drawn.act.at,
                "points": lot.drawn.lot.points,
                "order": lot.drawn.act.detail["order"],
                "holds": lot.holds,
            }
            for lot in lots_of(found)
        ],
        "standings": [
            {
                "player": row.entrant,
                "name": row.name,
                "points": row.total,
                "rank": row.first,
                "moved": row.movement,
                **row.facts(),
            }
            for row in group.rows
        ],
        "unranked": [
            {"player": row.entrant, "name": row.name, "points": row.total, **row.facts()} for row in group.unranked
        ],
    }


urlpatterns = [
    path("seasons/<uuid:season>/standings", SeasonStandings.as_view()),
    path("clubs/<uuid:club>/seasons", ClubSeasons.as_view()),
    path("clubs/<uuid:club>/seasons/open", season_open),
    path("seasons/<uuid:season>/change", season_change),
    path("seasons/<uuid:season>/bonuses", season_bonus),
    path("seasons/<uuid:season>/lots", season_lot),
    path("seasons/<uuid:season>/end", season_end),
    path("seasons/<uuid:season>/reopen", season_reopen),
]
