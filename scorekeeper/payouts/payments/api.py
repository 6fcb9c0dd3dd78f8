"""The door of programs to payments: what was said, confirmed and declined."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Membership
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.payouts.book.api import BookView, InClub, here_in
from scorekeeper.payouts.models import Payment
from scorekeeper.payouts.payments.reads import older_than, payment_shown, payments_of
from scorekeeper.payouts.payments.records import (
    PaidOutside,
    PaymentAnswer,
    PaymentBody,
    PaymentsAsked,
    PaymentsBody,
)
from scorekeeper.payouts.payments.services import confirm_payment, decline_payment, say_paid
from scorekeeper.payouts.policies import can_keep_money, can_read_money

A_PAGE = 50


class ClubPayments(BookView):
    """Payments."""

    in_address = PaymentsAsked

    @extend_schema(
        operation_id="payments",
        responses={200: PaymentsBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List payments.

        Lists the caller's own payments, page by page; directors read those of everybody.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        found = payments_of(here.club, here.user, all_of_them=can_keep_money(here.role))
        if asked.before:
            found = older_than(found, asked.before)
        rows = list(found[: A_PAGE + 1])
        older = rows[A_PAGE - 1].pk if len(rows) > A_PAGE else None
        page = PaymentsBody(payments=[PaymentBody.of(payment) for payment in rows[:A_PAGE]], older=older)
        return Response(page.model_dump())


class PaymentDetail(BookView):
    """One payment."""

    @extend_schema(operation_id="payment", responses={200: PaymentBody, **READ_REFUSALS})
    def get(self, request: Request, payment: UUID) -> Response:
        """Read a payment.

        Shows a payment of the caller; directors read those of everybody.
        """
        return Response(PaymentBody.of(_found(request, payment)[1]).model_dump())


class OfPayment(BookView):
    """Acts on a payment that the caller may see."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, payment: UUID) -> dict[str, Any]:
        here, found = _found(request, payment)
        return {"club": here.club, "by": here.user, "payment_id": found.pk}


def _found(request: Request, pk: UUID) -> tuple[Membership, Payment]:
    """A payment that the caller may see. Raises Payment.DoesNotExist; Http404."""
    here = here_in(request, Payment.objects.values_list("club", flat=True).get(pk=pk))
    payment = payment_shown(here.club, pk, here.user, all_of_them=can_keep_money(here.role))
    if payment is None:
        raise Http404
    return here, payment


club_paid = Act(
    operation="payment_say",
    summary="Say what was paid outside",
    about="It counts once the other side confirms it. Of two others that a director speaks "
    "for that is who got it; for the club and for guests it is a director who did not say it. Where nobody is left who "
    "could, it is booked at once, with a reason. Sent again with the same key it is the same payment.",
    asks=PaidOutside,
    does=say_paid,
    gives=PaymentBody,
    status=201,
    is_keyed=True,
).at(InClub)
payment_confirm = Act(
    operation="payment_confirm",
    summary="Confirm what the other side has said, and it is booked",
    about="A director whose payment it is not can in "
    "somebody’s place, with a reason; nobody confirms what they said themselves.",
    asks=PaymentAnswer,
    does=confirm_payment,
    gives=PaymentBody,
).at(OfPayment)
payment_decline = Act(
    operation="payment_decline",
    summary="Decline a payment",
    about="With a reason; whoever said it takes it back by this, without one.",
    asks=PaymentAnswer,
    does=decline_payment,
    gives=PaymentBody,
).at(OfPayment)
