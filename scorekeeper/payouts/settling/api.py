"""The JSON door to settling up: who could pay whom."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.errors import require
from scorekeeper.payouts.asking import READS, DaysRequest, asked_in, both_days
from scorekeeper.payouts.book.api import BookView, UnitBody, here_in, unit_body
from scorekeeper.payouts.care.reads import seen_plan, sight_of
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.scopes import Scope as Settling
from scorekeeper.payouts.scopes import of_period
from scorekeeper.payouts.settling.reads import COINS, Settled, settled_of


class SettleRequest(DaysRequest):
    """What is settled: without days where everybody stands."""

    coin = serializers.ChoiceField(
        choices=COINS,
        required=False,
        help_text="The smallest coin, in smallest units of the club's own unit; others stay exact.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        both_days(attrs)
        return super().validate(attrs)


class TransferBody(serializers.Serializer[Any]):
    """A payment of the plan; null is the club."""

    payer = serializers.UUIDField(allow_null=True)
    getter = serializers.UUIDField(allow_null=True)
    amount = serializers.IntegerField()
    waits = serializers.UUIDField(allow_null=True, help_text="The payment that was said and is not confirmed yet.")


class OpenBankBody(serializers.Serializer[Any]):
    """A table whose chips were not cashed out yet; the plan counts them as the club’s."""

    sitting = serializers.UUIDField()
    amount = serializers.IntegerField()


class PlanBody(UnitBody):
    """Who pays whom in one unit."""

    are_fewest = serializers.BooleanField()
    is_partly_hidden = serializers.BooleanField(help_text="Only your own payments are told.")
    transfers = TransferBody(many=True)
    banks = OpenBankBody(many=True)


class SettleBody(serializers.Serializer[Any]):
    """Settling up, by unit; nothing where everybody is even."""

    plans = PlanBody(many=True)


class ClubSettle(BookView):
    """Settling up."""

    @extend_schema(operation_id="settle_up", parameters=[SettleRequest], responses={200: SettleBody, **READS})
    def get(self, request: Request, club: UUID) -> Response:
        """Propose payments that settle all balances.

        Lists who could pay whom so that everybody is even, for all balances or for the days between two dates.
        """
        here, asked = here_in(request, club), asked_in(SettleRequest, request)
        require(can_read_money(here.role))
        scope = of_period(asked["since"], asked["until"]) if "since" in asked else Settling()
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        plans = [seen_plan(one, sight) for one in settled_of(here.club, scope, asked.get("coin", 1))]
        return Response({"plans": [_plan(one) for one in plans]})


def _plan(found: Settled) -> dict[str, Any]:
    return {
        **unit_body(found.unit),
        "are_fewest": found.are_fewest,
        "is_partly_hidden": found.is_partly_hidden,
        "transfers": [
            {
                "payer": one.payer and one.payer.pk,
                "getter": one.getter and one.getter.pk,
                "amount": one.amount,
                "waits": one.waits and one.waits.pk,
            }
            for one in found.transfers
        ],
        "banks": [{"sitting": one.sitting.pk, "amount": one.amount} for one in found.banks],
    }
