"""Rounds by programs: what stands in the way, the draft, changes by hand, opening all tables, reading, official."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS, Act, Again, key_of
from scorekeeper.common.errors import require
from scorekeeper.draws.services.drafts import Seen
from scorekeeper.jobs.models import Job
from scorekeeper.tournaments.api.correction_bodies import CorrectionsBody, corrections
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, InRound, TournamentView
from scorekeeper.tournaments.api.precheck_bodies import DrawingBody, PrecheckBody, drawing, precheck
from scorekeeper.tournaments.api.round_bodies import EntryOfDrawBody, RoundBody, round_now
from scorekeeper.tournaments.api.round_requests import DrawRequest, HoldRequest, PlacesSwapRequest, SeenRequest
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.draw_entry import draw_entry
from scorekeeper.tournaments.services.by_hand import drop_draft, hold_place, swap_places, undo_draft
from scorekeeper.tournaments.services.drawing import Wish
from scorekeeper.tournaments.services.publishing import publish_round
from scorekeeper.tournaments.services.results import make_official
from scorekeeper.tournaments.services.scheduling import draw_or_ask, drawing_now
from scorekeeper.tournaments.services.taking_back import take_back_round


class DraftView(TournamentView):
    """What the views of a draft share."""

    rights = {"POST": can_desk}

    def seen(self, sent: dict[str, Any]) -> Seen:
        """Which draft was read."""
        return Seen(sent["round"], sent["revision"])

    def looked(self, request: Request, stage: UUID) -> Response:
        """What the next round would be now: who works at the desk."""
        found, here = self.stage(request, stage)
        require(can_desk(here.role))
        return Response(precheck(found, format_of(found).next_round(found), drawing_now(stage)).model_dump())


class StagePrecheck(DraftView):
    """Before a draw."""

    @extend_schema(operation_id="stage_precheck", responses={200: PrecheckBody, **READ_REFUSALS})
    def get(self, request: Request, stage: UUID) -> Response:
        """Check whether the next round can be drawn.

        A scorer reads what the next round of a stage would be, and every obstacle to drawing it.
        """
        return self.looked(request, stage)


class StageDraw(DraftView):
    """Drawing."""

    @extend_schema(
        operation_id="stage_draw",
        parameters=[KEY],
        request=DrawRequest,
        responses={
            201: RoundBody,
            200: OpenApiResponse(RoundBody, description="Drawn before under this key."),
            202: OpenApiResponse(DrawingBody, description="It takes longer: `draws/{job}` says how far it is."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, stage: UUID) -> Response:
        """Draw the next round.

        A scorer draws the next round, which replaces the draft.
        """
        self.stage(request, stage)
        wish, now = Wish(**self.body(DrawRequest, request)), timezone.now()
        made = draw_or_ask(stage_id=stage, by=self.user(request), now=now, wish=wish, key=key_of(request))
        if isinstance(made, Job):
            return Response(drawing(made).model_dump(), status=202)
        body = round_now(made.pk).model_dump()
        return Response(body, status=201) if made.made_at == now else Again(body)


class StageSwap(DraftView):
    """Changing places."""

    @extend_schema(operation_id="stage_swap", request=PlacesSwapRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Swap two entrants of the draft.

        Two entrants of the draft change places and keep them when it is drawn again; a scorer decides.
        """
        self.stage(request, stage)
        sent = self.body(PlacesSwapRequest, request)
        places = sent["one"], sent["other"]
        draft = swap_places(
            stage_id=stage,
            by=self.user(request),
            seen=self.seen(sent),
            places=places,
            now=timezone.now(),
            despite=sent["despite"],
        )
        return Response(round_now(draft.pk).model_dump())


