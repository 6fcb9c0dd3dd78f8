"""Evenings and their games: what is asked of them, and how programs are shown them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, WithJsonSchema

from scorekeeper.common.acts import COMPONENT, Answer, Asked
from scorekeeper.leagues.models import Evening

LONGEST_SLUG: Final = 40
Rules = Annotated[Mapping[str, Any], WithJsonSchema({COMPONENT: "GameRules"})]
"""Rules of a game; one that is left out is as the preset, the house rules or the game have it."""


STATES: Final = Evening.State.values
State = Literal["planned", "open", "closed"]


class GamePlan(Asked):
    """What is said of a game beforehand."""

    game: str
    preset: Annotated[str, Field(max_length=LONGEST_SLUG, description="Rules by name; `rules` come on top.")] = ""
    rules: Rules = {}
    rules_name: Annotated[str, Field(description="What the rules are called; left out: as the preset is.")] = ""
    size: int = Field(description="How many should sit at a table.")
    house_version: UUID | None = Field(
        default=None, description="House rules: their `version` in the club; `rules` add what a table agrees on."
    )
    lengths: Annotated[
        Sequence[int | None],
        Field(
            description="The hands of each round at a full table; the last number holds for all rounds after it. "
            "Null: as many as the rules say."
        ),
    ] = ()


class AddedGame(GamePlan):
    """One more game of an evening, and the seasons that the evening then counts for too."""

    seasons: Sequence[UUID] = ()


class EveningDetails(Asked):
    """What is said of an evening beforehand, whatever is played."""

    name: str
    starts_at: Annotated[AwareDatetime, Field(description="With its offset.")]
    venue: str = ""
    seasons: Annotated[Sequence[UUID], Field(description="Those that its sheets count for.")] = ()
    fee: Annotated[int, Field(description="What each who comes pays, in hundredths of `unit`.")] = 0
    unit: Annotated[str, Field(description="What fees and lost-game money are counted in.")] = ""


class EveningPlan(EveningDetails, GamePlan):
    """An evening with its first game."""


class EveningsAsked(Asked):
    """Which page of the evenings."""

    before: UUID | None = Field(default=None, description="`older` of the page before.")


class EveningBody(Answer):
    """An evening in a list."""

    id: UUID
    name: str
    state: State
    starts_at: datetime
    venue: str
    games: list[str] = Field(description="By their names, in their order.")


class EveningsBody(Answer):
    """A page of evenings: those that are open or planned, the next one first; and those that are over, the newest
    first."""

    coming: list[EveningBody] = Field(description="On the first page only.")
    over: list[EveningBody]
    older: UUID | None = Field(description="Send it as `before` for the next page.")


class EveningGameBody(Answer):
    """A game of an evening."""

    id: UUID
    game: str
    rules: Rules
    rules_name: str
    house_version: UUID | None = Field(validation_alias="house_version_id")
    size: int = Field(description="How many should sit at a table.")
    lengths: list[int | None]


class EveningDetailBody(Answer):
    """An evening as it stands."""

    id: UUID
    club: UUID
    name: str
    state: State
    starts_at: datetime
    venue: str
    fee: int = Field(description="In hundredths of `unit`.")
    unit: str
    games: list[EveningGameBody]
    seasons: list[UUID]
    opened_at: datetime | None
    closed_at: datetime | None
    match_day: UUID | None = Field(description="The match day of a team league that it is.")
    next: UUID | None = Field(description="The evening that was planned after it.")
    problems: list[str] = Field(description="Why tables can’t be opened as it was planned, in sentences.")


class EveningTableBody(Answer):
    """A table of an evening."""

    sitting: UUID
    name: str
    number: int
    phase: str = Field(description="`playing`, `unsigned`, `to_be_accepted` or `closed`.")
    unsigned: list[str] = Field(description="Who has not signed a list that is over, by name.")


class EveningRoundBody(Answer):
    """The tables that were opened by one draw of a game, and who sat out."""

    game: UUID
    number: int
    tables: list[EveningTableBody]
    out: list[str]


class EveningTablesBody(Answer):
    """The rounds of an evening, game by game, the newest first."""

    rounds: list[EveningRoundBody]
