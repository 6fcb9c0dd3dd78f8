"""The club's box: what is asked about it, and how programs are shown it."""

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Answer, Refusal
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.records import TOO_LONG, Amounted, InUnit, Reason, UnitBody

LONGEST_WHAT: Final = 80
ACTS: Final = ["put_in", "take_out"]


class BoxMove(Amounted):
    """What is put into the box, or taken from it."""

    act: Literal["put_in", "take_out"]
    reason: Annotated[Reason, Field(description="Every member can read it.")]


class BoxSaving(InUnit):
    """What the box is saved for; an amount of 0 takes that away."""

    amount: Annotated[
        int,
        Field(ge=0, le=MOST, description="In the smallest unit."),
        Refusal("amount_wrong", gettext_noop("Enter an amount above zero.")),
    ]
    what: Annotated[str, Field(max_length=LONGEST_WHAT), Refusal("what_too_long", TOO_LONG)] = ""


class BoxAsked(InUnit):
    """Which entries of the box."""

    before: str = Field(default="", description="`older` of the page before.")


class BoxTargetBody(Answer):
    """What the box is saved for."""

    amount: int
    what: str


class BoxOfUnitBody(UnitBody):
    """The box in one unit."""

    holds: int | None = Field(
        description="What lies in it; less than 0: more was paid out than lay there. Null: hidden from you."
    )
    target: BoxTargetBody | None


class BoxEntryBody(Answer):
    """Something that went in or out."""

    booking: UUID
    kind: str
    on: date
    reason: str
    amount: int = Field(description="More than 0: it went in.")
    text: str = Field(description="The same in words: “40.00 € into the box”.")
    holds: int = Field(description="What lay in the box after it.")


class BoxBody(UnitBody):
    """The box, and the entries of one unit, the newest first."""

    boxes: list[BoxOfUnitBody]
    entries: list[BoxEntryBody] = Field(description="In `unit` and `decimals`.")
    older: str = Field(description="Send it as `before` for the next page; empty at the end.")
