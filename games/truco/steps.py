"""One step of the recording screen: the draft after a button was pressed.

A step is one of `{"add": EVENT}` (to the events), `{"add": {"call": WORD, "by": SIDE}}` (to the envido),
`{"add": {"flor": WORD}}` (to the answers of a flor), `{"set": {"dotted.name": VALUE}}` (null empties the
field), `{"back": true}` (the last single step away again).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from games.core.record import kind_of
from games.core.text import Text
from games.core.values import Problem
from games.truco.hand import HANDS
from games.truco.reading import closed_problems, problems
from games.truco.rules import MOST_ENVIDO_CALLS, MOST_EVENTS, MOST_FLOR_WORDS, SIDES, TrucoRules
from games.truco.state import TrucoTable

# What cannot be chosen now in a half-filled entry, and why.
#
# Every choice is tried against the rules themselves: it is impossible if it brings a problem that the entry
# without it does not have and that is not merely something still missing. Only the fields that are asked earlier
# count, so that an earlier answer can always be changed.

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
    problems_before = problems(before, rules, table)
    found = {}
    for value in values:
        if reason := _reason(problems({**before, field: value}, rules, table), problems_before, field):
            found[str(value)] = reason
    return found


def _reason(problems_after: Iterable[Problem], problems_before: list[Problem], field: str) -> Text | None:
    new = (problem for problem in problems_after if problem not in problems_before and problem.code not in _MISSING)
    return next((problem.message for problem in new if problem.code != _SIDE_ASKED or problem.field == field), None)


Entry: TypeAlias = dict[str, Any]

_BACK: Final = {
    "quick": ("value", "how", "winner"),
    "full": ("envido.points", "envido.winner", "envido.answer", "flor.winner"),
    "penalty": ("points", "to"),
    "forfeit": ("side",),
}
"""By the kind of entry: the fields that one step fills, the newest first; the lists of a hand come before."""
_KEPT: Final = ("dealer",)
_MOST_DOTS: Final = 2


def stepped(draft: Mapping[str, Any], step: object) -> Entry:
    """The draft after a step; one that cannot be read leaves it as it is."""
    if not isinstance(step, Mapping) or not isinstance(draft, Mapping) or len(step) != 1:
        return dict(draft) if isinstance(draft, Mapping) else {}
    name, value = next(iter(step.items()))
    return _STEPS[name](dict(draft), value) if name in _STEPS else dict(draft)


def _add(draft: Entry, value: object) -> Entry:
    if not isinstance(value, Mapping):
        return draft
    if "t" in value:
        return {**draft, "kind": "full", "events": _longer(draft.get("events"), dict(value), MOST_EVENTS)}
    if "call" in value:
        return {**draft, "kind": "full", "envido": _called(_object(draft, "envido"), value)}
    if "flor" in value:
        flor = _object(draft, "flor")
        return {
            **draft,
            "kind": "full",
            "flor": {**flor, "seq": _longer(flor.get("seq"), value["flor"], MOST_FLOR_WORDS)},
        }
    return draft


def _called(envido: Entry, value: Mapping[str, Any]) -> Entry:
    """The sides call in turn, so only the first is written down."""
    calls = _longer(envido.get("calls"), value["call"], MOST_ENVIDO_CALLS)
    return {"by": value.get("by"), **envido, "calls": calls}


def _longer(items: object, item: object, most: int) -> list[Any]:
    before = list(items) if isinstance(items, list | tuple) else []
    return [*before, item] if len(before) < most else before


def _object(draft: Entry, name: str) -> Entry:
    value = draft.get(name)
    return dict(value) if isinstance(value, Mapping) else {}


def _set(draft: Entry, value: object) -> Entry:
    """A change of kind begins anew; the dealer stays."""
    if not isinstance(value, Mapping):
        return draft
    if "kind" in value and value["kind"] != draft.get("kind"):
        draft = {name: draft[name] for name in _KEPT if name in draft}
    for name, wanted in value.items():
        if str(name).count(".") <= _MOST_DOTS:
            draft = _put(draft, str(name), wanted)
    return draft


def _put(draft: Entry, name: str, value: object) -> Entry:
    first, _dot, rest = name.partition(".")
    if rest:
        inner = _put(_object(draft, first), rest, value)
        return {**draft, first: inner} if inner else _without(draft, first)
    return _without(draft, first) if value is None else {**draft, first: value}


def _without(draft: Entry, name: str) -> Entry:
    return {own: value for own, value in draft.items() if own != name}


def _back(draft: Entry, value: object) -> Entry:
    """Bets beside a hand come before its first event, so they go after the last one."""
    problem, kind = kind_of(HANDS, draft)
    if value is not True or problem is not None:
        return draft
    if events := draft.get("events"):
        return {**draft, "events": _shorter(events)}
    for name in _BACK[kind]:
        if _at(draft, name) is not None:
            return _put(draft, name, None)
    return _less_bet(draft)


def _less_bet(draft: Entry) -> Entry:
    for bet, words in (("envido", "calls"), ("flor", "seq")):
        entered = _object(draft, bet)
        if entered:
            left = _shorter(entered.get(words))
            emptied = not left if bet == "envido" else not entered.get(words)
            return _without(draft, bet) if emptied else {**draft, bet: {**entered, words: left}}
    return draft


def _shorter(items: object) -> list[Any]:
    return list(items[:-1]) if isinstance(items, list | tuple) else []


def _at(draft: Mapping[str, Any], name: str) -> object:
    first, _dot, rest = name.partition(".")
    value = draft.get(first)
    if not rest:
        return value
    return value.get(rest) if isinstance(value, Mapping) else None


_STEPS: Final[Mapping[object, Callable[[Entry, object], Entry]]] = {"add": _add, "set": _set, "back": _back}
