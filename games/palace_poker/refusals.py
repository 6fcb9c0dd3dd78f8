"""Every reason to refuse a hand: its code and its sentence, in the order of section 9."""

from typing import Final

from games.core.text import Amount, Text, Value, gettext_noop
from games.core.values import Problem
from games.palace_poker.values import LARGEST_AMOUNT

_SENTENCES: Final = {
    "mode_invalid": gettext_noop("Say how the hand is recorded: quick or log."),
    "cards_mode_invalid": gettext_noop("Say whether soldiers are counted or every card is named."),
    "unknown_option": gettext_noop("There is no such option. Take it out."),
    "bad_option": gettext_noop("This option cannot have this value. Choose another."),
    "players_range": gettext_noop("Palace Poker is for two to ten players."),
    "bad_player": gettext_noop("Every player needs a name."),
    "duplicate_player": gettext_noop("Two players have the same name. Give one of them another."),
    "unknown_player": gettext_noop("This player is not at the table. Choose somebody who is."),
    "bet_size_invalid": gettext_noop("The small bet is at least 1, and the big bet at least the small one."),
    "amount_invalid": gettext_noop("An amount must be a whole number, not less than zero."),
    "contributions_required": gettext_noop("Say for every player what went into the pot."),
    "ante_missing": gettext_noop("Everybody puts in the ante of {ante}. Enter more, or say who is all-in."),
    "contribution_unreachable": gettext_noop(
        "No bets at these stakes add up to this amount. Count again, or say who is all-in."
    ),
    "empty_pot": gettext_noop("There is nothing in the pot. Enter what everybody put in."),
    "all_in_invalid": gettext_noop("Name each all-in player once, and only players who put something in."),
    "ranking_required": gettext_noop("Who won the pot?"),
    "ranking_invalid": gettext_noop("Name each player once in the order of the winners."),
    "end_invalid": gettext_noop("The hand cannot have ended this way with these winners."),
    "banner_required": gettext_noop("Every player has a banner. Which card is it?"),
    "banner_diversity": gettext_noop(
        "The banners of one round of the deal have different suits. One of these is wrong, or the dealer is."
    ),
    "bad_card": gettext_noop("There is no such card."),
    "duplicate_card": gettext_noop("This card is already on the table. Look again which one it is."),
    "palace_size": gettext_noop("A palace has three cards."),
    "stack_required": gettext_noop("Say for every player how much was there before the hand, or for nobody."),
    "actions_required": gettext_noop("What happened at the table? Enter the actions in their order."),
    "action_invalid": gettext_noop("This is no action. A player can buy, discard, stay, fold or attack."),
    "action_after_end": gettext_noop("The hand was over before this. Take it back."),
    "hand_not_finished": gettext_noop("The hand is not over yet. Enter what happened next."),
    "player_out": gettext_noop("This player is already out."),
    "out_of_turn": gettext_noop("It was not this player’s turn."),
    "card_required": gettext_noop("Which card was bought?"),
    "card_not_available": gettext_noop("This card was discarded, and the discards were not shuffled again since."),
    "no_cards_to_buy": gettext_noop("There is no card left to buy."),
    "too_many_soldiers": gettext_noop("Nobody keeps more than five soldiers. Say what was discarded."),
    "discard_invalid": gettext_noop("Only soldiers that are there can be discarded, at least one."),
    "insufficient_stack": gettext_noop("There is not enough left for this: {left}."),
    "target_invalid": gettext_noop("Nobody attacks themselves."),
    "target_out": gettext_noop("This player is already out."),
    "same_banner_suit": gettext_noop("Banners of the same suit do not fight each other."),
    "bet_invalid": gettext_noop("This bet is not possible: the minimum is {least}."),
    "raise_invalid": gettext_noop("This raise is not possible: it must be {least}."),
    "raise_limit": gettext_noop("No more raises are allowed in this battle."),
    "response_incomplete": gettext_noop("How did the battle go on? It ends with a fold or a call."),
    "response_out_of_turn": gettext_noop("It was the other side’s turn to answer."),
    "response_after_end": gettext_noop("The betting was over before this. Take it back."),
    "winner_required": gettext_noop("Who won the battle?"),
    "winner_invalid": gettext_noop("One of the two who fought has won, or it was a tie."),
    "winner_not_allowed": gettext_noop("One side has folded, so the other has won. Take the winner out."),
    "winner_mismatch": gettext_noop("The cards say otherwise. Look again who won."),
    "keep_required": gettext_noop("Nobody keeps more than five soldiers. Which ones stay?"),
    "keep_invalid": gettext_noop("Keep at most five of the own and the captured soldiers."),
    "showdown_required": gettext_noop("The cards are shown. Who has the best hand?"),
    "showdown_invalid": gettext_noop("Name players who are still in, each of them once."),
    "showdown_not_allowed": gettext_noop("The hand did not end with a showdown. Take it out."),
}
CODES: Final = tuple(_SENTENCES)
_NO_RESPONSE: Final = gettext_noop("This is no answer to an attack. A player can fold, call or raise.")
_ONLY_A_RAISE: Final = gettext_noop("Only a raise has an amount. Take it out.")
_TOO_MANY_ACTIONS: Final = gettext_noop("A log has room for {most} actions. Record this hand by its end: quick.")
_TOO_MANY_RESPONSES: Final = gettext_noop("A battle has room for {most} answers. Record this hand by its end: quick.")
_TOO_MUCH: Final = gettext_noop("An amount cannot be more than {most}.")
_NEXT_BEST: Final = gettext_noop("The best hand cannot win all of the pot. Who has the next best hand?")
_NOT_FOR_NO_LIMIT: Final = gettext_noop("This raise is not possible: it is at least {least}.")
_BET_FIXED: Final = gettext_noop("This bet is not possible: it must be {least}.")
_SPECIAL: Final = {
    ("raise_invalid", "no_limit"): _NOT_FOR_NO_LIMIT,
    ("bet_invalid", "limit"): _BET_FIXED,
    ("action_invalid", "response"): _NO_RESPONSE,
    ("action_invalid", "amount"): _ONLY_A_RAISE,
    ("action_invalid", "actions"): _TOO_MANY_ACTIONS,
    ("action_invalid", "responses"): _TOO_MANY_RESPONSES,
    ("amount_invalid", "most"): _TOO_MUCH,
    ("showdown_required", "next"): _NEXT_BEST,
}


class Refused(Exception):
    """A rule broken in the middle of a hand."""

    def __init__(self, found: Problem) -> None:
        super().__init__(found.code)
        self.problem = found


def problem(code: str, field: str = "", *, case: str = "", **values: Value) -> Problem:
    """The reason of this code at this field; some have another sentence in some cases, or by the betting limit."""
    return Problem(code, field, Text(_SPECIAL.get((code, case), _SENTENCES[code]), values))


def refused(code: str, field: str = "", *, case: str = "", **values: Value) -> Refused:
    """The same, to be raised."""
    return Refused(problem(code, field, case=case, **values))


def no_amount(value: object, field: str) -> Problem:
    """Why this is no amount: what it is, or how large."""
    if type(value) is int and value > LARGEST_AMOUNT:
        return problem("amount_invalid", field, case="most", most=Amount(LARGEST_AMOUNT))
    return problem("amount_invalid", field)
