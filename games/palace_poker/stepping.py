"""One step of the screen: the draft of a log, with something added, set or taken back; and from one way to record
a hand to the other.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeGuard

from games.core.text import Text
from games.core.values import read_card
from games.palace_poker.hand import HANDS
from games.palace_poker.quick import ENDS, WINNER, end_problems
from games.palace_poker.reading import ANSWERS, DOES, are_places, cards_as_stored, listed
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import PalaceTable
from games.palace_poker.values import PALACE, SEATS
from games.palace_poker.walking import complete_palaces, is_partial

# What cannot be chosen now in a half-filled quick entry, and why; a log has its guide.


def choices(draft: Mapping[str, Any], rules: PalacePokerRules, table: PalaceTable) -> Mapping[str, Mapping[str, Text]]:
    """{"end": {end: reason}} of the ends that the winners and their banners rule out."""
    draft = cards_as_stored(draft)
    ranking = draft.get("ranking")
    ranked = are_places(ranking, len(table.seats)) and WINNER in listed(ranking)
    if draft.get("kind", "quick") != "quick" or not ranked:
        return {}
    refused = {end: end_problems({**draft, "end": end}, table.seats) for end in ENDS}
    reasons = {end: found[0].message for end, found in refused.items() if found}
    return {"end": reasons} if reasons else {}


Plain: TypeAlias = dict[str, Any]

_OF_BATTLE: Final = ("keep", "winner")
"""What closes a battle; the last entered is taken back first."""
_OF_HAND: Final = frozenset({"banners", "cards", "palaces", "stacks", "showdown", "dealer"})
_OF_BOTH: Final = ("banners", "dealer")
"""What a quick hand and a log have in common."""


def stepped(draft: Mapping[str, Any], step: object) -> Plain:
    """The draft after a step:

    - `{"add": action or response}`: a response goes to the battle that is open
    - `{"also": card, or 1}`: one soldier more goes with the last action
    - `{"show": card, "of": place, "size": players}`: one card more of a palace
    - `{"set": {field: value}}`: of the hand; `winner` and `keep` go to the last battle
    - `{"back": true}`: without the last single step
    - `{"to": kind}`: over to the other kind of hand; what that had (`kept`) and what is known of it by now (`now`) come
      along, and what stays behind is remembered as the field `screen-KIND`

    A step that nobody can read leaves the draft as it is.
    """
    plain = cards_as_stored(draft)
    if not isinstance(step, Mapping):
        return plain
    name = next((name for name in _STEPS if name in step), None)
    return plain if name is None else _STEPS[name](plain, step)


def _added(draft: Plain, step: Mapping[str, Any]) -> Plain:
    if not isinstance(step["add"], Mapping):
        return draft
    added = dict(step["add"])
    actions, do = _actions(draft), added.get("do")
    if actions and _is_open(actions[-1]) and do in ANSWERS:
        actions[-1] = {**actions[-1], "responses": [*listed(actions[-1].get("responses")), added]}
    elif do in DOES:
        actions.append(added)
        draft = _settled(draft)
    return {**draft, "actions": actions}


def _settled(draft: Plain) -> Plain:
    """Without the palaces of which only some cards were shown: it went on without them."""
    palaces = draft.get("palaces")
    return draft if palaces is None else {**draft, "palaces": complete_palaces(palaces)}


def _actions(draft: Plain) -> list[Any]:
    return list(listed(draft.get("actions")))


def _is_open(action: object) -> bool:
    """Whether this is a battle whose last answer was neither a fold nor a call."""
    if not _is_battle(action):
        return False
    responses = listed(action.get("responses"))
    return not responses or not isinstance(responses[-1], Mapping) or responses[-1].get("do") not in ("fold", "call")


def _is_battle(action: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(action, Mapping) and action.get("do") == "battle"


def _with(draft: Plain, step: Mapping[str, Any]) -> Plain:
    fields = step["set"]
    if not isinstance(fields, Mapping):
        return draft
    actions = _actions(draft)
    if fields.get("winner") is not None or fields.get("showdown") is not None:
        draft = _settled(draft)
    closing = {name: fields[name] for name in _OF_BATTLE if name in fields}
    if closing and actions and _is_battle(actions[-1]):
        actions[-1] = {**actions[-1], **closing}
        draft = {**draft, "actions": actions}
    return {**draft, **{name: value for name, value in fields.items() if name in _OF_HAND}}


def _shown(draft: Plain, step: Mapping[str, Any]) -> Plain:
    """With one card more of a palace; no more than it has."""
    card, nth, size = read_card(step["show"]), step.get("of"), step.get("size")
    if card is None or not isinstance(nth, int) or not isinstance(size, int):
        return draft
    if size not in SEATS or nth not in range(size):
        return draft
    palaces = [*listed(draft.get("palaces")), *(None,) * size][:size]
    own = listed(palaces[nth])
    if len(own) < PALACE and card not in own:
        palaces[nth] = [*own, card]
    return {**draft, "palaces": palaces}


def _also(draft: Plain, step: Mapping[str, Any]) -> Plain:
    """With one soldier more that goes, after a buy or a discard."""
    actions, thrown = _actions(draft), step["also"]
    if not actions or not isinstance(actions[-1], Mapping) or actions[-1].get("do") not in ("buy", "discard"):
        return draft
    before = actions[-1].get("discard")
    more = [*listed(before), thrown] if isinstance(thrown, str) else _number(before) + 1
    actions[-1] = {**actions[-1], "discard": more}
    return {**draft, "actions": actions}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _to(draft: Plain, step: Mapping[str, Any]) -> Plain:
    """A hand of the other kind, with what can be kept."""
    kind = step["to"]
    if not isinstance(kind, str) or kind not in HANDS or draft.get("kind", "quick") == kind:
        return draft
    fields = HANDS[kind].model_fields
    found = {
        name: value
        for source in (step.get("kept"), step.get("now"), {name: draft.get(name) for name in _OF_BOTH})
        if isinstance(source, Mapping)
        for name, value in source.items()
        if name in fields and value is not None
    }
    left = {name: value for name, value in draft.items() if name not in {"kind", *_OF_BOTH} and value is not None}
    remembered = json.dumps(left, separators=(",", ":"), default=str)
    return {**found, "kind": kind, f"screen-{draft.get('kind', 'quick')}": remembered}


def _back(draft: Plain, step: Mapping[str, Any]) -> Plain:
    """Without the last single step: a card of a palace that is being entered, the showdown, what closed the last
    battle, a soldier that went, an answer, an action.
    """
    if step["back"] is not True:
        return draft
    palaces = [*listed(draft.get("palaces"))]
    for nth, palace in enumerate(palaces):
        if is_partial(palace):
            palaces[nth] = [*palace[:-1]] or None
            return {**draft, "palaces": palaces}
    if draft.get("showdown") is not None:
        return {**draft, "showdown": _without_last(listed(draft["showdown"]))}
    actions = _actions(draft)
    if not actions:
        return draft
    last = actions.pop()
    if shorter := _opened_again(last) if _is_battle(last) else _with_less(last):
        actions.append(shorter)
    return {**draft, "actions": actions}


def _without_last(places: Sequence[Any]) -> list[Any] | None:
    """The places without the last that was given: the lowest one, of equal ones that of the last in the row."""
    named = [(place, nth) for nth, place in enumerate(places) if type(place) is int]
    if len(named) <= 1:
        return None
    last = max(named)[1]
    return [*places[:last], None, *places[last + 1 :]]


def _with_less(action: object) -> Plain | None:
    """An action without the last soldier that went with it; a discard of nothing is no action."""
    if not isinstance(action, Mapping):
        return None
    thrown = action.get("discard")
    less = [*thrown[:-1]] if isinstance(thrown, list | tuple) else _number(thrown) - 1
    is_bare = action.get("do") == "buy"
    if less and less != -1:
        return {**action, "discard": less}
    return {name: value for name, value in action.items() if name != "discard"} if is_bare and thrown else None


def _opened_again(battle: Mapping[str, Any]) -> Plain | None:
    for name in _OF_BATTLE:
        if battle.get(name) is not None:
            return {**battle, name: None}
    responses = listed(battle.get("responses"))
    return {**battle, "responses": list(responses[:-1])} if responses else None


_STEPS: Final[Mapping[str, Callable[[Plain, Mapping[str, Any]], Plain]]] = {
    "add": _added,
    "also": _also,
    "show": _shown,
    "set": _with,
    "back": _back,
    "to": _to,
}
