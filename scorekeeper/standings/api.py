"""The JSON door to standings."""

from typing import Any
from uuid import UUID

from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.permissions import HasScope
from scorekeeper.common.schema import Problem
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import Ranked
from scorekeeper.standings.selectors import Line, lines, seen


class StandingBody(serializers.Serializer[Any]):
    """One ranked row."""

    rank = serializers.IntegerField(help_text="Equal rows share a rank, the next one skips.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    measures = serializers.DictField(child=serializers.IntegerField())
    sittings = serializers.IntegerField()
    decided_by = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="What put it behind the row above: empty: the points; null: nothing.",
    )


class StandingsBody(serializers.Serializer[Any]):
    """The standings of a season."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    system = serializers.CharField()
    official = serializers.BooleanField(help_text="True: only sealed sittings. False: everything recorded.")
    standings = StandingBody(many=True)


class SeasonStandings(APIView):
    """The standings of a season."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="season_standings",
        parameters=[OpenApiParameter("official", bool, description="Only sealed sittings.")],
        responses={
            200: StandingsBody,
            304: OpenApiResponse(description="Unchanged since the ETag sent in If-None-Match."),
            401: OpenApiResponse(Problem, description="No sign-in or token."),
            403: OpenApiResponse(Problem, description="The token was not made for this."),
            404: OpenApiResponse(Problem, description="No such season, or it is not yours to see."),
            429: OpenApiResponse(Problem, description="Too often; see Retry-After."),
        },
    )
    def get(self, request: Request, season: UUID) -> Any:
        """Read the standings; send the ETag back to be told whether they have changed."""
        competition, revision = seen(request.user, season)
        official = request.query_params.get("official", "").lower() in {"true", "1"}
        tag = quote_etag(f"{revision}-{int(official)}")
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        unchanged = get_conditional_response(request._request, etag=tag)  # noqa: SLF001 Django's own request
        if unchanged is not None:
            for name, value in headers.items():
                unchanged[name] = value
            return unchanged
        return Response(_body(competition, official=official), headers=headers)


def _body(competition: Competition, *, official: bool) -> dict[str, Any]:
    return {
        "id": str(competition.pk),
        "name": competition.name,
        "game": competition.game,
        "system": competition.system,
        "official": official,
        "standings": [_row(row) for row in lines(competition, official=official)],
    }


def _row(found: Ranked[Line]) -> dict[str, Any]:
    line = found.row
    return {
        "rank": found.rank,
        "player": str(line.player_id),
        "name": line.name,
        "points": line.points,
        "measures": line.measures,
        "sittings": line.sources,
        "decided_by": found.decided_by,
    }
