"""The course of an evening: it goes on until somebody closes it, and the deal passes on."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import Field

from games.core.record import Record
from games.core.values import Table
from games.tonk.rules import TonkRules


class Evening(Record):
    """How many hands were played; one that was drawn and dealt again is not counted."""

    hands: Annotated[int, Field(ge=0)] = 0


TonkTable: TypeAlias = Table[Evening]


def start(rules: TonkRules, size: int) -> Evening:
    """The state before the first hand."""
    return Evening()


def progress(state: Evening, rules: TonkRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Hands played so far; an evening has no length."""
    return state.hands, None


def active(table: TonkTable) -> tuple[int, ...]:
    """Everybody at the table plays every hand."""
    return table.seats


def dealer_after(table: TonkTable, dealer: int) -> int:
    """The next player deals, after a drawn hand too (pagat)."""
    return table.seats[(table.seats.index(dealer) + 1) % len(table.seats)]
