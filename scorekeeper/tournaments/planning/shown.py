"""Tournaments and stages as the API says them, and the plans of stages in its document: each format says its own JSON
schema, every field what it means."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Prefetch
from pydantic import Field, WithJsonSchema

from games.core.record import dump
from scorekeeper.accounts.models import User
from scorekeeper.common.acts import COMPONENT, Answer, OneOf
from scorekeeper.play.schema import REFERENCE, kind_required, union, untitled
from scorekeeper.tournaments.ending.reads import held_back
from scorekeeper.tournaments.entries.reads import entry_counts, mine
from scorekeeper.tournaments.formats.plan import plans
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.planning.records import PLAN
from scorekeeper.tournaments.planning.services import is_called_off
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.rounds.results import unit_of
from scorekeeper.tournaments.words import plan_words, stage_title

Plan = Annotated[Any, WithJsonSchema({COMPONENT: PLAN})]
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
    components[PLAN] = {
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
