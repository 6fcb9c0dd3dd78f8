"""What the acts of the money book ask alike: an amount in a unit, a reason, days; and what settling up is asked."""

from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field, WithJsonSchema, model_validator

from games.core.settling import InUnits
from scorekeeper.common.acts import Answer, Asked, Day, Decimals, Refusal, wrong
from scorekeeper.payouts.kinds import Scope, of_period
from scorekeeper.payouts.models import MOST

TOO_LONG: Final = gettext_noop("At most {most} characters, please.")
Amount = Annotated[
    int,
    Field(ge=1, le=MOST, description="In the smallest unit."),
    Refusal("amount_wrong", gettext_noop("Enter an amount above zero.")),
]
Reason = Annotated[str, Field(max_length=200), Refusal("reason_too_long", TOO_LONG)]
Label = Annotated[str, Field(max_length=12)]


class InUnit(Asked):
    """What is asked about one unit of the club."""

    unit: Label | None = Field(default=None, description="Its label; without one the club’s own unit.")
    decimals: Decimals | None = None

    def in_unit(self, own: InUnits) -> InUnits:
        """The unit that is asked for; what is left out is as in the club's `own`."""
        unit = own.unit if self.unit is None else self.unit
        decimals = own.decimals if self.decimals is None else self.decimals
        return InUnits.model_construct(unit=unit, decimals=decimals)


class Amounted(InUnit):
    """An act about an amount."""

    amount: Amount


class Days(Asked):
    """The days between which something is looked for, both among it."""

    since: Day | None = None
    until: Day | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "Days":
        """Raises Refused `invalid`."""
        if self.since and self.until and self.until < self.since:
            raise wrong("invalid", gettext_noop("This date is before the start date. Choose a later one."), "until")
        return self


class BothDays(Days):
    """Both days, or none."""

    @model_validator(mode="after")
    def _both(self) -> "BothDays":
        """Raises Refused `invalid`."""
        if (self.since is None) != (self.until is None):
            missing = "until" if self.since else "since"
            raise wrong("invalid", gettext_noop("Choose both dates or neither."), missing)
        return self


class UnitBody(Answer):
    """What amounts are counted in."""

    unit: str = Field(description="Its label.")
    decimals: int = Field(description="2: amounts are hundredths of the unit.")


COINS: Final = (1, 10, 50, 100)


def _coined(coin: int) -> int:
    """Raises Refused `invalid_choice`."""
    if coin not in COINS:
        text = gettext_noop("This has to be one of these: {names}.")
        raise wrong("invalid_choice", text, names=", ".join(map(str, COINS)))
    return coin


class SettleAsked(BothDays):
    """What is settled: without days where everybody stands."""

    coin: Annotated[int, AfterValidator(_coined), WithJsonSchema({"type": "integer", "enum": list(COINS)})] = Field(
        default=1, description="The smallest coin, in smallest units of the club's own unit; others stay exact."
    )

    @property
    def scope(self) -> Scope:
        """What is settled."""
        return of_period(self.since, self.until) if self.since and self.until else Scope()


class TransferBody(Answer):
    """A payment of the plan; null is the club."""

    payer: UUID | None
    getter: UUID | None
    amount: int
    waits: UUID | None = Field(description="The payment that was said and is not confirmed yet.")


class OpenBankBody(Answer):
    """A table whose chips were not cashed out yet; the plan counts them as the club’s."""

    sitting: UUID = Field(validation_alias=AliasPath("sitting", "pk"))
    amount: int


class PlanBody(UnitBody):
    """Who pays whom in one unit."""

    are_fewest: bool
    is_partly_hidden: bool = Field(description="Only your own payments are told.")
    transfers: list[TransferBody]
    banks: list[OpenBankBody]


class SettleBody(Answer):
    """Settling up, by unit; nothing where everybody is even."""

    plans: list[PlanBody]
