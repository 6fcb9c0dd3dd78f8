"""Why an event is refused, by the hand before it: a code and the values of its sentence (section 10)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from games.truco.machine import Data, Play, next_step
from games.truco.values import DRAW, OTHER, Figure, Side, is_side, same

Values: TypeAlias = Mapping[str, Side | Figure]
Refusal: TypeAlias = tuple[str, Values] | None


def refusal(play: Play, event: object) -> Refusal:
    """Why this cannot be the next event; None if it can."""
    if not isinstance(event, Mapping) or not isinstance(event.get("t"), str) or event["t"] not in _REFUSALS:
        return "unknown_event", {}
    kind = event["t"]
    if play.end is not None:
        return ("round_after_hand_decided" if kind == "round" else "event_after_hand_over"), {}
    if kind != "round" and not is_side(event.get("by")):
        return "unknown_side", {}
    return _REFUSALS[kind](play, event)


def _round(play: Play, event: Data) -> Refusal:
    winner = event.get("winner")
    if not is_side(winner) and winner != DRAW:
        return "unknown_round_winner", {}
    if play.undecided:
        return "hand_of_ten_undecided", _decider(play)
    return ("round_while_raise_pending", {"side": play.pending}) if play.pending else None


def _decide(play: Play, event: Data) -> Refusal:
    if play.decider is None:
        return "decision_not_allowed", {}
    if play.playing is not None:
        return "decision_already_made", {}
    if event["by"] != play.decider:
        return "decision_by_wrong_side", _decider(play)
    return None if type(event.get("play")) is bool else ("decision_missing", {})


def _call(play: Play, event: Data) -> Refusal:
    if play.kind != "normal":
        return ("raise_in_hand_of_ten" if play.kind == "special" else "raise_in_iron_hand"), {}
    if event["by"] == play.raiser:
        return "raise_twice_in_a_row", {"side": event["by"]}
    asked = next_step(play)
    if asked > play.rules.top:
        return "raise_above_top", {"value": play.rules.ladder[-1]}
    return _named(play, event.get("to"), asked) or _capped(play, event["by"])


def _named(play: Play, to: object, asked: int) -> Refusal:
    """A call may name its value: the next one, no other."""
    if to is None or same(to, play.rules.ladder[asked]):
        return None
    on_ladder = any(same(to, figure) for figure in play.rules.ladder)
    return ("raise_skips_step" if on_ladder else "raise_not_in_ladder"), {"value": play.rules.ladder[asked]}


def _capped(play: Play, caller: Side) -> Refusal:
    """Section 8, `raise_cap`: no raise where nobody can need more."""
    cap = play.rules.raise_cap
    if cap == "none":
        return None
    standing = play.step + (play.pending is not None)
    if cap == "own_win":
        enough = play.pending is not None and play.wins_game(caller, standing)
    else:
        enough = all(play.wins_game(side, standing) for side in OTHER)
    return ("raise_beyond_need", {}) if enough else None


def _accept(play: Play, event: Data) -> Refusal:
    return _answer(play, event, "accept_without_raise")


def _run(play: Play, event: Data) -> Refusal:
    return _answer(play, event, "run_without_raise")


def _answer(play: Play, event: Data, without: str) -> Refusal:
    if play.pending is None:
        return without, {}
    return ("answer_own_raise", {"side": play.pending}) if event["by"] == play.pending else None


def _fold(play: Play, event: Data) -> Refusal:
    if play.undecided:
        return "hand_of_ten_undecided", _decider(play)
    return None if play.rules.allow_fold else ("fold_not_allowed", {})


def _decider(play: Play) -> Values:
    return {"side": play.decider} if play.decider else {}


_REFUSALS: Final[dict[str, Callable[[Play, Data], Refusal]]] = {
    "round": _round,
    "decide": _decide,
    "call": _call,
    "accept": _accept,
    "run": _run,
    "fold": _fold,
}


def unfinished(play: Play) -> Refusal:
    """What is wrong with a hand that ends here."""
    if play.pending is not None and play.end is None:
        return "raise_unanswered", {"side": play.pending}
    if play.undecided and play.end is None:
        return "hand_of_ten_undecided", _decider(play)
    if play.end is None:
        return "hand_incomplete", {}
    return ("dealer_required", {}) if play.needs_dealer else None
