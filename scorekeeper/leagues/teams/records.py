"""Team leagues, their teams and who belongs to them: what is asked, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AliasPath, Field, WithJsonSchema

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.leagues.evenings.records import Rules
from scorekeeper.leagues.models import TeamMember
from scorekeeper.pairing.teams import MOST_SERIES
from scorekeeper.play.opening.services import Sitter

ROLES: Final = TeamMember.Role.values
Role = Literal["captain", "player", "substitute"]


class LeaguePlan(Asked):
    """What is said of a league beforehand."""

    name: str
    season: Annotated[UUID, Field(description="The season whose sheets count; it has no league yet.")]
    series: Annotated[int, Field(description=f"Of a match day: 1 to {MOST_SERIES}.")]
    rules: Rules = {}
    rules_name: Annotated[str, Field(description="What the rules are called.")]


class TeamName(Asked):
    """What a team is called."""

    name: str


class TeamJoining(Asked):
    """Who belongs to a team, a player of the club or a guest by name, and in which role."""

    player: UUID | None = None
    name: str = ""
    role: Annotated[str, WithJsonSchema({"type": "string", "enum": ROLES})]

    @property
    def who(self) -> Sitter:
        return Sitter(self.player, self.name)


class TeamMemberBody(Answer):
    """Somebody who belongs to a team, or did."""

    id: UUID
    player: UUID = Field(validation_alias="player_id")
    name: str = Field(validation_alias=AliasPath("player", "name"))
    role: Role
    since: datetime
    until: datetime | None = Field(description="Null: they are in it.")


class TeamBody(Answer):
    """A team of a league."""

    id: UUID
    name: str
    number: int = Field(description="In the order in which the teams came.")
    members: list[TeamMemberBody] = Field(description="The captain, the players, the substitutes.")


class TeamLeagueBody(Answer):
    """A team league."""

    id: UUID
    name: str
    season: UUID = Field(validation_alias="season_id")
    series: int = Field(description="Of a match day.")
    rules: Rules
    rules_name: str
    made_at: datetime


class TeamLeaguesBody(Answer):
    """The team leagues of a club, the newest first."""

    leagues: list[TeamLeagueBody]


class MatchDayRefBody(Answer):
    """A match day of a league."""

    id: UUID
    number: int
    evening: UUID = Field(validation_alias="evening_id")
    starts_at: datetime = Field(validation_alias=AliasPath("evening", "starts_at"))


class TeamLeagueDetailBody(TeamLeagueBody):
    """A team league with its teams and match days."""

    teams: list[TeamBody]
    days: list[MatchDayRefBody]


class LeagueTableAsked(Asked):
    """Which series count."""

    official: Annotated[bool, Field(description="Only series of which every sheet is official.")] = False


class LeagueRowBody(Answer):
    """A team in the table of its league."""

    rank: int = Field(description="Equal rows share it.")
    team: UUID
    name: str
    twice: int = Field(description="Twice its team points, which can be halves.")
    won: int = Field(description="Series won alone.")
    score: int = Field(description="The sum of its players.")
    series: int = Field(description="How many it has played.")


class LeagueTableBody(Answer):
    """The table of a team league."""

    official: bool
    rows: list[LeagueRowBody]
