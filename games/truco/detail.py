"""How an entry came to its result: what a sheet, an explanation and a vector need to know."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Strict

from games.core.record import Record, Seat
from games.truco.values import Kind, Pair, Side


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
