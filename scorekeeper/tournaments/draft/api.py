"""Rounds by programs: what stands in the way, the draft, changes by hand, opening all tables, reading, official; and
draws in the background."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act, Later
from scorekeeper.common.errors import require
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services import cancel, wake
from scorekeeper.tournaments.api import CONDITIONAL, AtStage, InRound, TournamentView
from scorekeeper.tournaments.draft import services
from scorekeeper.tournaments.draft.publishing import publish_round, take_back_round
from scorekeeper.tournaments.draft.reads import draw_entry
from scorekeeper.tournaments.draft.scheduling import KIND, draw_or_ask, drawing_now
from scorekeeper.tournaments.draft.shown import CorrectionsBody, EntryOfDrawBody, RoundBody, corrections, round_now
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Round, Stage
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.results.services import make_official


class DrawView(TournamentView):
    """What the views of a draw share."""

    def job(self, request: Request, job: UUID) -> Job:
        """A draw of one of the caller's clubs, for who works at the desk. Raises DoesNotExist (404)."""
        found = Job.objects.get(pk=job, kind=KIND, club__isnull=False)
        assert found.club_id  # noqa: S101 asked for
        require(can_desk(self.here(request, found.club_id).role))
        return found


class DrawDetail(DrawView):
    """One draw."""

    @extend_schema(operation_id="draw", responses={200: services.DrawingBody, **READ_REFUSALS})
    def get(self, request: Request, job: UUID) -> Response:
        """Read the progress of a draw.

        A scorer reads how far a draw is, or how it ended.
        """
        found = self.job(request, job)
        if not found.is_finished:
            wake()  # whoever looks at one that waits wakes who could run it
        return Response(services.drawing(found).model_dump())


class AtDraw(DrawView):
    """Acts on a draw (`found`)."""

    found: Job

    def place(self, request: Request, job: UUID) -> dict[str, Any]:
        self.found = self.job(request, job)
        return {"job": self.found, "by": self.user(request)}

    def shown(self, _done: object) -> services.DrawingBody:
        self.found.refresh_from_db()
        return services.drawing(self.found)


draw_stop = Act(
    operation="draw_stop",
    summary="Stop a draw",
    about="A scorer stops a draw: at once while it waits, at its next step while it runs. A draw that has ended stays "
    "as it is.",
    does=cancel,
    gives=services.DrawingBody,
).at(AtDraw)


class StagePrecheck(TournamentView):
    """Before a draw."""

    @extend_schema(operation_id="stage_precheck", responses={200: services.PrecheckBody, **READ_REFUSALS})
    def get(self, request: Request, stage: UUID) -> Response:
        """Check whether the next round can be drawn.

        A scorer reads what the next round of a stage would be, and every obstacle to drawing it.
        """
        found, here = self.stage(request, stage)
        require(can_desk(here.role))
        return Response(_precheck(found).model_dump())


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


class RoundEntry(TournamentView):
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


def _precheck(stage: Stage) -> services.PrecheckBody:
    return services.precheck(stage, format_of(stage).next_round(stage), drawing_now(stage.pk))


def _round(round_: Round) -> RoundBody:
    return round_now(round_.pk)


stage_draw = Act(
    operation="stage_draw",
    summary="Draw the next round",
    about="A scorer draws the next round, which replaces the draft.",
    asks=services.RoundDraw,
    does=draw_or_ask,
    gives=RoundBody,
    shown=_round,
    status=201,
    is_keyed=True,
    may_repeat="Drawn before under this key.",
    later=Later(
        started=Job,
        gives=services.DrawingBody,
        shown=services.drawing,
        about="It takes longer: `draws/{job}` says how far it is.",
    ),
).at(AtStage, rights={"POST": can_desk})
stage_swap = Act(
    operation="stage_swap",
    summary="Swap two entrants of the draft",
    about="Two entrants of the draft change places and keep them when it is drawn again; a scorer decides.",
    asks=services.PlacesSwap,
    does=services.swap_places,
    gives=RoundBody,
    shown=_round,
).at(AtStage, rights={"POST": can_desk})
stage_hold = Act(
    operation="stage_hold",
    summary="Keep an entrant at a table of the draft",
    about="A scorer keeps an entrant at a table when the draft is drawn again, or lets them sit elsewhere again.",
    asks=services.DraftHold,
    does=services.hold_place,
    gives=RoundBody,
    shown=_round,
).at(AtStage, rights={"POST": can_desk})
stage_undo = Act(
    operation="stage_undo",
    summary="Undo the last change of the draft",
    about="A scorer restores the draft as it was before the last draw or the last change by hand. Nothing is drawn.",
    asks=services.SeenDraft,
    does=services.undo_draft,
    gives=RoundBody,
    shown=_round,
).at(AtStage, rights={"POST": can_desk})
stage_drop = Act(
    operation="stage_drop",
    summary="Discard the draft of a round",
    about="A scorer discards the draft.",
    asks=services.SeenDraft,
    does=services.drop_draft,
    gives=services.PrecheckBody,
    shown=_precheck,
).at(AtStage, rights={"POST": can_desk})
stage_publish = Act(
    operation="stage_publish",
    summary="Publish the draft and open its tables",
    about="A scorer opens every table of the draft at once, or none. A repeated call opens them once.",
    asks=services.SeenDraft,
    does=publish_round,
    gives=RoundBody,
    shown=_round,
).at(AtStage, rights={"POST": can_desk})


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
