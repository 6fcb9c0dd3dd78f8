"""What a hand is worth: base value times levels, overbidding, and what is written."""

from typing import Final, NamedTuple

from games.skat.hand import SkatHand
from games.skat.rules import (
    ALL_TRICKS,
    BASES,
    GRAND_OUVERT_36,
    NULL,
    NULL_VALUES,
    POINTS_FOR_SCHNEIDER,
    POINTS_OF_SCHNEIDER,
    POINTS_TO_WIN,
    Options,
    SkatRules,
)

# What decides the worth of a hand, in one hashable value.

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


class Worth(NamedTuple):
    """The value of a hand; the fields mean what they mean in `HandDetail`."""

    won: bool
    overbid: bool
    base: int
    made: int
    game_value: int
    multiplier: int | None
    factor: int
    declarer_score: int
    levels: tuple[str, ...]


def worth_of(facts: Facts) -> Worth:
    """Rules file, sections 3 to 6 and 9."""
    if facts.contract == "null":
        base, levels = _null_value(facts)
        made = base
    else:
        base, levels = _base(facts), _levels(facts)
        made = base * _multiplier(facts, levels)
    overbid = facts.bid is not None and made < facts.bid
    value = _raised(facts, base, made) if overbid else made
    won = facts.reached.won and not overbid
    factor = 1 << sum(facts.doubled)
    return Worth(
        won,
        overbid,
        base,
        made,
        value,
        None if facts.contract == "null" else value // base,
        factor,
        factor * (value if won else -_times_lost(facts, overbid) * value),
        levels,
    )


def _null_value(facts: Facts) -> tuple[int, tuple[str, ...]]:
    shape = facts.shape
    named = (("hand", shape.hand), ("ouvert", shape.ouvert))
    levels = ("null", *(name for name, present in named if present))
    return NULL_VALUES[shape.hand, shape.ouvert], levels


def _base(facts: Facts) -> int:
    if facts.options.grand_ouvert_36 and facts.shape.ouvert and facts.contract == "grand":
        return GRAND_OUVERT_36
    return BASES[facts.contract]


def _matadors(facts: Facts) -> int:
    matadors, cap = facts.matadors or 0, facts.options.matadors_cap
    return matadors if cap is None else min(matadors, cap)


def _levels(facts: Facts) -> tuple[str, ...]:
    """Section 4: an announced level counts whether it was reached or not (ISkO 5.2.5)."""
    shape, end = facts.shape, facts.reached
    named = (
        ("hand", shape.hand),
        ("schneider", end.schneider or shape.schneider_announced),
        ("schneider_announced", shape.schneider_announced),
        ("schwarz", end.schwarz or shape.schwarz_announced),
        ("schwarz_announced", shape.schwarz_announced),
        ("ouvert", shape.ouvert),
    )
    first = (f"matadors:{_matadors(facts)}", "game")
    return (*first, *(name for name, present in named if present))


def _multiplier(facts: Facts, levels: tuple[str, ...]) -> int:
    return _matadors(facts) + len(levels) - 1


def _raised(facts: Facts, base: int, made: int) -> int:
    """Section 6: the smallest multiple that reaches the bid, unless the club says otherwise."""
    step = base
    if facts.contract == "null":
        step = NULL if facts.options.null_overbid == "base23_multiple" else base
    elif facts.options.overbid_loss == "double_base":
        return base
    return -(-(facts.bid or made) // step) * step


def _times_lost(facts: Facts, overbid: bool) -> int:
    """A lost game counts double; before 1999, and as an option, a lost hand game once. Another option is that one whose
    announcement was missed counts once, unless it was overbid too.
    """
    by_base = facts.options.overbid_loss == "double_base" and overbid and facts.contract != "null"
    single = facts.options.lost_hand_single and facts.shape.hand and not by_base
    announced = facts.shape.schneider_announced and not overbid
    return 1 if single or (facts.options.missed_announcement_single and announced) else 2
