"""How a page comes to a stage of its tournament."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone
from scorekeeper.tournaments.formats.offers import StageAct
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import Stage
from scorekeeper.tournaments.views.here import Here, at_tournament
from scorekeeper.tournaments.views.live import asks_again, still_the_same


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

    def require_place(self, act: StageAct) -> None:
        """Raises Http404: this act has no place in the format, so that there is no page for it."""
        if format_of(self.stage).refuses(act):
            raise Http404

    def show(self, template: str, problem: NotDone | None = None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page; where something was not done, with the reason and its status. What has ended is not worked on."""
        if self.stage.tournament.is_ended:
            more = {"may_plan": False, "may_desk": False, **more}
        return self.here.show(template, problem, status=status, stage=self.stage, **more)

    def show_live(self, template: str, problem: NotDone | None = None, **more: Any) -> HttpResponse:
        """The same for a page that asks again by itself; see `unchanged`."""
        return self.show(template, problem, **asks_again(self.here.request, self.stage.tournament), **more)

    def unchanged(self) -> HttpResponse | None:
        """The answer to a page that asks again while nothing is new."""
        return still_the_same(self.here.request, self.stage.tournament)


def at_stage(request: AuthedRequest, stage_id: UUID) -> AtStage:
    """Raises Http404: there is none, or it is not theirs to see."""
    stage = get_object_or_404(Stage, pk=stage_id)
    here = at_tournament(request, stage.tournament_id)
    stage.tournament = here.tournament
    return AtStage(here, stage)
