"""Tournaments by programs: what there is, planning, changing, calling off; their stages, and the plans of these in the
document of the API: each format says its own JSON schema, every field what it means."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.db.models import Prefetch, Q
from drf_spectacular.utils import extend_schema
from pydantic import Field, WithJsonSchema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.record import dump
from scorekeeper.accounts.models import User
from scorekeeper.common.acts import COMPONENT, Answer, Asked, OneOf
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.play.schema import REFERENCE, kind_required, union, untitled
from scorekeeper.tournaments.api import CONDITIONAL, AtStage, AtTournament, TournamentView
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.ending.services import hold_back, release, reopen_tournament
from scorekeeper.tournaments.entries.reads import entry_counts, mine
from scorekeeper.tournaments.formats.plan import plans
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.planning import records
from scorekeeper.tournaments.planning.services import (
    add_stage,
    call_off,
    change_lengths,
    change_stage,
    change_tournament,
    is_called_off,
    plan_again,
    plan_tournament,
    remove_stage,
)
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.records import WithReason
from scorekeeper.tournaments.rounds.results import unit_of
from scorekeeper.tournaments.words import plan_words, stage_title

Plan = Annotated[Any, WithJsonSchema({COMPONENT: records.PLAN})]
"""How a stage is played; `kind` says in which format."""
Rules = Annotated[Any, WithJsonSchema({COMPONENT: "GameRules"})]
"""The rules of a table as its game defines them."""


def add_plans(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put the plan of every format among the components, and `StagePlan` as any of them, told apart by `kind`."""
    components = result["components"]["schemas"]
    for plan in plans().values():
        schema = untitled(plan.model_json_schema(ref_template=REFERENCE))
        components.update(schema.pop("$defs", {}))
        # What else is left out is as usual in the format.
        components[plan.__name__] = {**kind_required(schema), "required": ["kind"]}
    components[records.PLAN] = {
        **union("oneOf", (plan.__name__ for plan in plans().values())),
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: REFERENCE.format(model=plan.__name__) for kind, plan in plans().items()},
        },
        "description": "How a stage is played; `kind` names its format.",
    }
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


class ListedBody(Answer):
    """A tournament as a list shows it."""

    id: UUID
    name: str
    game: str
    entered_by: Annotated[str, OneOf(Tournament.Of.values)] = Field(
        validation_alias="of", serialization_alias="of", description="Who enters."
    )
    starts_at: datetime
    venue: str
    state: Annotated[str, OneOf(Tournament.State.values)]


class TournamentPageBody(Answer):
    """A page of tournaments, the one that begins last first."""

    tournaments: list[ListedBody]
    older: str = Field(description="Send it as `before` for the next page; empty at the end.")


class RoundRefBody(Answer):
    """A round of a stage; only the desk is told of a draft."""

    id: UUID
    number: int
    state: Annotated[str, OneOf(Round.State.values)]


class StageBody(Answer):
    """A stage and how it is played."""

    id: UUID
    number: int
    name: str
    title: str = Field(description="The name, or the format in words.")
    state: Annotated[str, OneOf(Tournament.State.values)]
    plan: Plan
    told: list[str] = Field(description="The plan in sentences.")
    seed: str = Field(description="A whole number of up to 62 bits.")
    rounds: list[RoundRefBody]


class EntryCountsBody(Answer):
    """How many entrants there are."""

    entered: int = Field(description="Who take part, those who are here among them.")
    here: int
    waiting: int


class TournamentBody(ListedBody):
    """A tournament with its stages."""

    club: UUID
    rules: Rules = Field(description="What every table is opened with.")
    rules_name: str
    house_version: UUID | None = Field(description="The house rules that they are a copy of.")
    team_size: int = Field(description="How many an entrant has.")
    note: str
    most: int = Field(description="Entrants there is room for; more wait.")
    signs_up: bool = Field(description="Members enter by themselves.")
    rules_version: int = Field(description="The year whose tie-breaks count.")
    held_from: int | None = Field(
        description="From this round on, counted over all stages, the standing is held back; null: never."
    )
    is_held_back: bool = Field(description="Only the desk reads standing and places now.")
    is_called_off: bool
    ended_at: datetime | None
    version: int = Field(description="Send it with whatever changes the plan.")
    unit: str = Field(description="What results are counted in; empty for points.")
    decimals: int = Field(description="2: results are hundredths of the unit.")
    prizes: UUID | None = Field(
        description="What its prizes go by, as that of a season; null while they are not opened."
    )
    entrants: EntryCountsBody
    mine: UUID | None = Field(description="The entrant that you play for.")
    stages: list[StageBody]


def tournament_now(tournament_id: UUID, user: User, role: str | None) -> TournamentBody:
    """A tournament as it stands, for a reader of this role."""
    found = Tournament.objects.select_related("club").get(pk=tournament_id)
    unit, own = unit_of(found), mine(found, user)
    rounds = Round.objects.order_by("number")
    if not can_desk(role):
        rounds = rounds.exclude(state=Round.State.DRAFT)
    stages = found.stages.prefetch_related(Prefetch("rounds", queryset=rounds))
    facts = {
        **dict(ListedBody.of(found)),
        "club": found.club_id,
        "rules": found.rules,
        "rules_name": found.rules_name,
        "house_version": found.house_version_id,
        "team_size": found.team_size,
        "note": found.note,
        "most": found.most,
        "signs_up": found.signs_up,
        "rules_version": found.rules_version,
        "held_from": found.held_from,
        "is_held_back": held_back(found) is not None,
        "is_called_off": is_called_off(found),
        "ended_at": found.ended_at,
        "version": found.version,
        "unit": unit.unit,
        "decimals": unit.decimals,
        "prizes": found.competition_id,
        "entrants": entry_counts(found),
        "mine": own.pk if own else None,
        "stages": [_stage(stage, before) for stage, before in zip(stages, [None, *stages], strict=False)],
    }
    return TournamentBody.model_validate(facts)


def _stage(stage: Stage, before: Stage | None) -> dict[str, Any]:
    game, version = stage.tournament.plays, stage.tournament.rules_version
    return {
        "id": stage.pk,
        "number": stage.number,
        "name": stage.name,
        "title": stage_title(stage),
        "state": stage.state,
        "plan": dump(stage.typed_plan),
        "told": plan_words(stage.typed_plan, stage.number, game, version, before.typed_plan if before else None),
        "seed": str(stage.seed),
        "rounds": [{"id": round_.pk, "number": round_.number, "state": round_.state} for round_ in stage.rounds.all()],
    }


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
    asks=records.TournamentPlan,
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
    asks=records.TournamentChange,
    does=change_tournament,
    gives=TournamentBody,
).at(PlannedTournament, rights={"POST": can_plan})
stage_add = Act(
    operation="stage_add",
    summary="Add a stage",
    about="A director adds a stage after the others.",
    asks=records.StageDetails,
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
    asks=records.StageDetails,
    does=change_stage,
    gives=TournamentBody,
).at(PlannedStage, rights={"POST": can_plan})
stage_lengths = Act(
    operation="stage_lengths",
    summary="Change the lengths of rounds",
    about="A director changes how many hands rounds last that are not drawn yet, also while the stage is played.",
    asks=records.RoundLengths,
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
    asks=records.HeldFrom,
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
    asks=records.PlanSeen,
    does=remove_stage,
    gives=TournamentBody,
).at(PlannedStage, rights={"POST": can_plan})
