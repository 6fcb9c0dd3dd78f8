"""The book: what is asked of it, and how programs are shown a booking."""

from datetime import date, datetime
from typing import Final
from uuid import UUID

from pydantic import AliasPath, Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.payouts.records import InUnit, Reason, UnitBody

BALANCE: Final = "More than 0: is to get it; less: owes it."
HIDDEN: Final = " Null: hidden from you."


class AccountAsked(InUnit):
    """Which entries of an account."""

    before: str = Field(default="", description="`older` of the page before.")


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


class StandsBody(Answer):
    """Where somebody stands, all of their lines together."""

    player: UUID
    name: str
    balance: int | None = Field(description=BALANCE + HIDDEN)


class AccountBody(Answer):
    """An account of the club, the bank of a table or a prize pool."""

    kind: str = Field(description="`player`, `pot`, `prizes`, `fees`, `carry`, `club` or `cash`.")
    name: str
    balance: int | None = Field(description=BALANCE + HIDDEN)


class UnitBalancesBody(UnitBody):
    """Everything in one unit that is not even."""

    people: list[StandsBody]
    accounts: list[AccountBody]


class MoneyBody(UnitBody):
    """The money book of a club; without a `unit` it plays for points."""

    balances: list[UnitBalancesBody]


class AccountEntryBody(Answer):
    """An entry of somebody's account."""

    booking: UUID = Field(validation_alias=AliasPath("leg", "booking_id"))
    kind: str = Field(validation_alias=AliasPath("leg", "booking", "kind"))
    on: date = Field(validation_alias=AliasPath("leg", "booking", "on"))
    sitting: UUID | None = Field(validation_alias=AliasPath("leg", "booking", "sitting_id"))
    amount: int = Field(validation_alias=AliasPath("leg", "amount"))
    balance: int = Field(description="After it.")


class StatementBody(UnitBody):
    """A page of somebody's account, the newest entry first."""

    balance: int = Field(description=BALANCE)
    entries: list[AccountEntryBody]
    older: str = Field(description="Send it as `before` for the next page; empty at the end.")
