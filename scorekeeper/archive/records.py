"""Files of tournaments: what is asked about them, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.common.names import LONGEST
from scorekeeper.common.parsers import FilePart

MOST_PEOPLE: Final = 5_000


class TournamentFileSent(Asked):
    """A file of a tournament to look at."""

    file: FilePart


class TournamentFileAnswers(Asked):
    """What a file leaves open; what is not named stays as it was said before."""

    people: Annotated[
        dict[Annotated[str, Field(max_length=LONGEST)], Annotated[str, Field(max_length=36)]] | None,
        Field(max_length=MOST_PEOPLE, description="{name of the file: id of the person of the book, or `new`}."),
    ] = None
    game: Annotated[str | None, Field(max_length=20, description="What was played, of `games`.")] = None


class BookNameBody(Answer):
    """Somebody of the book whom a name may mean."""

    player: UUID
    name: str


class FileEntrantBody(Answer):
    """A name of the file, and who that is."""

    name: str
    player: UUID | None = Field(description="Who of the book it is; null: somebody new, or not said yet.")
    asked: bool = Field(description="Say in `people` who it is.")
    may_be: list[BookNameBody]


class TournamentFileBody(Answer):
    """The file of a tournament, and what opening it would do; nothing is opened yet."""

    id: UUID
    file: str = Field(description="Its name.")
    name: str = Field(description="Of the tournament.")
    source: str = Field(description="The club that it is from; empty: the file does not say it.")
    starts_at: datetime | None
    ready: bool
    facts: list[str] = Field(description="What comes along, and what does not.")
    games: list[str] = Field(description="What can have been played, where the file does not say it.")
    game: str
    names: list[FileEntrantBody]
    problems: list[str] = Field(description="Why it can’t be opened.")
    there: UUID | None = Field(description="The tournament where the file was opened before.")


class OpenedTournamentBody(Answer):
    """The tournament that a file has become."""

    tournament: UUID
