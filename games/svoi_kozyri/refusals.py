"""Every reason to refuse a deal: its code, its field and its sentence, in the order of the rules file."""

from typing import Final

from games.core.text import Text, pgettext
from games.core.values import Problem
from games.svoi_kozyri.rules import FIRST_TO_NEEDS_TWO, LONGEST, PLAYER_COUNT

_SENTENCES: Final = (
    ("unknown_option", "rules", pgettext("svoi_kozyri", "There is no such option in this game.")),
    ("bad_option", "rules", pgettext("svoi_kozyri", "This option cannot have this value.")),
    ("duplicate_player", "players", pgettext("svoi_kozyri", "A player is named twice. Name each player once.")),
    ("deals_malformed", "deals", pgettext("svoi_kozyri", "The deals must be a list.")),
    (
        "series_already_over",
        "",
        pgettext("svoi_kozyri", "Somebody has won the series already. Start a new one for this deal."),
    ),
    (
        "too_many_deals",
        "",
        pgettext("svoi_kozyri", "All deals of the series are played. Start a new one for this deal."),
    ),
    ("trump_missing", "trumps", pgettext("svoi_kozyri", "Choose the trump suit of every player.")),
    ("unknown_suit", "trumps", pgettext("svoi_kozyri", "A trump must be clubs, diamonds, hearts or spades.")),
    (
        "trump_taken",
        "trumps",
        pgettext("svoi_kozyri", "Two players have the same trump suit. Give each of them a suit of their own."),
    ),
    ("finished_required", "finished", pgettext("svoi_kozyri", "Who went out, and in which order?")),
    (
        "finished_twice",
        "finished",
        pgettext("svoi_kozyri", "A player is listed as out twice. Name each player once."),
    ),
    ("unknown_result", "result", pgettext("svoi_kozyri", "Did the last player lose, or is it a draw?")),
    (
        "deal_unfinished",
        "finished",
        pgettext("svoi_kozyri", "More than one player is left. Play on, or enter who else went out."),
    ),
    ("nobody_left", "finished", pgettext("svoi_kozyri", "One player must be left with cards. Leave that player out.")),
    (
        "draw_has_loser",
        "loser",
        pgettext("svoi_kozyri", "In a draw nobody loses. Take the loser away, or choose a loss."),
    ),
    (
        "loser_finished",
        "loser",
        pgettext("svoi_kozyri", "A player who went out has not lost. The loser is the player left with cards."),
    ),
    (
        "draw_needs_one_card",
        "cards_left",
        pgettext("svoi_kozyri", "A draw needs exactly one card in the last hand. With more cards it is a loss."),
    ),
    (
        "cards_left_required",
        "cards_left",
        pgettext("svoi_kozyri", "How many cards are left? Under these rules they count."),
    ),
    (
        "card_pair_incomplete",
        "top_card",
        pgettext("svoi_kozyri", "Enter both the last card and the card it had to beat, or neither."),
    ),
    ("same_card", "top_card", pgettext("svoi_kozyri", "The last card and the top card cannot be the same card.")),
    (
        "draw_card_does_not_beat",
        "last_card",
        pgettext("svoi_kozyri", "The last card does not beat the top card: this is a loss, not a draw."),
    ),
    ("should_be_draw", "result", pgettext("svoi_kozyri", "The only card left beats the top card: this is a draw.")),
)

_FIRST_TO = Text(pgettext("svoi_kozyri", "A series goes to a number of wins from 1 to {most}."), {"most": LONGEST})

REFUSALS: Final = {code: Problem(code, field, Text(message)) for code, field, message in _SENTENCES} | {
    problem.code: problem
    for problem in (PLAYER_COUNT, FIRST_TO_NEEDS_TWO, Problem("bad_first_to", "first_to", _FIRST_TO))
}

_STRANGER = Text(pgettext("svoi_kozyri", "This player is not at the table. Choose one of the players of this deal."))
_OFF_ROSTER = Text(pgettext("svoi_kozyri", "This player does not take part in the series."))
_CARDS_LEFT = pgettext("svoi_kozyri", "The cards left are a whole number from 1 to {most}.")
_PILE = pgettext("svoi_kozyri", "A pile has a whole number of cards from 1 to {most}.")
_CARD = Text(pgettext("svoi_kozyri", "There is no such card in this pack."))
_SAME = Text(pgettext("svoi_kozyri", "Your card and the card on top cannot be the same card. Choose another one."))
_SUIT = Text(pgettext("svoi_kozyri", "A trump must be clubs, diamonds, hearts or spades."))

UNKNOWN_PLAYER: Final = {
    field: Problem("unknown_player", field, _STRANGER) for field in ("trumps", "dealer", "finished", "loser")
} | {"players": Problem("unknown_player", "players", _OFF_ROSTER)}
UNKNOWN_CARD: Final = {
    field: Problem("unknown_card", field, _CARD) for field in ("last_card", "top_card", "card", "top")
}
SAME_CARD_ASKED: Final = Problem("same_card", "card", _SAME)
"""Of the question whether a card beats, where no card is the last."""
UNKNOWN_SUIT: Final = Problem("unknown_suit", "trump", _SUIT)

CODES: Final = frozenset(
    {
        *REFUSALS,
        "bad_cards_left",
        "bad_pile",
        *(found.code for found in (*UNKNOWN_PLAYER.values(), *UNKNOWN_CARD.values())),
    }
)


def bad_cards_left(deck: int) -> Problem:
    """The number of cards left is impossible with this pack."""
    return Problem("bad_cards_left", "cards_left", Text(_CARDS_LEFT, {"most": deck - 1}))


def bad_pile(deck: int) -> Problem:
    """The number of cards of a pile is impossible with this pack."""
    return Problem("bad_pile", "pile", Text(_PILE, {"most": deck}))


def option(code: str, field: str) -> Problem:
    """`unknown_option` or `bad_option`, for the option of this name."""
    return Problem(code, field, REFUSALS[code].message)
