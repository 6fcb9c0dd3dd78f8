"""What decides the worth of a hand, in one hashable value."""

from typing import Final, NamedTuple

from games.skat.hand import SkatHand
from games.skat.rules import Options, SkatRules
from games.skat.values import (
    ALL_TRICKS,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    POINTS_TO_WIN,
)

_ALL_OR_NONE: Final = frozenset({0, ALL_TRICKS})


class Reached(NamedTuple):
    """How the play ended, by the declarer's needs: `won` looks at no bid."""

    won: bool
    schneider: bool
    schwarz: bool


class Shape(NamedTuple):
    """The announced game, with what one announcement implies of the others."""

    hand: bool
    schneider_announced: bool
    schwarz_announced: bool
    ouvert: bool


class Facts(NamedTuple):
    """Everything the value, the score and the sentence of a hand depend on.

    `bid` is None where nobody wrote it down. A bid only decides something where it is above the
    value; `facts_of` says 0 for any bid, so that hands which differ in nothing else are one.
    """

    declarer: int
    contract: str
    matadors: int | None
    with_: bool | None
    shape: Shape
    reached: Reached
    doubled: tuple[bool, bool, bool]
    options: Options
    bid: int | None


def facts_of(hand: SkatHand, rules: SkatRules) -> Facts:
    """The facts of a hand that `problems` let through, as if it was not overbid."""
    shape = shape_of(hand)
    return Facts(
        hand.declarer,
        hand.contract,
        hand.matadors,
        hand.with_,
        shape,
        reached(hand, shape),
        (hand.kontra, hand.re, hand.bock),
        rules.options,
        None if hand.bid is None else 0,
    )


def shape_of(hand: SkatHand) -> Shape:
    """ISkO 5.2.6: ouvert (not null) implies schwarz announced, that implies schneider announced."""
    schwarz = hand.schwarz_announced or (hand.ouvert and hand.contract != "null")
    return Shape(hand.hand, hand.schneider_announced or schwarz, schwarz, hand.ouvert)


def reached(hand: SkatHand, shape: Shape) -> Reached:
    """Who won the play, and at which level (ISkO 5.2)."""
    if hand.outcome is not None:
        outcome = hand.outcome
        return Reached(outcome.won, outcome.schneider or outcome.schwarz, outcome.schwarz)
    if hand.contract == "null":
        return Reached(hand.declarer_tricks == 0, schneider=False, schwarz=False)
    points, tricks = hand.declarer_points or 0, hand.declarer_tricks
    schneider = points >= POINTS_FOR_SCHNEIDER or points <= POINTS_OF_SCHNEIDER
    return Reached(_won(points, tricks, shape), schneider, tricks in _ALL_OR_NONE)


def _won(points: int, tricks: int | None, shape: Shape) -> bool:
    if shape.schwarz_announced:
        return tricks == ALL_TRICKS
    return points >= (POINTS_FOR_SCHNEIDER if shape.schneider_announced else POINTS_TO_WIN)
