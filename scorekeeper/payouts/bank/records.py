"""The bank of a table: what is asked of it, and how programs are shown it."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field, ValidationInfo

from games.core.record import Seat
from scorekeeper.common.acts import Answer, Asked, Refusal, wrong
from scorekeeper.payouts.models import MOST
from scorekeeper.payouts.records import Reason

Move = Literal["buy_in", "cash_out", "carry"]
State = Literal["asked", "approved", "refused", "withdrawn", "undone"]
NOBODY_THERE: Final = gettext_noop("Choose somebody who sits at this table.")


def _for_whom(seat: int | None, info: ValidationInfo) -> int | None:
    """A seat for all moves but one. Raises Refused `seat_given`, `seat_unknown`."""
    move = info.data.get("move")
    if move == "carry" and seat is not None:
        raise wrong(
            "seat_given", gettext_noop("Chips from an earlier table belong to no single player. Leave the seat empty.")
        )
    if move in {"buy_in", "cash_out"} and seat is None:
        raise wrong("seat_unknown", NOBODY_THERE)
    return seat


class BankRequest(Asked):
    """What is asked of the bank. Who may approve it has approved it by asking."""

    move: Move
    seat: Annotated[Seat | None, AfterValidator(_for_whom)] = Field(
        default=None, validate_default=True, description="For whom; not for `carry`."
    )
    amount: Annotated[
        int,
        Field(ge=1, le=MOST, description="In the smallest unit of the table."),
        Refusal("amount_missing", gettext_noop("Enter an amount above zero."), "greater_than_equal"),
        Refusal(
            "amount_too_large",
            gettext_noop("This amount is too large for the accounts. Please check it."),
            "less_than_equal",
        ),
    ]


class BankAnswer(Asked):
    """An answer to a request, or what books an approved one back."""

    request: UUID
    answer: Literal["approve", "refuse", "withdraw", "undo"]
    reason: Annotated[Reason, Field(description="To refuse or undo.")] = ""


class BankRequestBody(Answer):
    """A request, and what became of it."""

    id: UUID = Field(validation_alias=AliasPath("asked", "pk"))
    move: Move = Field(validation_alias=AliasPath("asked", "move"))
    seat: int | None = Field(validation_alias=AliasPath("asked", "seat_number"))
    amount: int = Field(validation_alias=AliasPath("asked", "amount"), description="In the smallest unit.")
    state: State = Field(validation_alias=AliasPath("newest", "kind"))
    at: datetime = Field(validation_alias=AliasPath("newest", "at"))
    reason: str = Field(
        validation_alias=AliasPath("newest", "reason"), description="Of the newest answer; empty without one."
    )


class BankLineBody(Answer):
    """One seat at the bank, in the smallest unit."""

    seat: int = Field(validation_alias=AliasPath("seat", "number"))
    bought_in: int = Field(validation_alias="bought")
    cashed_out: int = Field(validation_alias="cashed")
    stack: int | None = Field(description="On the table by the sheet; null without hands.")


class BankBody(Answer):
    """The bank of a table."""

    unit: str = Field(validation_alias=AliasPath("unit", "unit"))
    decimals: int = Field(validation_alias=AliasPath("unit", "decimals"))
    balance: int = Field(
        validation_alias="lies_there", description="What lies in it, in the smallest unit; 0 when the sheet is closed."
    )
    brought: int = Field(description="The chips that came from an earlier table.")
    lines: list[BankLineBody]
    requests: list[BankRequestBody]
