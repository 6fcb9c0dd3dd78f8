"""The card grid as it is drawn: where the next card can go, and what a tap on each card does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import Text
from games.tonk.cards import RANKS, SUITS, Card
from games.tonk.grid import entry_of, impossible_cards, laid_so_far
from games.tonk.reading import Entry
from games.tonk.reading_counts import count_hand
from games.tonk.rules import TonkRules
from games.tonk.state import TonkTable
from games.tonk.stepping import MOST_SPREADS

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
