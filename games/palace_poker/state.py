"""The course of a sitting: chips that stay for the next hand, and who deals."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from pydantic import Field

from games.core.record import Record
from games.core.values import Table
from games.palace_poker.rules import PalacePokerRules

Count: TypeAlias = Annotated[int, Field(ge=0)]


class CarryState(Record):
    """Where a sitting stands: `hands` so far, and the odd chips (`carry`) that lie in the next pot."""

    hands: Count = 0
    carry: Count = 0


PalaceTable: TypeAlias = Table[CarryState]


def start(rules: PalacePokerRules, size: int) -> CarryState:
    """The state before the first hand."""
    return CarryState()


def progress(state: CarryState, rules: PalacePokerRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Hands so far; a sitting has no fixed length."""
    return state.hands, None


def active(table: PalaceTable) -> tuple[int, ...]:
    """Everybody at the table plays."""
    return table.seats


def dealt(dealer: int | None, table: PalaceTable) -> int:
    """Who dealt: the seat that was entered, else the one whose turn it was."""
    return table.dealer if dealer is None else dealer


def from_left_of(dealer: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in the order of the deal: clockwise from the dealer's left."""
    place = seats.index(dealer) + 1
    return (*seats[place:], *seats[:place])
