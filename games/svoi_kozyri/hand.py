"""What was seen at the table: the record of a deal."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, Strict

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext
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


# How a deal came out: what a sheet and an explanation need to know.

Numbers: TypeAlias = Annotated[tuple[int, ...], Strict(strict=False)]


class DealDetail(Record):
    """The result of a deal.

    `winners` are seats in the order they went out. `drawn` is empty, or the seat that went out last and the one that
    was left; then there is no `loser`. `points` stand in the order of `seats`, by the mode of the sitting.
    """

    kind: Literal["deal"] = "deal"
    seats: Numbers
    dealer: int
    winners: Numbers
    drawn: Numbers
    loser: int | None
    cards_left: int | None
    points: Numbers


DETAILS: dict[str, type[DealDetail]] = {"deal": DealDetail}


# What a deal of Svoi Kozyri says of those at the table: who went out when, and with which trumps.

GROUPS: Final = {
    "out": Group(
        Text(pgettext("svoi_kozyri", "By when they went out")),
        {
            "first": Text(pgettext("svoi_kozyri", "First out")),
            "second": Text(pgettext("svoi_kozyri", "Second out")),
            "third": Text(pgettext("svoi_kozyri", "Third out")),
            "drawn": Text(pgettext("svoi_kozyri", "Drawn")),
            "left": Text(pgettext("svoi_kozyri", "Left with cards")),
        },
    ),
    "trumps": Group(
        Text(pgettext("svoi_kozyri", "By own trumps")),
        {
            "clubs": Text(pgettext("svoi_kozyri", "Clubs")),
            "spades": Text(pgettext("svoi_kozyri", "Spades")),
            "hearts": Text(pgettext("svoi_kozyri", "Hearts")),
            "diamonds": Text(pgettext("svoi_kozyri", "Diamonds")),
        },
    ),
    "result": Group(
        Text(pgettext("svoi_kozyri", "By how the deal ended")),
        {
            "loss": Text(pgettext("svoi_kozyri", "One was left with cards")),
            "draw": Text(pgettext("svoi_kozyri", "Drawn deal")),
        },
    ),
}
PEAKS: Final = {"cards_left": Text(pgettext("svoi_kozyri", "Most cards left with"))}
_PLACES: Final = ("first", "second", "third")


def facets(hand: SvoiDeal, detail: DealDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """Whoever went out has won, whoever was left has lost; the two of a draw did neither."""
    for seat, trumps, points in zip(detail.seats, hand.trumps, detail.points, strict=True):
        won = None if seat in detail.drawn else seat != detail.loser
        yield Facet(seat, "out", _out(detail, seat), won, points)
        yield Facet(seat, "trumps", trumps, won, points)
        yield Facet(seat, "result", hand.result, won, points)
    if detail.loser is not None and detail.cards_left:
        yield Peak(detail.loser, "cards_left", detail.cards_left)


def _out(detail: DealDetail, seat: int) -> str:
    if seat in detail.drawn:
        return "drawn"
    return "left" if seat == detail.loser else _PLACES[detail.winners.index(seat)]


FACETS: Final[Facets[SvoiDeal, DealDetail]] = Facets(of=facets, groups=GROUPS, main="result", peaks=PEAKS)
