"""Why an entry is refused: each check of section 10, in its order.

The checks work on plain values and know no table, only what was before; so the app and the public form share
them. What they let through is a valid record that can be scored.
"""

from collections.abc import Sequence
from typing import Any, Final

from games.core.record import field_unknown
from games.truco.before import Before, Data, Found
from games.truco.faults import refusal, unfinished
from games.truco.hand import FullHand, Penalty, QuickHand
from games.truco.machine import Play, after
from games.truco.reading_bets import bets_of
from games.truco.refusals import end_refused, event_refused, extra_fields, refused, value_refused
from games.truco.rules import TrucoRules
from games.truco.sidebets import Part
from games.truco.state import Two, for_side, sum_of, winner_at
from games.truco.values import Figure, is_side, is_whole, same

_FULL: Final = frozenset(FullHand.model_fields)
_QUICK: Final = frozenset(QuickHand.model_fields)
_PENALTY: Final = frozenset(Penalty.model_fields)
_FORFEIT: Final = frozenset({"kind", "side"})
_OF_EVENT: Final = {
    "call": frozenset({"t", "by", "to"}),
    "accept": frozenset({"t", "by"}),
    "run": frozenset({"t", "by"}),
    "fold": frozenset({"t", "by"}),
    "decide": frozenset({"t", "by", "play"}),
    "round": frozenset({"t", "winner"}),
}
_EVENT: Final = frozenset({"t", "by", "to", "play", "winner"})
_HOWS: Final = ("played", "ran", "declined", "nobody")


def full_problems(data: Data, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a hand as it was told."""
    found, parts = bets_of(data, rules, before)
    events = data.get("events", ())
    if not isinstance(events, list | tuple):
        return [*found, refused("events_required"), *extra_fields(data, _FULL)]
    play = before.play(rules, moved_by(parts))
    if winner_at(play.score, rules.target):
        found += [refused("event_after_game_over", field="events.0")] if events else []
    else:
        found += _events_problems(events, play, before.seats)
    return found + extra_fields(data, _FULL)


def _events_problems(events: Sequence[Any], play: Play, seats: tuple[int, ...]) -> Found:
    play, fault = replay(events, play)
    if fault is not None:
        return [event_refused(fault[1], fault[0], seats)]
    if ending := unfinished(play):
        return [end_refused(ending, seats)]
    return [problem for at, event in enumerate(events) for problem in _event_fields(event, at)]


def replay(events: Sequence[Any], play: Play) -> tuple[Play, tuple[int, Any] | None]:
    """The hand after these events, up to the first that cannot be: where that stands, and why."""
    for at, event in enumerate(events):
        if fault := refusal(play, event):
            return play, (at, fault)
        play = after(play, event)
    return play, None


def _event_fields(event: Data, at: int) -> Found:
    own = _OF_EVENT[event["t"]]
    if own.issuperset(event):
        return []
    return [
        field_unknown(f"events.{at}.{name}")
        for name, value in event.items()
        if name not in own and (value is not None or name not in _EVENT)
    ]


def moved_by(parts: Sequence[Part]) -> Two:
    """What bets beside a hand move, by side."""
    moved = (0, 0)
    for part in parts:
        moved = sum_of(moved, for_side(part.winner, part.points))
    return moved


def quick_problems(data: Data, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a hand by its result."""
    found, parts = bets_of(data, rules, before)
    if winner_at(sum_of(before.score, moved_by(parts)), rules.target) is not None:
        return [refused("hand_after_game_over"), *extra_fields(data, _QUICK)]
    return found + _quick(data, rules, before) + extra_fields(data, _QUICK)


def _quick(data: Data, rules: TrucoRules, before: Before) -> Found:
    how, winner = data.get("how"), data.get("winner")
    if not isinstance(how, str) or how not in _HOWS:
        return [refused("unknown_how")]
    if how == "nobody":
        return _nobody(winner, rules) + _value(data, rules, before)
    found = [] if is_side(winner) else [refused("unknown_side", field="winner")]
    kind, decider = before.kind(rules)
    if how == "ran" and kind != "normal":
        return [*found, refused("raise_in_hand_of_ten" if kind == "special" else "raise_in_iron_hand")]
    if how == "declined":
        if decider is None:
            return [*found, refused("decision_not_allowed")]
        if winner == decider:
            found.append(refused("decision_by_wrong_side", before.seats, side=decider))
    return found + _value(data, rules, before)


def _nobody(winner: object, rules: TrucoRules) -> Found:
    if not rules.nobody_may_win:
        return [refused("hand_must_have_winner")]
    return [] if winner is None else [refused("nobody_has_winner")]


def _value(data: Data, rules: TrucoRules, before: Before) -> Found:
    """A value may be left out where there is only one."""
    value, how = data.get("value"), data["how"]
    kind, _decider = before.kind(rules)
    allowed = values_of(how, kind, rules)
    if value is None:
        return [refused("value_required")] if how != "nobody" and len(allowed) != 1 else []
    if any(same(value, figure) for figure in allowed):
        return []
    return [value_refused("declined" if how == "declined" else kind, allowed, rules.special_at)]


def values_of(how: str, kind: str, rules: TrucoRules) -> tuple[Figure, ...]:
    """What a hand that ended so may be worth (section 10, quick entry)."""
    if how == "declined":
        return (rules.special_pass,)
    if kind == "special":
        return (rules.special_play,)
    if kind == "iron":
        return (rules.base,)
    return rules.ladder[:-1] if how == "ran" else rules.ladder


def penalty_problems(data: Data, rules: TrucoRules) -> Found:
    """What is wrong with a penalty."""
    found = [] if is_side(data.get("to")) else [refused("unknown_side", field="to")]
    if not is_whole(data.get("points"), 1, rules.target):
        found.append(refused("bad_penalty", target=rules.target))
    return found + extra_fields(data, _PENALTY)


def forfeit_problems(data: Data) -> Found:
    """What is wrong with a forfeit."""
    found = [] if is_side(data.get("side")) else [refused("unknown_side")]
    return found + extra_fields(data, _FORFEIT)
