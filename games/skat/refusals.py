"""Every reason to refuse a hand of Skat: its code, its field and its sentence."""

from typing import Final

from games.core.text import Text, pgettext
from games.core.values import Problem

_SENTENCES: Final = (
    ("contract_unknown", "contract", pgettext("skat", "Choose the game that was played.")),
    ("re_needs_kontra", "re", pgettext("skat", "Re can only answer a kontra.")),
    ("passed_takes_no_input", "", pgettext("skat", "A passed hand has no declarer and no result.")),
    ("bid_not_integer", "bid", pgettext("skat", "The bid must be a whole number.")),
    ("bid_not_legal", "bid", pgettext("skat", "This is not a bid in Skat: no game has this value.")),
    ("points_not_integer", "declarer_points", pgettext("skat", "Card points must be a whole number.")),
    ("points_out_of_range", "declarer_points", pgettext("skat", "Card points go from 0 to 120.")),
    ("tricks_not_integer", "declarer_tricks", pgettext("skat", "Tricks must be a whole number.")),
    ("tricks_out_of_range", "declarer_tricks", pgettext("skat", "Tricks go from 0 to 10.")),
    ("null_has_no_matadors", "matadors", pgettext("skat", "A null game has no matadors.")),
    ("null_has_no_points", "declarer_points", pgettext("skat", "In a null game no points count.")),
    ("matadors_missing", "matadors", pgettext("skat", "How many matadors?")),
    ("matadors_not_integer", "matadors", pgettext("skat", "Matadors must be a whole number.")),
    ("with_without_missing", "with", pgettext("skat", "With or without the jack of clubs?")),
    ("ouvert_needs_hand", "ouvert", pgettext("skat", "Only a hand game can be played ouvert.")),
    ("result_given_twice", "outcome", pgettext("skat", "Give card points or an outcome, not both.")),
    ("outcome_malformed", "outcome", pgettext("skat", "The outcome must say whether it was won.")),
    ("result_missing", "declarer_points", pgettext("skat", "How did it end?")),
    ("points_impossible", "declarer_points", pgettext("skat", "No cards count 1 or 119 points.")),
    ("tricks_required", "declarer_tricks", pgettext("skat", "How many tricks did the declarer take?")),
    (
        "points_tricks_conflict",
        "declarer_points",
        pgettext("skat", "These points are not possible with these tricks."),
    ),
    ("null_below_bid", "contract", pgettext("skat", "This null game is worth less than the bid.")),
    ("bock_rounds_not_integer", "bock_rounds", pgettext("skat", "Rounds must be a whole number.")),
    ("bock_rounds_out_of_range", "bock_rounds", pgettext("skat", "Bock rounds go from 0 to 9.")),
    ("ramsch_tricks", "tricks", pgettext("skat", "The tricks of the three players must make ten.")),
    ("ramsch_points", "points", pgettext("skat", "Card points and the skat must make 120.")),
    (
        "ramsch_points_without_trick",
        "points",
        pgettext("skat", "A player without a trick cannot have card points."),
    ),
    ("ramsch_last_trick", "last_trick", pgettext("skat", "Who took the last trick?")),
    ("ramsch_pushes", "pushes", pgettext("skat", "Pushes go from 0 to 9.")),
    ("table_size", "", pgettext("skat", "Skat is played at a table of three or four.")),
    ("dealer_not_integer", "dealer", pgettext("skat", "The dealer must be a seat.")),
    ("dealer_not_at_table", "dealer", pgettext("skat", "The dealer is not at this table.")),
    ("declarer_missing", "declarer", pgettext("skat", "Who was the declarer?")),
    ("declarer_not_integer", "declarer", pgettext("skat", "The declarer must be a seat.")),
    ("declarer_not_at_table", "declarer", pgettext("skat", "The declarer is not at this table.")),
    (
        "dealer_cannot_declare_at_four",
        "declarer",
        pgettext("skat", "At a table of four the dealer sits out."),
    ),
    ("hand_after_end", "", pgettext("skat", "The list is complete.")),
)

REFUSALS: Final = {code: Problem(code, field, Text(message)) for code, field, message in _SENTENCES}

_FLAG = Text(pgettext("skat", "This must be yes or no."))
_NULL_ANNOUNCED = Text(pgettext("skat", "In a null game neither schneider nor schwarz is announced."))
_NEEDS_HAND = Text(pgettext("skat", "Only in a hand game can it be announced."))
_MATADORS = pgettext("skat", "This game has 1 to {most} matadors.")
NULL_LEVELS: Final = Problem("outcome_malformed", "outcome", Text(pgettext("skat", "A null game is only won or lost.")))

FLAGS: Final = (
    "hand",
    "schneider_announced",
    "schwarz_announced",
    "ouvert",
    "kontra",
    "re",
    "bock",
)
ANNOUNCEMENTS: Final = ("schneider_announced", "schwarz_announced")

FLAG_NOT_BOOLEAN: Final = {name: Problem("flag_not_boolean", name, _FLAG) for name in FLAGS}
NULL_HAS_NO_ANNOUNCEMENTS: Final = {
    name: Problem("null_has_no_announcements", name, _NULL_ANNOUNCED) for name in ANNOUNCEMENTS
}
ANNOUNCEMENT_NEEDS_HAND: Final = {name: Problem("announcement_needs_hand", name, _NEEDS_HAND) for name in ANNOUNCEMENTS}
MATADORS_OUT_OF_RANGE: Final = {
    most: Problem("matadors_out_of_range", "matadors", Text(_MATADORS, {"most": most})) for most in (4, 11)
}
CODES: Final = frozenset(
    found.code
    for some in (REFUSALS, FLAG_NOT_BOOLEAN, NULL_HAS_NO_ANNOUNCEMENTS, ANNOUNCEMENT_NEEDS_HAND, MATADORS_OUT_OF_RANGE)
    for found in some.values()
)
