"""How long a club keeps names: what is asked about it, and how programs are shown it."""

from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, Refusal

MOST_PEOPLE: Final = 20_000


class RetentionChoice(Asked):
    """For how many years after their last game people keep their names."""

    years: Annotated[
        Literal[2, 3, 5, 10] | None,
        Refusal("years_unknown", gettext_noop("Choose one of the times.")),
        Field(description="Left out or null: for ever."),
    ] = None
    is_automatic: Annotated[
        bool,
        Field(description="Names go by themselves after that; the owners are told two weeks before."),
    ] = False


class CleanUpWish(Asked):
    """The people whose names are to go: those who were shown."""

    people: Annotated[
        tuple[UUID, ...], Field(max_length=MOST_PEOPLE, description="Who has played meanwhile keeps their name.")
    ]


class OldNameBody(Answer):
    """Somebody of the book who no longer plays."""

    player: UUID
    name: str
    last: date | None = Field(description="The day on which they played last; null: never.")


class AnnouncedBody(Answer):
    """What the owners were told: these names go on this day, unless it is put off."""

    day: date
    people: list[UUID]


class RetentionBody(Answer):
    """How long a club keeps names, and whom a clean-up would concern now."""

    years: int | None = Field(description="Null: for ever.")
    is_automatic: bool
    announced: AnnouncedBody | None
    since: datetime | None = Field(description="Who has not played since then is among `people`; null: nobody is.")
    people: list[OldNameBody]
    phones: int = Field(description="How many phones of closed tables would lose their names.")
