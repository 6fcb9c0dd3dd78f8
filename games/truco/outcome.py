"""What a hand is worth, wherever it stands: the same for the app and the public form."""

from typing import Final, NamedTuple

from games.truco.before import Before
from games.truco.hand import Event, FullHand, QuickHand
from games.truco.machine import End, Play, after, figure_for
from games.truco.reading import moved_by
from games.truco.rules import TrucoRules
from games.truco.sidebets import Part, forgone, settle_envido, settle_flor
from games.truco.state import Two, for_side, sum_of
from games.truco.values import Kind, Side

_ENDS: Final = {"played": "rounds", "ran": "run", "declined": "declined", "nobody": "all_tied"}


class Settled(NamedTuple):
    """How a hand ended, and what it moved by side, the bets beside it included."""

    kind: Kind
    decider: Side | None
    end: End
    points: Two
    parts: tuple[Part, ...] = ()
    rounds: tuple[str, ...] = ()


def settle(hand: QuickHand | FullHand, rules: TrucoRules, before: Before) -> Settled:
    """The result of a hand that was not refused."""
    if isinstance(hand, QuickHand):
        return _quick(hand, rules, before)
    return _full(hand, rules, before)


def _quick(hand: QuickHand, rules: TrucoRules, before: Before) -> Settled:
    kind, decider = before.kind(rules)
    by, parts = _ENDS[hand.how], _parts(hand, rules, before)
    moved = moved_by(parts)
    if hand.winner is None:
        return Settled(kind, decider, End(None, by, 0), moved, parts)
    play = before.play(rules, moved)
    if hand.how == "declined":
        value = rules.special_pass
    elif kind == "normal" and hand.value is not None:
        value = figure_for(hand.value, hand.winner, play.score, rules.target)
    else:
        value = play.value(hand.winner)
    points = sum_of(moved, for_side(hand.winner, value))
    return Settled(kind, decider, End(hand.winner, by, value), points, parts)


def _full(hand: FullHand, rules: TrucoRules, before: Before) -> Settled:
    parts = _parts(hand, rules, before)
    if not parts:
        parts = forgone(_played(hand, before.play(rules)))
    moved = moved_by(parts)
    play = _played(hand, before.play(rules, moved))
    end = play.end or End(None, "side_bet", 0)
    points = sum_of(moved, for_side(end.winner, end.value)) if end.winner else moved
    return Settled(play.kind, play.decider, end, points, parts, play.rounds)


def _played(hand: FullHand, play: Play) -> Play:
    for event in hand.events:
        play = after(play, _plain(event))
    return play


def _parts(hand: QuickHand | FullHand, rules: TrucoRules, before: Before) -> tuple[Part, ...]:
    if hand.flor is not None:
        return (settle_flor(hand.flor, before.score, rules),)
    if hand.envido is not None:
        return (settle_envido(hand.envido, before.score, rules, before.mano),)
    return ()


def _plain(event: Event) -> dict[str, object]:
    return {"t": event.t, "by": event.by, "to": event.to, "play": event.play, "winner": event.winner}
