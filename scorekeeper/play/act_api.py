"""The JSON door to what happens at a table beside its hands: signing, closing, penalties, swaps, substitutes."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import KEY, REFUSALS, Again, key_of
from scorekeeper.common.errors import require
from scorekeeper.play import bodies
from scorekeeper.play.acting import Acted, require_open, with_seats
from scorekeeper.play.adjusting.services import (
    Change,
    adjust,
    adjustment_moves,
    given_act,
    reversal_moves,
    take_back,
)
from scorekeeper.play.api import PlayView, standing_of
from scorekeeper.play.closing.services import accept_sheet, close_sitting, reopen_sitting, sign, withdraw_table
from scorekeeper.play.models import Sitting
from scorekeeper.play.moves import reopening
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.policies import can_accept, can_direct, can_record, keeps_the_sheet, standpoint
from scorekeeper.play.requests import (
    AdjustmentRequest,
    DealerRequest,
    EmptyRequest,
    OptionalReasonRequest,
    PreviewedReasonRequest,
    ReasonRequest,
    ReversalRequest,
    SignRequest,
    SubstituteRequest,
    SwapRequest,
)
from scorekeeper.play.seats.services import set_dealer
from scorekeeper.play.seats.substituting import Substitution, substitute, substitution_moves
from scorekeeper.play.seats.swapping import Swap, swap_moves, swap_seats
from scorekeeper.play.substitute_bodies import SubstitutionBody, substitution_body

ACTED = {
    201: bodies.ActedBody,
    200: OpenApiResponse(
        PolymorphicProxySerializer(
            component_name="ShiftOrActed",
            serializers=[bodies.ShiftBody, bodies.ActedBody],
            resource_type_field_name=None,
        ),
        description="With `preview`: what would move. Else: done before under this key.",
    ),
    **REFUSALS,
}


class SittingAct(PlayView):
    """What happens to a table as a whole."""

    scopes = {"POST": Scope.MANAGE}


class SittingSignatures(SittingAct):
    """Signing."""

    rights = {"POST": can_record}

    @extend_schema(operation_id="seat_sign", request=SignRequest, responses={200: bodies.StateBody, **REFUSALS})
    def post(self, request: Request, sitting: UUID) -> Response:
        """Sign for a seat.

        Signs for a seat. The last signature closes the table.
        """
        body, actor = self.body(SignRequest, request), self.actor(request, sitting)
        done = sign(sitting_id=sitting, by=actor, number=body["seat"], head=body["head"], now=timezone.now())
        return Response(standing_of(done))


class SittingClose(SittingAct):
    """Closing."""

    rights = {"POST": can_direct}

    @extend_schema(operation_id="sitting_close", request=ReasonRequest, responses={200: bodies.StateBody, **REFUSALS})
    def post(self, request: Request, sitting: UUID) -> Response:
        """Close a table.

        A director closes a table without all signatures and gives the reason.
        """
        reason, actor = self.body(ReasonRequest, request)["reason"], self.actor(request, sitting)
        return Response(standing_of(close_sitting(sitting_id=sitting, by=actor, reason=reason, now=timezone.now())))


class SittingWithdraw(SittingAct):
    """Withdrawing a table that was opened by mistake."""

    rights = {"POST": keeps_the_sheet}

    @extend_schema(
        operation_id="sitting_withdraw",
        request=OptionalReasonRequest,
        responses={204: OpenApiResponse(description="It is withdrawn, now or before."), **REFUSALS},
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Withdraw a table without hands.

        A scorer, a director or whoever opened the table withdraws a table without hands. It leaves lists, draws,
        seasons and phones, and answers 404 from then on; a repeated call changes nothing. Tables of a tournament round
        or a match day stay, and so does a table with a buy-in at its bank.
        """
        body, actor = self.body(OptionalReasonRequest, request), self.actor(request, sitting)
        withdraw_table(sitting_id=sitting, by=actor, reason=body.get("reason", ""), now=timezone.now())
        return Response(status=204)


class SittingAccept(SittingAct):
    """Making official what phones with the code alone have signed."""

    rights = {"POST": can_accept}

    @extend_schema(operation_id="sitting_accept", request=EmptyRequest, responses={200: bodies.StateBody, **REFUSALS})
    def post(self, request: Request, sitting: UUID) -> Response:
        """Make a closed sheet official.

        A scorer or director makes a closed sheet official that awaits it. An official sheet stays official.
        """
        self.body(EmptyRequest, request)
        done = accept_sheet(sitting_id=sitting, by=self.actor(request, sitting), now=timezone.now())
        return Response(standing_of(done))


