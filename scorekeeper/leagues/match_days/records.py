"""Match days of a team league: what is asked of them, and how programs are shown them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from pydantic import AliasPath, AwareDatetime, Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.pairing.teams import SIZE

MOST_NUMBER: Final = 99
MOST_TEXT: Final = 80


class DayPlan(Asked):
    """What is said of a match day beforehand."""

    number: Annotated[
        int,
        Field(
            ge=1, le=MOST_NUMBER, description="The one after the last; of one that is planned the day is the answer."
        ),
    ]
    starts_at: Annotated[AwareDatetime, Field(description="With its offset.")]
    venue: str = ""
    size: Annotated[int, Field(description="How many teams meet in a group, where it works out: 4 or 5.")] = SIZE


class GroupPlan(Asked):
    """The teams that meet in a group; where and when, if not as the match day says."""

    teams: Annotated[Sequence[UUID], Field(description="In the order of their places.")]
    venue: str = ""
    starts_at: AwareDatetime | None = None


class MatchGroups(Asked):
    """Who meets whom. Teams in none of the groups have no match."""

    groups: Sequence[GroupPlan]


class TeamLineUp(Asked):
    """Who plays for a team from the next series on: four, three, or nobody, where it stays away."""

    team: UUID
    players: Sequence[UUID]


class SeriesOpening(Asked):
    """The series that is opened, as it was seen."""

    number: Annotated[int, Field(ge=0, le=MOST_NUMBER)]
    seen: Annotated[str, Field(max_length=MOST_TEXT, description="`hash` of the plan that was read.")]
    group: Annotated[
        int | None, Field(ge=1, le=MOST_NUMBER, description="Where groups open their series apart; else left out.")
    ] = None


class LineUpBody(Answer):
    """Who plays for a team in the next series."""

    team: UUID
    name: str
    players: list[UUID]


class MatchGroupBody(Answer):
    """The teams that meet."""

    number: int
    venue: str = Field(description="Empty: as the match day says.")
    starts_at: datetime | None = Field(description="Null: as the match day says.")
    teams: list[LineUpBody]


class PlannedSeatBody(Answer):
    """Somebody at a table of a series, or who sits out."""

    team: UUID = Field(validation_alias=AliasPath("team", "pk"))
    player: UUID = Field(validation_alias=AliasPath("player", "pk"))
    name: str = Field(validation_alias=AliasPath("player", "name"))


class PlannedTableBody(Answer):
    """A table of a series, seat by seat."""

    number: int
    group: int
    seats: tuple[PlannedSeatBody, ...]


class SeriesPlanBody(Answer):
    """Where everybody sits in a series that is opened next, of all groups or of one."""

    number: int
    group: int | None = Field(description="Send it with the opening; null: all groups open it together.")
    hash: str = Field(description="Send it as `seen`.")
    tables: tuple[PlannedTableBody, ...]
    out: tuple[PlannedSeatBody, ...]


class MatchSideBody(Answer):
    """A team in a series."""

    team: UUID = Field(validation_alias=AliasPath("team", "pk"))
    place: int
    total: int
    twice: int = Field(description="Twice its team points, which can be halves.")


class GroupMatchBody(Answer):
    """A group in one series, the best team first."""

    series: int = Field(validation_alias="number")
    group: int
    is_official: bool
    sides: tuple[MatchSideBody, ...]


class MatchDayBody(Answer):
    """A match day as it stands."""

    id: UUID
    league: UUID
    evening: UUID
    number: int
    groups: list[MatchGroupBody]
    free: list[UUID] = Field(description="The teams without a match.")
    next: list[SeriesPlanBody] = Field(description="What can be opened now.")
    matches: list[GroupMatchBody]


class OpenedSeriesBody(Answer):
    """A series whose tables are open."""

    number: int
    sittings: list[UUID]
