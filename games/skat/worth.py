"""What a hand is worth: base value times levels, overbidding, and what is written."""

from typing import NamedTuple

from games.skat.facts import Facts
from games.skat.values import BASES, GRAND_OUVERT_36, NULL, NULL_VALUES


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
