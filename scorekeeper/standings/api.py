"""The JSON door to standings."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.policies import can_direct, can_end_seasons
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.acts import Asked, Switch
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.common.hashing import digest
from scorekeeper.common.prepared import Recent
from scorekeeper.standings.models import Competition
from scorekeeper.standings.records import ClubSeasonBody, SeasonActBody, SeasonBonus, SeasonLot, SeasonReopening
from scorekeeper.standings.selectors.lots import lots_of
from scorekeeper.standings.selectors.standing import For, standing_of
from scorekeeper.standings.selectors.table import evenings, lines
from scorekeeper.standings.selectors.told import seen
from scorekeeper.standings.selectors.venues import played_at
from scorekeeper.standings.services import draw_lot, end_season, give_bonus, reopen_season


class RowBody(serializers.Serializer[Any]):
    """What somebody has in a season."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="Of what counts, with bonuses and penalties.")
    bonus = serializers.IntegerField(help_text="Bonuses less penalties, in the points.")
    measures = serializers.DictField(child=serializers.IntegerField(), help_text="Of the sittings that count.")
    ties = serializers.DictField(
        child=serializers.CharField(),
        help_text="Each tie-break in force that is a figure of one row, exactly: `7`, `-3` or `15/2`.",
    )
    sittings = serializers.IntegerField(help_text="How many sittings count.")
    dropped = serializers.IntegerField(help_text="How many sittings the season drops.")


class StandingBody(RowBody):
    """One ranked row."""

    rank = serializers.IntegerField(help_text="Equal rows share a rank, the next one skips.")
    decided_by = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="What put it behind the row above: a tie-break or `lot`; empty: the points; null: nothing.",
    )

    moved = serializers.IntegerField(help_text="Places up since the evening before the newest one; less than 0: down.")


class LackingBody(RowBody):
    """Somebody who has played too little to be ranked."""

    missing = serializers.IntegerField(help_text="How many evenings, sheets or hands (`counts.least_of`) are missing.")


class CountsBody(serializers.Serializer[Any]):
    """What counts of what each has played."""

    best = serializers.IntegerField(help_text="So many best results count; 0: all.")
    drop = serializers.IntegerField(help_text="So many worst results don't count; one always does.")
    by = serializers.ChoiceField(choices=["evening", "sheet"], help_text="What is one result.")
    least = serializers.IntegerField(help_text="Who has fewer evenings or hands is not ranked.")
    least_of = serializers.ChoiceField(choices=["evenings", "sheets", "hands"])
    tie_breaks = serializers.ListField(
        child=serializers.CharField(),
        help_text=(
            "Asked in order: measures, `direct_encounter`, `evenings_won`, `best_evening`, `evenings`; of games "
            "between two sides `buchholz_cut`, `buchholz`, `buchholz_median`, `sonneborn_berger`, `duels_won`, `koya`, "
            "`progressive`; of matches `game_difference`, `point_difference`."
        ),
    )


class LotBody(serializers.Serializer[Any]):
    """A lot between players who were equal in everything. Its order is that of the SHA-256 of `SEED:ID` of each."""

    seed = serializers.IntegerField()
    drawn_at = serializers.DateTimeField()
    points = serializers.IntegerField(help_text="What all of them had.")
    order = serializers.ListField(child=serializers.UUIDField(), help_text="The players, best first.")
    holds = serializers.BooleanField(help_text="Whether exactly these are still equal with these points.")


