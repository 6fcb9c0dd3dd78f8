"""The JSON door to what is said of hands: confirmed, disputed, taken back, decided."""

from collections.abc import Callable
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import REFUSALS
from scorekeeper.play import bodies
from scorekeeper.play.api import HandView, names_for
from scorekeeper.play.marks.reads import all_marks, said_of
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.policies import can_direct, plays
from scorekeeper.play.requests import EmptyRequest, ReasonRequest

SAID = {200: bodies.MarkedBody, **REFUSALS}


class MarkView(HandView):
    """One hand, found by the id of the version that is spoken of."""

    scopes = {"POST": Scope.RECORD}
    rights = {"POST": plays}

    def said(self, request: Request, hand: UUID, service: Callable[..., Hand], **more: str) -> Response:
        """Say it, and answer with the hand and all that was said of it."""
        sitting, actor = self.found(request, hand)
        now = timezone.now()
        done = service(sitting_id=sitting.pk, by=actor, hand_id=hand, now=now, **more)
        found = Sitting.objects.select_related("club").get(pk=sitting.pk)
        marks = all_marks(found).get(done.number, [])
        return Response(bodies.marked_body(done, names_for(found), said_of(found, now).state(done), marks))


class HandConfirm(MarkView):
    """Confirming a hand."""

    @extend_schema(operation_id="hand_confirm", request=EmptyRequest, responses=SAID)
    def post(self, request: Request, hand: UUID) -> Response:
        """Confirm a hand.

        A seat other than the recorder's confirms a hand. A confirmed hand stays confirmed.
        """
        self.body(EmptyRequest, request)
        return self.said(request, hand, confirm_hand)


class HandDispute(MarkView):
    """Disputing a hand."""

    @extend_schema(operation_id="hand_dispute", request=ReasonRequest, responses=SAID)
    def post(self, request: Request, hand: UUID) -> Response:
        """Dispute a hand.

        A seat other than the recorder's disputes a hand. The sheet cannot become official until a director has decided.
        """
        return self.said(request, hand, dispute_hand, reason=self.body(ReasonRequest, request)["reason"])


class HandWithdraw(MarkView):
    """Taking a dispute back."""

    @extend_schema(operation_id="hand_withdraw", request=EmptyRequest, responses=SAID)
    def post(self, request: Request, hand: UUID) -> Response:
        """Withdraw a dispute.

        A seat withdraws its own dispute.
        """
        self.body(EmptyRequest, request)
        return self.said(request, hand, withdraw_dispute)


class HandDecide(MarkView):
    """Deciding a dispute."""

    scopes = {"POST": Scope.MANAGE}
    rights = {"POST": can_direct}

    @extend_schema(operation_id="hand_decide", request=ReasonRequest, responses=SAID)
    def post(self, request: Request, hand: UUID) -> Response:
        """Let a disputed hand stand.

        A director lets a disputed hand stand. Correcting or striking the hand decides otherwise.
        """
        return self.said(request, hand, decide_dispute, reason=self.body(ReasonRequest, request)["reason"])
