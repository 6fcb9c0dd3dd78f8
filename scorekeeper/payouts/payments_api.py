"""The JSON door to payments: what was said, confirmed and declined; the services are those of the pages."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.text import Text
from games.core.units import InUnits
from games.core.values import Problem
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Membership
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.payouts.api import BookView, UnitBody, here_in, unit_body
from scorekeeper.payouts.asking import READS, DaysRequest, asked_in, body_in, both_days
from scorekeeper.payouts.models import MOST, Payment
from scorekeeper.payouts.policies import can_keep_money, can_read_money
from scorekeeper.payouts.selectors.paying import older_than, payment_shown, payments_of
from scorekeeper.payouts.selectors.scopes import EVENING, of_evening, of_period, plain
from scorekeeper.payouts.services.paying import Paid, confirm_payment, decline_payment, say_paid
from scorekeeper.payouts.sources import names_of
from scorekeeper.play.act_api import KEY
from scorekeeper.play.api import READ_REFUSALS, REFUSALS, key_of

A_PAGE = 50


class PaymentsRequest(Strict):
    """Which page of the payments."""

    before = serializers.UUIDField(required=False, help_text="`older` of the page before.")


class PaidRequest(DaysRequest):
    """What was paid outside. A side that is left out is the club. An evening, or the days between two, is the
    settle-up that it is part of; without them it is where everybody stands."""

    payer = serializers.UUIDField(required=False, allow_null=True)
    getter = serializers.UUIDField(required=False, allow_null=True)
    amount = WholeNumberField(min_value=1, max_value=MOST, help_text="In the smallest unit.")
    unit = serializers.CharField(required=False, allow_blank=True, max_length=12, help_text="Else the club’s own.")
    decimals = serializers.ChoiceField(choices=[0, 2], required=False)
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Needed where nobody else can confirm it."
    )
    evening = serializers.UUIDField(required=False, help_text="The evening it was paid for.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        both_days(attrs)
        if "evening" in attrs and "since" in attrs:
            raise serializers.ValidationError({"evening": [_("Say the evening or the days, not both.")]})
        return super().validate(attrs)

    @staticmethod
    def about(body: Mapping[str, Any]) -> tuple[str, UUID] | None:
        """The settle-up that this body names, as bookings do."""
        if "evening" in body:
            return of_evening(body["evening"], ()).about
        return of_period(body["since"], body["until"]).about if "since" in body else None


class AnswerRequest(Strict):
    """Why."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=200)


class PaymentBody(UnitBody):
    """What somebody said was paid, and what became of it. A side that is null is the club."""

    id = serializers.UUIDField()
    payer = serializers.UUIDField(allow_null=True)
    getter = serializers.UUIDField(allow_null=True)
    amount = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Payment.State.choices)
    said_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    evening = serializers.UUIDField(allow_null=True, help_text="The evening it was paid for.")
    since = serializers.DateField(allow_null=True, help_text="The first of the days whose settle-up it is part of.")
    until = serializers.DateField(allow_null=True, help_text="The last of them.")
    booking = serializers.UUIDField(allow_null=True, help_text="What was booked, once it is confirmed.")
    is_alone = serializers.BooleanField(
        help_text="Whether it was booked by who said it, since nobody else could confirm it."
    )


class PaymentsBody(serializers.Serializer[Any]):
    """A page of payments, the newest first."""

    payments = PaymentBody(many=True)
    older = serializers.UUIDField(allow_null=True, help_text="Send it as `before` for the next page.")


class ClubPayments(BookView):
    """Payments."""

    @extend_schema(operation_id="payments", parameters=[PaymentsRequest], responses={200: PaymentsBody, **READS})
    def get(self, request: Request, club: UUID) -> Response:
        """Your own payments, of everybody for directors, page by page."""
        here, asked = here_in(request, club), asked_in(PaymentsRequest, request)
        require(can_read_money(here.role))
        found = payments_of(here.club, here.user, all_of_them=can_keep_money(here.role))
        if "before" in asked:
            found = older_than(found, asked["before"])
        rows = list(found[: A_PAGE + 1])
        older = rows[A_PAGE - 1].pk if len(rows) > A_PAGE else None
        return Response({"payments": [_payment(one) for one in rows[:A_PAGE]], "older": older})


