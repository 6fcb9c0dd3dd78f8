"""Every reason to refuse a hand of Tonk: its code, its field and its sentence."""

from collections.abc import Mapping
from typing import Final

from games.core.text import SeatName, Text, Value, pgettext
from games.core.values import Problem
from games.tonk.rules import FEWEST_PLAYERS

_SENTENCES: Final = (
    ("unknown_option", "rules", pgettext("tonk", "There is no such option: {option}.")),
    ("bad_option", "rules", pgettext("tonk", "The option {option} cannot have this value.")),
    ("players_range", "players", pgettext("tonk", "Under these rules 2 to {most} players sit at a table.")),
    ("bad_player", "players", pgettext("tonk", "Every player needs a name.")),
    ("duplicate_player", "players", pgettext("tonk", "A player is named twice: name each player once.")),
    ("unknown_player", "", pgettext("tonk", "This player is not at the table: choose one who is.")),
    ("stake_invalid", "stake", pgettext("tonk", "The stake must be a whole number from 1 to 1,000,000,000.")),
    ("ending_invalid", "ending", pgettext("tonk", "Choose how the hand ended.")),
    ("by_required", "by", pgettext("tonk", "Choose who ended the hand.")),
    ("by_not_allowed", "by", pgettext("tonk", "Nobody ends the hand when the stock runs out: leave this empty.")),
    (
        "out_by_required",
        "out_by",
        pgettext("tonk", "Did the last cards go in a new spread or by hits? They pay differently."),
    ),
    ("out_by_invalid", "out_by", pgettext("tonk", "Only a tonk out is made by a spread or by hits: leave this empty.")),
    ("totals_and_hands", "hands", pgettext("tonk", "Give the counts or the cards, not both.")),
    ("bad_card", "hands", pgettext("tonk", "This is not a card: write rank and suit, like Th or 10h.")),
    (
        "duplicate_card",
        "hands",
        pgettext("tonk", "The deck has only one {card}: one of the two must be another card."),
    ),
    ("hand_size", "hands", pgettext("tonk", "A hand has at most {size} cards: take some out.")),
    (
        "empty_hand",
        "hands",
        pgettext("tonk", "Without cards {seat} would have gone out: enter the cards, or who went out."),
    ),
    ("out_player_has_cards", "by", pgettext("tonk", "{seat} went out and holds no cards: the count must be 0.")),
    ("spreads_not_allowed", "spreads", pgettext("tonk", "When a tonk is dealt, no cards lie on the table yet.")),
    (
        "bad_spread",
        "spreads",
        pgettext(
            "tonk",
            "A spread is three or four cards of one rank, or three or more of one suit in order. The ace is low.",
        ),
    ),
    (
        "card_count_mismatch",
        "spreads",
        pgettext(
            "tonk",
            "{laid} cards lie on the table, but {lacking} are missing from the hands. "
            "Look for a card too many or too few.",
        ),
    ),
    ("total_not_integer", "totals", pgettext("tonk", "A count must be a whole number.")),
    ("total_impossible", "totals", pgettext("tonk", "No hand can count {total}: count the cards again.")),
    ("totals_infeasible", "totals", pgettext("tonk", "One deck cannot give all these counts together: count again.")),
    ("totals_required", "totals", pgettext("tonk", "What do the cards of {seat} count?")),
    (
        "not_initial_tonk",
        "totals",
        pgettext("tonk", "{seat} cannot declare a tonk with {total}: correct the count, or choose another ending."),
    ),
    (
        "undeclared_initial_tonk",
        "totals",
        pgettext("tonk", "{seat} was dealt a tonk with {total} too: add this player to those who declared."),
    ),
)
_FIELDS: Final = {code: field for code, field, _message in _SENTENCES}
_MESSAGES: Final = {code: message for code, _field, message in _SENTENCES}

CODES: Final = tuple(_MESSAGES)
"""In the order of section 7."""

_HAND_SIZE_DEALT = pgettext("tonk", "A dealt tonk counts all {size} cards: enter all of them.")
_DEALT_TOTAL = pgettext("tonk", "No hand of {size} cards counts {total}: count the cards again.")
_STILL_HOLDS = pgettext("tonk", "{seat} went out and holds no cards: remove the cards.")
_WAY_OUT = Text(pgettext("tonk", "The last cards go in a new spread or by hits: choose one of the two."))
_ONLY_TWO = Text(pgettext("tonk", "Under these rules two players sit at a table."))
_TOTALS_FORM = Text(pgettext("tonk", "The counts must be a list, one for each player at the table."))
_HANDS_FORM = Text(pgettext("tonk", "The cards must be lists, one for each player at the table."))
_TOTALS_BY_NAME = Text(pgettext("tonk", "The counts must be an object: what each player's cards count, by name."))
_HANDS_BY_NAME = Text(pgettext("tonk", "The cards must be an object: a list of each player's cards, by name."))
_SPREADS_FORM = Text(pgettext("tonk", "The spreads must be a list of lists of cards."))


def refusal(code: str, field: str | None = None, **values: Value) -> Problem:
    """The problem of this code; `field` where it is not the usual one."""
    return Problem(code, _FIELDS[code] if field is None else field, Text(_MESSAGES[code], values))


def refusal_of(code: str, field: str, seat: int, values: Mapping[str, Value] | None = None) -> Problem:
    """The problem of this code that one seat has."""
    return Problem(code, field, Text(_MESSAGES[code], {"seat": SeatName(seat), **(values or {})}))


def not_dealt(field: str, size: int) -> Problem:
    """A dealt hand that has not as many cards as were dealt."""
    return Problem("hand_size", field, Text(_HAND_SIZE_DEALT, {"size": size}))


def no_dealt_total(field: str, total: int, size: int) -> Problem:
    """A count that no hand has as it was dealt, though one with fewer cards may."""
    return Problem("total_impossible", field, Text(_DEALT_TOTAL, {"size": size, "total": total}))


def still_holds(field: str, seat: int) -> Problem:
    """Cards of the one who went out."""
    return Problem("out_player_has_cards", field, Text(_STILL_HOLDS, {"seat": SeatName(seat)}))


def wrong_number(most: int) -> Problem:
    """A table of another size than from two players to so many."""
    if most == FEWEST_PLAYERS:
        return Problem("players_range", _FIELDS["players_range"], _ONLY_TWO)
    return refusal("players_range", most=most)


NO_WAY_OUT: Final = Problem("out_by_invalid", "out_by", _WAY_OUT)
TOTALS_MALFORMED: Final = Problem("total_not_integer", "totals", _TOTALS_FORM)
HANDS_MALFORMED: Final = Problem("bad_card", "hands", _HANDS_FORM)
TOTALS_NOT_BY_NAME: Final = Problem("total_not_integer", "totals", _TOTALS_BY_NAME)
HANDS_NOT_BY_NAME: Final = Problem("bad_card", "hands", _HANDS_BY_NAME)
"""The same in the public form."""
SPREADS_MALFORMED: Final = Problem("bad_spread", "spreads", _SPREADS_FORM)
