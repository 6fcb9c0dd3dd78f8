"""What a club may choose; the defaults are the house text."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.effects import UNIT_OPTIONS, Group, Option
from games.core.settling import InUnits
from games.core.text import Text, pgettext
from games.core.values import Preset, Problem

# The numbers of the rules file.

Ending: TypeAlias = Literal["initial_tonk", "tonk_out", "discard_out", "drop", "stock_out"]
Result: TypeAlias = Literal["initial_tonk", "draw", "tonk_out", "discard_out", "drop_win", "catch", "stock_low", "dead"]
Reason: TypeAlias = Literal[
    "initial_tonk", "tonk_out", "discard_out", "drop_win", "catch_penalty", "low_hand", "stock_low"
]

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
"""Section 5, `max_players`: how far a house may go."""

LARGEST_STAKE: Final = 10**9
"""Section 2."""

OUT: Final = frozenset({"tonk_out", "discard_out"})
"""The endings in which one player holds no cards."""

NEEDS_ALL: Final = frozenset({"drop", "stock_out"})
"""Section 2: the endings that are decided by the counts of everybody."""

TRIPLE: Final = 3
"""A spread has three cards or more (section 1), and three aces may be kept (section 5, `must_lay_spreads`)."""

FOUR_OF_A_RANK: Final = 4
FACES: Final = {"10": (10, 10, 10), "11_12_13": (11, 12, 13)}
"""Section 5, `face_values`: what jack, queen and king count."""

LARGEST_TOTAL: Final = 13 * 7
"""Section 7: no count can be more under any rules."""


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

_HAND_SIZE = pgettext("tonk", "A dealt tonk needs five cards: with {size} cards, set both its limits to none.")
_FACES = Text(pgettext("tonk", "A dealt tonk of 49 or 50 needs face cards of ten: set its limit to none."))
_TOO_MANY = pgettext("tonk", "These rules allow {most} players: choose other rules, or fewer players.")


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


# Rules a club can start from. None says `catch_extra`: a club chooses that itself.

PRESETS: Final = (
    Preset(
        "house",
        Text(pgettext("tonk", "House rules")),
        Text(pgettext("tonk", "49 and 50 win on the deal; a dealt tonk, a tonk out and a catch pay double.")),
        {},
    ),
    Preset(
        "two-or-three",
        Text(pgettext("tonk", "Two or three players")),
        Text(pgettext("tonk", "The house rules for a table of at most three.")),
        {"max_players": 3},
    ),
    Preset(
        "low-wins-too",
        Text(pgettext("tonk", "High and low tonks")),
        Text(pgettext("tonk", "15 or less also wins on the deal, and every declarer is paid.")),
        {"initial_low_max": 15, "initial_tie": "each_paid"},
    ),
    Preset(
        "triple-fifty",
        Text(pgettext("tonk", "Triple for 50")),
        Text(pgettext("tonk", "A dealt 50 pays three stakes; going out by hits alone pays one.")),
        {"initial_50_multiplier": 3, "tonk_out_hits_multiplier": 1},
    ),
    Preset(
        "seven-cards",
        Text(pgettext("tonk", "Seven cards")),
        Text(pgettext("tonk", "Seven cards each, and no tonk on the deal.")),
        {"hand_size": 7, "initial_high_min": None},
    ),
)


# What each option of the rules does, in a sentence.

EFFECTS: Final = (
    Group(
        pgettext("tonk", "What is played for"),
        (
            Option(
                "stake",
                pgettext("tonk", "Stake"),
                given=pgettext("tonk", "The stake is {value}; a table may agree on another."),
            ),
            *UNIT_OPTIONS,
        ),
    ),
    Group(
        pgettext("tonk", "A tonk on the deal"),
        (
            Option(
                "initial_high_min",
                pgettext("tonk", "High tonk"),
                {
                    "49": pgettext("tonk", "A dealt hand of 49 or 50 wins at once."),
                    "50": pgettext("tonk", "Only a dealt hand of 50 wins at once."),
                    "": pgettext("tonk", "No high hand wins on the deal."),
                },
            ),
            Option(
                "initial_low_max",
                pgettext("tonk", "Low tonk, up to"),
                given=pgettext("tonk", "A dealt hand of {value} or less wins at once."),
                empty=pgettext("tonk", "No low hand wins on the deal."),
            ),
            Option(
                "initial_multiplier",
                pgettext("tonk", "Stakes for a high tonk"),
                given=pgettext("tonk", "Each of the others pays {value} times the stake for a high tonk on the deal."),
            ),
            Option(
                "initial_50_multiplier",
                pgettext("tonk", "Stakes for exactly 50"),
                given=pgettext("tonk", "Each of the others pays {value} times the stake for exactly 50 on the deal."),
                empty=pgettext("tonk", "Exactly 50 is paid like any other high tonk."),
            ),
            Option(
                "initial_low_multiplier",
                pgettext("tonk", "Stakes for a low tonk"),
                given=pgettext("tonk", "Each of the others pays {value} times the stake for a low tonk on the deal."),
            ),
            Option(
                "initial_tie",
                pgettext("tonk", "Two or more players are dealt a tonk"),
                {
                    "draw": pgettext("tonk", "Nobody pays, and the cards are dealt again."),
                    "each_paid": pgettext("tonk", "Everyone without a tonk pays each of them."),
                    "highest": pgettext(
                        "tonk", "The highest of them collects from all others; if they tie, the cards are dealt again."
                    ),
                },
            ),
        ),
    ),
    Group(
        pgettext("tonk", "Going out"),
        (
            Option(
                "tonk_out_multiplier",
                pgettext("tonk", "Stakes for a tonk in a spread"),
                given=pgettext(
                    "tonk", "A player who goes out with a spread gets {value} times the stake from each of the others."
                ),
            ),
            Option(
                "tonk_out_hits_multiplier",
                pgettext("tonk", "Stakes for a tonk by hits"),
                given=pgettext(
                    "tonk", "A player who goes out by hits alone gets {value} times the stake from each of the others."
                ),
            ),
            Option(
                "discard_out_multiplier",
                pgettext("tonk", "Stakes for the last card discarded"),
                given=pgettext(
                    "tonk", "A player who discards the last card gets {value} times the stake from each of the others."
                ),
            ),
        ),
    ),
    Group(
        pgettext("tonk", "A knock that wins"),
        (
            Option(
                "drop_win_multiplier",
                pgettext("tonk", "Stakes for a knock that wins"),
                given=pgettext(
                    "tonk",
                    "A player who knocks and alone is lowest gets {value} times the stake from each of the others.",
                ),
            ),
            Option(
                "drop_low_max",
                pgettext("tonk", "A low knock, up to"),
                given=pgettext("tonk", "A winning knock of {value} or less is a low knock with its own payment."),
                empty=pgettext("tonk", "There are no low knocks."),
            ),
            Option(
                "drop_low_multiplier",
                pgettext("tonk", "Stakes for a low knock"),
                given=pgettext(
                    "tonk", "A player who wins with a low knock gets {value} times the stake from each of the others."
                ),
            ),
        ),
    ),
    Group(
        pgettext("tonk", "A knock that is caught"),
        (
            Option(
                "caught_multiplier",
                pgettext("tonk", "Stakes for a catch"),
                given=pgettext("tonk", "A caught knocker pays {value} times the stake."),
            ),
            Option(
                "caught_pays",
                pgettext("tonk", "Who is paid by a caught knocker"),
                {
                    "equal_or_lower": pgettext("tonk", "Everyone with an equal or lower hand."),
                    "lowest_only": pgettext("tonk", "Only the lowest hand."),
                    "whole_table": pgettext(
                        "tonk", "Only the lowest hand: one stake for each of the others; nobody else pays."
                    ),
                },
            ),
            Option(
                "catch_extra",
                pgettext("tonk", "What the lowest hand also gets"),
                {
                    "all": pgettext("tonk", "One stake from everyone else, including the caught knocker."),
                    "others": pgettext("tonk", "One stake from everyone except the caught knocker."),
                    "none": pgettext("tonk", "Nothing beyond what the caught knocker pays."),
                },
            ),
            Option(
                "low_tie",
                pgettext("tonk", "Two tie for lowest in a catch"),
                {
                    "each_full": pgettext("tonk", "Each of them gets the whole stake from everyone."),
                    "split": pgettext("tonk", "They share the stake that everyone pays."),
                },
            ),
        ),
    ),
    Group(
        pgettext("tonk", "The stock runs out"),
        (
            Option(
                "stock_out",
                pgettext("tonk", "The stock runs out"),
                {
                    "lowest": pgettext("tonk", "The lowest hand collects."),
                    "dead": pgettext("tonk", "The hand is dead, and nobody pays."),
                },
            ),
            Option(
                "stock_multiplier",
                pgettext("tonk", "Stakes when the stock runs out"),
                given=pgettext("tonk", "Each of the others pays {value} times the stake to the lowest hand."),
            ),
            Option(
                "stock_tie",
                pgettext("tonk", "Two tie for lowest when the stock runs out"),
                {
                    "each_full": pgettext("tonk", "Each of them gets the whole stake from everyone."),
                    "split": pgettext("tonk", "They share the stake that everyone pays."),
                    "dead": pgettext("tonk", "The hand is dead, and nobody pays."),
                },
            ),
        ),
    ),
    Group(
        pgettext("tonk", "The table and the cards"),
        (
            Option(
                "max_players",
                pgettext("tonk", "Most players"),
                given=pgettext("tonk", "A table has at most {value} players."),
            ),
            Option(
                "hand_size",
                pgettext("tonk", "Cards each"),
                {
                    "5": pgettext("tonk", "Five cards each."),
                    "6": pgettext("tonk", "Six cards each; then no tonk is won on the deal."),
                    "7": pgettext("tonk", "Seven cards each; then no tonk is won on the deal."),
                },
            ),
            Option(
                "face_values",
                pgettext("tonk", "Jack, queen and king"),
                {
                    "10": pgettext("tonk", "They count ten each."),
                    "11_12_13": pgettext("tonk", "They count 11, 12 and 13; then there is no high tonk on the deal."),
                },
            ),
            Option(
                "count",
                pgettext("tonk", "Which cards count"),
                {
                    "all_in_hand": pgettext("tonk", "All cards still in hand."),
                    "unmatched": pgettext("tonk", "Only cards that do not form a spread."),
                },
            ),
            Option(
                "must_lay_spreads",
                pgettext("tonk", "Spreads in hand"),
                {
                    "false": pgettext("tonk", "Players may keep them in hand."),
                    "true": pgettext(
                        "tonk", "Players must lay them; a spread kept in hand is noted and costs nothing."
                    ),
                },
            ),
            Option(
                "initial_discard",
                pgettext("tonk", "First discard"),
                {
                    "true": pgettext("tonk", "A card is turned up first; no payment depends on it."),
                    "false": pgettext("tonk", "No card is turned up first; no payment depends on it."),
                },
            ),
        ),
    ),
)
