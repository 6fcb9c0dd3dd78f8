"""What was seen at the table: the records of a match of truco. Sides are "A" and "B"."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, Strict

from games.core.facets import Facet, Facets, Group, Peak
from games.core.record import Record, Seat
from games.core.text import Text, pgettext
from games.truco.rules import MOST_ENVIDO_CALLS, MOST_EVENTS, MOST_FLOR_WORDS, MOST_POINTS, SIDES, Kind, Pair, Side

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


# How an entry came to its result: what a sheet, an explanation and a vector need to know.


class PartDetail(Record):
    """A bet beside a hand."""

    part: Literal["envido", "flor"]
    winner: Side
    points: int


class Result(Record):
    """What every entry leaves behind it. Every pair counts side A first.

    `points` is what it moved, `score` and `shown` (cut at the target) where its game stood then, `number` which
    game that was. `game` is the side that won the game by it, `games` the games won then, `match` the side that
    has the match.
    """

    points: Pair
    score: Pair
    shown: Pair
    number: int
    games: Pair
    game: Side | None
    match: Side | None


class HandDetail(Result):
    """A hand that was played: what kind it was, who won it, by what and for how much.

    `value` is what the hand itself moved, without the bets beside it in `parts`. `quick` tells an entry by
    its result from one with all events.
    """

    kind: Literal["quick", "full"]
    hand_kind: Kind
    decider: Side | None
    winner: Side | None
    value: int
    decided_by: Literal["rounds", "run", "declined", "all_tied", "fold", "side_bet"]
    parts: Annotated[tuple[Annotated[PartDetail, Strict(strict=False)], ...], Strict(strict=False)] = ()
    rounds: Annotated[tuple[str, ...], Strict(strict=False)] = ()
    dealer: Seat


class PenaltyDetail(Result):
    """Points for an irregularity, to the side `to`."""

    kind: Literal["penalty"] = "penalty"
    to: Side


class ForfeitDetail(Result):
    """A game that the side `side` gave up."""

    kind: Literal["forfeit"] = "forfeit"
    side: Side


AnyDetail: TypeAlias = HandDetail | PenaltyDetail | ForfeitDetail
DETAILS: dict[str, type[AnyDetail]] = {
    "quick": HandDetail,
    "full": HandDetail,
    "penalty": PenaltyDetail,
    "forfeit": ForfeitDetail,
}


# What a hand of truco says of those who played it: what it was worth, how it ended, the bets beside it.

GROUPS: Final = {
    "raise": Group(
        Text(pgettext("truco", "By value of the hand")),
        {"0": Text(pgettext("truco", "For nothing"))},
        numbered=pgettext("truco", "For {number}"),
    ),
    "ended": Group(
        Text(pgettext("truco", "By how the hand ended")),
        {
            "rounds": Text(pgettext("truco", "Played to the end")),
            "run": Text(pgettext("truco", "Somebody ran")),
            "declined": Text(pgettext("truco", "Not played: hand of ten or eleven")),
            "fold": Text(pgettext("truco", "Somebody threw the cards in")),
            "all_tied": Text(pgettext("truco", "All rounds tied")),
            "side_bet": Text(pgettext("truco", "Decided by a side bet")),
        },
    ),
    "kind": Group(
        Text(pgettext("truco", "By kind of hand")),
        {
            "normal": Text(pgettext("truco", "Usual hand")),
            "special": Text(pgettext("truco", "Hand of ten or eleven")),
            "iron": Text(pgettext("truco", "Iron hand")),
        },
    ),
    "part": Group(
        Text(pgettext("truco", "Side bets")),
        {"envido": Text(pgettext("truco", "Envido")), "flor": Text(pgettext("truco", "Flor"))},
    ),
    "beside": Group(
        Text(pgettext("truco", "Penalties and games given up")),
        {
            "penalty": Text(pgettext("truco", "Penalty")),
            "forfeit": Text(pgettext("truco", "Game given up")),
        },
    ),
}
PEAKS: Final = {"points": Text(pgettext("truco", "Most points by one hand"))}


def facets(hand: AnyHand, detail: AnyDetail, seats: Sequence[int], dealer: int) -> Iterable[Facet | Peak]:
    """The same of both partners: for each side whether it won."""
    for place, seat in enumerate(seats):
        side = SIDES[place % 2]
        if isinstance(detail, HandDetail):
            yield from _hand(detail, seat, side)
        elif isinstance(detail, ForfeitDetail):
            yield Facet(seat, "beside", "forfeit", detail.side != side)
        else:
            yield Facet(seat, "beside", "penalty", detail.to == side, detail.points[place % 2])


def _hand(detail: HandDetail, seat: int, side: str) -> Iterator[Facet | Peak]:
    won = None if detail.winner is None else detail.winner == side
    points = detail.value if won else 0
    yield Facet(seat, "raise", str(detail.value), won, points)
    yield Facet(seat, "ended", detail.decided_by, won, points)
    yield Facet(seat, "kind", detail.hand_kind, won, points)
    for part in detail.parts:
        gained = part.winner == side
        yield Facet(seat, "part", part.part, gained, part.points if gained else 0)
    if won:
        yield Peak(seat, "points", detail.value)


FACETS: Final[Facets[AnyHand, AnyDetail]] = Facets(of=facets, groups=GROUPS, main="raise", peaks=PEAKS)
