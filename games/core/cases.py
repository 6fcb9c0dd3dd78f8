"""Worked cases in their public form: answering one, and comparing answers with expectations.

What is no JSON object, or too deep or too long to be read, is answered and never a crash.
"""

import json
import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias

from games.core.game import AnyGame
from games.core.text import Text, gettext_noop
from games.core.values import InvalidRecord, Problem

Plain: TypeAlias = dict[str, Any]
Difference: TypeAlias = tuple[str, object, object]

NOT_JSON: Final = '{"error": "not_json"}'
OP_UNKNOWN: Final = Problem("unknown_op", "op", Text(gettext_noop("There is no such operation.")))
RULES_MALFORMED: Final = Problem("rules_malformed", "rules", Text(gettext_noop("The rules must be an object.")))
_ABSENT: Final = "(absent)"


def answer_line(game: AnyGame, line: bytes) -> str:
    """One line of JSON for one line of JSON; `id` is passed through."""
    case = parse(line)
    if not isinstance(case, dict):
        return NOT_JSON
    given = {"id": case["id"]} if "id" in case else {}
    return json.dumps(given | answer(game, case))


def parse(text: bytes) -> object:
    """The JSON value of a text, or None if there is none."""
    try:
        return json.loads(text.decode(), parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(digits: str) -> float:
    """JSON has no infinity: a number too large to be held could be read, but not be written again."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def answer(game: AnyGame, case: Mapping[str, Any]) -> Plain:
    """What `expected` would hold for this case, or its error and all problems."""
    op, rules = case.get("op"), case.get("rules", {})
    if not isinstance(op, str) or op not in game.interchange:
        return _refusal((OP_UNKNOWN,))
    if not isinstance(rules, Mapping):
        return _refusal((RULES_MALFORMED,))
    try:
        return game.interchange[op](rules, case.get("input"))
    except InvalidRecord as invalid:
        return _refusal(invalid.problems, invalid.at)


def _refusal(found: tuple[Problem, ...], at: Mapping[str, int] = MappingProxyType({})) -> Plain:
    problems = [{"code": problem.code, "field": problem.field, "message": str(problem.message)} for problem in found]
    return {"error": found[0].code, **at, "problems": problems}


def differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Difference]:
    """Where an answer differs: (path, expected, got).

    Objects are compared key by key at any depth, lists whole. A refusal agrees when the expected
    code is among the problems.
    """
    for key, value in expected.items():
        codes = [problem["code"] for problem in got.get("problems", ())]
        if key != "error" or value not in codes:
            yield from _differ(key, value, got.get(key, _ABSENT))


def _differ(path: str, expected: object, got: object) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _differ(f"{path}.{key}", value, got.get(key, _ABSENT))
    elif json.dumps(expected, sort_keys=True) != json.dumps(got, sort_keys=True):
        yield path, expected, got
