"""A knock-out at tables by programs: who sits where, who went out, who moves, who sits down late, what was wrong."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import REFUSALS, Again, key_of
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, TournamentView
from scorekeeper.tournaments.api.knockout_bodies import (
    GiveSeatRequest,
    KnockoutBody,
    MovesRequest,
    OutRequest,
    StepBackRequest,
    knockout_now,
    out_of,
)
from scorekeeper.tournaments.formats.knockout.course import as_knockout
from scorekeeper.tournaments.formats.knockout.tables import shown_of
from scorekeeper.tournaments.models import DeskAct, Round
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.services.knockout import Desk, announce_moves, give_seat, knock_out, take_step_back

SAID = {
    201: KnockoutBody,
    200: OpenApiResponse(KnockoutBody, description="Said before; nothing to say."),
    **REFUSALS,
}


class KnockoutView(TournamentView):
    """What the views of a knock-out share."""

    rights = {"POST": can_desk}

    def running(self, request: Request, one: UUID) -> Round:
        """The round. Raises DoesNotExist (404): it is not played as a knock-out at tables."""
        found, _here = self.round(request, one)
        return as_knockout(found)

    def desk(self, request: Request, sent: dict[str, Any]) -> Desk:
        """Who says it, and which tables they have read."""
        return Desk(self.user(request), sent["seen"], key_of(request), timezone.now())

    def said(self, one: Round, acts: Sequence[DeskAct], desk: Desk) -> Response:
        """The tables after it; whatever was done at another moment was done before."""
        body = knockout_now(shown_of(one, {})).model_dump()
        return Response(body, status=201) if any(act.at == desk.now for act in acts) else Again(body)


class RoundTables(KnockoutView):
    """The tables as they are now."""

    @extend_schema(operation_id="knockout", responses={200: KnockoutBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """Read a knock-out at tables.

        Lists who sits where, who is out, who changes tables and why. Send the ETag back to learn whether anything has
        changed.
        """
        return self.told(request, knockout_now(shown_of(self.running(request, round), {})).model_dump())


class KnockoutOut(KnockoutView):
    """Going out."""

    @extend_schema(operation_id="knockout_out", parameters=[KEY], request=OutRequest, responses=SAID)
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Record who went out.

        A scorer records the entrants of a table who went out in one hand.
        """
        one, sent = self.running(request, round), self.body(OutRequest, request)
        desk, out = self.desk(request, sent), out_of(sent["out"])
        acts = knock_out(round_id=round, desk=desk, table=sent["table"], out=out, with_last=sent["with_last"])
        return self.said(one, acts, desk)


class KnockoutMoves(KnockoutView):
    """Moving."""

    @extend_schema(operation_id="knockout_moves", parameters=[KEY], request=MovesRequest, responses=SAID)
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Move everybody who has to change tables.

        A scorer moves everybody who has to change tables now.
        """
        one, sent = self.running(request, round), self.body(MovesRequest, request)
        desk, dealers = self.desk(request, sent), {one["table"]: one["seat"] for one in sent["dealers"]}
        return self.said(one, announce_moves(round_id=round, desk=desk, dealers=dealers), desk)


class KnockoutSeat(KnockoutView):
    """Sitting down."""

    @extend_schema(operation_id="knockout_seat", parameters=[KEY], request=GiveSeatRequest, responses=SAID)
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Draw an open seat for an entrant.

        A scorer lets an entrant who comes late, or comes in again, draw an open seat.
        """
        one, sent = self.running(request, round), self.body(GiveSeatRequest, request)
        desk = self.desk(request, sent)
        return self.said(one, give_seat(round_id=round, desk=desk, entrant_id=sent["entrant"]), desk)


class KnockoutBack(KnockoutView):
    """Taking back."""

    @extend_schema(operation_id="knockout_back", parameters=[KEY], request=StepBackRequest, responses=SAID)
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Take back an act of a knock-out.

        A scorer takes back an act of a knock-out and gives the reason.
        """
        one, sent = self.running(request, round), self.body(StepBackRequest, request)
        desk, step, reason = self.desk(request, sent), sent["step"], sent["reason"]
        return self.said(one, take_step_back(round_id=round, desk=desk, step=step, reason=reason), desk)
