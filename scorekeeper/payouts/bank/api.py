"""The JSON door to the bank of a table; the services behind it are those of its page."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import KEY, READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.payouts.bank.reads import Bank, bank_of, has_bank
from scorekeeper.payouts.bank.services import Done, Wanted, approve, ask_bank, refuse, undo, withdraw
from scorekeeper.payouts.models import MOST, BankAct
from scorekeeper.play.api import PlayView
from scorekeeper.play.policies import can_record

WITH_REASON = {"refuse": refuse, "undo": undo}
AT_ONCE = {"approve": approve, "withdraw": withdraw}


class BankRequestRequest(Strict):
    """What is asked of the bank. Who may approve it has approved it by asking."""

    move = serializers.ChoiceField(choices=BankAct.Move.choices)
    seat = WholeNumberField(required=False, min_value=0, max_value=11, help_text="For whom; not for `carry`.")
    amount = WholeNumberField(min_value=1, max_value=MOST, help_text="In the smallest unit of the table.")


class BankAnswerRequest(Strict):
    """An answer to a request, or what books an approved one back."""

    request = serializers.UUIDField()
    answer = serializers.ChoiceField(choices=["approve", "refuse", "withdraw", "undo"])
    reason = serializers.CharField(required=False, allow_blank=True, max_length=200, help_text="To refuse or undo.")


class BankRequestBody(serializers.Serializer[Any]):
    """A request, and what became of it."""

    id = serializers.UUIDField()
    move = serializers.ChoiceField(choices=BankAct.Move.choices)
    seat = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(help_text="In the smallest unit.")
    state = serializers.ChoiceField(choices=BankAct.Kind.choices)
    at = serializers.DateTimeField()
    reason = serializers.CharField(help_text="Of the newest answer; empty without one.")


class BankLineBody(serializers.Serializer[Any]):
    """One seat at the bank, in the smallest unit."""

    seat = serializers.IntegerField()
    bought_in = serializers.IntegerField()
    cashed_out = serializers.IntegerField()
    stack = serializers.IntegerField(allow_null=True, help_text="On the table by the sheet; null without hands.")


class BankBody(serializers.Serializer[Any]):
    """The bank of a table."""

    unit = serializers.CharField()
    decimals = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="What lies in it, in the smallest unit; 0 when the sheet is closed.")
    brought = serializers.IntegerField(help_text="The chips that came from an earlier table.")
    lines = BankLineBody(many=True)
    requests = BankRequestBody(many=True)


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
        return Response(bank_body(bank))


class BankRequests(PlayView):
    """Asking the bank."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": can_record}

    @extend_schema(
        operation_id="bank_ask",
        parameters=[KEY],
        request=BankRequestRequest,
        responses={
            201: BankRequestBody,
            200: OpenApiResponse(BankRequestBody, description="Asked before."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Ask for a buy-in or a cash-out.

        Asks for a buy-in or a cash-out of a seat, or brings the chips of an earlier table.
        """
        body, actor = self.body(BankRequestRequest, request), self.actor(request, sitting)
        wanted = Wanted(body["move"], body["amount"], body.get("seat"))
        return _done(ask_bank(sitting_id=sitting, by=actor, wanted=wanted, key=key_of(request), now=timezone.now()))


class BankAnswers(PlayView):
    """Answering what was asked: whoever could ask may take it back."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": can_record}

    @extend_schema(
        operation_id="bank_answer",
        request=BankAnswerRequest,
        responses={201: BankRequestBody, 200: OpenApiResponse(BankRequestBody, description="Done before."), **REFUSALS},
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Answer a request to the bank.

        Approves or refuses a request, takes the caller's own request back, or reverses what was approved.
        """
        body, actor = self.body(BankAnswerRequest, request), self.actor(request, sitting)
        act: dict[str, Any] = {"sitting_id": sitting, "by": actor, "act_id": body["request"], "now": timezone.now()}
        if body["answer"] in AT_ONCE:
            return _done(AT_ONCE[body["answer"]](**act))
        return _done(WITH_REASON[body["answer"]](**act, reason=body.get("reason", "")))


def _done(done: Done) -> Response:
    asked = done.act.of or done.act
    body = request_body(asked, done.act)
    return Response(body, status=201) if done.is_new else Again(body)


def bank_body(bank: Bank) -> dict[str, Any]:
    """The bank as the API says it."""
    return {
        "unit": bank.unit.unit,
        "decimals": bank.unit.decimals,
        "balance": bank.balance if bank.sitting.is_open else 0,
        "brought": bank.brought,
        "lines": [
            {"seat": line.seat.number, "bought_in": line.bought, "cashed_out": line.cashed, "stack": line.stack}
            for line in bank.lines
        ],
        "requests": [request_body(one.asked, one.undone or one.answer or one.asked) for one in bank.requests],
    }


def request_body(asked: BankAct, newest: BankAct) -> dict[str, Any]:
    """A request and its newest answer; both come with their seat."""
    return {
        "id": str(asked.pk),
        "move": asked.move,
        "seat": asked.seat.number if asked.seat else None,
        "amount": asked.amount,
        "state": newest.kind,
        "at": newest.at,
        "reason": newest.reason,
    }
