"""One step of the recording screen: the draft after a button was pressed.

A step is one of `{"add": EVENT}` (to the events), `{"add": {"call": WORD, "by": SIDE}}` (to the envido),
`{"add": {"flor": WORD}}` (to the answers of a flor), `{"set": {"dotted.name": VALUE}}` (null empties the
field), `{"back": true}` (the last single step away again).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.core.record import kind_of
from games.truco.hand import HANDS
from games.truco.values import MOST_ENVIDO_CALLS, MOST_EVENTS, MOST_FLOR_WORDS

Draft: TypeAlias = dict[str, Any]

_BACK: Final = {
    "quick": ("value", "how", "winner"),
    "full": ("envido.points", "envido.winner", "envido.answer", "flor.winner"),
    "penalty": ("points", "to"),
    "forfeit": ("side",),
}
"""By the kind of entry: the fields that one step fills, the newest first; the lists of a hand come before."""
_KEPT: Final = ("dealer",)
_MOST_DOTS: Final = 2


def stepped(draft: Mapping[str, Any], step: object) -> Draft:
    """The draft after a step; one that cannot be read leaves it as it is."""
    if not isinstance(step, Mapping) or not isinstance(draft, Mapping) or len(step) != 1:
        return dict(draft) if isinstance(draft, Mapping) else {}
    name, value = next(iter(step.items()))
    return _STEPS[name](dict(draft), value) if name in _STEPS else dict(draft)


def _add(draft: Draft, value: object) -> Draft:
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


def _called(envido: Draft, value: Mapping[str, Any]) -> Draft:
    """The sides call in turn, so only the first is written down."""
    calls = _longer(envido.get("calls"), value["call"], MOST_ENVIDO_CALLS)
    return {"by": value.get("by"), **envido, "calls": calls}


def _longer(items: object, item: object, most: int) -> list[Any]:
    before = list(items) if isinstance(items, list | tuple) else []
    return [*before, item] if len(before) < most else before


def _object(draft: Draft, name: str) -> Draft:
    value = draft.get(name)
    return dict(value) if isinstance(value, Mapping) else {}


def _set(draft: Draft, value: object) -> Draft:
    """A change of kind begins anew; the dealer stays."""
    if not isinstance(value, Mapping):
        return draft
    if "kind" in value and value["kind"] != draft.get("kind"):
        draft = {name: draft[name] for name in _KEPT if name in draft}
    for name, wanted in value.items():
        if str(name).count(".") <= _MOST_DOTS:
            draft = _put(draft, str(name), wanted)
    return draft


def _put(draft: Draft, name: str, value: object) -> Draft:
    first, _dot, rest = name.partition(".")
    if rest:
        inner = _put(_object(draft, first), rest, value)
        return {**draft, first: inner} if inner else _without(draft, first)
    return _without(draft, first) if value is None else {**draft, first: value}


def _without(draft: Draft, name: str) -> Draft:
    return {own: value for own, value in draft.items() if own != name}


def _back(draft: Draft, value: object) -> Draft:
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


def _less_bet(draft: Draft) -> Draft:
    for bet, words in (("envido", "calls"), ("flor", "seq")):
        told = _object(draft, bet)
        if told:
            left = _shorter(told.get(words))
            emptied = not left if bet == "envido" else not told.get(words)
            return _without(draft, bet) if emptied else {**draft, bet: {**told, words: left}}
    return draft


def _shorter(items: object) -> list[Any]:
    return list(items[:-1]) if isinstance(items, list | tuple) else []


def _at(draft: Mapping[str, Any], name: str) -> object:
    first, _dot, rest = name.partition(".")
    value = draft.get(first)
    if not rest:
        return value
    return value.get(rest) if isinstance(value, Mapping) else None


_STEPS: Final[Mapping[object, Callable[[Draft, object], Draft]]] = {"add": _add, "set": _set, "back": _back}
