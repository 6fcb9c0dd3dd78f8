"""A knock-out at tables as it is played: what is asked, and how programs are shown it."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.common.errors import Refused
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.records import MOST_VERSION, Reason

MOST_NUMBER: Final = 10_000  # of a table or a seat
SEVERAL: Final = gettext_noop(
    "Several go out in one hand: send `stack` of each, the order of what they began it with. Equal ones share a place."
)
TableNumber = Annotated[int, Field(ge=1, le=MOST_NUMBER)]


class TablesSeen(Asked):
    """The tables that were read: nobody acts on others."""

    seen: int = Field(ge=1, le=MOST_VERSION, description="`revision` of the tables.")


class OneOut(Asked):
    """Who went out, and what they had when the hand began, as an order."""

    entrant: UUID
    stack: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = Field(
        default=None,
        description="More is placed higher, equal ones share the place; from 1. Of several who go out at once each "
        "needs it.",
    )


class WentOut(TablesSeen):
    """Who went out in one hand of a table."""

    table: Annotated[TableNumber, Field(description="Its number.")]
    out: Annotated[tuple[OneOut, ...], Field(max_length=MOST_ENTRANTS)]
    with_last: bool = Field(default=False, description="The same hand as who went out just before at another table.")

    @property
    def stacks(self) -> list[tuple[UUID, int]]:
        """Who went out with what. Raises Refused `stack_missing`: of several nobody knows who shares the place."""
        missing = [number for number, who in enumerate(self.out) if who.stack is None] if len(self.out) > 1 else []
        if missing:
            raise Refused([Problem("stack_missing", f"out.{number}.stack", Text(SEVERAL)) for number in missing])
        return [(who.entrant, who.stack or 1) for who in self.out]


class DealsNext(Asked):
    """Which seat deals next at a table."""

    table: TableNumber
    seat: int = Field(ge=0, le=MOST_NUMBER, description="From 0.")


class MovesAnnounced(TablesSeen):
    """Who deals next at the tables that are to be even."""

    dealers: Annotated[tuple[DealsNext, ...], Field(max_length=MOST_ENTRANTS)] = ()


class LateSeat(TablesSeen):
    """Somebody who comes late, or again."""

    entrant: UUID


class StepBack(TablesSeen):
    """A step that was wrong, and why."""

    step: int = Field(ge=1, le=MOST_VERSION)
    reason: Reason


class SeatedBody(Answer):
    """Who sits in a seat."""

    seat: int = Field(description="From 0.")
    entrant: UUID
    called: str


class KnockoutTableBody(Answer):
    """A table as it is now."""

    id: UUID
    number: int
    deals: int = Field(description="The seat that deals next, as far as anybody knows.")
    waits: bool = Field(description="It is too short to go on.")
    seats: list[SeatedBody]


class MoveBody(Answer):
    """Somebody who moves; seats from 0."""

    called: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    why: str


class IsOutBody(Answer):
    """Who is out, with the place."""

    entrant: UUID
    called: str
    first: int = Field(description="The place.")
    last: int = Field(description="The last one of those that share it.")
    has_left: bool = Field(description="Nobody knocked them out.")


class CanSitBody(Answer):
    """Who can still sit down."""

    entrant: UUID
    called: str


class StepBody(Answer):
    """Something that was said."""

    step: int
    kind: Annotated[str, OneOf(["out", "seated", "moved"])]
    names: str
    at: datetime
    is_open: bool = Field(description="It can be taken back: nothing was built on it.")


class KnockoutBody(Answer):
    """All tables of a knock-out as they are now."""

    revision: int = Field(description="Send it as `seen` with whatever is said.")
    left: int = Field(description="How many still play.")
    winner: str
    tables: list[KnockoutTableBody]
    due: list[MoveBody] = Field(description="Who has to move now.")
    ask: list[int] = Field(description="The tables of which these moves need to know who deals next.")
    latest: list[MoveBody] = Field(description="Who has moved last, while nothing else was said since.")
    out: list[IsOutBody] = Field(description="The best place first.")
    late: list[CanSitBody] = Field(description="Who have come late.")
    again: list[CanSitBody] = Field(description="Who went out.")
    steps: list[StepBody] = Field(description="The newest first.")
