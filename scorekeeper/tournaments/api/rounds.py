"""Rounds by programs: what stands in the way, the draft, changes by hand, opening all tables, reading, official."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.errors import require
from scorekeeper.draws.services.drafts import Seen
from scorekeeper.jobs.models import Job
from scorekeeper.play.api import READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.tournaments.api.correction_bodies import CorrectionsBody, corrections_body
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, NO_BODY, TournamentView
from scorekeeper.tournaments.api.precheck_bodies import DrawingBody, PrecheckBody, drawing_body, precheck_body
from scorekeeper.tournaments.api.round_bodies import EntryOfDrawBody, RoundBody, round_body
from scorekeeper.tournaments.api.round_requests import DrawRequest, HoldRequest, PlacesSwapRequest, SeenRequest
from scorekeeper.tournaments.formats.registry import format_of
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
        return Response(precheck_body(found, format_of(found).next_round(found), drawing_now(stage)))


class StagePrecheck(DraftView):
    """Before a draw."""

    @extend_schema(operation_id="stage_precheck", responses={200: PrecheckBody, **READ_REFUSALS})
    def get(self, request: Request, stage: UUID) -> Response:
        """What the next round of a stage would be, and everything that stands in its way: a scorer."""
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
        """Draw the next round, in the place of the draft that there was: a scorer."""
        self.stage(request, stage)
        wish, now = Wish(**self.body(DrawRequest, request)), timezone.now()
        made = draw_or_ask(stage_id=stage, by=self.user(request), now=now, wish=wish, key=key_of(request))
        if isinstance(made, Job):
            return Response(drawing_body(made), status=202)
        return Response(round_body(made.pk), status=201) if made.made_at == now else Again(round_body(made.pk))


class StageSwap(DraftView):
    """Changing places."""

    @extend_schema(operation_id="stage_swap", request=PlacesSwapRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Two of the draft change places, and stay there when it is drawn again: a scorer."""
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
        return Response(round_body(draft.pk))


class StageHold(DraftView):
    """Locks."""

    @extend_schema(operation_id="stage_hold", request=HoldRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Somebody stays at their table when the draft is drawn again, or may sit elsewhere again: a scorer."""
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
        return Response(round_body(draft.pk))


class StageUndo(DraftView):
    """Taking back what was done to the draft."""

    @extend_schema(operation_id="stage_undo", request=SeenRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """The draw that was there before the last one, or before the last change by hand, as it was; nothing is drawn:
        a scorer."""
        self.stage(request, stage)
        seen = self.seen(self.body(SeenRequest, request))
        return Response(round_body(undo_draft(stage_id=stage, by=self.user(request), seen=seen).pk))


class StageDrop(DraftView):
    """Letting go of the draft."""

    @extend_schema(operation_id="stage_drop", request=SeenRequest, responses={200: PrecheckBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Let go of the draft: a scorer."""
        self.stage(request, stage)
        sent = self.body(SeenRequest, request)
        drop_draft(stage_id=stage, by=self.user(request), seen=self.seen(sent))
        return self.looked(request, stage)


class StagePublish(DraftView):
    """Opening all tables."""

    @extend_schema(operation_id="stage_publish", request=SeenRequest, responses={200: RoundBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Open every table of the draft at once, or none: a scorer. Said twice they are opened once."""
        self.stage(request, stage)
        seen = self.seen(self.body(SeenRequest, request))
        one = publish_round(stage_id=stage, by=self.user(request), seen=seen, now=timezone.now())
        return Response(round_body(one.pk))


class RoundDetail(TournamentView):
    """One round."""

    shown_while_held = True

    @extend_schema(operation_id="round", responses={200: RoundBody, **CONDITIONAL})
    def get(self, request: Request, round: UUID) -> Any:  # noqa: A002 as the address calls it
        """Who sits where, why it is so, and results as they come; send the ETag back to be told whether anything has
        changed. A draft is for the desk alone."""
        one, here = self.round(request, round)
        is_held = self.held is not None and self.held.has(one)
        return self.told(
            request,
            round_body(round, for_desk=can_desk(here.role), with_reasons=self.held is None, with_results=not is_held),
        )


class RoundCorrections(TournamentView):
    """What was corrected later."""

    @extend_schema(operation_id="round_corrections", responses={200: CorrectionsBody, **READ_REFUSALS})
    def get(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """What corrections made after a draw would have moved in it, in any format: they change nothing by
        themselves. Of a draft there are none: draw it again."""
        one, _here = self.round(request, round)
        return Response(corrections_body(one))


class RoundEntry(DraftView):
    """What a round was drawn from."""

    @extend_schema(operation_id="round_entry", responses={200: EntryOfDrawBody, **READ_REFUSALS})
    def get(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """What the tables of a round, or of a draft, were drawn from, as `manage.py draw` reads it: a scorer. Null
        where that is not known to the last bit any more, or where no search has drawn them."""
        one, here = self.round(request, round)
        require(can_desk(here.role))
        return Response({"facts": one.facts, "entry": draw_entry(one)})


class RoundBack(TournamentView):
    """An opening that was too early."""

    @extend_schema(operation_id="round_take_back", request=None, responses={200: RoundBody, **NO_BODY})
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """The opening of a round in which nothing is written down, and that no later one goes by, is taken back, and it
        is a draft again: a scorer. Said twice it is said once."""
        self.round(request, round)
        one = take_back_round(round_id=round, by=self.user(request), now=timezone.now())
        return Response(round_body(one.pk))


class RoundOfficial(TournamentView):
    """Results that stand."""

    @extend_schema(operation_id="round_official", request=None, responses={200: RoundBody, **NO_BODY})
    def post(self, request: Request, round: UUID) -> Response:  # noqa: A002 as the address calls it
        """The results of the round stand from now on: a director. Said twice it is said once."""
        self.round(request, round)
        one = make_official(round_id=round, by=self.user(request), now=timezone.now())
        return Response(round_body(one.pk))
