"""What the acts of a table ask alike, and how programs are shown what one of them would move."""

from typing import Annotated, Any, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field, WithJsonSchema, model_validator

from scorekeeper.common.acts import COMPONENT, Answer, Asked, Refusal, wrong

LONGEST_REASON: Final = 200  # characters
NOBODY_THERE: Final = gettext_noop("Nobody sits there.")
TOO_LONG: Final = gettext_noop("At most {most} characters, please.")
ONE_OF_BOTH: Final = gettext_noop("Give either `player` or `name`.")
ELSEWHERE: Final = (
    "Also who sits at another table that is still played; without it that is refused (`player_elsewhere`)."
)


def _written(record: object) -> object:
    """No record is no hand: only striking leaves none. Raises Refused `null`."""
    if record is None:
        raise wrong("null", gettext_noop("This field may not be null."))
    return record


SeatNumber = Annotated[int, Field(ge=0, le=11), Refusal("seat_unknown", NOBODY_THERE)]
HandNumber = Annotated[int, Field(ge=1, le=100_000)]
PersonName = Annotated[str, Field(max_length=80)]
Reason = Annotated[str, Field(max_length=LONGEST_REASON), Refusal("reason_too_long", TOO_LONG)]
OnlySaid = Annotated[bool, Field(description="Only say what would move.")]
HandRecord = Annotated[Any, AfterValidator(_written), WithJsonSchema({COMPONENT: "HandRecord"})]
"""A hand as seen at the table, read by the game of the sitting."""
GameRules = Annotated[dict[str, Any], WithJsonSchema({COMPONENT: "GameRules"})]
"""Rules as their game defines them; of what is asked, those that are set."""


class Empty(Asked):
    """Nothing more to say."""


class Reasoned(Asked):
    """Why; everybody at the table can read it."""

    reason: Reason


class PerhapsReasoned(Asked):
    """Why, if somebody likes to say it."""

    reason: Reason = ""


class PreviewedReason(Reasoned):
    """Why; with `preview`, what it would move is only said."""

    preview: OnlySaid = False


class SeatMoveBody(Answer):
    """A seat's total and rank before and after."""

    seat: int = Field(validation_alias=AliasPath("seat", "number"))
    total: tuple[int, ...] = Field(description="[before, after]")
    rank: tuple[int, ...] = Field(description="[before, after]")


class SeasonMoveBody(Answer):
    """A seat's points and rank in a season before and after; null after: not in its table any more."""

    season: UUID = Field(validation_alias=AliasPath("competition", "pk"))
    seat: int = Field(validation_alias=AliasPath("seat", "number"))
    points: tuple[int | None, ...] = Field(description="[before, after]")
    rank: tuple[int | None, ...] = Field(description="[before, after]")


class ShiftBody(Answer):
    """What an act would move, in the list and in the open seasons; nothing is written."""

    seats: tuple[SeatMoveBody, ...]
    seasons: tuple[SeasonMoveBody, ...]


class OfficialBody(Answer):
    """What would leave the official standings; nothing is written."""

    seasons: tuple[SeasonMoveBody, ...]


class Signing(Asked):
    """A seat agrees to the sheet whose newest hash is `head`."""

    seat: SeatNumber
    head: Annotated[str, Field(max_length=64)]


class TableSeat(Asked):
    """A player of the club, or the name of a guest to be made."""

    player: UUID | None = None
    name: PersonName | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "TableSeat":
        """Raises Refused `seat_unclear`."""
        if (self.player is None) == (self.name is None):
            raise wrong("seat_unclear", ONE_OF_BOTH)
        return self


class TableOpening(Asked):
    """What is agreed before the first deal; the first seat deals first."""

    game: Annotated[str, Field(max_length=20)]
    name: PersonName = ""
    preset: Annotated[str | None, Field(max_length=40, description="Rules by name; `rules` come on top.")] = None
    house_rules: UUID | None = Field(
        default=None, description="House rules of the club, as they say now; `rules` add what a table agrees on."
    )
    rules: GameRules | None = None
    rules_name: Annotated[str, Field(max_length=80, description="What the table calls its rules.")] = ""
    seats: tuple[TableSeat, ...]
    seasons: Annotated[tuple[UUID, ...], Field(max_length=10)] = ()
    elsewhere: Annotated[bool, Field(description=ELSEWHERE)] = False
