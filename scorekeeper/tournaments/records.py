"""What the acts of tournaments ask alike, and what programs are shown in several places."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator

from scorekeeper.common.acts import Answer, Asked, OneOf, Refusal, wrong
from scorekeeper.common.names import LONGEST
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.models import ASKED, DeskAct, Entrant, PairRule, Round, Tournament

LONGEST_REASON: Final = 200
MOST_VERSION: Final = 2**31 - 1
STATES: Final = Tournament.State.values  # and those of stages
ROUND_STATES: Final = Round.State.values
ENTRANT_STATES: Final = Entrant.State.values
PAIR_KINDS: Final = PairRule.Kind.values
NAME_TOO_LONG: Final = gettext_noop("This name is too long: at most {most} characters.")
Name = Annotated[
    str,
    Field(max_length=LONGEST),
    Refusal("name_too_long", NAME_TOO_LONG),
]
Reason = Annotated[
    str,
    Field(max_length=LONGEST_REASON),
    Refusal("reason_long", gettext_noop("At most {most} characters, please.")),
]


class WithReason(Asked):
    """Why; everybody at the table can read it."""

    reason: Reason


class PersonAsked(Asked):
    """A player of the club, or the name of a guest to be made."""

    player: UUID | None = None
    name: Name | None = None

    @model_validator(mode="after")
    def _either(self) -> "PersonAsked":
        """Raises Refused `seat_unclear`."""
        if (self.player is None) == (self.name is None):
            raise wrong("seat_unclear", gettext_noop("Give either `player` or `name`."))
        return self

    @property
    def sitter(self) -> Sitter:
        """Who is meant."""
        return Sitter(self.player, self.name or "")


class PersonBody(Answer):
    """A player of the club."""

    player: UUID = Field(validation_alias="pk")
    name: str


class DeskActBody(Answer):
    """Something that was done at the desk."""

    id: UUID
    kind: Annotated[str, OneOf(DeskAct.Kind.values)]
    at: datetime
    by: str = Field(description="Empty: by the code at the door.")
    entrant: UUID | None
    player: UUID | None
    stage: UUID | None
    round: UUID | None
    table: UUID | None
    points: int = Field(description="Of a result, a penalty or a bonus; of time, seconds.")
    reason: str
    detail: Any = Field(description="What else: the round, the seeds, a lot with its order.")
    takes_back: UUID | None = Field(description="The act that it takes back.")
    taken_back_by: UUID | None

    @classmethod
    def of(cls, value: DeskAct) -> "DeskActBody":
        back: DeskAct | None = getattr(value, "taken_back_by", None)
        return cls(
            id=value.pk,
            kind=value.kind,
            at=value.at,
            by=value.by.name if value.by else "",
            entrant=value.entrant_id,
            player=value.player_id,
            stage=value.stage_id,
            round=value.round_id,
            table=value.table_id,
            points=value.points,
            reason=value.reason,
            detail={name: fact for name, fact in value.detail.items() if name != ASKED},
            takes_back=value.of_id,
            taken_back_by=back.pk if back else None,
        )
