"""House rules of a club: what is asked of them, and how programs are shown them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.play.records import GameRules

Note = Annotated[str, Field(description="Why; every member can read it. At most 200 characters.")]


class WrittenRules(Asked):
    """House rules of a game, to be written down."""

    game: Annotated[str, Field(max_length=20)]
    name: str
    rules: GameRules
    note: Note = ""


class ChangedRules(Asked):
    """Another version of house rules."""

    rules: GameRules
    note: Note = ""
    seen: Annotated[
        int, Field(ge=0, description="The number of the version in force that this one was made from, from 1.")
    ]


class RulesVersionBody(Answer):
    """House rules as they said from some time on; the first of them is in force."""

    id: UUID
    number: int = Field(description="From 1.")
    rules: GameRules
    note: str
    at: datetime
    by: str


class RulesInForceBody(Answer):
    """House rules of a club, as they say now."""

    id: UUID
    game: str
    name: str
    is_default: bool = Field(description="New tables of the game are offered these first.")
    retired_at: datetime | None = Field(description="Since when they are not offered any more.")
    number: int = Field(description="Of the version in force, from 1.")


class RulesHistoryBody(RulesInForceBody):
    """House rules of a club with all their versions, the newest first."""

    versions: list[RulesVersionBody]


class RulesListBody(Answer):
    """The house rules of a club."""

    house_rules: list[RulesInForceBody] = Field(description="By game and name, those in use first.")
