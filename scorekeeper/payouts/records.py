"""What the acts of the money book ask alike: an amount in a unit, a reason, days."""

from typing import Annotated, Final

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator

from games.core.amounts import InUnits
from scorekeeper.common.acts import Answer, Asked, Day, Decimals, Refusal, wrong
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
