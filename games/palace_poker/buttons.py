"""The steps of the screen: each is tried against the rules, and says why where it is impossible."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import Amount, SeatName, Text, gettext_noop
from games.palace_poker.battle import attack, least_raise, minimum, respond
from games.palace_poker.log import showdown_of
from games.palace_poker.moves import Answer, Move
from games.palace_poker.position import Fight, Position
from games.palace_poker.reading import listed
from games.palace_poker.refusals import Refused
from games.palace_poker.steps import act, may_buy
from games.palace_poker.undoing import back_step, gone_of, keeping
from games.palace_poker.values import MOST_SOLDIERS, TIE
from games.palace_poker.walking import Walked, spoils

_BACK: Final = Text(gettext_noop("Take back"))
_BUY: Final = gettext_noop("Buy a soldier for {amount}")
_DISCARD: Final = Text(gettext_noop("Discard"))
_DISCARD_ONE: Final = Text(gettext_noop("Discard one"))
_STAY: Final = Text(gettext_noop("Stay"))
_FOLD: Final = Text(gettext_noop("Fold"))
_ATTACK: Final = gettext_noop("Attack {seat} for {amount}")
_CALL: Final = gettext_noop("Call {amount}")
_RAISE: Final = gettext_noop("Call {amount} and raise {more}")
_RAISE_FROM: Final = gettext_noop("Call {amount} and raise {more} or more")
_WON: Final = gettext_noop("{seat} won")
_TIE: Final = Text(gettext_noop("Tie"))
_KEEP: Final = gettext_noop("Keep {count}")
_LET_GO: Final = gettext_noop("Let go of {card}")
_BEST: Final = gettext_noop("{seat} has the best hand")
_NEXT_BEST: Final = gettext_noop("{seat} has the next best hand")


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
    told = {"amount": Amount(call), "more": Amount(more)}
    trial = Answer(player.seat, "raise", more)
    yield Button(_FOLD, {"add": {"by": player.seat, "do": "fold"}}, name="fold")
    call_step = {"add": {"by": player.seat, "do": "call"}}
    yield Button(Text(_CALL, {"amount": told["amount"]}), call_step, name="call", amount=call)
    yield Button(
        Text(_RAISE if limit else _RAISE_FROM, told),
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
        held = spoils(position, walked.fight, walked.move)
        booty = spoils(position, walked.fight, walked.move._replace(keep=None))
        gone = gone_of(booty, listed(walked.move.keep)) if walked.move.keep else []
        for card in held:
            step = {"set": {"keep": keeping(booty, [*gone, card])}}
            yield Button(Text(_LET_GO, {"card": card}), step, name="let-go", card=card)
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
