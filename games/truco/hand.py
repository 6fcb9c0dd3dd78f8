"""What was seen at the table: the records of a match of truco. Sides are "A" and "B"."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Strict

from games.core.record import Record, Seat
from games.truco.values import MOST_ENVIDO_CALLS, MOST_EVENTS, MOST_FLOR_WORDS, MOST_POINTS, Side

Value: TypeAlias = Annotated[int, Field(ge=1, le=MOST_POINTS)]
Shown: TypeAlias = Annotated[int, Field(ge=0, le=33)]


class Event(Record):
    """One thing said or won, in the order of the table.

    `t` says which; `by` is the side that spoke, `to` the value a call names, `play` the answer of a
    side that decides, `winner` the side with the round or `draw`. Fields that do not belong to it are empty.
    """

    t: Literal["call", "accept", "run", "decide", "round", "fold"]
    by: Side | None = None
    to: Value | Literal["game"] | None = None
    play: bool | None = None
    winner: Literal["A", "B", "draw"] | None = None


class Shows(Record):
    """The envido points each side told."""

    a: Annotated[Shown, Field(alias="A")]
    b: Annotated[Shown, Field(alias="B")]


class Envido(Record):
    """A bet on the cards in hand. `by` called first, then the sides called in turn; accepted, either `points` or
    the `winner` says how it came out, and who called may be left open.
    """

    by: Side | None = None
    calls: Annotated[
        tuple[Literal["envido", "real", "falta"], ...],
        Strict(strict=False),
        Field(min_length=1, max_length=MOST_ENVIDO_CALLS),
    ]
    answer: Literal["accept", "decline"]
    points: Annotated[Shows, Strict(strict=False)] | None = None
    winner: Side | None = None


class Flor(Record):
    """Three cards of a suit: who said it, what was answered, who won it where that is not told by the answers."""

    by: Side
    seq: Annotated[
        tuple[Literal["achico", "quiero", "contraflor", "resto", "no"], ...],
        Strict(strict=False),
        Field(max_length=MOST_FLOR_WORDS),
    ] = ()
    winner: Side | None = None


class QuickHand(Record):
    """A hand by its result: who won it, how, and for how much.

    `value` is what it pays, empty where only one is possible. `dealer` is empty where the deal went as
    the rotation says. One bet at most stands beside it; a bet that ended the game leaves no hand to be won, and is
    written down as a `FullHand` without events.
    """

    kind: Literal["quick"] = "quick"
    how: Literal["played", "ran", "declined", "nobody"]
    winner: Side | None = None
    value: Value | Literal["game"] | None = None
    envido: Annotated[Envido, Strict(strict=False)] | None = None
    flor: Annotated[Flor, Strict(strict=False)] | None = None
    dealer: Seat | None = None


class FullHand(Record):
    """A hand as it was told: all events, and the bets beside it, of which there is one at most. No event follows
    a bet that ended the game.
    """

    kind: Literal["full"] = "full"
    events: Annotated[
        tuple[Annotated[Event, Strict(strict=False)], ...], Strict(strict=False), Field(max_length=MOST_EVENTS)
    ] = ()
    envido: Annotated[Envido, Strict(strict=False)] | None = None
    flor: Annotated[Flor, Strict(strict=False)] | None = None
    dealer: Seat | None = None


class Penalty(Record):
    """Points to a side for an irregularity of the other."""

    kind: Literal["penalty"] = "penalty"
    to: Side
    points: Value


class Forfeit(Record):
    """A side gives up the game; the score stays."""

    kind: Literal["forfeit"] = "forfeit"
    side: Side


AnyHand: TypeAlias = QuickHand | FullHand | Penalty | Forfeit
HANDS: dict[str, type[AnyHand]] = {
    "quick": QuickHand,
    "full": FullHand,
    "penalty": Penalty,
    "forfeit": Forfeit,
}
