"""Every reason to refuse a deal: its code, its field and its sentence, in the order of the rules file."""

from typing import Final

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from games.svoi_kozyri.rules import FIRST_TO_NEEDS_TWO, LONGEST, PLAYER_COUNT

_SENTENCES: Final = (
    ("unknown_option", "rules", gettext_noop("There is no such option in this game.")),
    ("bad_option", "rules", gettext_noop("This option cannot have this value.")),
    ("duplicate_player", "players", gettext_noop("Somebody is named twice. Name every player once.")),
    ("deals_malformed", "deals", gettext_noop("The deals must be a list.")),
    (
        "series_already_over",
        "",
        gettext_noop("Somebody has won the series already. Start a new one for this deal."),
    ),
    ("too_many_deals", "", gettext_noop("All deals of the series are played. Start a new one for this deal.")),
    ("trump_missing", "trumps", gettext_noop("Say the trump suit of every player.")),
    ("unknown_suit", "trumps", gettext_noop("A trump must be clubs, diamonds, hearts or spades.")),
    (
        "trump_taken",
        "trumps",
        gettext_noop("Two players have the same trump suit. Give each of them a suit of their own."),
    ),
    ("finished_required", "finished", gettext_noop("Who went out, and in which order?")),
    ("finished_twice", "finished", gettext_noop("Somebody is said to have gone out twice. Name every player once.")),
    ("unknown_result", "result", gettext_noop("Did the last player lose, or is it a draw?")),
    (
        "deal_unfinished",
        "finished",
        gettext_noop("More than one player is left. Play on, or say who else went out."),
    ),
    ("nobody_left", "finished", gettext_noop("One player must be left. Leave out who still has cards.")),
    ("draw_has_loser", "loser", gettext_noop("In a draw nobody loses. Take the loser away, or choose a loss.")),
    ("loser_finished", "loser", gettext_noop("Who went out did not lose. The loser is the player who is left.")),
    (
        "draw_needs_one_card",
        "cards_left",
        gettext_noop("A draw needs exactly one card in the last hand. With more cards it is a loss."),
    ),
    ("cards_left_required", "cards_left", gettext_noop("How many cards are left? Here they are what counts.")),
    (
        "card_pair_incomplete",
        "top_card",
        gettext_noop("Say both the last card and the card it had to beat, or neither."),
    ),
    ("same_card", "top_card", gettext_noop("The last card and the top card cannot be the same card.")),
    (
        "draw_card_does_not_beat",
        "last_card",
        gettext_noop("The last card does not beat the top card: this is a loss and no draw."),
    ),
    ("should_be_draw", "result", gettext_noop("The only card left beats the top card: this is a draw.")),
)

_FIRST_TO = Text(gettext_noop("A series goes to a whole number of wins from 1 to {most}."), {"most": LONGEST})

REFUSALS: Final = {code: Problem(code, field, Text(message)) for code, field, message in _SENTENCES} | {
    problem.code: problem
    for problem in (PLAYER_COUNT, FIRST_TO_NEEDS_TWO, Problem("bad_first_to", "first_to", _FIRST_TO))
}

_STRANGER = Text(gettext_noop("This player is not at the table. Choose one of the players of this deal."))
_OFF_ROSTER = Text(gettext_noop("This player does not take part in the series."))
_CARDS_LEFT = gettext_noop("The cards left are a whole number from 1 to {most}.")
_PILE = gettext_noop("A pile has a whole number of cards from 1 to {most}.")
_CARD = Text(gettext_noop("There is no such card in this pack."))
_SAME = Text(gettext_noop("Your card and the card on top cannot be the same card. Choose another one."))
_SUIT = Text(gettext_noop("A trump must be clubs, diamonds, hearts or spades."))

UNKNOWN_PLAYER: Final = {
    field: Problem("unknown_player", field, _STRANGER) for field in ("trumps", "dealer", "finished", "loser")
} | {"players": Problem("unknown_player", "players", _OFF_ROSTER)}
UNKNOWN_CARD: Final = {
    field: Problem("unknown_card", field, _CARD) for field in ("last_card", "top_card", "card", "top")
}
SAME_CARD_ASKED: Final = Problem("same_card", "card", _SAME)
"""Of the question whether a card beats, where no card is the last."""
UNKNOWN_SUIT: Final = Problem("unknown_suit", "trump", _SUIT)


def bad_cards_left(deck: int) -> Problem:
    """The number of cards left is impossible with this pack."""
    return Problem("bad_cards_left", "cards_left", Text(_CARDS_LEFT, {"most": deck - 1}))


def bad_pile(deck: int) -> Problem:
    """The number of cards of a pile is impossible with this pack."""
    return Problem("bad_pile", "pile", Text(_PILE, {"most": deck}))


def option(code: str, field: str) -> Problem:
    """`unknown_option` or `bad_option`, for the option of this name."""
    return Problem(code, field, REFUSALS[code].message)
