"""Which card beats which (rules file, section 3)."""

from itertools import product
from typing import Final, NamedTuple, TypeGuard

from games.core.cards import read_card
from games.core.text import Text, gettext_noop
from games.svoi_kozyri.values import PACKS, RANKS, STRENGTH, SUITS


class Card(NamedTuple):
    """A card of a pack."""

    rank: str
    suit: str


_READ: Final = {read_card(f"{rank} {suit}"): Card(rank, suit) for rank, suit in product(RANKS, SUITS)}

_NAMES: Final = {
    "clubs": gettext_noop("{rank} of clubs"),
    "diamonds": gettext_noop("{rank} of diamonds"),
    "hearts": gettext_noop("{rank} of hearts"),
    "spades": gettext_noop("{rank} of spades"),
}


def name_of(card: Card) -> Text:
    """What people call this card: "9 of hearts"."""
    return Text(_NAMES[card.suit], {"rank": card.rank})


class Beat(NamedTuple):
    """Whether a card beats, and the sentence that says why."""

    beats: bool
    said: Text


_HIGHER = Text(gettext_noop("It beats: it is a higher card of the same suit."))
_LOWER = Text(gettext_noop("It does not beat: it is a lower card of the same suit."))
_TRUMP = Text(gettext_noop("It beats: it is of your own trump suit, and the top card is not."))
_OTHER_SUIT = Text(gettext_noop("It does not beat: it is neither of the same suit nor of your own trump suit."))


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
