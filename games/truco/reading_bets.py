"""Why an envido or a flor is refused: each check of section 10, in its order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.record import load
from games.core.values import Problem
from games.truco.before import Before, Data, Found
from games.truco.hand import Envido, Flor
from games.truco.refusals import call_refused, extra_fields, refused
from games.truco.rules import TrucoRules
from games.truco.sidebets import FLOR_ENDS, Part, better, settle_envido, settle_flor
from games.truco.values import ENVIDO_CALLS, ENVIDO_POINTS, MOST_ENVIDOS, OTHER, SIDES, is_side, is_whole

_ENVIDO: Final = frozenset({"by", "calls", "answer", "points", "winner"})
_FLOR: Final = frozenset({"by", "seq", "winner"})
_ANSWERS: Final = ("accept", "decline")
_CALL_FAULTS: Final = ("envido_unknown_call", "envido_after_falta", "envido_bad_order")


def bets_of(data: Data, rules: TrucoRules, before: Before) -> tuple[Found, tuple[Part, ...]]:
    """What is wrong with the bets of a hand, and if nothing is, what they move."""
    flor, envido = data.get("flor"), data.get("envido")
    if flor is None and envido is None:
        return [], ()
    found = [] if flor is None else flor_problems(flor, rules, before)
    if flor is not None and envido is not None:
        found.append(refused("envido_and_flor_both_scored"))
    if envido is not None:
        found += envido_problems(envido, rules, before)
    if found:
        return found, ()
    if flor is not None:
        return [], (settle_flor(load(Flor, flor), before.score, rules),)
    return [], (settle_envido(load(Envido, envido), before.score, rules, before.mano),)


def flor_problems(flor: object, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with a flor."""
    if not rules.flor:
        return [refused("flor_not_in_ruleset")]
    if not isinstance(flor, Mapping):
        return [refused("flor_bad_sequence", field="flor")]
    found = [] if is_side(flor.get("by")) else [refused("unknown_side", field="flor.by")]
    sequence, winner = flor.get("seq", ()), flor.get("winner")
    if not isinstance(sequence, Sequence) or not _ends_flor(sequence):
        found.append(refused("flor_bad_sequence"))
    elif winner is not None and not is_side(winner):
        found.append(refused("unknown_side", field="flor.winner"))
    elif winner is None and FLOR_ENDS[tuple(sequence)].to_caller is None:
        found.append(refused("flor_no_result"))
    elif winner is not None and FLOR_ENDS[tuple(sequence)].to_caller is not None:
        found.append(refused("flor_has_result"))
    return found + extra_fields(flor, _FLOR, "flor.")


def _ends_flor(sequence: Sequence[object]) -> bool:
    return not isinstance(sequence, str) and any(list(sequence) == list(known) for known in FLOR_ENDS)


def envido_problems(envido: object, rules: TrucoRules, before: Before) -> Found:
    """What is wrong with an envido."""
    if not rules.envido:
        return [refused("envido_not_in_ruleset")]
    calls = envido.get("calls") if isinstance(envido, Mapping) else None
    if not isinstance(envido, Mapping) or not isinstance(calls, list | tuple) or not calls:
        return [refused("envido_no_call")]
    by, answer = envido.get("by"), envido.get("answer")
    may_be_open = by is None and answer != "decline"
    found = [] if may_be_open or is_side(by) else [refused("unknown_side", field="envido.by")]
    found += calls_problems(calls)
    if not isinstance(answer, str) or answer not in _ANSWERS:
        found.append(refused("envido_unanswered"))
    if answer == "decline" and not (envido.get("points") is None and envido.get("winner") is None):
        found.append(refused("envido_declined_has_result"))
    elif answer == "accept":
        found += _result_problems(envido, before)
    return found + extra_fields(envido, _ENVIDO, "envido.")


def calls_problems(calls: Sequence[object]) -> Found:
    """What is wrong with these calls: each fault where it is first made, in the order of section 10."""
    first: dict[str, Problem] = {}
    called: Counter[str] = Counter()
    for at, call in enumerate(calls):
        if problem := call_problem(call, called, at):
            first.setdefault(problem.code, problem)
        if isinstance(call, str):
            called[call] += 1
    return [first[code] for code in _CALL_FAULTS if code in first]


def call_problem(call: object, called: Mapping[str, int], at: int) -> Problem | None:
    """Why this cannot be called after what was called before it, so many times each."""
    if not isinstance(call, str) or call not in ENVIDO_CALLS:
        return call_refused("envido_unknown_call", at)
    if called.get("falta"):
        return call_refused("envido_after_falta", at)
    if call != "falta" and (called.get("real") or called.get(call, 0) >= MOST_ENVIDOS):
        return call_refused("envido_bad_order", at)
    return None


def _result_problems(envido: Data, before: Before) -> Found:
    points, winner = envido.get("points"), envido.get("winner")
    if winner is not None and not is_side(winner):
        return [refused("unknown_side", field="envido.winner")]
    if points is None:
        return [refused("envido_no_result")] if winner is None else []
    if not isinstance(points, Mapping) or not all(_possible(points.get(side)) for side in SIDES):
        return [refused("envido_bad_points")]
    best = better((points["A"], points["B"]), before.mano)
    if best is None:
        return [refused("mano_required")]
    if winner is not None and winner != best:
        return [refused("envido_winner_contradicts_points", before.seats, side=best)]
    return extra_fields(points, frozenset(OTHER), "envido.points.")


def _possible(points: object) -> bool:
    return is_whole(points, 0) and points in ENVIDO_POINTS
