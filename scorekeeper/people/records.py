"""The people of a club's book: what is asked about them, and how programs are shown them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, Refusal
from scorekeeper.common.names import LONGEST


class PersonName(Asked):
    """What somebody is called. Names of the book that are much alike may be of one person: `preview` shows them."""

    name: str
    preview: Annotated[bool, Field(description="Show who has a name much like this one, and write nothing.")] = False


class CalledBy(Asked):
    """By which name others are shown somebody."""

    called: Annotated[
        Literal["club", "short", "code"],
        Refusal("called_unknown", gettext_noop("Please choose one of these.")),
        Field(description="As the club shows names, by a `short` name like Renate K., or by a `code` name."),
    ]
    code: Annotated[str, Field(description="The code name; left out where none is asked for.")] = ""


class Merging(Asked):
    """Of which person a line of the book is to be a part."""

    kept: Annotated[UUID, Field(description="The person who is kept.")]
    preview: Annotated[bool, Field(description="Show what would move, and write nothing.")] = False


class KeptTwo(Asked):
    """Who else is not the same person, however alike the names."""

    other: UUID


class PeopleAsked(Asked):
    """Whom of the book to list."""

    q: Annotated[str, Field(max_length=LONGEST, description="Words of the name, in any case, accents and order.")] = ""
    kind: Annotated[
        Literal["", "members", "guests", "retired"], Field(description="Left out: everybody; retired people with `q`.")
    ] = ""
    page: Annotated[int, Field(ge=1, le=10_000, description="From 1 on; behind the last it is the last.")] = 1


class BookLineBody(Answer):
    """Somebody in the book."""

    id: UUID
    name: str = Field(description="As everybody is shown them.")
    full_name: str | None = Field(
        description="Their whole name, for scorers, directors and owners; null for others, and where it is `name`."
    )
    role: str | None = Field(description="Null: a guest, or a member who has left.")
    retired_at: datetime | None = Field(description="No longer offered for new tables since.")
    tables: int = Field(description="At how many they have sat.")
    last: datetime | None = Field(description="When the newest of these was opened.")
    lists: int = Field(description="On how many lists of files they have a result.")


class PeopleBody(Answer):
    """A page of the book, by name."""

    people: list[BookLineBody]
    page: int
    pages: int
    count: int = Field(description="Of all pages.")


class MergeBody(Answer):
    """A line that is part of this person, and can be taken out again."""

    id: UUID
    name: str
    at: datetime


class BookPersonBody(BookLineBody):
    """One person, with the lines that are part of them."""

    merges: list[MergeBody] = Field(description="None where the caller is not shown the whole name.")


class LikeNameBody(Answer):
    """Somebody whose name is much like another."""

    id: UUID
    name: str


class LikeNamesBody(Answer):
    """Whose names are much like the one that was sent, likest first."""

    alike: list[LikeNameBody]


class MergeObstacleBody(Answer):
    """Why two lines can't be one person."""

    code: str
    text: str


class MovedSeasonBody(Answer):
    """Where the person who is kept stands in a running season, and would stand."""

    season: UUID
    name: str
    points: int | None = Field(description="Null: nothing yet.")
    rank: int | None
    points_then: int
    rank_then: int | None
    others: int = Field(description="How many other people get another rank.")


class MergePreviewBody(Answer):
    """What a merge would move."""

    obstacles: list[MergeObstacleBody] = Field(description="Why it can't be; empty: it can.")
    tables: int
    lists: int
    seasons: list[MovedSeasonBody]
    ended: int = Field(description="How many seasons that have ended add the two up as well.")
