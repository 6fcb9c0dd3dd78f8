"""What was seen at the table: the records of a hand of Tonk, one for each ending."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, Strict, WithJsonSchema

from games.core.cards import read_card
from games.core.record import Record, Seat
from games.tonk.cards import CARDS
from games.tonk.values import LARGEST_TOTAL, MOST_PLAYERS


def _without_gaps(marked: object) -> object:
    """A form that marks some of several boxes sends a list with gaps."""
    return [value for value in marked if value is not None] if isinstance(marked, list | tuple) else marked


Total: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_TOTAL)]
CardField: TypeAlias = Annotated[
    str, BeforeValidator(read_card), WithJsonSchema({"type": "string", "enum": list(CARDS)})
]
Cards: TypeAlias = Annotated[
    tuple[CardField, ...], BeforeValidator(_without_gaps), Field(max_length=13), Strict(strict=False)
]
Totals: TypeAlias = Annotated[tuple[Total | None, ...], Field(max_length=MOST_PLAYERS), Strict(strict=False)]
Hands: TypeAlias = Annotated[tuple[Cards | None, ...], Field(max_length=MOST_PLAYERS), Strict(strict=False)]
Spreads: TypeAlias = Annotated[tuple[Cards, ...], Field(max_length=17), Strict(strict=False)]
Seats: TypeAlias = Annotated[
    tuple[Seat, ...], BeforeValidator(_without_gaps), Field(max_length=MOST_PLAYERS), Strict(strict=False)
]


class Seen(Record):
    """What every ending may come with.

    `totals` (what each player's cards count) or `hands` (the cards themselves) stand in the order of the
    seats at the table, empty where nobody looked; a list may stop early. `spreads` is what lay on the
    table at the end, hits included. `dealer` is empty where the deal went as the rotation says.

    Fields of other endings may be sent along as long as they are empty: `problems` looks at them, the
    record forgets them.
    """

    model_config = ConfigDict(extra="ignore")

    totals: Totals | None = None
    hands: Hands | None = None
    dealer: Seat | None = None


class InitialTonk(Seen):
    """Somebody was dealt a tonk; `by` are all who declared one."""

    kind: Literal["initial_tonk"] = "initial_tonk"
    by: Seats


class TonkOut(Seen):
    """`by` got rid of every card without a last discard: with a new spread, or by hits alone."""

    kind: Literal["tonk_out"] = "tonk_out"
    by: Seat
    out_by: Literal["spread", "hits"] | None = None
    spreads: Spreads | None = None


class DiscardOut(Seen):
    """`by` discarded the last card."""

    kind: Literal["discard_out"] = "discard_out"
    by: Seat
    spreads: Spreads | None = None


class Drop(Seen):
    """`by` dropped (knocked); everybody's cards are counted."""

    kind: Literal["drop"] = "drop"
    by: Seat
    spreads: Spreads | None = None


class StockOut(Seen):
    """The stock ran out; everybody's cards are counted."""

    kind: Literal["stock_out"] = "stock_out"
    spreads: Spreads | None = None


AnyHand: TypeAlias = InitialTonk | TonkOut | DiscardOut | Drop | StockOut
HANDS: dict[str, type[AnyHand]] = {
    "initial_tonk": InitialTonk,
    "tonk_out": TonkOut,
    "discard_out": DiscardOut,
    "drop": Drop,
    "stock_out": StockOut,
}
