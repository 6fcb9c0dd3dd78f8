"""The sentences of a hand: what a scorer says aloud, and the reasons of its lines."""

from collections.abc import Mapping
from typing import Final

from games.core.text import Amount, SeatName, Text, gettext_noop
from games.core.values import Notice, Words
from games.palace_poker.detail import HandDetail
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import PalaceTable

WORDS: Final = Words(
    piece=Text(gettext_noop("evening")),
    total=Text(gettext_noop("Net")),
    chart=Text(gettext_noop("Net after each hand")),
    complete=Text(gettext_noop("The evening is over")),
    ended=Text(gettext_noop("The evening has ended")),
)

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(gettext_noop("Somebody else should have dealt this hand."))
)

REASONS: Final = {
    "ante": Text(gettext_noop("Ante")),
    "buy": Text(gettext_noop("Bought soldiers")),
    "bet": Text(gettext_noop("Bets in battles")),
    "call": Text(gettext_noop("Calls in battles")),
    "raise": Text(gettext_noop("Raises in battles")),
    "raise_returned": Text(gettext_noop("Raise taken back: nobody called it")),
    "bet_returned": Text(gettext_noop("Bet taken back: nobody called it")),
    "uncalled_returned": Text(gettext_noop("Taken back: nobody could claim it")),
    "contribution": Text(gettext_noop("Put into the pot")),
}
FROM_THE_POT: Final = Text(gettext_noop("From the pot"))
ONE_HAND: Final = Text(gettext_noop("One hand of the evening"))
HAND_WON: Final = Text(gettext_noop("Won the pot"))
BATTLE_WON: Final = gettext_noop("Battle won against {seat}")
BATTLE_LOST: Final = gettext_noop("Battle lost to {seat}")

_ENDS: Final = {
    "last_standing": gettext_noop("Last one standing: {shares}"),
    "same_suit": gettext_noop("All banners are of one suit: {shares}"),
    "tie_last_two": gettext_noop("The last two tie: {shares}"),
    "showdown": gettext_noop("Showdown: {shares}"),
}
_SHARE = gettext_noop("{amount} to {seat}")
_NEXT_SHARE = gettext_noop("{before}, {amount} to {seat}")
_NOTHING = Text(gettext_noop("nothing was in the pot"))
_NOBODY = Text(gettext_noop("nobody wins anything"))
_BACK = gettext_noop("{before}; {amount} back to {seat}")
_HOUSE = gettext_noop("{before}; {amount} to the house")
_STAYS = gettext_noop("{before}; {amount} stays in the pot for the next hand")
_CARRIED = gettext_noop("{amount} from the last hand lies in the pot")


def said_of(detail: HandDetail) -> Text:
    """ "Last one standing: 63 to Anna"."""
    won: dict[int, int] = {}
    for pot in detail.pots:
        for share in pot.shares:
            won[share.seat] = won.get(share.seat, 0) + share.amount
    told = _shares(won) or (_NOBODY if detail.ledger or detail.carry_in else _NOTHING)
    if detail.end in _ENDS:
        told = Text(_ENDS[detail.end], {"shares": told})
    if detail.rake:
        told = Text(_HOUSE, {"before": told, "amount": Amount(detail.rake)})
    for row in detail.ledger:
        if row.reason == "uncalled_returned":
            told = Text(_BACK, {"before": told, "amount": Amount(-row.amount), "seat": SeatName(row.seat)})
    if detail.carry_out:
        told = Text(_STAYS, {"before": told, "amount": Amount(detail.carry_out)})
    return told


def _shares(won: Mapping[int, int]) -> Text | None:
    """Who gets how much, None where nobody gets anything."""
    told: Text | None = None
    for seat, amount in won.items():
        if amount and told is None:
            told = Text(_SHARE, {"amount": Amount(amount), "seat": SeatName(seat)})
        elif amount and told is not None:
            told = Text(_NEXT_SHARE, {"before": told, "amount": Amount(amount), "seat": SeatName(seat)})
    return told


def stands(rules: PalacePokerRules, table: PalaceTable) -> Text | None:
    """The odd chips of the hand before, where some were left."""
    carry = table.state.carry
    return Text(_CARRIED, {"amount": Amount(carry)}) if carry else None


def verdict(totals: Mapping[int, Mapping[str, int]], rules: PalacePokerRules) -> Text | None:
    """An evening decides nothing: it ends when the players go home."""
    return None
