"""The seats of the form that opens a table: who sits where, who deals first, what each place is called.

The dealer has the first seat of the table that is opened, and an empty seat is left out. Where places have names
(the sides of truco), the form sends along which name stood beside each seat, so that nobody changes sides unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from games.core.game import AnyGame
from scorekeeper.clubs.models import Player
from scorekeeper.common.names import SEAT, DefaultWords, default_words
from scorekeeper.common.texts import translated
from scorekeeper.play.offers import sizes

MOST_SEATS = 12  # that a record can name: see games.core.record.Seat


def placeholder(number: int) -> DefaultWords:
    """What somebody is called whose name is not written down yet; the first seat is 1."""
    return default_words(SEAT, number=number)


def is_placeholder(name: str) -> bool:
    """Whether this is no name yet, in the language of whoever reads it or in English."""
    numbers = range(1, MOST_SEATS + 1)
    return name in {f"Seat {number}" for number in numbers} | {placeholder(number) for number in numbers}


def unnamed(game: AnyGame, data: QueryDict, size: int) -> QueryDict:
    """The form of a table of this size whose people are named later."""
    filled = data.copy()
    filled["form"] = "1"
    filled["name"] = translated(game.title)
    for place in range(min(max(size, game.seats[0]), game.seats[-1])):
        filled[f"seats.{place}.name"] = placeholder(place + 1)
    return filled


@dataclass(slots=True)
class Slot:
    """A seat in the form: a player of the book, or a name; `asks` are known players it may be."""

    place: int
    name: str = ""
    player: str = ""
    is_new: bool = False
    shown: str = ""  # what its place was called where it was filled in
    asks: list[Player] = field(default_factory=list)
    problem: str = ""

    @property
    def ident(self) -> str:
        """The id of its field on the page."""
        return f"seat-{self.place}"

    @property
    def is_empty(self) -> bool:
        return not self.name.strip()

    def take(self, other: "Slot") -> None:
        """Whoever sits there sits here; the place stays."""
        self.name, self.player, self.is_new = other.name, other.player, other.is_new

    def clear(self) -> None:
        self.name, self.player, self.is_new = "", "", False


class Slots:
    """The seats that are shown: as many as were sent, at first `count`, never fewer than the game needs."""

    def __init__(self, game: AnyGame, data: QueryDict, count: int = 0) -> None:
        self.game = game
        self.sizes = sizes(game)
        self.fewest, self.most = self.sizes[0], game.seats[-1]
        sent = [place for place in range(self.most) if f"seats.{place}.name" in data]
        shown = min(max(count, self.fewest, *(place + 1 for place in sent)), self.most)
        self.slots = [_slot(data, place) for place in range(shown)]
        dealer = data.get("dealer", "0")
        self.dealer = int(dealer) if dealer in {str(place) for place in range(shown)} else 0

    @property
    def next_size(self) -> int:
        """The next larger table: one seat more, or as many as the game goes up by."""
        shown = len(self.slots)
        return next((size for size in self.sizes if size > shown), min(shown + 1, self.most))

    @property
    def is_full(self) -> bool:
        return len(self.slots) == self.most and not any(slot.is_empty for slot in self.slots)

    @property
    def can_shrink(self) -> bool:
        return len(self.slots) > self.fewest

    @property
    def added(self) -> int:
        """How many seats `more` adds."""
        return self.next_size - len(self.slots)

    @property
    def shares_sides(self) -> bool:
        """Whether some of these play together."""
        return any(len(side) > 1 for side in self.game.sides(range(self._whole)))

    def at(self, place: str) -> Slot | None:
        return next((slot for slot in self.slots if str(slot.place) == place), None)

    def free(self) -> Slot | None:
        """An empty seat; one is put up if there is room."""
        if not any(slot.is_empty for slot in self.slots):
            self.more()
        return next((slot for slot in self.slots if slot.is_empty), None)

    def more(self, _value: str = "") -> None:
        """Put up seats for the next larger table."""
        self.slots += [Slot(place) for place in range(len(self.slots), self.next_size)]

    def drop(self, place: str) -> None:
        """Empty a seat; take an empty one away, the others move up."""
        slot = self.at(place)
        if slot is None:
            return
        if not slot.is_empty:
            slot.clear()
        elif self.can_shrink:
            self._put([other for other in self.slots if other is not slot], self.slots[self.dealer])

    def up(self, place: str) -> None:
        """Change seats with the one before."""
        slot = self.at(place)
        if slot and slot.place:
            other = self.slots[slot.place - 1]
            mine = Slot(0, slot.name, slot.player, slot.is_new)
            slot.take(other)
            other.take(mine)

    def in_order(self) -> list[Slot]:
        """The seats that are taken, from the first dealer on."""
        taken = [slot for slot in self.slots if not slot.is_empty]
        first = next((i for i, slot in enumerate(taken) if slot.place == self.dealer), 0)
        return taken[first:] + taken[:first]

    # What places are called

    @property
    def _whole(self) -> int:
        """The size of the table if all seats here are taken."""
        return next((size for size in self.sizes if size >= len(self.slots)), self.sizes[-1])

    @property
    def line_up(self) -> Sequence[str]:
        """What each place is called, from the first dealer on, if all seats here are taken."""
        return self._called(self._whole)

    @property
    def called(self) -> Sequence[tuple[Slot, str]]:
        """Each seat with what its place is called, or nothing."""
        names = self.line_up
        if not names:
            return [(slot, "") for slot in self.slots]
        return [(slot, names[(slot.place - self.dealer) % len(names)]) for slot in self.slots]

    def is_as_shown(self) -> bool:
        """Whether everybody gets the place that the form said; a size that cannot be played is for the rules."""
        taken = self.in_order()
        names = self._called(len(taken)) if len(taken) in self.sizes else ()
        return all(slot.shown in ("", name) for slot, name in zip(taken, names, strict=False))

    def close_gaps(self) -> None:
        """Move everybody up, and take away what is left over."""
        empty = [slot for slot in self.slots if slot.is_empty]
        taken = [slot for slot in self.slots if not slot.is_empty]
        dealer = (self.in_order() or self.slots)[0]
        self._put([*taken, *empty][: max(len(taken), self.fewest)], dealer)

    def _called(self, size: int) -> Sequence[str]:
        return [translated(name) for name in self.game.line_up(size)] if self.game.line_up else ()

    def _put(self, slots: Sequence[Slot], dealer: Slot) -> None:
        """These are the seats now; the mark of the dealer goes with the seat that has it, while it is there."""
        self.slots = list(slots)
        self.dealer = next((place for place, slot in enumerate(slots) if slot is dealer), 0)
        for place, slot in enumerate(slots):
            slot.place = place


def _slot(data: QueryDict, place: int) -> Slot:
    sent = f"seats.{place}"
    name, player = data.get(f"{sent}.name", ""), data.get(f"{sent}.player", "")
    return Slot(place, str(name).strip(), str(player), f"{sent}.new" in data, str(data.get(f"{sent}.called", "")))
