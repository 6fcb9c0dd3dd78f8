"""Results at the desk by programs: points of a table, penalties and bonuses, lots, taking back; standings, the end of
a stage, places, prizes."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer
from scorekeeper.common.api import REFUSALS, Again, key_of
from scorekeeper.common.errors import Refused
from scorekeeper.play.requests import ReasonRequest
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, NO_BODY, TournamentView, fields
from scorekeeper.tournaments.api.plan_bodies import TournamentBody, tournament_now
from scorekeeper.tournaments.api.round_requests import LotsRequest, MatchRequest, PointsRequest, ResultRequest
from scorekeeper.tournaments.api.standing_bodies import PlacesBody, StandingOfStageBody, places_of, standing_of
from scorekeeper.tournaments.models import DeskAct
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import DeskActBody
from scorekeeper.tournaments.services.ending import end_stage
from scorekeeper.tournaments.services.matches import MatchResult, write_match
from scorekeeper.tournaments.services.prizes import open_prizes
from scorekeeper.tournaments.services.results import Saying, draw_lots, give_points, take_back, write_result

NAMED_TWICE = Text(gettext_noop("Name everybody once."))


class ActsBody(Answer):
    """What was written at the desk."""

    acts: list[DeskActBody]


class PrizesBody(Answer):
    """What the prizes of a tournament go by."""

    season: UUID = Field(description="Its pool is that of this season: `/seasons/{season}/prizes`.")


ACTED = {201: DeskActBody, 200: OpenApiResponse(DeskActBody, description="Done before."), **REFUSALS}


class DeskView(TournamentView):
    """What the views of the desk share."""

    rights = {"POST": can_plan}

    def saying(self, request: Request, reason: str = "") -> Saying:
        """Who says something now, why, and under which key."""
        return Saying(self.user(request), reason, key_of(request), timezone.now())

    def acted(self, act: DeskAct, say: Saying) -> Response:
        """The act; whatever was done at another moment was done before."""
        body = DeskActBody.of(act).model_dump()
        return Response(body, status=201) if act.at == say.now else Again(body)


class TableResult(DeskView):
    """Points of a table."""

    @extend_schema(
        operation_id="table_result",
        parameters=[KEY],
        request=ResultRequest,
        responses={201: ActsBody, 200: OpenApiResponse(ActsBody, description="Written before."), **REFUSALS},
    )
    def post(self, request: Request, table: UUID) -> Response:
        """Enter the result of a table.

        A director enters what each entrant has at a table, and gives a reason if a result was there before. The entered
        result counts in place of the sheet.
        """
        self.table(request, table)
        sent = self.body(ResultRequest, request)
        points = {one["entrant"]: one["points"] for one in sent["points"]}
        measures = {one["entrant"]: one["measures"] for one in sent["points"] if one["measures"]}
        if len(points) < len(sent["points"]):
            raise Refused([Problem("named_twice", "points", NAMED_TWICE)])
        say = self.saying(request, sent["reason"])
        with fields({"entrant": "points", "measures": "points"}):
            acts = write_result(table_id=table, points=points, say=say, measures=measures)
        body = ActsBody(acts=[DeskActBody.of(act) for act in acts]).model_dump()
        return Response(body, status=201) if any(act.at == say.now for act in acts) else Again(body)


class TableMatch(DeskView):
    """Who has won a match."""

    @extend_schema(operation_id="table_match", parameters=[KEY], request=MatchRequest, responses=ACTED)
    def post(self, request: Request, table: UUID) -> Response:
        """Enter the winner of a match.

        A director enters who has won a match of two, and gives a reason if a result was there before. The entered
        result counts in place of the sheet.
        """
        self.table(request, table)
        sent = self.body(MatchRequest, request)
        sets, scored = (tuple(sent[name]) if sent[name] else None for name in ("sets", "scored"))
        say = self.saying(request, sent["reason"])
        result = MatchResult(sent["winner"], sent["forfeit"], sets, scored)
        return self.acted(write_match(table_id=table, result=result, say=say), say)


class StagePoints(DeskView):
    """Penalties and bonuses."""

    @extend_schema(operation_id="stage_points", parameters=[KEY], request=PointsRequest, responses=ACTED)
    def post(self, request: Request, stage: UUID) -> Response:
        """Give bonus or penalty points.

        A director gives an entrant bonus points, or penalty points below 0, and gives the reason.
        """
        self.stage(request, stage)
        sent = self.body(PointsRequest, request)
        say = self.saying(request, sent["reason"])
        return self.acted(give_points(stage_id=stage, entrant_id=sent["entrant"], points=sent["points"], say=say), say)


class StageLots(DeskView):
    """Lots."""

    @extend_schema(operation_id="stage_lots", parameters=[KEY], request=LotsRequest, responses=ACTED)
    def post(self, request: Request, stage: UUID) -> Response:
        """Draw lots among entrants who share a place.

        A director draws lots among all entrants who share a place. The order is that of the SHA-256 of `SEED:ID` of
        each entrant.
        """
        self.stage(request, stage)
        entrants, say = self.body(LotsRequest, request)["entrants"], self.saying(request)
        return self.acted(draw_lots(stage_id=stage, entrants=entrants, say=say), say)


class DeskActBack(DeskView):
    """Taking back."""

    @extend_schema(operation_id="desk_act_take_back", parameters=[KEY], request=ReasonRequest, responses=ACTED)
    def post(self, request: Request, act: UUID) -> Response:
        """Take back an act of the desk.

        A director takes back a result entered at the desk, a penalty, a bonus or a lot, and gives the reason.
        """
        self.tournament(request, DeskAct.objects.values_list("tournament", flat=True).get(pk=act))
        say = self.saying(request, self.body(ReasonRequest, request)["reason"])
        return self.acted(take_back(act_id=act, say=say), say)


class StageStanding(TournamentView):
    """Who stands where in a stage."""

    @extend_schema(
        operation_id="stage_standing",
        parameters=[OpenApiParameter("official", bool, description="Only rounds whose results stand.")],
        responses={200: StandingOfStageBody, **CONDITIONAL},
    )
    def get(self, request: Request, stage: UUID) -> Any:
        """Read the standing of a stage.

        Reads the standing of a stage with every round of each entrant and the reasons for each place. Send the ETag
        back to learn whether anything has changed.
        """
        found, _here = self.stage(request, stage)
        official = request.query_params.get("official", "").lower() in {"true", "1"}
        return self.told(request, standing_of(found, official=official).model_dump())


class StageEnd(TournamentView):
    """The end of a stage."""

    @extend_schema(operation_id="stage_end", request=None, responses={200: TournamentBody, **NO_BODY})
    def post(self, request: Request, stage: UUID) -> Response:
        """End a stage.

        A director ends a stage. Its best entrants go on to the next stage; the last stage ends the tournament.
        """
        found, here = self.stage(request, stage)
        end_stage(stage_id=stage, by=self.user(request), now=timezone.now())
        return Response(tournament_now(found.tournament_id, self.user(request), here.role).model_dump())


class TournamentPlaces(TournamentView):
    """Places over all stages."""

    @extend_schema(operation_id="tournament_places", responses={200: PlacesBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """Read the places over all stages.

        Lists the places over all stages: final, or as if the tournament ended now.
        """
        found, _here = self.tournament(request, tournament)
        return self.told(request, places_of(found).model_dump())


class TournamentPrizes(TournamentView):
    """Prizes."""

    @extend_schema(operation_id="tournament_prizes_open", request=None, responses={200: PrizesBody, **NO_BODY})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Open the prize pool of a tournament.

        Whoever keeps the money of a club that plays for money opens the prize pool. It then works as the pool of a
        season: set up by its first terms (`version` 0), paid into, awarded.
        """
        self.tournament(request, tournament)
        season = open_prizes(tournament_id=tournament, by=self.user(request)).pk
        return Response(PrizesBody(season=season).model_dump())
