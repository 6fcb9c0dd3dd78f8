"""What was seen at the table: the record of a deal."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict

from games.core.record import Record, Seat
from games.svoi_kozyri.cards import as_stored

Suit: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
# fmt: off
_Stored: TypeAlias = Literal[
    "2 clubs", "3 clubs", "4 clubs", "5 clubs", "6 clubs", "7 clubs", "8 clubs",
    "9 clubs", "10 clubs", "J clubs", "Q clubs", "K clubs", "A clubs",
    "2 diamonds", "3 diamonds", "4 diamonds", "5 diamonds", "6 diamonds", "7 diamonds", "8 diamonds",
    "9 diamonds", "10 diamonds", "J diamonds", "Q diamonds", "K diamonds", "A diamonds",
    "2 hearts", "3 hearts", "4 hearts", "5 hearts", "6 hearts", "7 hearts", "8 hearts",
    "9 hearts", "10 hearts", "J hearts", "Q hearts", "K hearts", "A hearts",
    "2 spades", "3 spades", "4 spades", "5 spades", "6 spades", "7 spades", "8 spades",
    "9 spades", "10 spades", "J spades", "Q spades", "K spades", "A spades",
]
# fmt: on
Card: TypeAlias = Annotated[_Stored, BeforeValidator(as_stored)]
Trumps: TypeAlias = (
    Annotated[tuple[Suit, Suit], Strict(strict=False)]
    | Annotated[tuple[Suit, Suit, Suit], Strict(strict=False)]
    | Annotated[tuple[Suit, Suit, Suit, Suit], Strict(strict=False)]
)
Finished: TypeAlias = (
    Annotated[tuple[Seat], Strict(strict=False)]
    | Annotated[tuple[Seat, Seat], Strict(strict=False)]
    | Annotated[tuple[Seat, Seat, Seat], Strict(strict=False)]
)


class SvoiDeal(Record):
    """One deal, up to the moment when one player is left.

    `trumps` are the suits in the order of the table's seats, `finished` the seats in the order they went out: all but
    one. `loser` may be named, as a check. `cards_left` are the cards of the player who is left, if they were counted;
    `last_card` and `top_card` ("9 hearts") are that player's only card and the card it had to beat. `dealer` is
    empty where the one dealt whose turn it was.
    """

    kind: Literal["deal"] = "deal"
    trumps: Trumps
    finished: Finished
    result: Literal["loss", "draw"]
    loser: Seat | None = None
    cards_left: Annotated[int, Field(ge=1, le=51)] | None = None
    last_card: Card | None = None
    top_card: Card | None = None
    dealer: Seat | None = None


HANDS: dict[str, type[SvoiDeal]] = {"deal": SvoiDeal}
