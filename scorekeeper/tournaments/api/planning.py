"""Tournaments by programs: what there is, planning, changing, calling off; their stages."""

from typing import Annotated, Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

import games
from scorekeeper.clubs.models import Membership
from scorekeeper.common.acts import Asked, OneOf
from scorekeeper.common.api import READ_REFUSALS, REFUSALS, Act, Again, key_of
from scorekeeper.common.errors import require
from scorekeeper.tournaments.api.here import CONDITIONAL, KEY, AtStage, AtTournament, TournamentView, fields
from scorekeeper.tournaments.api.plan_bodies import ListedBody, TournamentBody, TournamentPageBody, tournament_now
from scorekeeper.tournaments.api.plan_requests import (
    OF_RULES,
    ChangeRequest,
    LengthsRequest,
    PlanRequest,
    StageRequest,
    plan_in,
    rules_in,
    stage_in,
)
from scorekeeper.tournaments.models import Stage, Tournament
from scorekeeper.tournaments.planning.records import HeldFrom, PlanSeen
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.selectors.fitting import usual_of
from scorekeeper.tournaments.services.holding_back import hold_back, release
from scorekeeper.tournaments.services.planning import Wanted, call_off, change_tournament, plan_again, plan_tournament
from scorekeeper.tournaments.services.reopening import reopen_tournament
from scorekeeper.tournaments.services.stages import add_stage, change_lengths, change_stage, remove_stage

A_PAGE = 50
MADE = {
    201: TournamentBody,
    200: OpenApiResponse(TournamentBody, description="Done before under this key."),
    **REFUSALS,
}
NAMES = {"day": "starts_at"}
IN_PLAN = {"format": "plan.kind", **{name: f"plan.{name}" for name in ("size", "style", "seats", "ties")}}


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


class PlanningView(TournamentView):
    """What the views of the plan share."""

    def as_it_is(self, request: Request, tournament: UUID, here: Membership) -> Response:
        """The tournament after what was done."""
        return Response(tournament_now(tournament, self.user(request), here.role).model_dump())

    def made(self, request: Request, tournament: UUID, here: Membership, *, is_new: bool) -> Response:
        """The tournament after something was made, or had been made under this key before."""
        body = tournament_now(tournament, self.user(request), here.role).model_dump()
        return Response(body, status=201) if is_new else Again(body)


class TournamentPlan(PlanningView):
    """A new tournament."""

    @extend_schema(operation_id="tournament_plan", parameters=[KEY], request=PlanRequest, responses=MADE)
    def post(self, request: Request, club: UUID) -> Response:
        """Plan a tournament.

        A director plans a tournament with its first stage.
        """
        here = self.here(request, club)
        require(can_plan(here.role))
        sent = self.body(PlanRequest, request)
        game = games.all_games().get(sent["game"])
        plan = plan_in(sent.pop("plan")) if "plan" in sent else None
        rules = rules_in(sent["game"], sent)
        wanted = Wanted(**{**_apart_from_rules(sent), **rules}, key=key_of(request))
        usual = usual_of(game, wanted.of) if game else None
        by, now = self.user(request), timezone.now()
        with fields({**NAMES, **IN_PLAN}):
            made = plan_tournament(club=here.club, by=by, wanted=wanted, now=now, plan=plan, format_=usual)
        return self.made(request, made.pk, here, is_new=made.made_at == now)


class TournamentDetail(PlanningView):
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


class TournamentChange(PlanningView):
    """What is planned otherwise."""

    rights = {"POST": can_plan}

    @extend_schema(operation_id="tournament_change", request=ChangeRequest, responses={200: TournamentBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Change the plan of a tournament.

        A director changes what was planned. Fields that are not sent stay as they are.
        """
        found, here = self.tournament(request, tournament)
        sent = self.body(ChangeRequest, request)
        version = sent.pop("version")
        wanted = Wanted(**{**_as_planned(found), **_changed(found, sent)})
        with fields(NAMES):
            change_tournament(
                tournament_id=tournament, by=self.user(request), wanted=wanted, version=version, now=timezone.now()
            )
        return self.as_it_is(request, tournament, here)


class TournamentStages(PlanningView):
    """One more stage."""

    @extend_schema(operation_id="stage_add", parameters=[KEY], request=StageRequest, responses=MADE)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Add a stage.

        A director adds a stage after the others.
        """
        _found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        sent = self.body(StageRequest, request)
        wanted, version, key = stage_in(sent), sent["version"], key_of(request)
        was_there = Stage.objects.filter(tournament=tournament, key=key).exists()
        with fields(IN_PLAN):
            add_stage(
                tournament_id=tournament,
                by=self.user(request),
                wanted=wanted,
                version=version,
                now=timezone.now(),
                key=key,
            )
        return self.made(request, tournament, here, is_new=not was_there)


class StageChange(PlanningView):
    """A stage played otherwise."""

    @extend_schema(operation_id="stage_change", request=StageRequest, responses={200: TournamentBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Change the plan of a stage.

        A director changes how a stage is played while none of its rounds is drawn.
        """
        found, here = self.stage(request, stage)
        require(can_plan(here.role))
        sent = self.body(StageRequest, request)
        wanted, version = stage_in(sent), sent["version"]
        with fields(IN_PLAN):
            change_stage(stage_id=stage, by=self.user(request), wanted=wanted, version=version, now=timezone.now())
        return self.as_it_is(request, found.tournament_id, here)


class StageLengths(PlanningView):
    """The lengths of rounds that are not drawn yet."""

    @extend_schema(operation_id="stage_lengths", request=LengthsRequest, responses={200: TournamentBody, **REFUSALS})
    def post(self, request: Request, stage: UUID) -> Response:
        """Change the lengths of rounds.

        A director changes how many hands rounds last that are not drawn yet, also while the stage is played.
        """
        found, here = self.stage(request, stage)
        require(can_plan(here.role))
        sent, by, now = self.body(LengthsRequest, request), self.user(request), timezone.now()
        change_lengths(stage_id=stage, by=by, lengths=sent["lengths"], version=sent["version"], now=now)
        return self.as_it_is(request, found.tournament_id, here)


class PlannedTournament(AtTournament):
    """Acts after which a tournament is shown."""

    def shown(self, _done: object) -> TournamentBody:
        return tournament_now(self.found.pk, self.user(self.request), self.role)


class PlannedStage(AtStage):
    """Acts on a stage after which its tournament is shown."""

    def shown(self, _done: object) -> TournamentBody:
        return tournament_now(self.found.tournament_id, self.user(self.request), self.role)


def _as_planned(found: Tournament) -> dict[str, Any]:
    """What was said of it so far."""
    kept = ("name", "starts_at", "game", "rules", "rules_name", "of", "team_size", "venue", "note", "most", "signs_up")
    said = {name: getattr(found, name) for name in (*kept, "rules_version", "held_from")}
    return {**said, "house_version": found.house_version_id}


def _changed(found: Tournament, sent: dict[str, Any]) -> dict[str, Any]:
    """What was sent; rules take the place of all that there were."""
    rules = rules_in(found.game, sent) if any(name in sent for name in OF_RULES) else {}
    return {**_apart_from_rules(sent), **rules}


def _apart_from_rules(sent: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in sent.items() if name not in OF_RULES}


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
