"""A bracket, as the API says it: round by round, each match with its two sides."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf

MATCH_STATES: Final = ["waits", "open", "playing", "level", "played", "walkover", "bye", "none"]


class SideBody(Answer):
    """One side of a match."""

    entrant: UUID | None = Field(description="Null: not known yet, or nobody.")
    seed: int | None
    called: str = Field(description="The name, or where they come from while nobody is known.")
    comes: str = Field(description="Where they come from: `winner of W1.2`.")
    figure: str = Field(description="What they have won in it, as far as anybody knows.")
    has_won: bool


class BracketMatchBody(Answer):
    """A match of a bracket."""

    code: str = Field(description="W1.2, L3.1, GF1: upper and lower bracket, finals; P3 for third place.")
    title: str
    state: Annotated[str, OneOf(MATCH_STATES)] = Field(
        description="`open`: both are known, and no round has opened it; `level`: over without a winner; `walkover`: "
        "somebody had left; `none`: nobody comes."
    )
    words: str = Field(description="The state as a page says it.")
    round: UUID | None = Field(description="The round that has opened it.")
    table: UUID | None
    sides: list[SideBody]


class BracketRoundBody(Answer):
    """A round of a bracket."""

    part: Annotated[str, OneOf(["all", "upper", "lower", "finals"])] = Field(description="`all`: of one life.")
    name: str = Field(description="What the codes of its matches begin with.")
    title: str
    is_over: bool
    matches: list[BracketMatchBody]
