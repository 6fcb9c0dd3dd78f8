"""The door of programs to results at the desk, penalties and bonuses and lots; to standings, the end of a stage, places
and prizes."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from scorekeeper.common.acts import Answer
from scorekeeper.common.api import Act
from scorekeeper.common.errors import require
from scorekeeper.tournaments.api import CONDITIONAL, AtStage, AtTable, AtTournament, InRound, TournamentView
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.fees.services import open_prizes
from scorekeeper.tournaments.models import DeskAct
from scorekeeper.tournaments.planning.api import PlannedStage, TournamentBody
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.records import DeskActBody, WithReason
from scorekeeper.tournaments.results import records, services
from scorekeeper.tournaments.results.reads import rows_of_round
from scorekeeper.tournaments.results.rows import check_papers, write_results
from scorekeeper.tournaments.standing.shown import PlacesBody, StandingOfStageBody, places_of, standing_of


class PrizesBody(Answer):
    """What the prizes of a tournament go by."""

    season: UUID = Field(
        validation_alias="pk", description="Its pool is that of this season: `/seasons/{season}/prizes`."
    )


class OnDeskAct(TournamentView):
    """Acts on something that was done at the desk."""

    rights = {"POST": can_plan}

    def place(self, request: Request, act: UUID) -> dict[str, Any]:
        self.tournament(request, DeskAct.objects.values_list("tournament", flat=True).get(pk=act))
        return {"act_id": act, "by": self.user(request)}


class RoundRows(TournamentView):
    """The tables of a round as rows."""

    @extend_schema(operation_id="round_rows", responses={200: records.RoundResultsBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """List the tables of a round with their results.

        A scorer reads every table of a round with its result and who has compared it with the paper sheet.
        """
        found, here = self.round(request, round)
        require(can_desk(here.role))
        body = records.RoundResultsBody(results=[records.RowBody.of(row) for row in rows_of_round(found)])
        return self.told(request, body.model_dump())


class StageStanding(TournamentView):
    """Who stands where in a stage."""

    in_address = records.StandingAsked

    @extend_schema(
        operation_id="stage_standing",
        responses={200: StandingOfStageBody, **CONDITIONAL},
    )
    def get(self, request: Request, stage: UUID) -> Any:
        """Read the standing of a stage.

        Reads the standing of a stage with every round of each entrant and the reasons for each place. Send the ETag
        back to learn whether anything has changed.
        """
        found, _here = self.stage(request, stage)
        return self.told(request, standing_of(found, official=self.asked.official).model_dump())


class TournamentPlaces(TournamentView):
    """Places over all stages."""

    @extend_schema(operation_id="tournament_places", responses={200: PlacesBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """Read the places over all stages.

        Lists the places over all stages: final, or as if the tournament ended now.
        """
        found, _here = self.tournament(request, tournament)
        return self.told(request, places_of(found).model_dump())


def _acts(written: services.Written) -> records.ActsBody:
    return records.ActsBody.of(written.acts)


table_result = Act(
    operation="table_result",
    summary="Enter the result of a table",
    about="A director enters what each entrant has at a table, and gives a reason if a result was there before. The "
    "entered result counts in place of the sheet.",
    asks=records.TableResult,
    does=services.write_result,
    gives=records.ActsBody,
    shown=_acts,
    status=201,
    is_keyed=True,
    may_repeat="Written before.",
).at(AtTable, rights={"POST": can_plan})
table_match = Act(
    operation="table_match",
    summary="Enter the winner of a match",
    about="A director enters who has won a match of two, and gives a reason if a result was there before. The entered "
    "result counts in place of the sheet.",
    asks=records.TableMatch,
    does=services.write_match,
    gives=DeskActBody,
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(AtTable, rights={"POST": can_plan})
stage_points = Act(
    operation="stage_points",
    summary="Give bonus or penalty points",
    about="A director gives an entrant bonus points, or penalty points below 0, and gives the reason.",
    asks=records.PointsGiven,
    does=services.give_points,
    gives=DeskActBody,
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(AtStage, rights={"POST": can_plan})
stage_lots = Act(
    operation="stage_lots",
    summary="Draw lots among entrants who share a place",
    about="A director draws lots among all entrants who share a place. The order is that of the SHA-256 of `SEED:ID` "
    "of each entrant.",
    asks=records.LotsAmong,
    does=services.draw_lots,
    gives=DeskActBody,
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(AtStage, rights={"POST": can_plan})
desk_act_take_back = Act(
    operation="desk_act_take_back",
    summary="Take back an act of the desk",
    about="A director takes back a result entered at the desk, a penalty, a bonus or a lot, and gives the reason.",
    asks=WithReason,
    does=services.take_back,
    gives=DeskActBody,
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(OnDeskAct)
round_results = Act(
    operation="round_results",
    summary="Enter the results of a round",
    about="A director enters the results of several tables of a round, all or none. A result that replaces another "
    "needs a reason.",
    asks=records.RoundResults,
    does=write_results,
    gives=records.ActsBody,
    shown=_acts,
    status=201,
    is_keyed=True,
    may_repeat="Written before.",
).at(InRound, rights={"POST": can_plan})
round_checks = Act(
    operation="round_checks",
    summary="Confirm that results agree with the paper sheets",
    about="A scorer confirms that these tables agree with their paper sheets. A result that changes later has to be "
    "checked again.",
    asks=records.PaperChecks,
    does=check_papers,
    gives=records.ActsBody,
    shown=_acts,
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(InRound, rights={"POST": can_desk})
stage_end = Act(
    operation="stage_end",
    summary="End a stage",
    about="A director ends a stage. Its best entrants go on to the next stage; the last stage ends the tournament.",
    does=end_stage,
    gives=TournamentBody,
).at(PlannedStage)
tournament_prizes_open = Act(
    operation="tournament_prizes_open",
    summary="Open the prize pool of a tournament",
    about="Whoever keeps the money of a club that plays for money opens the prize pool. It then works as the pool of a "
    "season: set up by its first terms (`version` 0), paid into, awarded.",
    does=open_prizes,
    gives=PrizesBody,
).at(AtTournament)
