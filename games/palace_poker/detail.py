"""How a hand came to its result: the pot as a ledger and as a picture, and the battles."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Strict

from games.core.record import Record
from games.palace_poker.values import End

Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]
Reason: TypeAlias = Literal[
    "ante",
    "buy",
    "bet",
    "call",
    "raise",
    "raise_returned",
    "bet_returned",
    "uncalled_returned",
    "contribution",
]
PART_OF: Final[Mapping[str, str]] = {
    "ante": "ante",
    "buy": "soldiers",
    **dict.fromkeys(("bet", "call", "raise", "raise_returned", "bet_returned", "uncalled_returned"), "battles"),
    "contribution": "together",
}
"""What money went into the pot for, by the reason in the ledger."""
DecidedBy: TypeAlias = Literal["fold", "hand", "suit_count", "tie", "recorded"]


class LedgerRow(Record):
    """Money into the pot (more than zero) or out of it."""

    seat: int
    amount: int
    reason: Reason


class Share(Record):
    """What a seat gets of a pot."""

    seat: int
    amount: int


class PotDetail(Record):
    """A pot: `amount` before the rake, `shares` after it, from the dealer's left."""

    amount: int
    rake: int
    shares: Annotated[tuple[Share, ...], Strict(strict=False)]


class BattleDetail(Record):
    """A battle; `winner` is None after a tie."""

    attacker: int
    defender: int
    winner: int | None
    decided_by: DecidedBy


class Stack(Record):
    """What one player put in (`ante`, `soldiers`, `battles`, in a quick hand `together`; less what went back), as
    `paid`, and what the pots gave (`got`).
    """

    seat: int
    ante: int = 0
    soldiers: int = 0
    battles: int = 0
    together: int = 0
    paid: int
    got: int


class HandDetail(Record):
    """The result of a hand. `winners` stand in the order of the table, `net` in that of `seats`.

    The sum of `net`, with `rake` and `carry_out`, is `carry_in`: the pot gives what it got. `stacks` is what each
    put in and got, in the order of `seats`, `highest` the most anybody put in.
    """

    kind: Literal["quick", "log"]
    seats: Numbers
    dealer: int
    end: End
    winners: Numbers
    ledger: Annotated[tuple[LedgerRow, ...], Strict(strict=False)]
    pots: Annotated[tuple[PotDetail, ...], Strict(strict=False)]
    rake: int
    carry_in: int
    carry_out: int
    net: Numbers
    battles: Annotated[tuple[BattleDetail, ...], Strict(strict=False)] = ()
    stacks: Annotated[tuple[Stack, ...], Strict(strict=False)] = ()
    highest: int = 0


DETAILS: dict[str, type[HandDetail]] = {"quick": HandDetail, "log": HandDetail}
