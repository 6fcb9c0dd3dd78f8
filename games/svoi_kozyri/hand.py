"""What was seen at the table: the record of a deal; and which card beats which (rules file, section 3)."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, TypeGuard

from pydantic import BeforeValidator, Field, Strict

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.core.values import card_name, read_card
from games.svoi_kozyri.rules import ACE, PACKS, RANKS, STRENGTH, SUITS, TAKEN_PLAIN, TAKEN_TRUMP, SvoiRules


class Card(NamedTuple):
    """A card of a pack."""

    rank: str
    suit: str


_READ: Final = {read_card(f"{rank} {suit}"): Card(rank, suit) for rank, suit in product(RANKS, SUITS)}


def name_of(card: Card) -> Text:
    """What people call this card: "9 of hearts"."""
    return card_name(f"{card.rank}{card.suit[0]}")


class Beat(NamedTuple):
    """Whether a card beats, and the sentence that says why."""

    beats: bool
    sentence: Text


_HIGHER = Text(pgettext("svoi_kozyri", "It beats: a higher card of the same suit."))
_LOWER = Text(pgettext("svoi_kozyri", "It does not beat: a lower card of the same suit."))
_TRUMP = Text(pgettext("svoi_kozyri", "It beats: a card of your own trump suit beats any other suit."))
_OTHER_SUIT = Text(pgettext("svoi_kozyri", "It does not beat: it is not of the same suit or of your trump suit."))


def beats(card: Card, top: Card, trump: str) -> Beat:
    """Whether a player whose trump suit is `trump` beats `top` with `card`; the trumps of others have no power."""
    if card.suit == top.suit:
        higher = STRENGTH[card.rank] > STRENGTH[top.rank]
        return Beat(higher, _HIGHER if higher else _LOWER)
    is_trump = card.suit == trump
    return Beat(is_trump, _TRUMP if is_trump else _OTHER_SUIT)


def card_of(value: object, deck: int) -> Card | None:
    """The card of a pack of `deck` cards that a plain value writes, if it does."""
    card = _READ.get(read_card(value))
    return card if card is not None and card.rank in PACKS[deck] else None


def as_stored(value: object) -> str | None:
    """A card as a record writes it, "9 hearts"; None where this is none."""
    card = _READ.get(read_card(value))
    return None if card is None else f"{card.rank} {card.suit}"


def is_suit(value: object) -> TypeGuard[str]:
    """Whether this plain value is a suit."""
    return isinstance(value, str) and value in SUITS


# What is taken by somebody who does not beat (rules file, section 4). Nothing of it is scored.


class Pickup(NamedTuple):
    """Cards to take from the top of the pile, cards that stay, and the sentence that says why."""

    take: int
    left: int
    sentence: Text


_TAKE = {
    1: Text(pgettext("svoi_kozyri", "take the one card")),
    2: Text(pgettext("svoi_kozyri", "take both cards")),
}
_TAKE_ALL = pgettext("svoi_kozyri", "take all {count} cards")

_ALL = pgettext("svoi_kozyri", "Here you pick up the whole pile: {take}. The next player leads any card.")
_ACE = pgettext("svoi_kozyri", "The ace of your trump lies on top: {take}. The next player leads any card.")
_SOME_TAKEN = pgettext(
    "svoi_kozyri", "Your trump lies on top: take {take} and leave {left}. The next player faces the new top card."
)
_TRUMP_ALL = pgettext(
    "svoi_kozyri",
    "Your trump lies on top and the pile has {most} cards or fewer: {take}. The next player leads any card.",
)
_PLAIN = pgettext(
    "svoi_kozyri",
    "The top card is not your trump: take {take} and leave {left}. The next player faces the new top card.",
)
_PLAIN_ALL = pgettext(
    "svoi_kozyri",
    "The top card is not your trump and the pile has {most} cards or fewer: {take}. The next player leads any card.",
)


def pickup(pile: int, top: Card, trump: str, rules: SvoiRules) -> Pickup:
    """What somebody with the trump suit `trump` takes from a pile of `pile` cards (1 or more) under `top`."""
    whole = _TAKE.get(pile, Text(_TAKE_ALL, {"count": pile}))
    if rules.pickup == "all":
        return Pickup(pile, 0, Text(_ALL, {"take": whole}))
    if top == (ACE, trump):
        return Pickup(pile, 0, Text(_ACE, {"take": whole}))
    most, some, all_ = (
        (TAKEN_TRUMP, _SOME_TAKEN, _TRUMP_ALL) if top.suit == trump else (TAKEN_PLAIN, _PLAIN, _PLAIN_ALL)
    )
    if pile <= most:
        return Pickup(pile, 0, Text(all_, {"take": whole, "most": most}))
    return Pickup(most, pile - most, Text(some, {"take": most, "left": pile - most}))


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
StoredCard: TypeAlias = Annotated[_Stored, BeforeValidator(as_stored)]
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
    last_card: StoredCard | None = None
    top_card: StoredCard | None = None
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
