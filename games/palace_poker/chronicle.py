"""A log told line by line, as far as it goes: who did what, what it paid, and the pot after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.text import Amount, SeatName, Text, gettext_noop
from games.palace_poker.battle import attack, respond
from games.palace_poker.conquest import booty, decide
from games.palace_poker.moves import Answer, Move, answer_of, move_of
from games.palace_poker.position import Fight, Position
from games.palace_poker.reading import listed
from games.palace_poker.refusals import Refused
from games.palace_poker.steps import act

_ANTES: Final = Text(gettext_noop("Antes"))
_BUYS: Final = gettext_noop("{seat} buys a soldier")
_BUYS_AND_DISCARDS: Final = gettext_noop("{seat} buys a soldier and discards {count}")
_DISCARDS: Final = gettext_noop("{seat} discards {count}")
_STAYS: Final = gettext_noop("{seat} stays")
_FOLDS: Final = gettext_noop("{seat} folds")
_ATTACKS: Final = gettext_noop("{seat} attacks {other} for {amount}")
_CALLS: Final = gettext_noop("{seat} calls {amount}")
_RAISES: Final = gettext_noop("{seat} calls {amount} and raises {more}")
_TIES: Final = gettext_noop("{seat} and {other} tie: both are out")
_WINS: Final = {
    "fold": gettext_noop("{seat} wins the battle against {other}"),
    "hand": gettext_noop("{seat} wins with the better hand against {other}"),
    "suit_count": gettext_noop("Equal hands: {seat} wins with more cards of the own suit, against {other}"),
    "recorded": gettext_noop("{seat} wins the battle against {other}"),
}
_TAKES: Final = {
    (True, True): gettext_noop("{before} and takes the soldiers and the banner"),
    (True, False): gettext_noop("{before} and takes the soldiers"),
    (False, True): gettext_noop("{before} and takes the banner"),
}
"""By whether there are soldiers, and a banner, to take."""
_KEEPS: Final = gettext_noop("{before}; {count} of {total} soldiers stay")


@dataclass(frozen=True, slots=True)
class Event:
    """One line: `pays` is what it moved into the pot (less than zero: out of it), `pot` what lies there
    after it. `cards` are the face-up cards it brought, where they are named.
    """

    said: Text
    pays: int
    pot: int
    cards: tuple[str, ...] = ()


def chronicle(position: Position, actions: Sequence[object], carry: int = 0) -> tuple[Event, ...]:
    """Every line from the antes to the last step that the rules allow; `carry` lay in the pot before."""
    events = [Event(_ANTES, position.pot, position.pot + carry)] if position.pot else []
    try:
        for action in actions:
            for said, after, cards in _lines(position, move_of(action)):
                events.append(Event(said, after.pot - position.pot, after.pot + carry, cards))
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
    said = Text(_WINS[fought.decided_by], {"seat": SeatName(fought.winner), "other": SeatName(loser)})
    place = after.place_of(fought.winner) or 0
    held = position.players[place].cards
    if after.end is None:
        said = _taking(said, position, fight, place, after.players[place].soldiers)
    return said, after, tuple(card for card in after.players[place].cards if card not in held)


def _taking(said: Text, position: Position, fight: Fight, won: int, kept: int) -> Text:
    """What the winner takes, and how much of it stays."""
    total, _named = booty(position, fight, won)
    soldiers = position.players[fight.other(won)].soldiers
    own = position.players[won].soldiers
    taken = _TAKES.get((soldiers > 0, total > own + soldiers))
    said = said if taken is None else Text(taken, {"before": said})
    return said if kept == total else Text(_KEEPS, {"before": said, "count": kept, "total": total})
