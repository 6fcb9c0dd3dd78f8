"""Entering cards by tapping them: which cards are gone, and which cannot go where the next tap puts them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, TypeAlias

from games.core.cards import read_card
from games.core.text import SeatName, Text, gettext_noop
from games.tonk.cards import CARDS, RANKS, SUITS, Card
from games.tonk.hand import HANDS
from games.tonk.reading import Entry, read_entry
from games.tonk.reading_cards import Laid, lacking_on_table
from games.tonk.refusals import refusal
from games.tonk.rules import TonkRules
from games.tonk.state import TonkTable
from games.tonk.values import FOUR_OF_A_RANK, TRIPLE

Gone: TypeAlias = dict[Card, Text]

_HELD: Final = gettext_noop("{seat} holds this card.")
_LAID: Final = Text(gettext_noop("This card lies on the table."))
_FULL: Final = gettext_noop("A hand has at most {size} cards.")
_OUT: Final = gettext_noop("{seat} went out and holds no cards.")
_ENOUGH: Final = Text(gettext_noop("The hands leave no more cards for the table."))
_NO_SPREAD: Final = Text(gettext_noop("This card makes no spread with the others."))


def gone_cards(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable) -> Gone:
    """Where each card is that was tapped already."""
    return _gone(entry_of(draft, rules, table), "")


def impossible_cards(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable, field: str) -> Gone:
    """{card: why it cannot be tapped now} where the next tap goes to `hands.PLACE` or `spreads.NUMBER`.

    The cards of this field itself are left out: a second tap takes them away again. Places are those of
    the table; a spread may be a new one. Any draft is read as far as it can be.
    """
    entry = entry_of(draft, rules, table)
    laid = laid_so_far(entry)
    name, _dot, number = field.partition(".")
    place = int(number) if number.isdecimal() and len(number) < TRIPLE else 0
    if name == "spreads":
        own = dict(enumerate(laid.spreads or ())).get(place, ())
        blocked = _not_in_spread(entry, laid, own)
    else:
        own = dict(enumerate(laid.hands)).get(place) or ()
        blocked = _not_in_hand(entry, place, own)
    return {card: reason for card, reason in {**blocked, **_gone(entry, field)}.items() if card not in own}


def entry_of(draft: Mapping[str, Any], rules: TonkRules, table: TonkTable) -> Entry:
    """The draft as an entry; without an ending it is read as a drop."""
    kind = draft.get("kind")
    known = isinstance(kind, str) and kind in HANDS
    return read_entry(str(kind) if known else "drop", draft, rules, table.seats)


def laid_so_far(entry: Entry) -> Laid:
    """The cards that can be read, whatever else stands in the draft."""
    hands, spreads = _lists(entry.data.get("hands")), _lists(entry.data.get("spreads"))
    held = [None if hand is None else _cards(hand) for hand in hands[: len(entry.seats)]]
    missing = [None] * (len(entry.seats) - len(held))
    return Laid((*held, *missing), tuple(map(_cards, spreads)) if spreads else None)


def _lists(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else ()


def _cards(given: object) -> tuple[Card, ...]:
    return tuple(card for card in map(read_card, _lists(given)) if card is not None)


def _gone(entry: Entry, field: str) -> Gone:
    """The cards that stand in other fields than this one."""
    laid = laid_so_far(entry)
    gone: Gone = {}
    for place, hand in enumerate(laid.hands):
        if field != f"hands.{place}":
            gone |= dict.fromkeys(hand or (), Text(_HELD, {"seat": SeatName(entry.seats[place])}))
    for place, spread in enumerate(laid.spreads or ()):
        if field != f"spreads.{place}":
            gone |= dict.fromkeys(spread, _LAID)
    return gone


def _not_in_hand(entry: Entry, place: int, own: Sequence[Card]) -> Gone:
    if place == entry.out:
        return dict.fromkeys(CARDS, Text(_OUT, {"seat": SeatName(entry.seats[place])}))
    if len(own) >= entry.rules.hand_size:
        return dict.fromkeys(CARDS, Text(_FULL, {"size": entry.rules.hand_size}))
    return {}


def _not_in_spread(entry: Entry, laid: Laid, own: Sequence[Card]) -> Gone:
    if entry.is_dealt:
        return dict.fromkeys(CARDS, refusal("spreads_not_allowed").message)
    lacking = lacking_on_table(entry, laid)
    if lacking is not None and sum(map(len, laid.spreads or ())) >= lacking:
        return dict.fromkeys(CARDS, _ENOUGH)
    elsewhere = set(laid.cards) - set(own)
    fitting = [spread for spread in all_spreads() if spread.issuperset(own) and spread.isdisjoint(elsewhere)]
    return dict.fromkeys(set(CARDS).difference(*fitting), _NO_SPREAD)


@lru_cache(maxsize=1)
def all_spreads() -> tuple[frozenset[Card], ...]:
    """Every spread there is."""
    return (*_books(), *_runs())


def _books() -> Iterator[frozenset[Card]]:
    for rank in RANKS:
        for size in range(TRIPLE, FOUR_OF_A_RANK + 1):
            yield from (frozenset(cards) for cards in combinations([rank + suit for suit in SUITS], size))


def _runs() -> Iterator[frozenset[Card]]:
    for suit in SUITS:
        in_suit = [rank + suit for rank in RANKS]
        for first, last in combinations(range(len(in_suit) + 1), 2):
            if last - first >= TRIPLE:
                yield frozenset(in_suit[first:last])
