"""Calls of a table of an evening for the director: what is asked, and how programs are shown them."""

from datetime import datetime
from uuid import UUID

from pydantic import AliasPath, Field

from scorekeeper.common.acts import Answer, Asked


class TableCallWords(Asked):
    """What a table says with its call."""

    words: str = ""


class EveningCallBody(Answer):
    """A table of an evening has called the director."""

    id: UUID
    sitting: UUID = Field(validation_alias=AliasPath("table", "sitting_id"))
    number: int = Field(validation_alias=AliasPath("table", "number"), description="Of the table.")
    words: str
    at: datetime
    answered_at: datetime | None = Field(description="Null: nobody has come yet.")


class EveningCallsBody(Answer):
    """Who waits for the director, the longest first."""

    calls: list[EveningCallBody]
