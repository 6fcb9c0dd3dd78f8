"""The door of programs to the calls of tables of an evening for the director."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.leagues.calls.records import EveningCallBody, EveningCallsBody, TableCallWords
from scorekeeper.leagues.calls.services import answer_call, call_to_table, open_calls
from scorekeeper.leagues.evenings.api import EveningView
from scorekeeper.leagues.models import TableCall
from scorekeeper.leagues.policies import can_run
from scorekeeper.play.api import PlayView
from scorekeeper.play.policies import can_record


class EveningCalls(EveningView):
    """Who waits."""

    rights = {"GET": can_run}

    @extend_schema(operation_id="evening_calls", responses={200: EveningCallsBody, **READ_REFUSALS})
    def get(self, _request: Request, evening: UUID) -> Response:
        """List the calls for the director at an evening.

        Lists the tables that wait, the longest first, for those who run the evening.
        """
        calls = [EveningCallBody.of(call) for call in open_calls(self.evening(evening))]
        return Response(EveningCallsBody(calls=calls).model_dump())


class AtTable(PlayView):
    """Acts at a table of an evening."""

    scopes = {"POST": Scope.RECORD}
    rights = {"POST": can_record}

    def place(self, request: Request, sitting: UUID) -> dict[str, Any]:
        self.visible(request, sitting)
        return {"sitting_id": sitting, "by": self.actor(request, sitting)}


class OnCall(EveningView):
    """Acts on a call for the director."""

    rights = {"POST": can_run}

    def place(self, _request: Request, call: UUID) -> dict[str, Any]:
        evening = TableCall.objects.values_list("table__draw__evening", flat=True).get(pk=call)
        self.evening(evening)
        return {"call_id": call, "by": self.membership.user}


table_call = Act(
    operation="evening_table_call",
    summary="Call the director to a table of an evening",
    about="Whoever may record at a table of an open evening calls the director. While a call waits, another is the "
    "same call.",
    asks=TableCallWords,
    does=call_to_table,
    gives=EveningCallBody,
).at(AtTable)
call_answer = Act(
    operation="evening_call_answer",
    summary="Answer a call for the director at an evening",
    about="A scorer answers that somebody has come. A repeated answer changes nothing.",
    does=answer_call,
    gives=EveningCallBody,
).at(OnCall)
