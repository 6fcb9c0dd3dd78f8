"""Which card beats which (rules file, section 3)."""

from itertools import product
from typing import Final, NamedTuple, TypeGuard

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
