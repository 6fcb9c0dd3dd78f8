"""The door of programs to the bank of a table."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.payouts.bank.reads import bank_of, has_bank
from scorekeeper.payouts.bank.records import BankAnswer, BankBody, BankRequest, BankRequestBody
from scorekeeper.payouts.bank.services import answer_bank, ask_bank
from scorekeeper.play.api import PlayView
from scorekeeper.play.policies import can_record


class SittingBank(PlayView):
    """What lies in the bank."""

    @extend_schema(operation_id="bank", responses={200: BankBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read the bank of a table.

        Lists who has bought in and cashed out for how much, and every request.
        """
        found = self.visible(request, sitting)
        bank = bank_of(found)
        if not bank.requests and not has_bank(found):
            raise Http404
        return Response(BankBody.of(bank).model_dump())


class AtBank(PlayView):
    """Acts at the bank of a table where the caller records."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": can_record}

    def place(self, request: Request, sitting: UUID) -> dict[str, Any]:
        return {"sitting_id": sitting, "by": self.actor(request, sitting)}


bank_ask = Act(
    operation="bank_ask",
    summary="Ask for a buy-in or a cash-out",
    about="Asks for a buy-in or a cash-out of a seat, or brings the chips of an earlier table.",
    asks=BankRequest,
    does=ask_bank,
    gives=BankRequestBody,
    status=201,
    is_keyed=True,
    may_repeat="Asked before.",
).at(AtBank)
bank_answer = Act(
    operation="bank_answer",
    summary="Answer a request to the bank",
    about="Approves or refuses a request, takes the caller's own request back, or reverses what was approved.",
    asks=BankAnswer,
    does=answer_bank,
    gives=BankRequestBody,
    status=201,
    may_repeat="Done before.",
).at(AtBank)
