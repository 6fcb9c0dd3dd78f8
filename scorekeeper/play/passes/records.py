"""The code of a table and the phones that join with it: what is asked of them, and how programs are shown them."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator

from scorekeeper.common.acts import Answer, Asked, wrong
from scorekeeper.play.records import PersonName, SeatNumber


class Joining(Asked):
    """Where somebody sits who joins with a phone; without a seat they say whose phone it is."""

    seat: SeatNumber | None = None
    name: PersonName = ""

    @model_validator(mode="after")
    def _is_somebody_s(self) -> "Joining":
        """Raises Refused `name_missing`."""
        if self.seat is None and not self.name:
            raise wrong("name_missing", gettext_noop("Enter whose phone this is."), "name")
        return self


class SeatWanted(Asked):
    """The seat that a phone takes, asks for or is given."""

    seat: SeatNumber


class Claim(Asked):
    """Which seat of a sheet that was started without an account is that of who takes it over; none where they say
    none."""

    seat: SeatNumber | None = None


class TablePassBody(Answer):
    """What phones join a table with. Whoever has the link or the code may record there."""

    link: str = Field(description="What the QR code says.")
    code: str = Field(description="What is read out, like `K7F-M2Q`.")
    expires_at: datetime


class PassInForceBody(Answer):
    """That phones can join, and until when; not with what."""

    made_at: datetime
    expires_at: datetime
    is_worn_out: bool = Field(description="Others tried so many codes that this one lets nobody in: its link does.")


class PhoneBody(Answer):
    """A phone that joined a table."""

    id: UUID
    number: int = Field(description="In the order in which they joined, from 1.")
    name: str
    seat: int | None = Field(description="The seat that it holds.")
    asks_for: int | None = Field(description="The seat that it asks for.")
    joined_at: datetime
    seen_at: datetime | None = Field(description="When it had the table open last.")
    is_in_force: bool = Field(description="Whether it may still act.")


class PhonesBody(Answer):
    """The phones of a table, those too that have ended."""

    table_pass: PassInForceBody | None = Field(description="null: no phone can join now.")
    phones: tuple[PhoneBody, ...] = Field(description="The newest first.")
