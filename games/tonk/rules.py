"""What a club may choose; the defaults are the house text."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.text import Text, gettext_noop
from games.core.units import InUnits
from games.core.values import Problem
from games.tonk.values import FEWEST_PLAYERS, LARGEST_STAKE, MOST_PLAYERS

Multiplier: TypeAlias = Annotated[int, Field(ge=1, le=10)]
DEALT: Final = 5
"""The counts of a dealt tonk are made for five cards (section 5, `hand_size`)."""


class TonkRules(InUnits):
    """The options of a sitting (sections 4 and 5 of the rules file); the stake is in its smallest unit.

    A multiplier says how many stakes each payer pays. `initial_50_multiplier` empty: as `initial_multiplier`.
    `initial_high_min`, `initial_low_max` empty: no tonk is dealt that way. `drop_low_max` empty: a low
    drop pays no more than another. `initial_discard` is only written down.
    """

    stake: Annotated[int, Field(ge=1, le=LARGEST_STAKE)] = 10
    catch_extra: Literal["all", "others", "none"] = "all"
    low_tie: Literal["each_full", "split"] = "each_full"
    stock_tie: Literal["each_full", "split", "dead"] = "each_full"
    max_players: Annotated[int, Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)] = 4
    hand_size: Annotated[int, Field(ge=DEALT, le=7)] = DEALT
    initial_high_min: Annotated[int, Field(ge=49, le=50)] | None = 49
    initial_low_max: Annotated[int, Field(ge=6, le=20)] | None = None
    initial_multiplier: Multiplier = 2
    initial_50_multiplier: Multiplier | None = None
    initial_low_multiplier: Multiplier = 2
    initial_tie: Literal["draw", "each_paid", "highest"] = "draw"
    tonk_out_multiplier: Multiplier = 2
    tonk_out_hits_multiplier: Multiplier = 2
    discard_out_multiplier: Multiplier = 1
    drop_win_multiplier: Multiplier = 1
    drop_low_max: Annotated[int, Field(ge=1, le=20)] | None = None
    drop_low_multiplier: Multiplier = 2
    caught_multiplier: Multiplier = 2
    caught_pays: Literal["equal_or_lower", "lowest_only", "whole_table"] = "equal_or_lower"
    stock_out: Literal["lowest", "dead"] = "lowest"
    stock_multiplier: Multiplier = 1
    initial_discard: bool = True
    must_lay_spreads: bool = False
    count: Literal["all_in_hand", "unmatched"] = "all_in_hand"
    face_values: Literal["10", "11_12_13"] = "10"


NOT_OPTIONS: Final = frozenset({"stake", *InUnits.model_fields})
"""Rules of a sitting that the public form gives with the hand, or not at all."""

_HAND_SIZE = gettext_noop("A dealt tonk is counted on five cards: with {size} cards set both of its limits to none.")
_FACES = Text(gettext_noop("A dealt tonk of 49 or 50 is counted with faces of ten: set its limit to none."))
_TOO_MANY = gettext_noop("These rules allow {most} players: choose others, or seat fewer.")


def rules_problems(rules: TonkRules, size: int) -> tuple[Problem, ...]:
    """Why these rules do not suit a table of `size`, or each other."""
    return (*size_problems(rules, size), *conflicts(rules))


def size_problems(rules: TonkRules, size: int) -> tuple[Problem, ...]:
    """Whether so many may play."""
    if FEWEST_PLAYERS <= size <= rules.max_players:
        return ()
    return (Problem("players_range", "max_players", Text(_TOO_MANY, {"most": rules.max_players})),)


def conflicts(rules: TonkRules) -> tuple[Problem, ...]:
    """Options that exclude each other (section 5)."""
    found = []
    limits = (rules.initial_high_min, rules.initial_low_max)
    if rules.hand_size != DEALT and limits != (None, None):
        found.append(Problem("bad_option", "hand_size", Text(_HAND_SIZE, {"size": rules.hand_size})))
    if rules.face_values != "10" and rules.initial_high_min is not None:
        found.append(Problem("bad_option", "face_values", _FACES))
    return tuple(found)
