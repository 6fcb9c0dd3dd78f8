"""The course of a list: how many hands it has, when it ends, who deals."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from pydantic import Field, Strict

from games.core.record import Record, Seat
from games.core.values import Table
from games.skat.rules import SkatRules

Count: TypeAlias = Annotated[int, Field(ge=0)]
Pair: TypeAlias = Annotated[tuple[Seat, int], Strict(strict=False)]


class ListState(Record):
    """Where a list stands.

    `hands` counted so far, of `length` (None: no fixed length) for a table of `size`; `bock_left`
    hands of Bock rounds still to come; `minus` is the Bierlachs total by seat.
    """

    hands: Count = 0
    size: Count
    length: Count | None
    bock_left: Count = 0
    minus: Annotated[tuple[Pair, ...], Strict(strict=False)] = ()
    over: bool = False


SkatTable: TypeAlias = Table[ListState]


def start(rules: SkatRules, size: int) -> ListState:
    """The state before the first hand. Bierlachs goes on until its limit is crossed."""
    length = rules.list_length
    if length is None and rules.system != "bierlachs":
        length = rules.turns * size
    return ListState(size=size, length=length)


def progress(state: ListState, rules: SkatRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Hands counted so far, and how many the list will have at a table of these seats."""
    return state.hands, length_at(state, len(seats))


def length_at(state: ListState, size: int) -> int | None:
    """The length of the list; when players come or go, the rounds left are kept (rounded up)."""
    if size == state.size or state.length is None:
        return state.length
    rounds_left = -((state.hands - state.length) // state.size)
    return state.hands + rounds_left * size


def is_over(state: ListState, size: int) -> bool:
    """Whether no hand may follow."""
    length = length_at(state, size)
    return state.over or (length is not None and state.hands >= length)


def dealer_after(table: SkatTable, dealer: int) -> int:
    """The seat to the left of the one who dealt."""
    return table.seats[(table.seats.index(dealer) + 1) % len(table.seats)]


def active_seats(table: SkatTable, dealer: int) -> tuple[int, ...]:
    """The three who play, in the order of the table: at four the dealer sits out."""
    if len(table.seats) == 3:
        return table.seats
    return tuple(seat for seat in table.seats if seat != dealer)


def active(table: SkatTable) -> tuple[int, ...]:
    """The seats that play the next hand, dealt by whose turn it is."""
    return active_seats(table, table.dealer)


def state_after(table: SkatTable, rules: SkatRules, bock_rounds: int, minus: Mapping[int, int]) -> ListState:
    """The state after one more counted hand that charges `minus` points to seats."""
    before, size = table.state, len(table.seats)
    totals = before.minus
    if minus:
        own = dict(totals)
        moved = {seat: own.get(seat, 0) + amount for seat, amount in minus.items()}
        totals = tuple(sorted({**own, **moved}.items()))
    bock_left = max(0, before.bock_left - 1) + bock_rounds * size
    after = _state(before.hands + 1, size, length_at(before, size), bock_left)
    if not totals:
        return after
    crossed = any(total <= -rules.bierlachs_limit for _, total in totals)
    return after.model_copy(update={"minus": totals, "over": after.over or crossed})


@lru_cache(maxsize=1024)
def _state(hands: int, size: int, length: int | None, bock_left: int) -> ListState:
    """Lists all go through the same few states, so they are kept."""
    over = length is not None and hands >= length
    return ListState(hands=hands, size=size, length=length, bock_left=bock_left, over=over)
