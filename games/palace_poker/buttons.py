"""The steps of the screen: each is tried against the rules, and says why where it is impossible."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import Amount, SeatName, Text, pgettext
from games.core.values import card_name
from games.palace_poker.log import showdown_of
from games.palace_poker.reading import Answer, Move, given, listed
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.state import Fight, PalaceTable, Position, dealt, from_left_of
from games.palace_poker.stepping import Walked, back_step, gone_of, keeping, palaces_of, spoils
from games.palace_poker.steps import act, all_named, attack, least_raise, may_buy, may_take, minimum, respond
from games.palace_poker.values import MOST_SOLDIERS, PALACE, RANKS, SUITS, TIE, is_card, suit_of

_BACK: Final = Text(pgettext("palace_poker", "Take back"))
_BUY: Final = pgettext("palace_poker", "Buy a soldier for {amount}")
_DISCARD: Final = Text(pgettext("palace_poker", "Discard"))
_DISCARD_ONE: Final = Text(pgettext("palace_poker", "Discard one"))
_STAY: Final = Text(pgettext("palace_poker", "Stay"))
_FOLD: Final = Text(pgettext("palace_poker", "Fold"))
_ATTACK: Final = pgettext("palace_poker", "Attack {seat} for {amount}")
_CALL: Final = pgettext("palace_poker", "Call {amount}")
_RAISE: Final = pgettext("palace_poker", "Call {amount} and raise {more}")
_RAISE_FROM: Final = pgettext("palace_poker", "Call {amount} and raise {more} or more")
_WON: Final = pgettext("palace_poker", "{seat} won")
_TIE: Final = Text(pgettext("palace_poker", "Tie"))
_KEEP: Final = pgettext("palace_poker", "Keep {count}")
_LET_GO: Final = pgettext("palace_poker", "Discard {card}")
_BEST: Final = pgettext("palace_poker", "{seat} has the best hand")
_NEXT_BEST: Final = pgettext("palace_poker", "{seat} has the next best hand")


@dataclass(frozen=True, slots=True)
class Button:
    """One step: `step` is its JSON, `reason` why it is impossible now (None: it is possible).

    `name` says what kind of step it is; `amount` what it costs, `more` a raise on top of that, `seat` and `card`
    whom and what it is about. `asks` are the fields of the step that must be filled in first, `may` those
    that can be; `{"screen": NAME}` in a step stands for what is written in the box `screen-NAME`. `pressed`: it
    says what is so already, and pressed again takes it away.
    """

    label: Text
    step: Mapping[str, Any]
    reason: Text | None = None
    asks: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    name: str = ""
    amount: int | None = None
    more: int | None = None
    seat: int | None = None
    card: str = ""
    pressed: bool = False


def buttons(walked: Walked, draft: Mapping[str, Any]) -> tuple[Button, ...]:
    """All steps there are now, the possible ones and those that are shown all the same."""
    found: list[Button] = []
    position, fight = walked.position, walked.fight
    if position is not None and fight is not None and fight.awaited is not None:
        found += _response_buttons(position, fight, fight.awaited)
    elif position is not None and walked.wants in _BUTTONS and walked.problem is None:
        found += _BUTTONS[walked.wants](walked, position)
    if position is not None and position.end == "showdown" and not showdown_of(position):
        found += _showdown_buttons(walked, position, listed(draft.get("showdown")))
    if draft.get("actions") or draft.get("showdown") is not None:
        found.append(Button(_BACK, back_step(walked, draft), name="back"))
    return tuple(found)


def refusal_of(trial: Callable[[], object]) -> Text | None:
    """Why the rules refuse this step, None where they do not."""
    try:
        trial()
    except Refused as refusal:
        return refusal.problem.message
    return None


def attack_refusals(position: Position) -> Mapping[int, Text]:
    """{place: why whoever's turn it is cannot attack there}."""
    by = position.players[position.turn].seat
    tried = {place: _attack_refusal(position, by, player.seat) for place, player in enumerate(position.players)}
    return {place: reason for place, reason in tried.items() if reason is not None}


def _attack_refusal(position: Position, by: int, target: int) -> Text | None:
    return refusal_of(lambda: attack(position, Move(by, "battle", target=target)))


def _action_buttons(walked: Walked, position: Position) -> Iterator[Button]:
    player = position.players[position.turn]
    by, price = player.seat, position.rules.small_bet
    yield Button(
        Text(_BUY, {"amount": Amount(price)}),
        {"add": {"by": by, "do": "buy"}},
        refusal_of(lambda: may_buy(position, player)),
        asks=("card",) if position.full else (),
        name="buy",
        amount=price,
    )
    nothing = None if player.soldiers else refusal_of(lambda: act(position, Move(by, "discard")))
    if player.cards:
        for card in player.cards:
            yield Button(_DISCARD, _discard(by, [card]), name="discard", card=card)
    else:
        yield Button(_DISCARD, _discard(by, 1), nothing, name="discard")
    yield Button(_STAY, {"add": {"by": by, "do": "stay"}}, name="stay")
    yield Button(_FOLD, {"add": {"by": by, "do": "fold"}}, name="fold")
    yield from _attack_buttons(position)


def _discard(by: int, what: object) -> Mapping[str, Any]:
    return {"add": {"by": by, "do": "discard", "discard": what}}


def _attack_buttons(position: Position) -> Iterator[Button]:
    refusals, attacker = attack_refusals(position), position.players[position.turn]
    bet = attacker.able(minimum(position, position.turn))
    free = {} if position.rules.is_limit else {"bet": {"screen": "bet"}}
    for place, player in enumerate(position.players):
        if place != position.turn:
            label = Text(_ATTACK, {"seat": SeatName(player.seat), "amount": Amount(bet)})
            step = {"add": {"by": attacker.seat, "do": "battle", "target": player.seat, **free}}
            reason = refusals.get(place)
            yield Button(label, step, reason, may=tuple(free), name="battle", amount=bet, seat=player.seat)


def _response_buttons(position: Position, fight: Fight, awaited: int) -> Iterator[Button]:
    player, limit = position.players[awaited], position.rules.is_limit
    call, more = player.able(fight.due), least_raise(position.rules, player)
    values = {"amount": Amount(call), "more": Amount(more)}
    trial = Answer(player.seat, "raise", more)
    yield Button(_FOLD, {"add": {"by": player.seat, "do": "fold"}}, name="fold")
    call_step = {"add": {"by": player.seat, "do": "call"}}
    yield Button(Text(_CALL, {"amount": values["amount"]}), call_step, name="call", amount=call)
    yield Button(
        Text(_RAISE if limit else _RAISE_FROM, values),
        {"add": {"by": player.seat, "do": "raise", **({} if limit else {"amount": {"screen": "raise"}})}},
        refusal_of(lambda: respond(position, fight, trial)),
        asks=() if limit else ("amount",),
        name="raise",
        amount=call,
        more=more,
    )


def _winner_buttons(walked: Walked, position: Position) -> Iterator[Button]:
    for place in walked.sides:
        seat = position.players[place].seat
        yield Button(Text(_WON, {"seat": SeatName(seat)}), {"set": {"winner": seat}}, name="winner", seat=seat)
    yield Button(_TIE, {"set": {"winner": TIE}}, name="winner")


def _keep_buttons(walked: Walked, position: Position) -> Iterator[Button]:
    """Where cards are named, one after the other goes until five are left."""
    if position.full and walked.fight is not None and walked.move is not None:
        still_kept = spoils(position, walked.fight, walked.move)
        booty = spoils(position, walked.fight, walked.move._replace(keep=None))
        gone = gone_of(booty, listed(walked.move.keep)) if walked.move.keep else []
        for card in still_kept:
            step = {"set": {"keep": keeping(booty, [*gone, card])}}
            yield Button(Text(_LET_GO, {"card": card_name(card)}), step, name="let-go", card=card)
        return
    for count in range(MOST_SOLDIERS, -1, -1):
        yield Button(Text(_KEEP, {"count": count}), {"set": {"keep": count}}, name="keep")


def _discard_buttons(walked: Walked, position: Position) -> Iterator[Button]:
    """Six soldiers after a buy: which one goes."""
    player, move = position.players[position.turn], walked.move
    if position.full and move is not None:
        for card in (*player.cards, str(move.card)):
            yield Button(_DISCARD, {"also": card}, name="also", card=card)
    else:
        yield Button(_DISCARD_ONE, {"also": 1}, name="also")


def _showdown_buttons(walked: Walked, position: Position, given: object) -> Iterator[Button]:
    """Who has the best hand, where the cards are not all known; several may share it. With an all-in the
    next best hands matter too: each gets the next place.
    """
    places = [*listed(given), *(None,) * len(walked.seats)][: len(walked.seats)]
    players = [position.players[place] for place in position.remaining]
    for player in players:
        nth = walked.seats.index(player.seat)
        is_best = places[nth] == 1
        step = {"set": {"showdown": _placed(places, nth, None if is_best else 1)}}
        label = Text(_BEST, {"seat": SeatName(player.seat)})
        yield Button(label, step, name="best", seat=player.seat, pressed=is_best)
    if 1 not in places or not any(player.all_in for player in position.players):
        return
    highest = max((place for place in places if type(place) is int), default=1)
    for player in players:
        nth = walked.seats.index(player.seat)
        if places[nth] != 1:
            step = {"set": {"showdown": _placed(places, nth, highest + 1 if places[nth] is None else None)}}
            label = Text(_NEXT_BEST, {"seat": SeatName(player.seat)})
            yield Button(label, step, name="next-best", seat=player.seat, pressed=places[nth] is not None)


def _placed(places: list[Any], nth: int, place: int | None) -> list[Any] | None:
    """The places with this one changed; None where nobody has one any more."""
    changed = [*places[:nth], place, *places[nth + 1 :]]
    return changed if any(each is not None for each in changed) else None


_BUTTONS: Final[Mapping[str | None, Callable[[Walked, Position], Iterator[Button]]]] = {
    "action": _action_buttons,
    "discard": _discard_buttons,
    "winner": _winner_buttons,
    "keep": _keep_buttons,
}


# The deck on the screen: a card is tapped for whoever is asked, and those seen already are impossible.

_SUITS: Final = "shdc"
_TAKEN: Final = problem("duplicate_card").message
_SAME_ROUND: Final = pgettext("palace_poker", "{seat} already has this suit in the same round of the deal.")


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
            Button(card_name(card), step(card), reason(card), name="card", card=card)
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
    unknown = [position.players[place].seat for place in places if not all_named(position, [place])]
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
