"""Tournaments by programs: what there is, planning, changing, calling off; their stages."""

from typing import Annotated, Any, Final
from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.acts import Asked, OneOf
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.tournaments.api import CONDITIONAL, AtStage, AtTournament, TournamentView
from scorekeeper.tournaments.ending.services import hold_back, release, reopen_tournament
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.records import (
    HeldFrom,
    PlanSeen,
    RoundLengths,
    StageDetails,
    TournamentChange,
    TournamentPlan,
)
from scorekeeper.tournaments.planning.services import (
    add_stage,
    call_off,
    change_lengths,
    change_stage,
    change_tournament,
    plan_again,
    plan_tournament,
    remove_stage,
)
from scorekeeper.tournaments.planning.shown import ListedBody, TournamentBody, TournamentPageBody, tournament_now
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import WithReason

A_PAGE = 50
AGAIN: Final = "Done before under this key."


class TournamentsAsked(Asked):
    """Which tournaments of a club."""

    before: UUID | None = Field(default=None, description="`older` of the page before.")
    state: Annotated[str, OneOf(Tournament.State.values)] | None = Field(
        default=None, description="Only those that are so."
    )


class ClubTournaments(TournamentView):
    """The tournaments of a club."""

    in_address = TournamentsAsked

    @extend_schema(
        operation_id="tournaments",
        responses={200: TournamentPageBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List the tournaments of a club.

        Lists the tournaments of a club to which the caller belongs, page by page; the tournament that begins last comes
        first.
        """
        here = self.here(request, club)
        found = Tournament.objects.filter(club=here.club).order_by("-starts_at", "-pk")
        if self.asked.state:
            found = found.filter(state=self.asked.state)
        if self.asked.before and (last := Tournament.objects.filter(club=here.club, pk=self.asked.before).first()):
            found = found.filter(Q(starts_at__lt=last.starts_at) | Q(starts_at=last.starts_at, pk__lt=last.pk))
        rows = list(found[: A_PAGE + 1])
        shown = rows[:A_PAGE]
        older = str(shown[-1].pk) if len(rows) > A_PAGE else ""
        listed = [ListedBody.of(tournament) for tournament in shown]
        return Response(TournamentPageBody(tournaments=listed, older=older).model_dump())


class TournamentDetail(TournamentView):
    """One tournament."""

    shown_while_held = True

    @extend_schema(operation_id="tournament", responses={200: TournamentBody, **CONDITIONAL})
    def get(self, request: Request, tournament: UUID) -> Any:
        """Read a tournament.

        Reads a tournament with its stages and rounds, for members of its club. Send the ETag back to learn whether
        anything has changed.
        """
        _found, here = self.tournament(request, tournament)
        return self.told(request, tournament_now(tournament, self.user(request), here.role).model_dump())


class PlannedInClub(TournamentView):
    """Acts in a club after which a tournament of it is shown."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        return {"club": self.here(request, club).club, "by": self.user(request)}

    def shown(self, made: Tournament) -> TournamentBody:
        return tournament_now(made.pk, self.user(self.request), self.role)


class PlannedTournament(AtTournament):
    """Acts after which a tournament is shown."""

    def shown(self, _done: object) -> TournamentBody:
        return tournament_now(self.found.pk, self.user(self.request), self.role)


class PlannedStage(AtStage):
    """Acts on a stage after which its tournament is shown."""

    def shown(self, _done: object) -> TournamentBody:
        return tournament_now(self.found.tournament_id, self.user(self.request), self.role)


tournament_plan = Act(
    operation="tournament_plan",
    summary="Plan a tournament",
    about="A director plans a tournament with its first stage.",
    asks=TournamentPlan,
    does=plan_tournament,
    gives=TournamentBody,
    status=201,
    is_keyed=True,
    may_repeat=AGAIN,
).at(PlannedInClub, rights={"POST": can_plan})
tournament_change = Act(
    operation="tournament_change",
    summary="Change the plan of a tournament",
    about="A director changes what was planned. Fields that are not sent stay as they are.",
    asks=TournamentChange,
    does=change_tournament,
    gives=TournamentBody,
).at(PlannedTournament, rights={"POST": can_plan})
stage_add = Act(
    operation="stage_add",
    summary="Add a stage",
    about="A director adds a stage after the others.",
    asks=StageDetails,
    does=add_stage,
    gives=TournamentBody,
    status=201,
    is_keyed=True,
    may_repeat=AGAIN,
).at(PlannedTournament, rights={"POST": can_plan})
stage_change = Act(
    operation="stage_change",
    summary="Change the plan of a stage",
    about="A director changes how a stage is played while none of its rounds is drawn.",
    asks=StageDetails,
    does=change_stage,
    gives=TournamentBody,
).at(PlannedStage, rights={"POST": can_plan})
stage_lengths = Act(
    operation="stage_lengths",
    summary="Change the lengths of rounds",
    about="A director changes how many hands rounds last that are not drawn yet, also while the stage is played.",
    asks=RoundLengths,
    does=change_lengths,
    gives=TournamentBody,
).at(PlannedStage, rights={"POST": can_plan})
tournament_call_off = Act(
    operation="tournament_call_off",
    summary="Call off a tournament",
    about="A director calls off a tournament that has not begun. A repeated call changes nothing.",
    does=call_off,
    gives=TournamentBody,
).at(PlannedTournament)
tournament_plan_again = Act(
    operation="tournament_plan_again",
    summary="Reinstate a tournament that was called off",
    about="A director reinstates a tournament that was called off.",
    does=plan_again,
    gives=TournamentBody,
).at(PlannedTournament)
tournament_reopen = Act(
    operation="tournament_reopen",
    summary="Reopen a tournament",
    about="A director lets an ended tournament go on while its prizes are not awarded, and gives the reason; "
    "in a running "
    "tournament the stage that ended last is reopened while nothing is drawn in the stage after it.",
    asks=WithReason,
    does=reopen_tournament,
    gives=TournamentBody,
).at(PlannedTournament, rights={"POST": can_plan})
tournament_hold = Act(
    operation="tournament_hold",
    summary="Hold back the standing",
    about="Until it is released, only the desk reads the standing and the results from this round on; a "
    "director decides.",
    asks=HeldFrom,
    does=hold_back,
    gives=TournamentBody,
).at(PlannedTournament, rights={"POST": can_plan})
tournament_release = Act(
    operation="tournament_release",
    summary="Release the standing",
    about="A director lets everybody read the standing again.",
    does=release,
    gives=TournamentBody,
).at(PlannedTournament)
stage_remove = Act(
    operation="stage_remove",
    summary="Remove a stage",
    about="A director removes a stage while none of its rounds is drawn.",
    asks=PlanSeen,
    does=remove_stage,
    gives=TournamentBody,
).at(PlannedStage, rights={"POST": can_plan})
