"""Draws that are made beside, by programs: how far one is, and stopping it."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.jobs.models import Job
from scorekeeper.jobs.services.asking import cancel
from scorekeeper.jobs.services.waking import wake
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.draft.records import DrawingBody, drawing
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.services.scheduling import KIND


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

    @extend_schema(operation_id="draw", responses={200: DrawingBody, **READ_REFUSALS})
    def get(self, request: Request, job: UUID) -> Response:
        """Read the progress of a draw.

        A scorer reads how far a draw is, or how it ended.
        """
        found = self.job(request, job)
        if not found.is_finished:
            wake()  # whoever looks at one that waits wakes who could run it
        return Response(drawing(found).model_dump())


class AtDraw(DrawView):
    """Acts on a draw (`found`)."""

    found: Job

    def place(self, request: Request, job: UUID) -> dict[str, Any]:
        self.found = self.job(request, job)
        return {"job": self.found, "by": self.user(request)}

    def shown(self, _done: object) -> DrawingBody:
        self.found.refresh_from_db()
        return drawing(self.found)


draw_stop = Act(
    operation="draw_stop",
    summary="Stop a draw",
    about="A scorer stops a draw: at once while it waits, at its next step while it runs. A draw that has ended stays "
    "as it is.",
    does=cancel,
    gives=DrawingBody,
).at(AtDraw)
