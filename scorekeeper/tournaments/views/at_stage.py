"""How a page comes to a stage of its tournament."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.views.here import Here, NotDone, at_tournament

NOBODY = UUID(int=0)  # what no row is called


@dataclass(frozen=True, slots=True)
class AtStage:
    """The reader at a stage; from here on times are the club's."""

    here: Here
    stage: Stage

    @property
    def may_plan(self) -> bool:
        return self.here.may_plan

    @property
    def may_desk(self) -> bool:
        return self.here.may_desk

    def show(self, template: str, problem: NotDone | None = None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status. What has ended is not worked on."""
        if self.stage.tournament.is_ended:
            more = {"may_plan": False, "may_desk": False, **more}
        return self.here.show(template, problem, status=status, stage=self.stage, **more)


def at_stage(request: AuthedRequest, stage_id: UUID) -> AtStage:
    """Raises Http404: there is none, or it is not theirs to see."""
    stage = get_object_or_404(Stage, pk=stage_id)
    here = at_tournament(request, stage.tournament_id)
    stage.tournament = here.tournament
    return AtStage(here, stage)


def as_uuid(text: str) -> UUID:
    """An id that came with a form; one that no row has where it is none."""
    try:
        return UUID(text)
    except ValueError:
        return NOBODY
