"""Ratings: what is asked about them, and how programs are shown them."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked


class RatingsAsked(Asked):
    """Of which game ratings are wanted."""

    game: str = Field(default="", description="Empty: the one with the most of them.")


class RatingChoice(Asked):
    """Whether somebody is rated."""

    wants: bool


class RatingBody(Answer):
    """A row of the list."""

    rank: int = Field(description="Equal ones share a rank, the next one skips.")
    player: UUID
    name: str
    points: int
    sheets: int = Field(description="How many sheets it is made of.")
    is_new: bool = Field(description="There are too few of them for the figure to say much.")
    at: datetime = Field(description="When the last of them was closed.")


class RatingsBody(Answer):
    """The ratings of a club in a game, the best first."""

    games: list[str] = Field(description="In which somebody has a rating.")
    game: str = Field(description="Empty: there is none yet.")
    stale: bool = Field(description="Something is being worked out anew.")
    ratings: list[RatingBody]


class RatingStepBody(Answer):
    """What one sheet made of a rating."""

    sitting: UUID
    at: datetime | None = Field(description="When it was closed.")
    points: int
    by: int = Field(description="By how much it moved.")


class PlayerRatingBody(Answer):
    """Whether somebody is rated, and how the rating in a game came about."""

    player: UUID
    name: str
    rated: bool = Field(description="False: this person wants no rating.")
    games: list[str] = Field(description="In which sheets of theirs move ratings.")
    game: str = Field(description="Empty: there is none.")
    stale: bool = Field(description="Something is being worked out anew.")
    course: list[RatingStepBody] = Field(description="The newest 100 sheets, the oldest of them first.")
