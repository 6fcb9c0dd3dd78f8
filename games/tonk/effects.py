"""What each option of the rules does, in a sentence."""

from typing import Final

from games.core.effects import UNIT, Group, Option
from games.core.text import gettext_noop as _

EFFECTS: Final = (
    Group(
        _("What is played for"),
        (
            Option("stake", _("Stake"), given=_("One stake is {value}, unless a table agrees on another.")),
            *UNIT,
        ),
    ),
    Group(
        _("A tonk on the deal"),
        (
            Option(
                "initial_high_min",
                _("High tonk"),
                {
                    "49": _("Five cards that count 49 or 50 win at once."),
                    "50": _("Only five cards that count 50 win at once."),
                    "": _("No high hand wins on the deal."),
                },
            ),
            Option(
                "initial_low_max",
                _("Low tonk, up to"),
                given=_("Five cards that count {value} or less win at once."),
                empty=_("No low hand wins on the deal."),
            ),
            Option(
                "initial_multiplier",
                _("Stakes for a high tonk"),
                given=_("Each of the others pays {value} times the stake for a high tonk on the deal."),
            ),
            Option(
                "initial_50_multiplier",
                _("Stakes for exactly 50"),
                given=_("Each of the others pays {value} times the stake for exactly 50 on the deal."),
                empty=_("Exactly 50 is paid like any other high tonk."),
            ),
            Option(
                "initial_low_multiplier",
                _("Stakes for a low tonk"),
                given=_("Each of the others pays {value} times the stake for a low tonk on the deal."),
            ),
            Option(
                "initial_tie",
                _("Two or more are dealt a tonk"),
                {
                    "draw": _("Nobody pays, and the cards are dealt again."),
                    "each_paid": _("Everybody without a tonk pays each of them."),
                    "highest": _("The highest of them collects from all others; if equal, the cards are dealt again."),
                },
            ),
        ),
    ),
    Group(
        _("Going out"),
        (
            Option(
                "tonk_out_multiplier",
                _("Stakes for a tonk in a spread"),
                given=_("Each of the others pays {value} times the stake to who goes out with a spread."),
            ),
            Option(
                "tonk_out_hits_multiplier",
                _("Stakes for a tonk by hits"),
                given=_("Each of the others pays {value} times the stake to who goes out by hits alone."),
            ),
            Option(
                "discard_out_multiplier",
                _("Stakes for the last card discarded"),
                given=_("Each of the others pays {value} times the stake to who discards the last card."),
            ),
        ),
    ),
    Group(
        _("A knock that wins"),
        (
            Option(
                "drop_win_multiplier",
                _("Stakes for a knock that wins"),
                given=_("Each of the others pays {value} times the stake to who knocks and is lowest alone."),
            ),
            Option(
                "drop_low_max",
                _("A low knock, up to"),
                given=_("A knock that wins with {value} or less is a low one, paid by itself."),
                empty=_("No knock counts as a low one."),
            ),
            Option(
                "drop_low_multiplier",
                _("Stakes for a low knock"),
                given=_("Each of the others pays {value} times the stake to who wins with a low knock."),
            ),
        ),
    ),
    Group(
        _("A knock that is caught"),
        (
            Option(
                "caught_multiplier",
                _("Stakes for a catch"),
                given=_("A caught knocker pays {value} times the stake."),
            ),
            Option(
                "caught_pays",
                _("Whom a caught knocker pays"),
                {
                    "equal_or_lower": _("Everybody whose hand is equal or lower."),
                    "lowest_only": _("Only the lowest hand."),
                    "whole_table": _("The lowest hand, one stake for each of the others; nobody else pays."),
                },
            ),
            Option(
                "catch_extra",
                _("What the lowest hand gets besides"),
                {
                    "all": _("One stake from everybody else, the caught knocker too."),
                    "others": _("One stake from everybody but the caught knocker."),
                    "none": _("Nothing more than the caught knocker pays."),
                },
            ),
            Option(
                "low_tie",
                _("Two are lowest in a catch"),
                {
                    "each_full": _("Each of them gets the whole stake from everybody."),
                    "split": _("They share the stake that everybody pays."),
                },
            ),
        ),
    ),
    Group(
        _("The stock runs out"),
        (
            Option(
                "stock_out",
                _("The stock runs out"),
                {"lowest": _("The lowest hand collects."), "dead": _("The hand is dead, and nobody pays.")},
            ),
            Option(
                "stock_multiplier",
                _("Stakes when the stock runs out"),
                given=_("Each of the others pays {value} times the stake to the lowest hand."),
            ),
            Option(
                "stock_tie",
                _("Two are lowest then"),
                {
                    "each_full": _("Each of them gets the whole stake from everybody."),
                    "split": _("They share the stake that everybody pays."),
                    "dead": _("The hand is dead, and nobody pays."),
                },
            ),
        ),
    ),
    Group(
        _("The table and the cards"),
        (
            Option("max_players", _("Players at most"), given=_("Up to {value} sit at one table.")),
            Option(
                "hand_size",
                _("Cards each"),
                {
                    "5": _("Five cards each."),
                    "6": _("Six cards each; then no tonk is won on the deal."),
                    "7": _("Seven cards each; then no tonk is won on the deal."),
                },
            ),
            Option(
                "face_values",
                _("Jack, queen and king"),
                {
                    "10": _("They count ten each."),
                    "11_12_13": _("They count 11, 12 and 13; then there is no high tonk on the deal."),
                },
            ),
            Option(
                "count",
                _("What counts in hand"),
                {
                    "all_in_hand": _("All cards that are still in hand."),
                    "unmatched": _("Only cards that make no spread in hand."),
                },
            ),
            Option(
                "must_lay_spreads",
                _("Spreads in hand"),
                {
                    "false": _("They may be held back."),
                    "true": _("They must be laid; one that was held back is noted and costs nothing."),
                },
            ),
            Option(
                "initial_discard",
                _("First discard"),
                {
                    "true": _("A card is turned up to begin with; no payment depends on it."),
                    "false": _("No card is turned up to begin with; no payment depends on it."),
                },
            ),
        ),
    ),
)
