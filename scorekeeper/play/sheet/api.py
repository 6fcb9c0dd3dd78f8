"""The door of programs to the sheet of a table."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.play.api import PlayView
from scorekeeper.play.marks.reads import all_marks, marks_state
from scorekeeper.play.sheet.origins import signatures_of
from scorekeeper.play.sheet.reads import acts_of
from scorekeeper.play.sheet.records import SittingBody
from scorekeeper.play.sheet.shown import act_of, marked_hand, names_for, signature_of, standing_of


class SittingDetail(PlayView):
    """One table."""

    @extend_schema(operation_id="sitting", responses={200: SittingBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read a table.

        Reads the state of a table, its hands, and everything else that happened at it.
        """
        found = self.visible(request, sitting)
        names, now = names_for(found), timezone.now()
        said, marks = marks_state(found, now), all_marks(found)
        hands = found.hands.newest().select_related("by_user", "by_device").order_by("number")
        signed = signatures_of(found).select_related("seat", "by_user", "by_device").order_by("seat__number")
        body = {
            **standing_of(found).model_dump(),
            "hands": [
                marked_hand(hand, names, said.state(hand), marks.get(hand.number, [])).model_dump() for hand in hands
            ],
            "acts": [act_of(act, list(found.seats.all())).model_dump() for act in acts_of(found)],
            "signatures": [signature_of(signature).model_dump() for signature in signed],
        }
        return Response(body)
