"""What decides the worth of a hand, in one hashable value."""

from typing import NamedTuple

from games.skat.hand import SkatHand
from games.skat.rules import SkatRules
from games.skat.values import (
    ALL_TRICKS,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    POINTS_TO_WIN,
)


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


class Options(NamedTuple):
    """The house rules that touch a value."""

    overbid_loss: str
    null_overbid: str
    lost_hand_single: bool
    matadors_cap: int | None
    grand_ouvert_36: bool


class Facts(NamedTuple):
    """Everything the value, the score and the sentence of a hand depend on."""

    declarer: int
    contract: str
    matadors: int | None
    with_: bool | None
    bid: int | None
    shape: Shape
    reached: Reached
    doubled: tuple[bool, bool, bool]
    options: Options


def facts_of(hand: SkatHand, rules: SkatRules) -> Facts:
    """The facts of a hand that `problems` let through."""
    shape = shape_of(hand)
    return Facts(
        hand.declarer,
        hand.contract,
        hand.matadors,
        hand.with_,
        hand.bid,
        shape,
        reached(hand, shape),
        (hand.kontra, hand.re, hand.bock),
        Options(
            rules.overbid_loss,
            rules.null_overbid,
            rules.lost_hand_single,
            rules.matadors_cap,
            rules.grand_ouvert_36,
        ),
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
    return Reached(
        _won(points, tricks, shape),
        schneider=points >= POINTS_FOR_SCHNEIDER or points <= POINTS_OF_SCHNEIDER,
        schwarz=tricks in {0, ALL_TRICKS},
    )


def _won(points: int, tricks: int | None, shape: Shape) -> bool:
    if shape.schwarz_announced:
        return tricks == ALL_TRICKS
    return points >= (POINTS_FOR_SCHNEIDER if shape.schneider_announced else POINTS_TO_WIN)
