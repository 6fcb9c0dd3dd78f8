"""The money and the end of an evening: what is asked of them, and how programs are shown it."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from games.core.amounts import InUnits
from scorekeeper.common.acts import Answer, Asked, Decimals
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.records import Label, Reason, UnitBody


class DuesTick(Asked):
    """What somebody gives in one unit, as the reader saw it: ticked off, or taken back."""

    player: UUID
    unit: Label
    decimals: Decimals
    amount: Annotated[int, Field(ge=0, le=MOST, description="In the smallest unit.")]
    paid: Annotated[bool, Field(description="False takes the tick back.")] = True

    @property
    def in_unit(self) -> InUnits:
        return InUnits.model_construct(unit=self.unit, decimals=self.decimals)


class EveningReopening(Asked):
    """Why an evening is opened again."""

    reason: Annotated[Reason, Field(description="Needed where closing it has booked entry fees.")] = ""


class ReportsWish(Asked):
    """Whether the caller gets the report of each evening of the club by mail."""

    wants: bool


class DueBody(UnitBody):
    """What somebody owes the club for an evening in one unit."""

    player: UUID
    name: str
    fee: int
    lost: int = Field(description="For lost games.")
    paid: int = Field(description="What of it was paid under Payments.")
    collected: int | None = Field(description="What was ticked off; null: nothing.")
    to_tick: int = Field(description="Send it as `amount` to tick it off.")


class DuesBody(Answer):
    """What an evening brings the club, as far as the caller may see it."""

    dues: list[DueBody]


class ReportsBody(Answer):
    """Whether the caller gets reports by mail."""

    wants: bool
