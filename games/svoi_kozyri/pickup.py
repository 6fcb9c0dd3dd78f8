"""What is taken by somebody who does not beat (rules file, section 4). Nothing of it is scored."""

from typing import NamedTuple

from games.core.text import Text, gettext_noop
from games.svoi_kozyri.cards import Card
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.values import ACE, TAKEN_PLAIN, TAKEN_TRUMP


class Pickup(NamedTuple):
    """Cards to take from the top of the pile, cards that stay, and the sentence that says why."""

    take: int
    left: int
    said: Text


_TAKE = {
    1: Text(gettext_noop("take the one card")),
    2: Text(gettext_noop("take both cards")),
}
_TAKE_ALL = gettext_noop("take all {count} cards")

_ALL = gettext_noop("Here the whole pile is picked up: {take}. The next player leads any card.")
_ACE = gettext_noop("The ace of your trump lies on top: {take}. The next player leads any card.")
_TRUMP = gettext_noop("Your trump lies on top: take {take} and leave {left}. The next player faces the new top card.")
_TRUMP_ALL = gettext_noop(
    "Your trump lies on top and the pile has {most} cards or fewer: {take}. The next player leads any card."
)
_PLAIN = gettext_noop(
    "The top card is not your trump: take {take} and leave {left}. The next player faces the new top card."
)
_PLAIN_ALL = gettext_noop(
    "The top card is not your trump and the pile has {most} cards or fewer: {take}. The next player leads any card."
)


def pickup(pile: int, top: Card, trump: str, rules: SvoiRules) -> Pickup:
    """What somebody with the trump suit `trump` takes from a pile of `pile` cards (1 or more) under `top`."""
    whole = _TAKE.get(pile, Text(_TAKE_ALL, {"count": pile}))
    if rules.pickup == "all":
        return Pickup(pile, 0, Text(_ALL, {"take": whole}))
    if top == (ACE, trump):
        return Pickup(pile, 0, Text(_ACE, {"take": whole}))
    most, some, all_ = (TAKEN_TRUMP, _TRUMP, _TRUMP_ALL) if top.suit == trump else (TAKEN_PLAIN, _PLAIN, _PLAIN_ALL)
    if pile <= most:
        return Pickup(pile, 0, Text(all_, {"take": whole, "most": most}))
    return Pickup(most, pile - most, Text(some, {"take": most, "left": pile - most}))
