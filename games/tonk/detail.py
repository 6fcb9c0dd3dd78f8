"""How a hand came to its result: what a sheet, an explanation and a vector need to know."""

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Strict

from games.core.record import Record
from games.tonk.values import Ending, Reason, Result

Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]
Counts: TypeAlias = Annotated[tuple[int | None, ...], Strict(strict=False)]


class Payment(NamedTuple):
    """`amount` (more than zero, in the unit of the sitting) from one seat to another."""

    payer: int
    payee: int
    amount: int
    reason: Reason


class TonkDetail(Record):
    """The result of a hand.

    `seats` are those at the table; `net` and `totals` (entered or counted from the cards; None where
    nobody looked) stand in their order. `by` are the seats that ended it. `payments` are ordered by the place of
    payer and payee, and not merged across reasons. `redeal` marks a drawn dealt tonk. `held` are the
    seats that kept a spread which these rules make them lay.
    """

    kind: Ending
    result: Result
    seats: Numbers
    dealer: int
    by: Numbers
    winners: Numbers
    net: Numbers
    payments: Annotated[tuple[Payment, ...], Strict(strict=False)]
    totals: Counts
    redeal: bool
    held: Numbers


DETAILS: dict[str, type[TonkDetail]] = dict.fromkeys(
    ("initial_tonk", "tonk_out", "discard_out", "drop", "stock_out"), TonkDetail
)
