"""Entering cards by tapping them: which cards are gone, and which cannot go where the next tap puts them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.text import SeatName, Text, pgettext
from games.core.values import read_card
from games.tonk.hand import CARDS, HANDS, RANKS, SUITS, Card
from games.tonk.reading import Entry, Laid, count_hand, lacking_on_table, read_entry
from games.tonk.refusals import refusal
from games.tonk.rules import FOUR_OF_A_RANK, MOST_PLAYERS, TRIPLE, TonkRules
from games.tonk.state import TonkTable

# The steps of the card grid: an entry and one step in, the entry after it out.

Plain: TypeAlias = dict[str, Any]

AT: Final = "screen-at"
"""Where the next card goes: the screen remembers it beside the record."""
FIRST: Final = "hands.0"
MOST_SPREADS: Final = 17
"""So many of three cards has a deck."""
_MOST: Final = {"hands": MOST_PLAYERS, "spreads": MOST_SPREADS}


class Place(NamedTuple):
    """The cards of one player, or one spread: `hands.2`, `spreads.0`; places are those of the table."""

    name: str
    number: int


def read_place(field: object) -> Place | None:
    """Which cards a field names; None where it names none."""
    name, _dot, number = field.partition(".") if isinstance(field, str) else ("", "", "")
    is_place = name in _MOST and number in set(map(str, range(_MOST[name])))
    return Place(name, int(number)) if is_place else None


def stepped(draft: Mapping[str, Any], step: object) -> Plain:
    """The entry after one step of the grid.

    `{"cards": true}` or false (whether cards are given in the place of counts), `{"at": place}`,
    `{"add": card, "at": place}`, `{"take": card}`, `{"back": true}`. A step that cannot be read changes nothing.
    """
    after = dict(draft)
    if not isinstance(step, Mapping):
        return after
    if type(step.get("cards")) is bool:
        return _cards(after, wanted=step["cards"])
    place = read_place(step.get("at"))
    if place is not None:
        after[AT] = step["at"]
    if (added := read_card(step.get("add"))) and place is not None:
        return _add(after, place, added)
    if taken := read_card(step.get("take")):
        return _take(after, taken)
    return _back(after) if step.get("back") is True else after


def _cards(draft: Plain, *, wanted: bool) -> Plain:
    lost = ("totals",) if wanted else ("hands", "spreads")
    kept = {name: value for name, value in draft.items() if name not in lost}
    return {**kept, AT: FIRST if wanted else ""}


def _add(draft: Plain, place: Place, card: Card) -> Plain:
    """A card that is somewhere already stays there."""
    placed = {name: _lists(draft, name) for name in _MOST}
    if any(card in cards for lists in placed.values() for cards in lists):
        return draft
    lists = placed[place.name]
    lists += [[] for _missing in range(place.number + 1 - len(lists))]
    lists[place.number].append(card)
    return {**draft, place.name: _stored(place.name, lists)}


def _take(draft: Plain, card: Card) -> Plain:
    after = dict(draft)
    for name in _MOST:
        lists = _lists(draft, name)
        if any(card in cards for cards in lists):
            after[name] = _stored(name, [[own for own in cards if own != card] for cards in lists])
    return after


def _back(draft: Plain) -> Plain:
    """The last card of the last spread goes, then those of the hands."""
    cards = [card for name in ("hands", "spreads") for cards in _lists(draft, name) for card in cards]
    return _take(draft, cards[-1]) if cards else draft


def _lists(draft: Mapping[str, Any], name: str) -> list[list[Card]]:
    given = draft.get(name)
    lists = given if isinstance(given, list | tuple) else []
    return [_read(cards) for cards in lists[: _MOST[name]]]


def _read(cards: object) -> list[Card]:
    given = cards if isinstance(cards, list | tuple) else []
    return [card for card in map(read_card, given) if card is not None]


def _stored(name: str, lists: list[list[Card]]) -> list[list[Card] | None] | None:
    """Without cards a hand was not looked at, and a spread is none."""
    if not any(lists):
        return None
    return [cards or None for cards in lists if cards or name == "hands"]


Gone: TypeAlias = dict[Card, Text]

_HELD: Final = pgettext("tonk", "{seat} holds this card.")
_LAID: Final = Text(pgettext("tonk", "This card lies on the table."))
_FULL: Final = pgettext("tonk", "A hand has at most {size} cards.")
_OUT: Final = pgettext("tonk", "{seat} went out and holds no cards.")
_ENOUGH: Final = Text(pgettext("tonk", "No cards are left over for the table."))
_NO_SPREAD: Final = Text(pgettext("tonk", "This card makes no spread with the others."))


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
    is_kind = isinstance(kind, str) and kind in HANDS
    return read_entry(str(kind) if is_kind else "drop", draft, rules, table.seats)


def laid_so_far(entry: Entry) -> Laid:
    """The cards that can be read, whatever else stands in the draft."""
    hands, spreads = _listed(entry.data.get("hands")), _listed(entry.data.get("spreads"))
    hands_laid = [None if hand is None else _readable(hand) for hand in hands[: len(entry.seats)]]
    missing = [None] * (len(entry.seats) - len(hands_laid))
    return Laid((*hands_laid, *missing), tuple(map(_readable, spreads)) if spreads else None)


def _listed(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else ()


def _readable(given: object) -> tuple[Card, ...]:
    return tuple(card for card in map(read_card, _listed(given)) if card is not None)


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


# The card grid as it is drawn: where the next card can go, and what a tap on each card does.

_SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass(frozen=True, slots=True)
class Spot:
    """A hand (`seat`) or a spread (`number`, from 1; one without cards is a new one) that cards can go to.

    `count` is what the cards of a hand count so far, None without cards. `is_open`: the next card goes here.
    """

    field: str
    seat: int | None
    number: int
    cards: int
    count: int | None
    is_open: bool

    @property
    def step(self) -> Mapping[str, Any]:
        return {"at": self.field}


@dataclass(frozen=True, slots=True)
class Cell:
    """One card: what a tap does, or the reason why nothing; `is_here` marks those in the open place."""

    card: Card
    rank: str
    suit: str
    step: Mapping[str, Any]
    reason: Text | None
    is_here: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The places, and the 52 cards by suit."""

    spots: tuple[Spot, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grids:
    """The grid of an entry for each place that may be open; it is drawn for one of them only."""

    draft: Mapping[str, Any]
    rules: TonkRules
    table: TonkTable

    def get(self, field: str) -> Grid:
        """The grid with this place open; where there is no such place, with the first one that lacks cards."""
        entry = entry_of(self.draft, self.rules, self.table)
        spots = list(_spots(entry, field))
        if not any(spot.is_open for spot in spots):
            field = next((spot.field for spot in spots if not spot.cards), spots[0].field)
            spots = list(_spots(entry, field))
        impossible = impossible_cards(self.draft, self.rules, self.table, field)
        return Grid(tuple(spots), tuple(_cells(field, _own(entry, field), impossible)))


def _spots(entry: Entry, field: str) -> Iterator[Spot]:
    laid = laid_so_far(entry)
    for place, seat in enumerate(entry.seats):
        if place != entry.out:
            cards = laid.hands[place] or ()
            own = f"hands.{place}"
            yield Spot(own, seat, 0, len(cards), count_hand(cards, entry) if cards else None, own == field)
    if entry.is_dealt:
        return
    spreads = laid.spreads or ()
    for number, cards in enumerate((*spreads, ())[:MOST_SPREADS], 1):
        own = f"spreads.{number - 1}"
        yield Spot(own, None, number, len(cards), None, own == field)


def _own(entry: Entry, field: str) -> tuple[Card, ...]:
    laid = laid_so_far(entry)
    name, _dot, number = field.partition(".")
    lists = laid.hands if name == "hands" else laid.spreads or ()
    return dict(enumerate(lists)).get(int(number)) or ()


def _cells(field: str, own: tuple[Card, ...], impossible: Mapping[Card, Text]) -> Iterator[Cell]:
    for suit in reversed(SUITS):
        for rank in RANKS:
            card = rank + suit
            step = {"take": card, "at": field} if card in own else {"add": card, "at": field}
            written = "10" if rank == "T" else rank
            yield Cell(card, written, _SUIT_NAMES[suit], step, impossible.get(card), card in own)
