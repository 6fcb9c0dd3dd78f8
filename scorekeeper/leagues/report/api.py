"""The door of programs to how an evening came out."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.leagues.evenings.api import EveningView
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.leagues.report.records import EveningLineBody, EveningOutcomeBody, EveningReportBody


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
