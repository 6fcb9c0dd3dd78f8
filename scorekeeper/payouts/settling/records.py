"""Settling up: what is asked of it, and how programs are shown who could pay whom."""

from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field, WithJsonSchema

from scorekeeper.common.acts import Answer, wrong
from scorekeeper.payouts.records import BothDays, UnitBody
from scorekeeper.payouts.scopes import Scope, of_period

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
