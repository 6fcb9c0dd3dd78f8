"""The plan of a tournament: what is said of it and of its stages, and when its standing is held back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import to_json

from games.core.values import MOST_HANDS
from scorekeeper.common.acts import COMPONENT, Asked, OneOf, Refusal, among, wrong
from scorekeeper.common.names import LONGEST
from scorekeeper.play.offers import MOST_LENGTHS
from scorekeeper.play.records import GameRules
from scorekeeper.tournaments.formats.plan import StagePlan, plans
from scorekeeper.tournaments.models import MOST_ENTRANTS, MOST_IN_A_TEAM, RULES_VERSIONS, Tournament
from scorekeeper.tournaments.records import MOST_VERSION, NAME_TOO_LONG, Name

MOST_ROUNDS: Final = 999
LONGEST_NOTE: Final = 500
NO_ROUND: Final = gettext_noop("Choose a number from 1 to {most}.")
NO_FORMAT: Final = gettext_noop("There is no such format.")
TEAM_SIZE: Final = gettext_noop("A team has 2 to {most} players.")
PLAN: Final = "StagePlan"
"""The component of the document that is the plan of any format."""


def _plan_in(sent: object) -> StagePlan:
    """The plan of the format that `kind` names. Raises Refused `kind_unknown`, `required`, `invalid`, `invalid_choice`,
    `min_value`, `max_value`, `max_length`, `min_length`, `not_a_list`, `null`, `field_unknown`, `blank`."""
    if isinstance(sent, StagePlan):
        return sent
    kind = sent.get("kind") if isinstance(sent, Mapping) else None
    if not isinstance(kind, str) or kind not in plans():
        raise wrong("kind_unknown", NO_FORMAT, "kind")
    return plans()[kind].model_validate_json(to_json(sent))


Plan = Annotated[Any, PlainValidator(_plan_in), WithJsonSchema({COMPONENT: PLAN})]
"""How a stage is played, a `StagePlan`; `kind` says in which format."""
RulesVersion = Annotated[int, among(*RULES_VERSIONS), WithJsonSchema({"type": "integer", "enum": list(RULES_VERSIONS)})]
Title = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST),
    Refusal("name_missing", gettext_noop("Type a name."), of="string_too_short"),
    Refusal("name_too_long", NAME_TOO_LONG, of="string_too_long"),
]
Round = Annotated[int, Field(ge=1, le=MOST_ROUNDS), Refusal("round_unknown", NO_ROUND, most=MOST_ROUNDS)]


class PlanSeen(Asked):
    """The plan that was read."""

    version: int = Field(ge=1, le=MOST_VERSION, description="The one that was read.")


class HeldFrom(Asked):
    """From when on the standing is held back."""

    since: Round | None = Field(
        default=None, description="The round, counted over all stages; not said: the newest one that was opened."
    )


class TournamentDetails(Asked):
    """What can be said of a tournament. What is left out is as usual, or stays as it was."""

    venue: Name | None = None
    note: (
        Annotated[
            str,
            Field(max_length=LONGEST_NOTE),
            Refusal("note_too_long", gettext_noop("At most {most} characters, please.")),
        ]
        | None
    ) = None
    of: (
        Annotated[str, OneOf(Tournament.Of.values), Refusal("of_unknown", gettext_noop("Choose who can enter."))] | None
    ) = Field(default=None, description="Who enters.")
    team_size: (
        Annotated[int, Field(ge=1, le=MOST_IN_A_TEAM), Refusal("team_size_unknown", TEAM_SIZE, most=MOST_IN_A_TEAM)]
        | None
    ) = Field(default=None, description="Of teams only.")
    most: (
        Annotated[
            int,
            Field(ge=2, le=MOST_ENTRANTS),
            Refusal("most_out_of_range", gettext_noop("Choose a number from 2 to {most}."), most=MOST_ENTRANTS),
        ]
        | None
    ) = Field(default=None, description="Entrants there is room for; more wait.")
    signs_up: bool | None = Field(default=None, description="Members enter by themselves.")
    rules_version: RulesVersion | None = Field(
        default=None, description="The year whose tie-breaks count in matches, until it begins."
    )
    held_from: Round | None = Field(
        default=None,
        description="From this round on, counted over all stages, only the desk reads the standing; null: never.",
    )
    preset: Annotated[str, Field(max_length=40)] | None = Field(
        default=None, description="Rules by name; `rules` come on top."
    )
    house_version: UUID | None = Field(
        default=None, description="House rules: their `version` in the club; `rules` add what a table agrees on."
    )
    rules: GameRules | None = None
    rules_name: Annotated[str, Field(max_length=LONGEST)] | None = Field(
        default=None, description="What the rules are called."
    )

    @property
    def has_rules(self) -> bool:
        """Whether anything is said of the rules: it takes the place of all that there were."""
        return any(value is not None for value in (self.preset, self.house_version, self.rules, self.rules_name))


class TournamentPlan(TournamentDetails):
    """A new tournament with its first stage."""

    name: Title
    game: Annotated[str, Field(max_length=20)]
    starts_at: datetime = Field(description="With its offset, or in the club’s time.")
    format: Annotated[str, OneOf([*plans()])] | None = Field(
        default=None, description="In which format the first stage is played as is usual, where `plan` does not say it."
    )
    plan: Plan | None = Field(
        default=None, description="Of the first stage; not said: as is usual in the format, or in the game."
    )


class TournamentChange(TournamentDetails, PlanSeen):
    """What is to be otherwise; what is not sent stays."""

    name: Title | None = None
    starts_at: datetime | None = Field(default=None, description="With its offset, or in the club’s time.")


class StageDetails(PlanSeen):
    """A stage as it should be."""

    name: Name = ""
    plan: Plan


class RoundLengths(PlanSeen):
    """How long the rounds of a stage are."""

    lengths: Annotated[
        tuple[Annotated[int, Field(ge=1, le=MOST_HANDS)] | None, ...],
        Field(
            max_length=MOST_LENGTHS,
            description="As `lengths` of a plan: the hands of each round at a full table, in their order; the last one "
            "holds for all rounds after it. null: as many as the rules say. Those of rounds that are drawn stay.",
        ),
        Refusal("too_many", gettext_noop("At most {most} rounds, please.")),
    ]
