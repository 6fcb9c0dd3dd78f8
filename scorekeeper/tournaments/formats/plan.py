"""What the plans of all formats share: plain values, kept by the database as JSON."""

from typing import Annotated, Final

from pydantic import Field

from games.core.record import Record

MOST_ROUNDS: Final = 60
MOST_TABLES: Final = 500

Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]


class Taken(Record):
    """Who comes into a stage from the one before it: of each of its groups the `best` so many, or all."""

    best: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="Of each group of the stage before it the best so many; null: everybody."
    )


class StagePlan(Record):
    """How a stage is played: `kind` names the format, `takes` says who comes into it from the stage before."""

    kind: str = Field(description="The format.")
    takes: Taken = Field(
        default=Taken(), description="Who comes into the stage from the one before it; the first takes everybody."
    )

    @property
    def in_groups(self) -> bool:
        """Whether its entrants are parted into several groups."""
        return False
