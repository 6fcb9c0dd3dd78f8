"""Opening a table: what is agreed before the first deal."""

from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from scorekeeper.common.acts import Asked, wrong
from scorekeeper.play.records import ELSEWHERE, ONE_OF_BOTH, GameRules, PersonName


class TableSeat(Asked):
    """A player of the club, or the name of a guest to be made."""

    player: UUID | None = None
    name: PersonName | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "TableSeat":
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
