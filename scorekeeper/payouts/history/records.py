"""What was booked: what is asked of it, and how programs are shown it."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.payouts.book.records import BookingBody
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.records import Days, InUnit, UnitBody


class BookingsAsked(Days):
    """Which bookings."""

    player: UUID | None = None
    sitting: UUID | None = None
    season: UUID | None = None
    kind: Annotated[str, OneOf(tuple(Kind.values))] | None = None
    before: str = Field(default="", max_length=60, description="`older` of the page before.")


class StatementAsked(InUnit, Days):
    """Which days of an account, in which unit."""


class HistoryBody(Answer):
    """A page of bookings, the newest first. It may be short where something rare is looked for."""

    bookings: list[BookingBody]
    older: str = Field(description="Send it as `before`; empty at the end.")


class PeriodEntryBody(Answer):
    """An entry of a statement."""

    booking: UUID
    kind: str
    on: date
    amount: int
    balance: int = Field(description="After it.")
    text: str = Field(description="What it moved, in words: “owes 10.00 € for the entry”.")


class PeriodBody(UnitBody):
    """An account between two days; at most 10,000 of its `count` entries."""

    since: date
    until: date
    opening: int = Field(description="The balance before.")
    closing: int = Field(description="The balance at the end.")
    count: int
    entries: list[PeriodEntryBody]
