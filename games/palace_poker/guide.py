"""Where an unfinished hand stands, for the screen: what is on the table and what can be done now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import Amount, SeatName, Text, pgettext
from games.core.values import Problem
from games.palace_poker.buttons import Button, Picker, banners_of, buttons, picker
from games.palace_poker.pots import Stakes, slices
from games.palace_poker.reading import Answer, Move, answer_of, cards_as_stored, given, listed, move_of
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.seating import SeatView, also, as_quick, seat_views
from games.palace_poker.state import Fight, PalaceTable, Position
from games.palace_poker.stepping import Walked, spoils, walk
from games.palace_poker.steps import act, attack, booty, decide, least_raise, respond, winner_of
from games.palace_poker.values import MOST_ACTIONS, is_card

# A log told line by line, as far as it goes: who did what, what it paid, and the pot after it.

_ANTES: Final = Text(pgettext("palace_poker", "Antes"))
_BUYS: Final = pgettext("palace_poker", "{seat} buys a soldier")
_BUYS_AND_DISCARDS: Final = pgettext("palace_poker", "{seat} buys a soldier and discards {count}")
_DISCARDS: Final = pgettext("palace_poker", "{seat} discards {count}")
_STAYS: Final = pgettext("palace_poker", "{seat} stays")
_FOLDS: Final = pgettext("palace_poker", "{seat} folds")
_ATTACKS: Final = pgettext("palace_poker", "{seat} attacks {other} for {amount}")
_CALLS: Final = pgettext("palace_poker", "{seat} calls {amount}")
_RAISES: Final = pgettext("palace_poker", "{seat} calls {amount} and raises {more}")
_TIES: Final = pgettext("palace_poker", "{seat} and {other} tie: both are out")
_WINS: Final = {
    "fold": pgettext("palace_poker", "{seat} wins the battle against {other}"),
    "hand": pgettext("palace_poker", "{seat} wins with the better hand against {other}"),
    "suit_count": pgettext("palace_poker", "Equal hands: {seat} wins against {other} with more cards of the own suit"),
    "recorded": pgettext("palace_poker", "{seat} wins the battle against {other}"),
}
_TAKES: Final = {
    (True, True): pgettext("palace_poker", "{before} and takes the soldiers and the banner"),
    (True, False): pgettext("palace_poker", "{before} and takes the soldiers"),
    (False, True): pgettext("palace_poker", "{before} and takes the banner"),
}
"""By whether there are soldiers, and a banner, to take."""
_KEEPS: Final = pgettext("palace_poker", "{before}; {count} of {total} soldiers stay")


@dataclass(frozen=True, slots=True)
class Event:
    """One line: `pays` is what it moved into the pot (less than zero: out of it), `pot` what lies there
    after it. `cards` are the face-up cards it brought, where they are named.
    """

    sentence: Text
    pays: int
    pot: int
    cards: tuple[str, ...] = ()


def chronicle(position: Position, actions: Sequence[object], carry: int = 0) -> tuple[Event, ...]:
    """Every line from the antes to the last step that the rules allow; `carry` lay in the pot before."""
    events = [Event(_ANTES, position.pot, position.pot + carry)] if position.pot else []
    try:
        for action in actions:
            for sentence, after, cards in _lines(position, move_of(action)):
                events.append(Event(sentence, after.pot - position.pot, after.pot + carry, cards))
                position = after
    except Refused:
        pass
    return tuple(events)


def _lines(position: Position, move: Move) -> Iterator[tuple[Text, Position, tuple[str, ...]]]:
    if move.do == "battle":
        yield from _battle(position, move)
        return
    after = act(position, move)
    cards = (str(move.card),) if move.do == "buy" and position.full else ()
    yield _did(position, move), after, cards


def _did(position: Position, move: Move) -> Text:
    named = {"seat": SeatName(position.players[position.turn].seat)}
    thrown = move.discard if isinstance(move.discard, int) else len(listed(move.discard))
    if move.do == "buy":
        return Text(_BUYS_AND_DISCARDS, {**named, "count": thrown}) if thrown else Text(_BUYS, named)
    if move.do == "discard":
        return Text(_DISCARDS, {**named, "count": thrown})
    return Text(_FOLDS if move.do == "fold" else _STAYS, named)


def _battle(position: Position, move: Move) -> Iterator[tuple[Text, Position, tuple[str, ...]]]:
    position, fight = attack(position, move)
    seats = {"seat": _name(position, fight.attacker), "other": _name(position, fight.defender)}
    yield Text(_ATTACKS, {**seats, "amount": Amount(fight.bet)}), position, ()
    for response in move.responses:
        answer = answer_of(response)
        after, answered = respond(position, fight, answer)
        yield _answered(answer, SeatName(int(str(answer.by))), answered.raised, after.pot - position.pot), after, ()
        position, fight = after, answered
    yield _decided(position, fight, move)


def _name(position: Position, place: int) -> SeatName:
    return SeatName(position.players[place].seat)


def _answered(answer: Answer, by: SeatName, raised: int, paid: int) -> Text:
    if answer.do == "fold":
        return Text(_FOLDS, {"seat": by})
    if answer.do == "raise":
        return Text(_RAISES, {"seat": by, "amount": Amount(paid - raised), "more": Amount(raised)})
    return Text(_CALLS, {"seat": by, "amount": Amount(paid)})


def _decided(position: Position, fight: Fight, move: Move) -> tuple[Text, Position, tuple[str, ...]]:
    after = decide(position, fight, move.winner, move.keep)
    fought = after.battles[-1]
    if fought.winner is None:
        return Text(_TIES, {"seat": SeatName(fought.attacker), "other": SeatName(fought.defender)}), after, ()
    loser = fought.attacker + fought.defender - fought.winner
    sentence = Text(_WINS[fought.decided_by], {"seat": SeatName(fought.winner), "other": SeatName(loser)})
    place = after.place_of(fought.winner) or 0
    cards_before = position.players[place].cards
    if after.end is None:
        sentence = _taking(sentence, position, fight, place, after.players[place].soldiers)
    return sentence, after, tuple(card for card in after.players[place].cards if card not in cards_before)


def _taking(sentence: Text, position: Position, fight: Fight, won: int, kept: int) -> Text:
    """What the winner takes, and how much of it stays."""
    total, _named = booty(position, fight, won)
    soldiers = position.players[fight.other(won)].soldiers
    own = position.players[won].soldiers
    taken = _TAKES.get((soldiers > 0, total > own + soldiers))
    sentence = sentence if taken is None else Text(taken, {"before": sentence})
    return sentence if kept == total else Text(_KEEPS, {"before": sentence, "count": kept, "total": total})


_WANTS: Final = {
    "action": pgettext("palace_poker", "What does {seat} do?"),
    "response": pgettext("palace_poker", "{seat} answers the attack of {other}."),
    "raised": pgettext("palace_poker", "{seat} answers the raise of {other}."),
    "winner": pgettext("palace_poker", "{seat} and {other} show their cards. Who won?"),
    "keep": pgettext("palace_poker", "Nobody keeps more than five soldiers. What does {seat} keep?"),
    "discard": pgettext("palace_poker", "Nobody keeps more than five soldiers. What does {seat} discard?"),
}
_SHOWDOWN: Final = Text(pgettext("palace_poker", "Everyone stayed, so all show their cards. Who has the best hand?"))
_NEXT_BEST: Final = problem("showdown_required", case="next").message
_BANNER: Final = pgettext("palace_poker", "Which banner does {seat} have?")


@dataclass(frozen=True, slots=True)
class BattleView:
    """The open battle: `awaited` must answer (None: the betting is over), a call costs `call` there,
    a raise `least_raise` on top of it, or more without a limit. `raises` were made so far.
    """

    attacker: int
    defender: int
    bet: int
    awaited: int | None
    call: int
    least_raise: int
    raises: int


@dataclass(frozen=True, slots=True)
class SliceView:
    """A part of the pot, and who can claim it if they win: it is cut where somebody is all-in, at `top` of what
    each player paid.
    """

    amount: int
    seats: tuple[int, ...]
    top: int = 0


@dataclass(frozen=True, slots=True)
class Guide:
    """Where a log stands. `wants` is what must be entered next: setup, action, discard, response, winner, keep,
    showdown, or None when the hand can be recorded; `says` asks for it, and `end` says how the hand ended.
    `problem` is what the rules refuse of what was entered; the rest shows the table before that. `booty` are
    the soldiers a winner chooses from, where every card is named. `buttons` are all steps there are, `picker`
    the deck where a card can be tapped, `also` what can be added to the last action: soldiers that go. `events`
    is the hand so far, `highest` the most anybody paid; `as_quick` leads to the quick entry of the same hand.
    `banners` are (seat, banner or None, the step that asks for it again).
    """

    wants: str | None
    problem: Problem | None
    buttons: tuple[Button, ...]
    turn: int | None = None
    end: str | None = None
    pot: int = 0
    draw: int = 0
    discards: int = 0
    seats: tuple[SeatView, ...] = ()
    battle: BattleView | None = None
    slices: tuple[SliceView, ...] = ()
    booty: tuple[str, ...] = ()
    says: Text | None = None
    picker: Picker | None = None
    also: tuple[Button, ...] = ()
    events: tuple[Event, ...] = ()
    highest: int = 0
    as_quick: Mapping[str, Any] | None = None
    banners: tuple[tuple[int, str | None, Mapping[str, Any]], ...] = ()
    is_full: bool = False
    kind: str = "log"

    def named(self, name: str) -> tuple[Button, ...]:
        """The buttons of this name."""
        return tuple(button for button in self.buttons if button.name == name)

    @property
    def by_name(self) -> Mapping[str, tuple[Button, ...]]:
        """The buttons by their names."""
        return {button.name: self.named(button.name) for button in self.buttons}


@dataclass(frozen=True, slots=True)
class QuickGuide:
    """What the quick entry needs to know: everybody's `ante`, the `bet` a stepper goes by, and what each `paid`, as
    far as it was said.
    """

    ante: int
    bet: int
    paid: tuple[Any, ...] = ()
    banners: tuple[tuple[int, str | None, Mapping[str, Any]], ...] = ()
    kind: str = "quick"


def guide(draft: Mapping[str, Any], rules: PalacePokerRules, table: PalaceTable) -> Guide | QuickGuide:
    """Where this draft of a hand stands."""
    draft = cards_as_stored(draft)
    banners = _banners(draft, table)
    if draft.get("kind") != "log":
        return QuickGuide(rules.to_enter, rules.small_bet, _paid(draft, rules, len(table.seats)), banners)
    walked = walk(draft, rules, table)
    pressed = buttons(walked, draft)
    deck = picker(walked, draft, table)
    full = draft.get("cards") == "full"
    if walked.position is None or walked.first is None:
        says = None if deck is None else Text(_BANNER, {"seat": SeatName(deck.seat)})
        return Guide(walked.wants, walked.problem, pressed, says=says, picker=deck, banners=banners, is_full=full)
    position = walked.position
    ended = position.end is not None
    carry = table.state.carry
    return Guide(
        walked.wants,
        walked.problem,
        pressed,
        turn=None if ended else position.players[position.turn].seat,
        end=position.end,
        pot=position.pot + carry,
        draw=position.draw,
        discards=position.discards,
        seats=seat_views(walked, position, table, draft),
        battle=_battle_view(position, walked.fight),
        slices=_slices(position, table),
        booty=_booty(walked, position),
        says=_says(walked, position, given(draft.get("showdown")) is not None),
        picker=deck,
        also=also(walked, draft),
        events=chronicle(walked.first, listed(draft.get("actions"))[:MOST_ACTIONS], carry),
        highest=max(player.paid for player in position.players),
        as_quick=as_quick(walked, draft),
        banners=banners,
        is_full=full,
    )


def _paid(draft: Mapping[str, Any], rules: PalacePokerRules, size: int) -> tuple[Any, ...]:
    """What the boxes of a quick hand say; the ante, before anything was said."""
    given = listed(draft.get("contributions"))
    return (*given, *(None,) * (size - len(given)))[:size] if given else (rules.to_enter,) * size


def _says(walked: Walked, position: Position, has_best: bool) -> Text | None:
    """What is to be entered next, as a question; `has_best`: the best hand was named."""
    if walked.problem or walked.wants is None:
        return None
    if walked.wants == "showdown":
        return _NEXT_BEST if has_best else _SHOWDOWN
    place, fight, other = position.turn, walked.fight, position.turn
    wants = walked.wants
    if fight is not None:
        place = fight.attacker if fight.awaited is None else fight.awaited
        other = fight.other(place)
        wants = "raised" if wants == "response" and fight.raises else wants
    if wants == "keep" and fight is not None and walked.move is not None:
        won, _decided_by = winner_of(position, fight, walked.move.winner)
        place = place if won is None else won
    seats = {"seat": SeatName(position.players[place].seat), "other": SeatName(position.players[other].seat)}
    return Text(_WANTS[wants], seats)


def _banners(draft: Mapping[str, Any], table: PalaceTable) -> tuple[tuple[int, str | None, Mapping[str, Any]], ...]:
    given = banners_of(draft, table)
    banners = {seat: banner if is_card(banner) else None for seat, banner in given.items()}
    return tuple(
        (seat, banner, {"set": {"banners": [None if at == seat else own for at, own in banners.items()]}})
        for seat, banner in banners.items()
    )


def _battle_view(position: Position, fight: Fight | None) -> BattleView | None:
    if fight is None:
        return None
    players = position.players
    awaited = None if fight.awaited is None else players[fight.awaited]
    return BattleView(
        attacker=players[fight.attacker].seat,
        defender=players[fight.defender].seat,
        bet=fight.bet,
        awaited=None if awaited is None else awaited.seat,
        call=0 if awaited is None else awaited.able(fight.due),
        least_raise=0 if awaited is None else least_raise(position.rules, awaited),
        raises=fight.raises,
    )


def _slices(position: Position, table: PalaceTable) -> tuple[SliceView, ...]:
    paid = {player.seat: player.paid for player in position.players}
    still_in = [player.seat for player in position.players if not player.out]
    all_in = [player.seat for player in position.players if player.all_in]
    stakes = Stakes(paid, all_in, [still_in], table.state.carry)
    return tuple(SliceView(amount, seats, top) for amount, seats, top in slices(stakes))


def _booty(walked: Walked, position: Position) -> tuple[str, ...]:
    if walked.wants != "keep" or walked.fight is None or walked.move is None:
        return ()
    return spoils(position, walked.fight, walked.move)
