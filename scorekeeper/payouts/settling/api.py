"""The door of programs to settling up: who could pay whom."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.common.errors import require
from scorekeeper.payouts.book.api import BookView, here_in
from scorekeeper.payouts.care.reads import seen_plan, sight_of
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.settling.reads import Settled, settled_of
from scorekeeper.payouts.settling.records import OpenBankBody, PlanBody, SettleAsked, SettleBody, TransferBody


class ClubSettle(BookView):
    """Settling up."""

    in_address = SettleAsked

    @extend_schema(
        operation_id="settle_up",
        responses={200: SettleBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Propose payments that settle all balances.

        Lists who could pay whom so that everybody is even, for all balances or for the days between two dates.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        plans = [_plan(seen_plan(found, sight)) for found in settled_of(here.club, asked.scope, asked.coin)]
        return Response(SettleBody(plans=plans).model_dump())


def _plan(found: Settled) -> PlanBody:
    return PlanBody(
        **dict(found.unit),
        are_fewest=found.are_fewest,
        is_partly_hidden=found.is_partly_hidden,
        transfers=[
            TransferBody(
                payer=transfer.payer.pk if transfer.payer else None,
                getter=transfer.getter.pk if transfer.getter else None,
                amount=transfer.amount,
                waits=transfer.waits.pk if transfer.waits else None,
            )
            for transfer in found.transfers
        ],
        banks=[OpenBankBody.of(bank) for bank in found.banks],
    )
