"""The course of a sitting: chips that stay for the next hand, and who deals."""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import Field

from games.core.record import Record
from games.core.values import Table
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.values import End, suit_of

Count: TypeAlias = Annotated[int, Field(ge=0)]


class CarryState(Record):
    """Where a sitting stands: `hands` so far, and the odd chips (`carry`) that lie in the next pot."""

    hands: Count = 0
    carry: Count = 0


PalaceTable: TypeAlias = Table[CarryState]


def start(rules: PalacePokerRules, size: int) -> CarryState:
    """The state before the first hand."""
    return CarryState()


def progress(state: CarryState, rules: PalacePokerRules, seats: Sequence[int]) -> tuple[int, int | None]:
    """Hands so far; a sitting has no fixed length."""
    return state.hands, None


def active(table: PalaceTable) -> tuple[int, ...]:
    """Everybody at the table plays."""
    return table.seats


def dealt(dealer: int | None, table: PalaceTable) -> int:
    """Who dealt: the seat that was entered, else the one whose turn it was."""
    return table.dealer if dealer is None else dealer


def from_left_of(dealer: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in the order of the deal: clockwise from the dealer's left."""
    place = seats.index(dealer) + 1
    return (*seats[place:], *seats[:place])


# Where a hand stands in the middle of a log: frozen values; each step makes a new one.


class Entry(NamedTuple):
    """Money into the pot (more than zero) or out of it, and what for."""

    seat: int
    amount: int
    reason: str


class Fought(NamedTuple):
    """A battle that is over; `winner` is None after a tie."""

    attacker: int
    defender: int
    winner: int | None
    decided_by: str


class Player(NamedTuple):
    """A player in this hand. `cards` are the soldiers where every card is named, `palace` is None
    where nobody wrote it down, `stack` (before the hand) None at a table without stacks.
    """

    seat: int
    banner: str
    palace: tuple[str, ...] | None = None
    stack: int | None = None
    soldiers: int = 0
    cards: tuple[str, ...] = ()
    paid: int = 0
    out: bool = False

    @property
    def suit(self) -> str:
        return suit_of(self.banner)

    @property
    def left(self) -> int | None:
        """What is left of the stack; None where nobody counts."""
        return None if self.stack is None else self.stack - self.paid

    @property
    def all_in(self) -> bool:
        return self.left == 0

    def able(self, amount: int) -> int:
        """So much of this amount can be paid."""
        return amount if self.left is None else min(amount, self.left)

    def hand(self) -> tuple[str, ...]:
        """All cards, as far as they are named."""
        return (self.banner, *(self.palace or ()), *self.cards)


class Fight(NamedTuple):
    """A battle that is going on. `awaited` is the place that must answer, None when the betting is
    over; `due` is what a call costs there. `raised` is the last raise, `folded` who gave up.
    """

    attacker: int
    defender: int
    bet: int
    due: int
    awaited: int | None
    raises: int = 0
    raised: int = 0
    folded: int | None = None

    def other(self, place: int) -> int:
        return self.attacker + self.defender - place


class Position(NamedTuple):
    """A hand at one moment. Places count from the dealer's left.

    `full` says that every face-up card is named; `buried` are the named cards among the discards.
    `passed` are the places that stayed or discarded since the last buy or battle. `lost` are the
    seats that lost a battle, in that order; two who tied stand together. `pot` is the sum of the ledger.
    """

    rules: PalacePokerRules
    full: bool
    players: tuple[Player, ...]
    draw: int
    discards: int = 0
    buried: frozenset[str] = frozenset()
    turn: int = 0
    passed: frozenset[int] = frozenset()
    ledger: tuple[Entry, ...] = ()
    battles: tuple[Fought, ...] = ()
    lost: tuple[tuple[int, ...], ...] = ()
    end: End | None = None
    pot: int = 0

    @property
    def remaining(self) -> tuple[int, ...]:
        """The places still in, from the dealer's left."""
        return tuple(place for place, player in enumerate(self.players) if not player.out)

    def place_of(self, seat: object) -> int | None:
        """The place of a seat at this table, None if it is not there."""
        if type(seat) is not int:
            return None
        return next((place for place, player in enumerate(self.players) if player.seat == seat), None)


def changed(position: Position, place: int, **changes: Any) -> Position:
    """The position with one player changed."""
    players = position.players
    player = players[place]._replace(**changes)
    return position._replace(players=(*players[:place], player, *players[place + 1 :]))


def paid(position: Position, place: int, amount: int, reason: str) -> Position:
    """The position after money moved; nothing is written for nothing."""
    if not amount:
        return position
    player = position.players[place]
    entry = Entry(player.seat, amount, reason)
    position = position._replace(ledger=(*position.ledger, entry), pot=position.pot + amount)
    return changed(position, place, paid=player.paid + amount)


def buried(position: Position, count: int, cards: tuple[str, ...] = ()) -> Position:
    """The position with so many cards more among the discards, these of them named."""
    return position._replace(discards=position.discards + count, buried=position.buried | set(cards))