class StandingsBody(serializers.Serializer[Any]):
    """The standings of a season."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    system = serializers.CharField()
    systems = serializers.DictField(
        child=serializers.CharField(), help_text="Every game that counts, and by which system."
    )
    factors = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many of the season's points one point of each game makes."
    )
    counts = CountsBody()
    ended_at = serializers.DateTimeField(allow_null=True)
    unit = serializers.CharField(allow_blank=True, help_text="What the points are: empty for points.")
    decimals = serializers.IntegerField(help_text="2: points are hundredths of the unit.")
    official = serializers.BooleanField(help_text="True: only sealed sittings. False: everything recorded.")
    venue = serializers.CharField(
        allow_blank=True, help_text="Where all that is told was played, bonuses left out; empty: everywhere."
    )
    disputed = serializers.IntegerField(help_text="How many hands of its sittings are disputed; none is ever official.")
    lots = LotBody(many=True)
    standings = StandingBody(many=True)
    unranked = LackingBody(many=True)


class ClubSeasons(Door):
    """The seasons of a club."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(operation_id="seasons", responses={200: list[ClubSeasonBody], **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """List the seasons of a club.

        Lists every season, the newest first.
        """
        here = membership_of(request.user, club)
        seasons = Competition.objects.filter(club=here.club).order_by("-created_at", "-pk")
        return Response([ClubSeasonBody.of(season).model_dump() for season in seasons])


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


season_bonus = Act(
    operation="season_bonus",
    summary="Give a bonus or a penalty",
    about="A director gives points to somebody who has played for the season, or takes them, with a reason. Sent again "
    "with the same key it is the same act.",
    asks=SeasonBonus,
    does=give_bonus,
    gives=SeasonActBody,
    status=201,
    is_keyed=True,
).at(DirectedSeason)
season_lot = Act(
    operation="season_lot",
    summary="Draw lots between equals",
    about="A director draws lots between exactly those who share a rank. The order stands in the standings.",
    asks=SeasonLot,
    does=draw_lot,
    gives=SeasonActBody,
    status=201,
    is_keyed=True,
).at(DirectedSeason)
season_end = Act(
    operation="season_end",
    summary="End a season",
    about="Nothing new counts for the season afterwards; what was played stays. A repeated call changes nothing.",
    does=end_season,
    gives=ClubSeasonBody,
).at(DirectedSeason, may=staticmethod(can_end_seasons))
season_reopen = Act(
    operation="season_reopen",
    summary="Open a season again",
    about="New sheets can count for a season that has ended, with a reason. A repeated call changes nothing.",
    asks=SeasonReopening,
    does=reopen_season,
    gives=ClubSeasonBody,
    is_keyed=True,
).at(DirectedSeason, may=staticmethod(can_end_seasons))


class StandingsAsked(Asked):
    """What of a season is asked for."""

    official: Switch = Field(default=False, description="Only sealed sittings.")
    venue: str = Field(default="", description="Only evenings at this venue, as its name is written there.")


class SeasonStandings(Door):
    """The standings of a season."""

    in_address = StandingsAsked

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="season_standings",
        responses={
            200: StandingsBody,
            304: OpenApiResponse(description="Unchanged since the ETag sent in If-None-Match."),
            **READ_REFUSALS,
        },
    )
    def get(self, request: Request, season: UUID) -> Any:
        """Read the standings of a season.

        Reads the standings of a season. Send the ETag back to learn whether they have changed.
        """
        competition, revision = seen(request.user, season)
        official, venue = self.asked.official, self.asked.venue
        only = played_at(competition, venue) if venue else None
        where = digest(sorted(map(str, only)))[:16] if only is not None else ""
        tag = quote_etag(f"{revision}-{int(official)}{where}")
        headers = {"ETag": tag}
        unchanged = get_conditional_response(request._request, etag=tag)  # noqa: SLF001 Django's own request
        if unchanged is not None:
            for name, value in headers.items():
                unchanged[name] = value
            return unchanged
        row = str({name: value for name, value in vars(competition).items() if name != "_state"})
        body = BODIES.of(
            (tag, venue, get_language(), row),
            lambda: JSONRenderer().render(_body(competition, official=official, venue=venue, only=only)),
        )
        return HttpResponse(body, content_type="application/json", headers=headers)


BODIES: Final = Recent(most=64)
"""Bodies of standings that nothing has changed since, by what their ETag says, the language and the row of the season.
Who may read them is asked each time before."""


def _body(competition: Competition, *, official: bool, venue: str, only: frozenset[UUID] | None) -> dict[str, Any]:
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
                "player": str(row.entrant),
                "name": row.name,
                "points": row.total,
                "rank": row.first,
                "moved": row.movement,
                **row.facts(),
            }
            for row in group.rows
        ],
        "unranked": [
            {"player": str(row.entrant), "name": row.name, "points": row.total, **row.facts()} for row in group.unranked
        ],
    }


def _settings(competition: Competition) -> dict[str, Any]:
    """What it is, and how it counts."""
    counts, unit = competition.counts, competition.in_unit
    return {
        "id": str(competition.pk),
        "name": competition.name,
        "game": competition.game,
        "system": competition.system,
        "systems": competition.systems,
        "factors": {name: competition.factor_of(name) for name in competition.systems},
        "counts": {
            "best": counts.best,
            "drop": counts.drop,
            "by": counts.by,
            "least": counts.least,
            "least_of": counts.least_of,
            "tie_breaks": [name for name, _sign in competition.tie_breaks],
        },
        "ended_at": competition.ended_at,
        "unit": unit.unit,
        "decimals": unit.decimals,
    }
