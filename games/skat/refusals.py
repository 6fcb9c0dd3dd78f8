"""Every reason to refuse a hand of Skat: its code, its field and its sentence."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Problem

_SENTENCES: Final = (
    ("contract_unknown", "contract", gettext_noop("Choose the game that was played.")),
    ("re_needs_kontra", "re", gettext_noop("Re can only answer a kontra.")),
    ("passed_takes_no_input", "", gettext_noop("A passed hand has no declarer and no result.")),
    ("bid_not_integer", "bid", gettext_noop("The bid must be a whole number.")),
    ("bid_not_legal", "bid", gettext_noop("This is not a bid in Skat: no game has this value.")),
    ("points_not_integer", "declarer_points", gettext_noop("Card points must be a whole number.")),
    ("points_out_of_range", "declarer_points", gettext_noop("Card points go from 0 to 120.")),
    ("tricks_not_integer", "declarer_tricks", gettext_noop("Tricks must be a whole number.")),
    ("tricks_out_of_range", "declarer_tricks", gettext_noop("Tricks go from 0 to 10.")),
    ("null_has_no_matadors", "matadors", gettext_noop("A null game has no matadors.")),
    ("null_has_no_points", "declarer_points", gettext_noop("In a null game no points count.")),
    ("matadors_missing", "matadors", gettext_noop("How many matadors?")),
    ("matadors_not_integer", "matadors", gettext_noop("Matadors must be a whole number.")),
    ("with_without_missing", "with", gettext_noop("With or without the jack of clubs?")),
    ("ouvert_needs_hand", "ouvert", gettext_noop("Only a hand game can be played ouvert.")),
    ("result_given_twice", "outcome", gettext_noop("Give card points or an outcome, not both.")),
    ("outcome_malformed", "outcome", gettext_noop("The outcome must say whether it was won.")),
    ("result_missing", "declarer_points", gettext_noop("How did it end?")),
    ("points_impossible", "declarer_points", gettext_noop("No cards count 1 or 119 points.")),
    ("tricks_required", "declarer_tricks", gettext_noop("How many tricks did the declarer take?")),
    (
        "points_tricks_conflict",
        "declarer_points",
        gettext_noop("So many points are not possible with so many tricks."),
    ),
    ("null_below_bid", "contract", gettext_noop("This null game is worth less than the bid.")),
    ("bock_rounds_not_integer", "bock_rounds", gettext_noop("Rounds must be a whole number.")),
    ("bock_rounds_out_of_range", "bock_rounds", gettext_noop("Bock rounds go from 0 to 9.")),
    ("ramsch_tricks", "tricks", gettext_noop("The tricks of the three players must make ten.")),
    ("ramsch_points", "points", gettext_noop("Card points and the skat must make 120.")),
    (
        "ramsch_points_without_trick",
        "points",
        gettext_noop("Who has no trick cannot have card points."),
    ),
    ("ramsch_last_trick", "last_trick", gettext_noop("Who made the last trick?")),
    ("ramsch_pushes", "pushes", gettext_noop("Pushes go from 0 to 9.")),
    ("table_size", "", gettext_noop("Skat is played at a table of three or four.")),
    ("dealer_not_integer", "dealer", gettext_noop("The dealer must be a seat.")),
    ("dealer_not_at_table", "dealer", gettext_noop("The dealer is not at this table.")),
    ("declarer_missing", "declarer", gettext_noop("Who was the declarer?")),
    ("declarer_not_integer", "declarer", gettext_noop("The declarer must be a seat.")),
    ("declarer_not_at_table", "declarer", gettext_noop("The declarer is not at this table.")),
    (
        "dealer_cannot_declare_at_four",
        "declarer",
        gettext_noop("At a table of four the dealer sits out."),
    ),
    ("hand_after_end", "", gettext_noop("The list is complete.")),
)

REFUSALS: Final = {code: Problem(code, field, Text(message)) for code, field, message in _SENTENCES}

_FLAG = Text(gettext_noop("This must be yes or no."))
_NULL_ANNOUNCED = Text(gettext_noop("In a null game neither schneider nor schwarz is announced."))
_NEEDS_HAND = Text(gettext_noop("Only in a hand game can it be announced."))
_MATADORS = gettext_noop("This game has 1 to {most} matadors.")
NULL_LEVELS: Final = Problem("outcome_malformed", "outcome", Text(gettext_noop("A null game is only won or lost.")))

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
