"""The public form of an envido: each call with its side, where a record knows the first and that they alternate."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.core.values import Problem
from games.truco.before import Found
from games.truco.refusals import call_refused, extra_fields, refused
from games.truco.rules import TrucoRules
from games.truco.values import is_side

Plain: TypeAlias = dict[str, Any]

_CALL: Final = frozenset({"by", "call"})
_ORDER: Final = (
    "flor_not_in_ruleset",
    "flor_bad_sequence",
    "flor_no_result",
    "flor_has_result",
    "envido_and_flor_both_scored",
    "envido_not_in_ruleset",
    "envido_no_call",
    "envido_unknown_call",
    "envido_twice_in_a_row",
    "envido_after_falta",
    "envido_bad_order",
    "envido_unanswered",
    "answer_own_raise",
    "envido_declined_has_result",
    "envido_bad_points",
    "mano_required",
    "envido_winner_contradicts_points",
    "envido_no_result",
)


def in_order(found: Found) -> Found:
    """Problems in the order of section 10: bets, then the rest as it was found, unknown fields last."""
    rank = {code: place for place, code in enumerate(_ORDER)}

    def place(problem: Problem) -> int:
        if problem.code == "field_unknown":
            return len(_ORDER) + 1
        of_bet = problem.field.startswith(("envido", "flor"))
        return rank.get(problem.code, -1) if of_bet else len(_ORDER)

    return sorted(found, key=place)


def stored_envido(given: object, rules: TrucoRules, seats: Sequence[int]) -> tuple[Found, object]:
    """What is wrong with the sides of an envido, and the envido as a record has it."""
    calls = given.get("calls") if isinstance(given, Mapping) else None
    if not rules.envido or not isinstance(given, Mapping) or not isinstance(calls, list) or not calls:
        return [], given
    plain = [call if isinstance(call, Mapping) else {} for call in calls]
    sides = [call.get("by") for call in plain]
    first = sides[0] if is_side(sides[0]) else "A"  # said below
    words = [call.get("call") for call in plain]
    stored = {name: value for name, value in given.items() if name != "by"} | {"by": first, "calls": words}
    return _side_faults(sides, given.get("by"), seats) + _call_fields(plain), stored


def _side_faults(sides: Sequence[object], answers: object, seats: Sequence[int]) -> Found:
    """Each fault where it is first made."""
    first: dict[str, Problem] = {}
    last: object = None
    for at, side in enumerate(sides):
        if not is_side(side):
            first.setdefault("unknown_side", call_refused("unknown_side", at))
        elif side == last:
            first.setdefault("envido_twice_in_a_row", call_refused("envido_twice_in_a_row", at, seats, side=side))
        last = side
    found = list(first.values())
    if answers is not None and not is_side(answers):
        found.append(refused("unknown_side", field="envido.by"))
    elif is_side(answers) and answers == last:
        found.append(refused("answer_own_raise", seats, side=answers))
    return found


def _call_fields(calls: Sequence[Plain | Mapping[str, Any]]) -> Found:
    return [problem for at, call in enumerate(calls) for problem in extra_fields(call, _CALL, f"envido.calls.{at}.")]
