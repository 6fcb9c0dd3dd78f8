"""Payments: what is asked of them, and how a program is shown one."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, model_validator

from scorekeeper.common.acts import Answer, Asked, wrong
from scorekeeper.payouts.records import Amounted, BothDays, Reason, UnitBody
from scorekeeper.payouts.scopes import Scope, of_evening, of_period

Side = UUID | None


class BetweenTwo(Amounted):
    """An amount between two sides. A side that is left out is the club."""

    payer: Side = None
    getter: Side = None
    reason: Annotated[Reason, Field(description="Needed where nobody else can confirm it.")] = ""


class PaidOutside(BetweenTwo, BothDays):
    """What was paid outside. A side that is left out is the club. An evening, or the days between two, is the
    settle-up that it is part of; without them it is where everybody stands."""

    evening: UUID | None = Field(default=None, description="The evening it was paid for.")

    @model_validator(mode="after")
    def _for_evening_or_days(self) -> "PaidOutside":
        """Raises Refused `invalid`."""
        if self.evening and self.since:
            raise wrong("invalid", gettext_noop("Give either the evening or the days, not both."), "evening")
        return self

    @property
    def scope(self) -> Scope:
        """The settle-up that it is part of."""
        if self.evening:
            return of_evening(self.evening, ())
        return of_period(self.since, self.until) if self.since and self.until else Scope()


class PaymentAnswer(Asked):
    """Why a payment is declined, or confirmed in somebody's place."""

    reason: Reason = ""


class PaymentBody(UnitBody):
    """What somebody said was paid, and what became of it. A side that is null is the club."""

    id: UUID
    payer: Side = Field(validation_alias="payer_id")
    getter: Side = Field(validation_alias="getter_id")
    amount: int
    state: Literal["open", "confirmed", "declined", "taken_back"]
    said_at: datetime
    answered_at: datetime | None
    reason: str
    evening: UUID | None = Field(
        validation_alias=AliasPath("scope", "evening"), description="The evening it was paid for."
    )
    since: date | None = Field(
        validation_alias=AliasPath("scope", "since"), description="The first of the days whose settle-up it is part of."
    )
    until: date | None = Field(validation_alias=AliasPath("scope", "until"), description="The last of them.")
    booking: UUID | None = Field(validation_alias="booking_id", description="What was booked, once it is confirmed.")
    is_alone: bool = Field(description="Whether it was booked by who said it, since nobody else could confirm it.")


class PaymentsAsked(Asked):
    """Which page of the payments."""

    before: UUID | None = Field(default=None, description="`older` of the page before.")


class PaymentsBody(Answer):
    """A page of payments, the newest first."""

    payments: list[PaymentBody]
    older: UUID | None = Field(description="Send it as `before` for the next page.")
