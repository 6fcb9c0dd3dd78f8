"""What cannot be chosen now in a half-filled entry, and why.

Every choice is tried against the rules themselves: it is impossible if it brings a problem that the entry
without it does not have and that is not merely something still missing. Only the fields that are asked earlier
count, so that an earlier answer can always be changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from games.core.text import Text
from games.core.values import Problem
from games.truco.hand import HANDS
from games.truco.problems import closed_problems, problems
from games.truco.rules import TrucoRules
from games.truco.state import TrucoTable
from games.truco.values import SIDES

Impossible: TypeAlias = dict[str, dict[str, Text]]
Draft: TypeAlias = Mapping[str, Any]

ORDER: Final = ("kind", "dealer", "how", "winner", "value")
HOWS: Final = ("played", "ran", "declined", "nobody")
_MISSING: Final = frozenset({"value_required"})
_SIDE_ASKED: Final = "unknown_side"


def choices(draft: Draft, rules: TrucoRules, table: TrucoTable) -> Mapping[str, Mapping[str, Text]]:
    """{field: {value as text: reason}} of what is impossible; empty fields are left out.

    When the match is decided nothing can be recorded. Else only the entry by a result has such choices: for
    that by events, `guide` says what may come next.
    """
    if closed := closed_problems(rules, table):
        return {"kind": dict.fromkeys(HANDS, closed[0].message)}
    if draft.get("kind", "quick") != "quick":
        return {}
    found = {field: impossible(field, values, draft, rules, table) for field, values in _candidates(rules)}
    return {field: reasons for field, reasons in found.items() if reasons}


def _candidates(rules: TrucoRules) -> Iterator[tuple[str, tuple[object, ...]]]:
    yield "how", HOWS
    yield "winner", SIDES
    specials = (rules.special_play, rules.special_pass)
    yield "value", tuple(dict.fromkeys((*rules.ladder, *specials)))


def impossible(
    field: str, values: Iterable[object], draft: Draft, rules: TrucoRules, table: TrucoTable
) -> dict[str, Text]:
    """The impossible ones of these values of a field."""
    asked = ORDER[: ORDER.index(field)]
    before = {name: draft[name] for name in asked if name in draft} | {"kind": "quick"}
    known = problems(before, rules, table)
    found = {}
    for value in values:
        if reason := _reason(problems({**before, field: value}, rules, table), known, field):
            found[str(value)] = reason
    return found


def _reason(after: Iterable[Problem], known: list[Problem], field: str) -> Text | None:
    new = (problem for problem in after if problem not in known and problem.code not in _MISSING)
    return next((problem.message for problem in new if problem.code != _SIDE_ASKED or problem.field == field), None)
