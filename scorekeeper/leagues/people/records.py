"""Who comes to an evening: what is asked, and how programs are shown it."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AliasPath, Field, WithJsonSchema

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.leagues.models import Attendance
from scorekeeper.play.opening.services import Sitter

GAME: Final = "Which game they come for; left out: as was said before, else the first."
Game = Annotated[UUID | None, Field(description=GAME)]
STATES: Final = Attendance.State.values
State = Literal["signed_up", "here", "left", "cancelled"]


class EveningSignUp(Asked):
    """Whether a member comes, and for which game."""

    comes: bool = True
    game: Game = None


class Arrival(Asked):
    """Who is here: a player of the club, or a guest by name; and for which game."""

    player: UUID | None = None
    name: str = ""
    game: Game = None

    @property
    def who(self) -> Sitter:
        return Sitter(self.player, self.name)


class PresenceMark(Asked):
    """What became of somebody on the list, and which game they come for."""

    player: UUID
    state: Annotated[str, WithJsonSchema({"type": "string", "enum": STATES})]
    game: Game = None


class AttendanceBody(Answer):
    """Somebody on the list of an evening."""

    player: UUID = Field(validation_alias="player_id")
    name: str = Field(validation_alias=AliasPath("player", "name"))
    state: State
    game: UUID | None = Field(validation_alias="evening_game_id", description="What they said they come for.")
    came_at: datetime | None = Field(description="When they were first here.")


class EveningPeopleBody(Answer):
    """Everybody on the list of an evening: who is here, then who signed up, has gone home or does not come."""

    people: list[AttendanceBody]
