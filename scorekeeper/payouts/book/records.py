"""The book: what is asked of it, and how programs are shown a booking."""

from datetime import date, datetime
from typing import Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.payouts.records import Reason, UnitBody

BALANCE: Final = "More than 0: is to get it; less: owes it."
HIDDEN: Final = " Null: hidden from you."


class BookingReversal(Asked):
    """Why a mistake is booked back; every member can read it."""

    reason: Reason


class LegBody(Answer):
    """What a booking moves on one account."""

    kind: str = Field(description="`player`, `pot`, `prizes`, `fees`, `carry`, `club` or `cash`.")
    name: str
    player: UUID | None
    amount: int | None = Field(description="More than 0: is to get it." + HIDDEN)
    balance: int | None = Field(description="Of the account, after it." + HIDDEN)
    text: str = Field(description="What it moves, in words; empty where it is hidden.")


class BookingBody(UnitBody):
    """Something that happened to money, and where it comes from."""

    id: UUID
    kind: str = Field(description="Why: `result`, `stake`, `lost`, `transfer` ... `reversal`.")
    at: datetime
    on: date = Field(description="The club’s local day.")
    sitting: UUID | None = Field(description="The sheet that made it.")
    season: UUID | None
    evening: UUID | None = Field(description="The evening that it is about.")
    reason: str
    reverses: UUID | None = Field(description="The booking that it books back.")
    reversed_by: UUID | None
    legs: list[LegBody] = Field(description="They sum to 0.")
