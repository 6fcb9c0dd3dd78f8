"""What was seen at the table: the records of a hand of Tonk, one for each ending."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, Strict, WithJsonSchema

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.core.values import read_card
from games.tonk.rules import FACES, FOUR_OF_A_RANK, LARGEST_TOTAL, MOST_PLAYERS, TRIPLE, Ending, Reason, Result

# Cards, spreads, and what a hand counts.

Card: TypeAlias = str
"""Rank and suit as they are stored: `Th`, `As`."""

RANKS: Final = "A23456789TJQK"
"""In the order of a run: the ace is low only (section 1)."""
SUITS: Final = "cdhs"
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_ORDER: Final = {card: place for place, card in enumerate(CARDS)}


def is_spread(cards: Sequence[Card]) -> bool:
    """A book is three or four cards of a rank, a run three or more of a suit that follow each other."""
    if len(cards) < TRIPLE:
        return False
    if len({card[0] for card in cards}) == 1:
        return len(cards) <= FOUR_OF_A_RANK
    places = sorted(_ORDER[card] for card in cards)
    in_suit = places[0] // len(RANKS) == places[-1] // len(RANKS)
    return in_suit and places[-1] - places[0] == len(places) - 1


@lru_cache(maxsize=4)
def _values(face_values: str) -> dict[str, int]:
    counted = (*range(1, 11), *FACES[face_values])
    return dict(zip(RANKS, counted, strict=True))


def count(cards: Sequence[Card], face_values: str) -> int:
    """What all these cards count."""
    values = _values(face_values)
    return sum(values[card[0]] for card in cards)


def unmatched(cards: Sequence[Card], face_values: str) -> int:
    """The least that can be left after taking out spreads that share no card."""
    rests = ([card for card in cards if card not in spread] for spread in spreads_in(cards))
    left = (unmatched(rest, face_values) for rest in rests)
    return min(left, default=count(cards, face_values))


def spreads_in(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every spread that could be laid from a hand."""
    for size in range(TRIPLE, len(cards) + 1):
        yield from filter(is_spread, combinations(cards, size))


def must_lay(cards: Sequence[Card]) -> bool:
    """Whether a spread is held back; three aces may be kept while the fourth is elsewhere."""
    aces = {card for card in cards if card[0] == "A"}
    exempt = aces if len(aces) == TRIPLE else set()
    return any(set(spread) != exempt for spread in spreads_in(cards))


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


# How a hand came to its result: what a sheet, an explanation and a vector need to know.

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


# What a hand of Tonk says of those at the table: how it ended, who ended it, and how that went.

_ENDINGS: Final = {
    "initial_tonk": Text(pgettext("tonk", "Dealt tonk")),
    "tonk_out": Text(pgettext("tonk", "Tonk out")),
    "discard_out": Text(pgettext("tonk", "Out")),
    "drop": Text(pgettext("tonk", "Knock")),
    "stock_out": Text(pgettext("tonk", "Stock out")),
}
GROUPS: Final = {
    "ending": Group(Text(pgettext("tonk", "By how the hand ended")), _ENDINGS),
    "own": Group(
        Text(pgettext("tonk", "Hands ended by this player")),
        {name: title for name, title in _ENDINGS.items() if name != "stock_out"},
    ),
    "caught": Group(
        Text(pgettext("tonk", "After a knock")),
        {
            "knocked": Text(pgettext("tonk", "Knocked and was caught")),
            "catcher": Text(pgettext("tonk", "Caught a knocker")),
        },
    ),
}
PEAKS: Final = {"net": Text(pgettext("tonk", "Most won by one hand"))}


def facets(hand: AnyHand, detail: TonkDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """A hand that nobody won was neither won nor lost."""
    for seat, net in zip(detail.seats, detail.net, strict=True):
        won = seat in detail.winners if detail.winners else None
        yield Facet(seat, "ending", detail.kind, won)
        if seat in detail.by:
            yield Facet(seat, "own", detail.kind, won)
        if detail.result == "catch" and seat in detail.by:
            yield Facet(seat, "caught", "knocked", won=False)
        elif detail.result == "catch" and won:
            yield Facet(seat, "caught", "catcher", won=True)
        if net > 0:
            yield Peak(seat, "net", net)


FACETS: Final[Facets[AnyHand, TonkDetail]] = Facets(
    of=facets, groups=GROUPS, main="ending", peaks=PEAKS, in_units=frozenset({"net"})
)