class ClubPaid(BookView):
    """Saying what was paid."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="payment_say", parameters=[KEY], request=PaidRequest, responses={201: PaymentBody, **REFUSALS}
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Say what was paid outside: it counts once the other side confirms it. Of two others that a director speaks
        for that is who got it; for the club and for guests it is a director who did not say it. Where nobody is left
        who could, it is booked at once, with a reason. Sent again with the same key it is the same payment."""
        here, body = here_in(request, club), body_in(PaidRequest, request)
        if "evening" in body and not names_of(EVENING, [body["evening"]], here.club.pk):
            text = Text(gettext_noop("The club has no such evening."))
            raise Refused([Problem("evening_unknown", "evening", text)])
        own = here.club.money
        unit = InUnits.model_construct(unit=body.get("unit", own.unit), decimals=body.get("decimals", own.decimals))
        paid = Paid(
            payer_id=body.get("payer"),
            getter_id=body.get("getter"),
            amount=body["amount"],
            unit=unit,
            about=PaidRequest.about(body),
            reason=body.get("reason", ""),
        )
        made = say_paid(club=here.club, by=here.user, paid=paid, key=key_of(request), now=timezone.now())
        return Response(_payment(made), status=201)

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(_plain(exc))


class PaymentDetail(BookView):
    """One payment."""

    @extend_schema(operation_id="payment", responses={200: PaymentBody, **READ_REFUSALS})
    def get(self, request: Request, payment: UUID) -> Response:
        """A payment of yours; of anybody for directors."""
        return Response(_payment(_found(request, payment)[1]))


class PaymentAnswer(BookView):
    """What answering a payment shares."""

    scopes = {"POST": Scope.MANAGE}

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(_plain(exc))


class PaymentConfirm(PaymentAnswer):
    """Confirming."""

    @extend_schema(operation_id="payment_confirm", request=AnswerRequest, responses={200: PaymentBody, **REFUSALS})
    def post(self, request: Request, payment: UUID) -> Response:
        """Confirm what the other side has said, and it is booked. A director whose payment it is not can in somebody's
        place, with a reason; nobody confirms what they said themselves."""
        (here, found), body = _found(request, payment), body_in(AnswerRequest, request)
        reason = body.get("reason", "")
        done = confirm_payment(club=here.club, payment_id=found.pk, by=here.user, reason=reason, now=timezone.now())
        return Response(_payment(done))


class PaymentDecline(PaymentAnswer):
    """Declining, and taking back."""

    @extend_schema(operation_id="payment_decline", request=AnswerRequest, responses={200: PaymentBody, **REFUSALS})
    def post(self, request: Request, payment: UUID) -> Response:
        """Decline it, with a reason; whoever said it takes it back by this, without one."""
        (here, found), body = _found(request, payment), body_in(AnswerRequest, request)
        reason = body.get("reason", "")
        done = decline_payment(club=here.club, payment_id=found.pk, by=here.user, reason=reason, now=timezone.now())
        return Response(_payment(done))


def _found(request: Request, pk: UUID) -> tuple[Membership, Payment]:
    """A payment that the caller may see. Raises Payment.DoesNotExist; Http404."""
    here = here_in(request, Payment.objects.values_list("club", flat=True).get(pk=pk))
    payment = payment_shown(here.club, pk, here.user, all_of_them=can_keep_money(here.role))
    if payment is None:
        raise Http404
    return here, payment


def _plain(exc: Exception) -> Exception:
    """A conflict says what stands there as the API does."""
    if isinstance(exc, Conflict) and isinstance(exc.standing, Payment):
        return Conflict(exc.code, exc.message, {"payment": str(exc.standing.pk), "state": exc.standing.state})
    return exc


def _payment(payment: Payment) -> dict[str, Any]:
    about = plain(payment.about_what)
    return {
        **unit_body(payment.in_unit),
        "id": payment.pk,
        "payer": payment.payer_id,
        "getter": payment.getter_id,
        "amount": payment.amount,
        "state": payment.state,
        "said_at": payment.said_at,
        "answered_at": payment.answered_at,
        "reason": payment.reason,
        "evening": payment.about if payment.about_kind == EVENING else None,
        "since": about.since,
        "until": about.until,
        "booking": payment.booking_id,
        "is_alone": payment.is_alone,
    }
