"""The clock of a tournament and the calls for its director: what is asked, and how programs are shown them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AliasPath, Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.draws.services.calling import LONGEST as LONGEST_WORDS
from scorekeeper.tournaments.models.room import LONGEST


class ClockLength(Asked):
    """What the clock is set to."""

    seconds: Annotated[int, Field(ge=1, le=LONGEST)]


class MoreTime(Asked):
    """More time for all; less with less than 0."""

    seconds: Annotated[int, Field(ge=-LONGEST, le=LONGEST)]


class TableTime(Asked):
    """How much longer than the others a table plays, in place of what it had before."""

    seconds: Annotated[int, Field(ge=0, le=LONGEST)]


class CallWords(Asked):
    """What is wanted, in a few words."""

    words: Annotated[str, Field(max_length=LONGEST_WORDS)] = ""


class LongerBody(Answer):
    """A table that plays longer than the others."""

    table: UUID = Field(validation_alias=AliasPath("table", "pk"))
    number: int = Field(validation_alias=AliasPath("table", "number"))
    seconds: int = Field(description="By how much.")
    ends_at: datetime | None


class ClockBody(Answer):
    """The clock of a tournament at this moment."""

    now: datetime = Field(description="By the server’s clock.")
    length: int = Field(description="What it was set to, in seconds.")
    left: int = Field(description="Seconds; less than 0 once time is up.")
    is_running: bool
    ends_at: datetime | None = Field(description="Null while it stands.")
    longer: list[LongerBody]


class CallBody(Answer):
    """A table has called the director."""

    id: UUID
    table: UUID = Field(validation_alias="table_id")
    round: UUID = Field(validation_alias=AliasPath("table", "round_id"))
    number: int = Field(validation_alias=AliasPath("table", "number"), description="Of the table.")
    words: str
    at: datetime
    answered_at: datetime | None = Field(description="Null: nobody has come yet.")


class CallsBody(Answer):
    """Who waits for the director, the longest first."""

    calls: list[CallBody]