class SittingReopen(SittingAct):
    """Reopening."""

    rights = {"POST": can_direct}

    @extend_schema(
        operation_id="sitting_reopen",
        request=PreviewedReasonRequest,
        responses={
            200: PolymorphicProxySerializer(
                component_name="StateOrOfficial",
                serializers=[bodies.StateBody, bodies.OfficialBody],
                resource_type_field_name=None,
            ),
            **REFUSALS,
        },
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Reopen a closed table.

        A director reopens a closed table and gives the reason; every seat signs again. With `preview` the answer only
        lists what would leave the official standings.
        """
        body, actor = self.body(PreviewedReasonRequest, request), self.actor(request, sitting)
        if body.get("preview"):
            found = self.visible(request, sitting)
            require(can_direct(standpoint(actor, found)))
            return Response(bodies.official_body(reopening(found)))
        done = reopen_sitting(sitting_id=sitting, by=actor, reason=body["reason"], now=timezone.now())
        return Response(standing_of(done))


class ActView(SittingAct):
    """What these acts share."""

    rights = {"POST": keeps_the_sheet}

    def kept(self, request: Request, sitting: UUID) -> Sitting:
        """The open table, for a look at what an act would move."""
        found = self.visible(request, sitting)
        require(keeps_the_sheet(standpoint(self.actor(request, sitting), found)))
        require_open(found)
        return found


class SittingAdjustments(ActView):
    """Penalties and adjustments."""

    @extend_schema(operation_id="adjust", parameters=[KEY], request=AdjustmentRequest, responses=ACTED)
    def post(self, request: Request, sitting: UUID) -> Response:
        """Give a penalty or adjust a total.

        Adds a penalty or an adjustment to a total; with `preview` the answer only lists what would change.
        """
        body = self.body(AdjustmentRequest, request)
        change = Change(body["kind"], body["seat"], body["points"], body.get("against"))
        if body.get("preview"):
            return Response(bodies.shift_body(adjustment_moves(self.kept(request, sitting), change)))
        done = adjust(
            sitting_id=sitting,
            by=self.actor(request, sitting),
            change=change,
            key=key_of(request),
            reason=body["reason"],
            now=timezone.now(),
        )
        return acted(done)


class SittingReversals(ActView):
    """Taking penalties and adjustments back."""

    @extend_schema(operation_id="take_back", parameters=[KEY], request=ReversalRequest, responses=ACTED)
    def post(self, request: Request, sitting: UUID) -> Response:
        """Take back a penalty or an adjustment.

        Takes back a penalty or an adjustment; with `preview` the answer only lists what would change.
        """
        body = self.body(ReversalRequest, request)
        if body.get("preview"):
            found = self.kept(request, sitting)
            return Response(bodies.shift_body(reversal_moves(found, given_act(found, body["act"]))))
        done = take_back(
            sitting_id=sitting,
            by=self.actor(request, sitting),
            act_id=body["act"],
            key=key_of(request),
            reason=body["reason"],
            now=timezone.now(),
        )
        return acted(done)


class SittingSwaps(ActView):
    """Swapping seats."""

    @extend_schema(operation_id="seats_swap", parameters=[KEY], request=SwapRequest, responses=ACTED)
    def post(self, request: Request, sitting: UUID) -> Response:
        """Swap two seats.

        Swaps two seats from the first hand on, or from hand `number` on; with `preview` the answer only lists what
        would change.
        """
        body = self.body(SwapRequest, request)
        swap = Swap(body["seats"], body.get("number", 1))
        if body.get("preview"):
            return Response(bodies.shift_body(swap_moves(self.kept(request, sitting), swap)))
        done = swap_seats(
            sitting_id=sitting,
            by=self.actor(request, sitting),
            swap=swap,
            key=key_of(request),
            reason=body["reason"],
            now=timezone.now(),
        )
        return acted(done)


class SittingDealer(SittingAct):
    """Putting the deal right."""

    rights = {"POST": keeps_the_sheet}

    @extend_schema(
        operation_id="dealer_set",
        parameters=[KEY],
        request=DealerRequest,
        responses={
            201: bodies.ActedBody,
            200: OpenApiResponse(bodies.ActedBody, description="Said before under this key."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Set the dealer.

        Sets who deals the next hand when it is not the player whose turn it would be.
        """
        done = set_dealer(
            sitting_id=sitting,
            by=self.actor(request, sitting),
            number=self.body(DealerRequest, request)["seat"],
            now=timezone.now(),
            key=key_of(request),
        )
        return acted(done)


class SittingSubstitutes(ActView):
    """Playing for somebody."""

    @extend_schema(
        operation_id="substitute",
        parameters=[KEY],
        request=SubstituteRequest,
        responses={
            **ACTED,
            200: OpenApiResponse(
                PolymorphicProxySerializer(
                    component_name="SubstitutionOrActed",
                    serializers=[SubstitutionBody, bodies.ActedBody],
                    resource_type_field_name=None,
                ),
                description="With `preview`: what would change. Else: said before under this key.",
            ),
        },
    )
    def post(self, request: Request, sitting: UUID) -> Response:
        """Bring in a substitute at a table.

        Sets who plays for a seat from a hand on; the points stay with the holder of the seat. With `preview` the answer
        only lists what would change.
        """
        body = self.body(SubstituteRequest, request)
        named = "player" in body or "name" in body
        sitter = Sitter(body.get("player"), body.get("name", "")) if named else None
        wanted = Substitution(body["seat"], sitter, body.get("number"), body.get("elsewhere", False))
        if body.get("preview"):
            return Response(substitution_body(substitution_moves(self.kept(request, sitting), wanted)))
        done = substitute(
            sitting_id=sitting,
            by=self.actor(request, sitting),
            wanted=wanted,
            key=key_of(request),
            reason=body.get("reason", ""),
            now=timezone.now(),
        )
        return acted(done)


def acted(done: Acted) -> Response:
    """The act, and where its sitting stands now."""
    found = with_seats(Sitting.objects.select_related("club").get(pk=done.sitting.pk))
    body = {**bodies.act_body(done.act, list(found.seats.all())), "state": standing_of(found)}
    return Response(body, status=201) if done.is_new else Again(body)
