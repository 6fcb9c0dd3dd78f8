"""Who sits where: what is asked of seats, and how programs are shown what saying who plays for a seat would change."""

from typing import Annotated
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, model_validator

from scorekeeper.common.acts import Answer, Asked, Refusal, wrong
from scorekeeper.play import records


class Dealer(Asked):
    """Who deals the next hand."""

    seat: records.SeatNumber


class SeatName(Asked):
    """What whoever sits there is called."""

    seat: records.SeatNumber
    name: str


class Naming(Asked):
    """The names of people at a table without a club, written down or put right."""

    names: Annotated[tuple[SeatName, ...], Field(max_length=12)]


class Latecomer(Asked):
    """Who comes late: a player of the club, or the name of a guest to be made."""

    player: UUID | None = None
    name: str = ""
    elsewhere: Annotated[bool, Field(description=records.ELSEWHERE)] = False


class Leaving(Asked):
    """Whose seat is left, and why."""

    seat: records.SeatNumber
    reason: records.Reason = ""


class Swap(Asked):
    """Two who sit, or sat from some hand on, in one another's seats."""

    seats: Annotated[
        tuple[records.SeatNumber, ...],
        Field(min_length=2, max_length=2),
        Refusal("seats_not_two", gettext_noop("Choose the two players who swap seats.")),
    ]
    number: Annotated[records.HandNumber, Field(description="From which hand on; without it the first.")] = 1
    reason: records.Reason
    preview: records.OnlySaid = False


class Substitution(Asked):
    """Who plays for a seat: a player of the club, or the name of a guest to be made; without either its holder plays
    again."""

    seat: records.SeatNumber
    player: UUID | None = None
    name: records.PersonName | None = None
    number: Annotated[records.HandNumber | None, Field(description="From which hand on; not said: the next one.")] = (
        None
    )
    reason: records.Reason = ""
    elsewhere: Annotated[bool, Field(description=records.ELSEWHERE)] = False
    preview: Annotated[bool, Field(description="Only say what would change.")] = False

    @model_validator(mode="after")
    def _one_of_both(self) -> "Substitution":
        """Raises Refused `seat_unclear`."""
        if self.player is not None and self.name is not None:
            raise wrong("seat_unclear", records.ONE_OF_BOTH)
        return self

    @property
    def is_back(self) -> bool:
        """Whether the holder plays again."""
        return self.player is None and self.name is None


class CardsBody(Answer):
    """Hands at which somebody else would have held the cards than is said now."""

    first: int
    last: int | None = Field(description="null: from the first on, to the end.")
    before: UUID = Field(validation_alias=AliasPath("before", "identity"))
    after: UUID | None = Field(validation_alias="after_id", description="null: the guest who would be made.")


class SubstitutionBody(records.ShiftBody):
    """What saying who plays for a seat would change: whose hands held the cards, and no total."""

    seat: int = Field(validation_alias=AliasPath("seat", "number"))
    holder: UUID = Field(
        validation_alias=AliasPath("seat", "player", "identity"), description="Whose the points are and stay."
    )
    name: str = Field(validation_alias=AliasPath("player", "name"), description="Who plays from that hand on.")
    number: int = Field(validation_alias="first", description="From which hand on.")
    elsewhere: UUID | None = Field(
        validation_alias="elsewhere_id", description="Another table, still played, at which they sit."
    )
    cards: tuple[CardsBody, ...]
