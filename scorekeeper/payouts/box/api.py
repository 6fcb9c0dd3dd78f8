"""The door of programs to the club's box. Nothing here moves money."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.amounts import InUnits
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.payouts.book.api import BookView, KeptBook, booked_body, here_in
from scorekeeper.payouts.book.records import BookingBody
from scorekeeper.payouts.box.reads import Box, BoxPage, box_page, boxes_of
from scorekeeper.payouts.box.records import (
    BoxAsked,
    BoxBody,
    BoxEntryBody,
    BoxMove,
    BoxOfUnitBody,
    BoxSaving,
    BoxTargetBody,
)
from scorekeeper.payouts.box.services import Saved, move, set_target
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.words import moved


class ClubBox(BookView):
    """What lies in the box."""

    in_address = BoxAsked

    @extend_schema(operation_id="box", responses={200: BoxBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read the club's box.

        Shows the money in the box of a club to which the caller belongs, its target, and its entries. Sum and entries
        are left out where the amounts of others are hidden from the caller.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        boxes, wanted = boxes_of(here.club), asked.in_unit(here.club.money)
        unit = next((box.unit for box in boxes if dict(box.unit) == dict(wanted)), here.club.money)
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        page = BoxPage((), "") if sight.is_narrow else box_page(here.club, unit, asked.before)
        return Response(_body(boxes, unit, page, is_hidden=sight.is_narrow).model_dump())


def _saved(saved: Saved) -> BoxBody:
    return _body(boxes_of(saved.club), saved.unit, box_page(saved.club, saved.unit), is_hidden=False)


def _body(boxes: list[Box], unit: InUnits, page: BoxPage, *, is_hidden: bool) -> BoxBody:
    return BoxBody(
        **dict(unit),
        boxes=[
            BoxOfUnitBody(
                **dict(box.unit),
                holds=None if is_hidden else box.holds,
                target=BoxTargetBody.of(box.target) if box.target else None,
            )
            for box in boxes
        ],
        entries=[
            BoxEntryBody(
                booking=entry.leg.booking_id,
                kind=entry.leg.booking.kind,
                on=entry.leg.booking.on,
                reason=entry.leg.booking.reason,
                amount=entry.amount,
                text=moved(entry.leg, unit),
                holds=entry.holds,
            )
            for entry in page.entries
        ],
        older=page.older,
    )


box_move = Act(
    operation="box_move",
    summary="Put into the box, or take from it",
    about="Write down what was put into the box or taken from it: a director. No more is taken out than lies in it.",
    asks=BoxMove,
    does=move,
    gives=BookingBody,
    shown=lambda done: booked_body(done.booking),
    status=201,
    is_keyed=True,
    may_repeat="Booked before.",
).at(KeptBook)
box_target = Act(
    operation="box_target",
    summary="Say what the box is saved for",
    about="Say what the box is saved for in a unit, in place of what it was before: a director.",
    asks=BoxSaving,
    does=set_target,
    gives=BoxBody,
    shown=_saved,
).at(KeptBook)
