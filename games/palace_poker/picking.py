"""The deck on the screen: a card is tapped for whoever is asked, and those seen already are impossible."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import SeatName, Text, gettext_noop
from games.palace_poker.buttons import Button, refusal_of
from games.palace_poker.conquest import known
from games.palace_poker.position import Position
from games.palace_poker.reading import given, listed
from games.palace_poker.refusals import problem
from games.palace_poker.state import PalaceTable, dealt, from_left_of
from games.palace_poker.steps import may_buy, may_take
from games.palace_poker.values import PALACE, RANKS, SUITS, is_card, suit_of
from games.palace_poker.walking import Walked, palaces_of

_SUITS: Final = "shdc"
_TAKEN: Final = problem("duplicate_card").message
_SAME_ROUND: Final = gettext_noop("{seat} has this suit already, in the same round of the deal.")
_LABEL: Final = "{card}"


@dataclass(frozen=True, slots=True)
class Picker:
    """What a card is tapped for: `what` is banner, soldier or palace, `seat` whose; `nth` counts the cards of a
    palace from 1. `suits` are the cards of each suit, aces first.
    """

    what: str
    seat: int
    nth: int
    suits: tuple[tuple[Button, ...], ...]


Step = Callable[[str], Mapping[str, Any]]
Reason = Callable[[str], Text | None]


def picker(walked: Walked, draft: Mapping[str, Any], table: PalaceTable) -> Picker | None:
    """The deck, if a card can be tapped now."""
    if walked.wants == "setup":
        return _banner(draft, table)
    position = walked.position
    if position is None or not position.full or walked.problem:
        return None
    if walked.wants == "action" and position.end is None:
        player = position.players[position.turn]
        by, none = player.seat, refusal_of(lambda: may_buy(position, player))
        step: Step = lambda card: {"add": {"by": by, "do": "buy", "card": card}}  # noqa: E731
        return Picker("soldier", by, 1, _deck(step, lambda card: none or refusal_of(lambda: may_take(position, card))))
    if walked.wants == "winner" or (walked.wants == "showdown" and given(draft.get("showdown")) is None):
        return _palace(walked, position, draft)
    return None


def _deck(step: Step, reason: Reason) -> tuple[tuple[Button, ...], ...]:
    return tuple(
        tuple(
            Button(Text(_LABEL, {"card": card}), step(card), reason(card), name="card", card=card)
            for card in (rank + suit for rank in reversed(RANKS))
        )
        for suit in _SUITS
    )


def _banner(draft: Mapping[str, Any], table: PalaceTable) -> Picker | None:
    """The first from the dealer's left who has none is asked."""
    dealer = dealt(draft.get("dealer"), table)
    if dealer not in table.seats:
        return None
    order = from_left_of(dealer, table.seats)
    banners = banners_of(draft, table)
    asked = next((seat for seat in order if not is_card(banners[seat])), None)
    if asked is None:
        return None
    first = order.index(asked) // SUITS * SUITS
    beside = {suit_of(banners[seat]): seat for seat in order[first : first + SUITS] if is_card(banners[seat])}
    named = {*filter(is_card, banners.values()), *_named(draft.get("palaces"))}

    def reason(card: str) -> Text | None:
        if card in named:
            return _TAKEN
        owner = beside.get(suit_of(card))
        return None if owner is None else Text(_SAME_ROUND, {"seat": SeatName(owner)})

    def step(card: str) -> Mapping[str, Any]:
        return {"set": {"banners": [card if seat == asked else banners[seat] for seat in table.seats]}}

    return Picker("banner", asked, 1, _deck(step, reason))


def banners_of(draft: Mapping[str, Any], table: PalaceTable) -> dict[int, Any]:
    """{seat: banner}, None where there is none yet."""
    given = listed(draft.get("banners"))
    return {seat: given[nth] if nth < len(given) else None for nth, seat in enumerate(table.seats)}


def _palace(walked: Walked, position: Position, draft: Mapping[str, Any]) -> Picker:
    """The next card of a palace that is shown; it is only asked where one at least is not known."""
    places = position.remaining if walked.wants == "showdown" else walked.sides
    unknown = [position.players[place].seat for place in places if not known(position, [place])]
    palaces = palaces_of(draft, walked.seats)
    seat = next((seat for seat in unknown if palaces[seat]), unknown[0])
    seen = {*filter(is_card, listed(draft.get("banners"))), *_named(draft.get("palaces")), *_bought(draft)}

    def step(card: str) -> Mapping[str, Any]:
        return {"show": card, "of": walked.seats.index(seat), "size": len(walked.seats)}

    return Picker(
        "palace",
        seat,
        min(len(listed(palaces[seat])) + 1, PALACE),
        _deck(step, lambda card: _TAKEN if card in seen else None),
    )


def _named(palaces: object) -> Iterable[str]:
    return (card for palace in listed(palaces) for card in listed(palace) if is_card(card))


def _bought(draft: Mapping[str, Any]) -> Iterable[str]:
    actions = (action for action in listed(draft.get("actions")) if isinstance(action, Mapping))
    return (action["card"] for action in actions if is_card(action.get("card")))