class StageHold(DraftView):
    """Locks."""

    @extend_schema(operation_id="stage_hold", request=HoldRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Keep an entrant at a table of the draft.

        A scorer keeps an entrant at a table when the draft is drawn again, or lets them sit elsewhere again.
        """
        self.stage(request, stage)
        sent = self.body(HoldRequest, request)
        draft = hold_place(
            stage_id=stage,
            by=self.user(request),
            seen=self.seen(sent),
            place=sent["place"],
            held=sent["held"],
            now=timezone.now(),
        )
        return Response(round_now(draft.pk).model_dump())


class StageUndo(DraftView):
    """Taking back what was done to the draft."""

    @extend_schema(operation_id="stage_undo", request=SeenRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Undo the last change of the draft.

        A scorer restores the draft as it was before the last draw or the last change by hand. Nothing is drawn.
        """
        self.stage(request, stage)
        seen = self.seen(self.body(SeenRequest, request))
        return Response(round_now(undo_draft(stage_id=stage, by=self.user(request), seen=seen).pk).model_dump())


class StageDrop(DraftView):
    """Letting go of the draft."""

    @extend_schema(operation_id="stage_drop", request=SeenRequest, responses={200: PrecheckBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Discard the draft of a round.

        A scorer discards the draft.
        """
        self.stage(request, stage)
        sent = self.body(SeenRequest, request)
        drop_draft(stage_id=stage, by=self.user(request), seen=self.seen(sent))
        return self.looked(request, stage)


class StagePublish(DraftView):
    """Opening all tables."""

    @extend_schema(operation_id="stage_publish", request=SeenRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Publish the draft and open its tables.

        A scorer opens every table of the draft at once, or none. A repeated call opens them once.
        """
        self.stage(request, stage)
        seen = self.seen(self.body(SeenRequest, request))
        one = publish_round(stage_id=stage, by=self.user(request), seen=seen, now=timezone.now())
        return Response(round_now(one.pk).model_dump())


class RoundDetail(TournamentView):
    """One round."""

    shown_while_held = True

    @extend_schema(operation_id="round", responses={200: RoundBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """Read a round.

        Lists the tables of a round with seats, the reasons for the draw, and results as they come. Send the ETag back
        to learn whether anything has changed. Only the desk can read a draft.
        """
        one, here = self.round(request, round)
        is_held = self.held is not None and self.held.has(one)
        found = round_now(round, for_desk=can_desk(here.role), with_reasons=self.held is None, with_results=not is_held)
        return self.told(request, found.model_dump())


class RoundCorrections(TournamentView):
    """What was corrected later."""

    @extend_schema(operation_id="round_corrections", responses={200: CorrectionsBody, **READ_REFUSALS})
    def get(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """List corrections made after the draw.

        Lists, for every format, what later corrections would have changed in the draw of a round. They change nothing
        by themselves. A draft has none: draw it again.
        """
        one, _here = self.round(request, round)
        return Response(corrections(one).model_dump())


class RoundEntry(DraftView):
    """What a round was drawn from."""

    @extend_schema(operation_id="round_entry", responses={200: EntryOfDrawBody, **READ_REFUSALS})
    def get(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """Read what a round was drawn from.

        A scorer reads the input of the draw of a round or a draft, as `manage.py draw` takes it. Null if the exact
        input is no longer available, or if no search made the draw.
        """
        one, here = self.round(request, round)
        require(can_desk(here.role))
        return Response({"facts": one.facts, "entry": draw_entry(one)})


def _round(round_: Round) -> RoundBody:
    return round_now(round_.pk)


round_take_back = Act(
    operation="round_take_back",
    summary="Take back the opening of a round",
    about="A scorer takes back the opening of a round, which becomes a draft again. The round must have no hands or "
    "results, and no later round may depend on it. A repeated call changes nothing.",
    does=take_back_round,
    gives=RoundBody,
    shown=_round,
).at(InRound)
round_official = Act(
    operation="round_official",
    summary="Make the results of a round official",
    about="A director makes the results of a round official. A repeated call changes nothing.",
    does=make_official,
    gives=RoundBody,
    shown=_round,
).at(InRound)
