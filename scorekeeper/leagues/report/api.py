"""The door of programs to how an evening came out."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import AliasPath, Field
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.acts import Answer
from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.leagues.evenings.api import EveningView
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.payouts.records import UnitBody


class EveningLineBody(Answer):
    """What somebody has made in one game of an evening."""

    rank: int = Field(description="Equal sums share it.")
    player: UUID = Field(validation_alias=AliasPath("player", "pk"))
    name: str = Field(validation_alias=AliasPath("player", "name"))
    totals: tuple[int, ...] = Field(description="Of each of their sheets.")
    total: int


class EveningOutcomeBody(UnitBody):
    """How one game of an evening came out, the best first."""

    game: str
    lines: list[EveningLineBody]


class EveningReportBody(Answer):
    """How an evening came out."""

    is_final: bool = Field(description="Every sheet is official: nothing changes any more.")
    games: list[EveningOutcomeBody]
    pending: list[UUID] = Field(description="The tables that are open or not signed yet.")
    awaiting: list[UUID] = Field(description="The tables that a scorer or director has to make official.")


class EveningReport(EveningView):
    """The report."""

    @extend_schema(operation_id="evening_report", responses={200: EveningReportBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """Read the report of an evening.

        Shows how each game came out as the sheets stand now, and which sheets are not official yet.
        """
        found = self.evening(evening)
        sittings = sittings_of(found)
        page = EveningReportBody(
            is_final=found.is_closed and all(sitting.is_official for sitting in sittings),
            games=[
                EveningOutcomeBody(
                    game=outcome.game.game,
                    unit=outcome.unit.unit,
                    decimals=outcome.unit.decimals,
                    lines=[EveningLineBody.of(line) for line in outcome.lines],
                )
                for outcome in outcomes_of(found, sittings)
            ],
            pending=[sitting.pk for sitting in sittings if sitting.is_open],
            awaiting=[sitting.pk for sitting in sittings if sitting.awaits_acceptance],
        )
        return Response(page.model_dump())
