"""The JSON door to the club's box; the services behind it are those of its page. Nothing here moves money."""

from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.units import InUnits
from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Club
from scorekeeper.common.api import KEY, READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.common.errors import require
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.payouts.book.api import BookingBody, BookView, UnitBody, booking_body, here_in, unit_body
from scorekeeper.payouts.book.reads import booking_with_legs
from scorekeeper.payouts.box.reads import Box, BoxPage, box_page, boxes_of
from scorekeeper.payouts.box.services import LONGEST_WHAT, Moved, put_in, set_target, take_out
from scorekeeper.payouts.care.reads import Sight, sight_of
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.words import moved

ACTS: Final = {"put_in": put_in, "take_out": take_out}
NAMES_OF_ACTS: Final = list(ACTS)


class BoxMoveRequest(Strict):
    """What is put into the box, or taken from it."""

    act = serializers.ChoiceField(choices=NAMES_OF_ACTS)
    amount = WholeNumberField(min_value=1, max_value=MOST, help_text="In the smallest unit.")
    reason = serializers.CharField(max_length=200, help_text="Every member can read it.")
    unit = serializers.CharField(
        required=False, allow_blank=True, max_length=12, help_text="Its label; without one the club’s own unit."
    )
    decimals = serializers.ChoiceField(choices=[0, 2], required=False)


class BoxTargetRequest(Strict):
    """What the box is saved for; an amount of 0 takes that away."""

    amount = WholeNumberField(min_value=0, max_value=MOST, help_text="In the smallest unit.")
    what = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_WHAT)
    unit = serializers.CharField(
        required=False, allow_blank=True, max_length=12, help_text="Its label; without one the club’s own unit."
    )
    decimals = serializers.ChoiceField(choices=[0, 2], required=False)


class BoxTargetBody(serializers.Serializer[Any]):
    """What the box is saved for."""

    amount = serializers.IntegerField()
    what = serializers.CharField()


class BoxOfUnitBody(UnitBody):
    """The box in one unit."""

    holds = serializers.IntegerField(
        allow_null=True,
        help_text="What lies in it; less than 0: more was paid out than lay there. Null: hidden from you.",
    )
    target = BoxTargetBody(allow_null=True)


class BoxEntryBody(serializers.Serializer[Any]):
    """Something that went in or out."""

    booking = serializers.UUIDField()
    kind = serializers.CharField()
    on = serializers.DateField()
    reason = serializers.CharField(allow_blank=True)
    amount = serializers.IntegerField(help_text="More than 0: it went in.")
    text = serializers.CharField(help_text="The same in words: “40.00 € into the box”.")
    holds = serializers.IntegerField(help_text="What lay in the box after it.")


class BoxBody(UnitBody):
    """The box, and the entries of one unit, the newest first."""

    boxes = BoxOfUnitBody(many=True)
    entries = BoxEntryBody(many=True, help_text="In `unit` and `decimals`.")
    older = serializers.CharField(
        allow_blank=True, help_text="Send it as `before` for the next page; empty at the end."
    )


class ClubBox(BookView):
    """What lies in the box."""

    @extend_schema(
        operation_id="box",
        parameters=[
            OpenApiParameter("unit", str, description="Of the entries; without one the club’s own."),
            OpenApiParameter("decimals", int, enum=[0, 2]),
            OpenApiParameter("before", str, description="`older` of the page before."),
        ],
        responses={200: BoxBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """What lies in the box of a club you belong to, what it is saved for, and its entries: neither sum nor entries
        where amounts of others are hidden from you."""
        here = here_in(request, club)
        require(can_read_money(here.role))
        boxes, asked = boxes_of(here.club), request.query_params
        wanted = (asked.get("unit", here.club.unit), asked.get("decimals", str(here.club.decimals)))
        found = next((one for one in boxes if (one.unit.unit, str(one.unit.decimals)) == wanted), None)
        unit = found.unit if found else here.club.money
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        page = BoxPage((), "") if sight.is_narrow else box_page(here.club, unit, asked.get("before", ""))
        return Response(_body(boxes, unit, page, is_hidden=sight.is_narrow))


class BoxEntries(BookView):
    """Putting in and taking out."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="box_move",
        parameters=[KEY],
        request=BoxMoveRequest,
        responses={201: BookingBody, 200: OpenApiResponse(BookingBody, description="Booked before."), **REFUSALS},
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Write down what was put into the box or taken from it: a director. No more is taken out than lies in it."""
        here = here_in(request, club)
        require(can_keep_money(here.role))
        body = BoxMoveRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        unit = _unit(here.club, sent)
        what = Moved(amount=sent["amount"], unit=unit, reason=sent["reason"])
        done = ACTS[sent["act"]](club=here.club, by=here.user, moved=what, key=key_of(request), now=timezone.now())
        told = booking_body(booking_with_legs(here.club, done.booking.pk), Sight())
        return Response(told, status=201) if done.is_new else Again(told)


class BoxTargets(BookView):
    """What the box is saved for."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="box_target", request=BoxTargetRequest, responses={200: BoxBody, **REFUSALS})
    def post(self, request: Request, club: UUID) -> Response:
        """Say what the box is saved for in a unit, in place of what it was before: a director."""
        here = here_in(request, club)
        require(can_keep_money(here.role))
        body = BoxTargetRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        unit = _unit(here.club, sent)
        set_target(club=here.club, by=here.user, unit=unit, amount=sent["amount"], what=sent["what"])
        return Response(_body(boxes_of(here.club), unit, box_page(here.club, unit), is_hidden=False))


def _unit(club: Club, sent: dict[str, Any]) -> InUnits:
    """The unit that was sent, else the club's own."""
    unit, decimals = sent.get("unit", club.unit), int(sent.get("decimals", club.decimals))
    return InUnits.model_construct(unit=unit, decimals=decimals)


def _body(boxes: list[Box], unit: InUnits, page: BoxPage, *, is_hidden: bool) -> dict[str, Any]:
    return {
        **unit_body(unit),
        "boxes": [
            {
                **unit_body(one.unit),
                "holds": None if is_hidden else one.holds,
                "target": {"amount": one.target.amount, "what": one.target.what} if one.target else None,
            }
            for one in boxes
        ],
        "entries": [
            {
                "booking": one.leg.booking_id,
                "kind": one.leg.booking.kind,
                "on": one.leg.booking.on,
                "reason": one.leg.booking.reason,
                "amount": one.amount,
                "text": moved(one.leg, unit),
                "holds": one.holds,
            }
            for one in page.entries
        ],
        "older": page.older,
    }
