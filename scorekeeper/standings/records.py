"""What directors ask of a season."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field

from scorekeeper.common.acts import Answer, Asked, Refusal, wrong

MOST_POINTS: Final = 1_000_000_000
LONGEST_REASON: Final = 200  # characters
TOO_LONG: Final = gettext_noop("At most {most} characters, please.")
Reason = Annotated[str, Field(max_length=LONGEST_REASON), Refusal("reason_too_long", TOO_LONG)]


def _some(points: int) -> int:
    if not points:
        raise wrong("points_missing", gettext_noop("Say how many points."))
    return points


class SeasonBonus(Asked):
    """So many points more for somebody (or fewer: a penalty), and why."""

    player: UUID
    points: Annotated[
        int,
        Field(ge=-MOST_POINTS, le=MOST_POINTS, description="Less than 0: a penalty."),
        Refusal("points_too_many", gettext_noop("At most {most} points."), most=MOST_POINTS),
        AfterValidator(_some),
    ]
    reason: Annotated[Reason, Field(description="The club can read it.")]


class SeasonLot(Asked):
    """Among whom lots are drawn: exactly those who share a rank."""

    among: Annotated[tuple[UUID, ...], Field(max_length=1000)]


class SeasonReopening(Asked):
    """Why a season that has ended is opened again; the club can read it."""

    reason: Reason


class SeasonTakingBack(Asked):
    """Why something that was done to a season is taken back; the club can read it."""

    reason: Reason


class ClubSeasonBody(Answer):
    """A season of a club."""

    id: UUID = Field(validation_alias="pk")
    name: str
    game: str = Field(description="Its first game.")
    system: str
    created_at: datetime
    ended_at: datetime | None = Field(description="null: sheets can count for it.")


class SeasonActBody(Answer):
    """Something that was done to a season."""

    id: UUID = Field(validation_alias="pk")
    kind: str = Field(description="`bonus`, also of a penalty, or `lot`.")
    player: UUID | None = Field(validation_alias="player_id", description="Whose bonus it is.")
    points: int
    reason: str
    at: datetime
