"""An unfinished log: how far it goes, with a last battle that may still be open, and the draft after one step of the
screen, with something added, set or taken back; and from one way to record a hand to the other.
"""

import json
from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from games.core.text import Text
from games.core.values import Problem, read_card
from games.palace_poker.hand import HANDS
from games.palace_poker.judging import ENDS, WINNER, end_problems
from games.palace_poker.log import (
    answered,
    at,
    laid_out,
    layout_of,
    played,
    setup_problems,
    showdown_problem,
    too_many_actions,
)
from games.palace_poker.reading import ANSWERS, DOES, Move, are_places, cards_as_stored, given, listed, move_of
from games.palace_poker.refusals import Refused, problem
from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.state import Fight, Fought, PalaceTable, Position
from games.palace_poker.steps import attack, booty, decide, winner_of
from games.palace_poker.values import MOST_ACTIONS, MOST_SOLDIERS, PALACE, SEATS

_STILL_OPEN: Final = {"response_incomplete": "response", "winner_required": "winner", "keep_required": "keep"}


class Walked(NamedTuple):
    """How far a log goes. `wants` is what must be entered next: setup, action, discard, response, winner,
    keep, showdown, or nothing. `move` is the last action, where something of it is still open, and `fight` its
    battle; `position` stands before what `problem` refuses, and is None while the setup is not complete.
    `seats` is the order of the table. `first` is the position after the antes. `is_battle` says that the last action
    is a battle that is over, `booty` from how many and which named soldiers its winner chose, where there is a choice.
    """

    position: Position | None
    wants: str | None
    problem: Problem | None = None
    move: Move | None = None
    fight: Fight | None = None
    seats: tuple[int, ...] = ()
    first: Position | None = None
    is_battle: bool = False
    booty: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def sides(self) -> tuple[int, ...]:
        """The places of the two who fight."""
        return () if self.fight is None else (self.fight.attacker, self.fight.defender)


def walk(draft: Mapping[str, Any], rules: PalacePokerRules, table: PalaceTable) -> Walked:
    """How far this draft of a log goes; it may be incomplete or nonsense. A palace of which only some cards
    were entered is not known yet.
    """
    actions = listed(draft.get("actions"))
    data = {name: value for name, value in draft.items() if value is not None} | {"actions": actions}
    if "palaces" in data:
        data["palaces"] = complete_palaces(data["palaces"])
    if found := setup_problems(data, table):
        return Walked(None, "setup", found[0])
    first = laid_out(layout_of(data), rules, table)
    walked = _acted(first, actions)._replace(seats=table.seats, first=first)
    if walked.position is None or walked.position.end is None or walked.problem:
        return walked
    wrong = showdown_problem(walked.position, data.get("showdown"), table.seats)
    if wrong and wrong.code == "showdown_required":
        return walked._replace(wants="showdown")
    return walked._replace(wants=None, problem=wrong or _half_shown(draft.get("palaces")))


def _half_shown(palaces: object) -> Problem | None:
    """A hand that is over cannot be recorded with half a palace."""
    half = next((nth for nth, palace in enumerate(listed(palaces)) if is_partial(palace)), None)
    return None if half is None else problem("palace_size", f"palaces.{half}")


def complete_palaces(palaces: object) -> object:
    """The palaces with those left out that are still being entered."""
    return [None if is_partial(palace) else palace for palace in listed(palaces)] or palaces


def palaces_of(draft: Mapping[str, Any], seats: Sequence[int]) -> dict[int, Any]:
    """{seat: palace as far as it was entered}, None where nothing was."""
    given = listed(draft.get("palaces"))
    return {seat: given[nth] if nth < len(given) else None for nth, seat in enumerate(seats)}


def is_partial(palace: object) -> bool:
    """Whether a palace is being entered: it has fewer than its three cards."""
    return isinstance(palace, list | tuple) and len(palace) < PALACE


def _acted(position: Position, actions: Sequence[object]) -> Walked:
    for number, action in enumerate(actions):
        is_last = number == len(actions) - 1
        if number == MOST_ACTIONS:
            return Walked(position, "action", too_many_actions())
        try:
            with at(f"actions.{number}"):
                move = move_of(action)
                if is_last and move.do == "battle":
                    return _battle(position, move)
                position = played(position, move)
        except Refused as refusal:
            if is_last and refusal.problem.code == "too_many_soldiers":
                return Walked(position, "discard", None, move)
            return Walked(position, "action", refusal.problem)
    return Walked(position, "action")


def _battle(position: Position, move: Move) -> Walked:
    """The last action, a battle that may be open."""
    after, fight = answered(*attack(position, move), move.responses)
    try:
        decided = decide(after, fight, move.winner, move.keep)
        return Walked(decided, "action", is_battle=True, booty=_choice(after, fight, move))
    except Refused as refusal:
        code = refusal.problem.code
        if code not in _STILL_OPEN and not (code == "keep_invalid" and spoils(after, fight, move)):
            raise
        chosen = _choice(after, fight, move) if code == "keep_invalid" else (0, ())
        return Walked(after, _STILL_OPEN.get(code, "keep"), None, move, fight, booty=chosen)


def _choice(position: Position, fight: Fight, move: Move) -> tuple[int, tuple[str, ...]]:
    """What the winner chose from: nothing in a tie."""
    won, _decided_by = winner_of(position, fight, move.winner)
    return (0, ()) if won is None else booty(position, fight, won)


def spoils(position: Position, fight: Fight, move: Move) -> tuple[str, ...]:
    """The named cards of which a winner lets go until five are left; none where they need not."""
    won, _decided_by = winner_of(position, fight, move.winner)
    cards = () if won is None else booty(position, fight, won)[1]
    if move.keep is None:
        return cards
    kept = tuple(card for card in cards if card in listed(move.keep))
    return kept if MOST_SOLDIERS < len(kept) == len(listed(move.keep)) else ()


# The step that takes back the last single step, where the draft alone does not say which it was.

_BACK: Final[Mapping[str, Any]] = {"back": True}
BY_CARDS: Final = frozenset({"hand", "suit_count", "tie"})
"""How a battle is decided whose palaces were both shown."""


def back_step(walked: Walked, draft: Mapping[str, Any]) -> Mapping[str, Any]:
    """One soldier comes back whom the winner of the last battle had let go, or one card of a palace that was shown
    after the last action; else the last step, as the draft tells it.
    """
    is_plain = given(draft.get("showdown")) is not None or any(map(is_partial, listed(draft.get("palaces"))))
    actions = listed(draft.get("actions"))
    if walked.position is None or walked.problem or is_plain or not actions:
        return _BACK
    keep = actions[-1].get("keep")
    if keep is not None:
        return _with_one_more(walked, keep)
    return _BACK if actions[-1].get("winner") is not None else _with_a_card_less(walked, walked.position, draft)


def _with_one_more(walked: Walked, keep: object) -> Mapping[str, Any]:
    """More than five are chosen at once where soldiers are counted, so only a smaller booty is let go one by one."""
    total, booty = walked.booty
    if booty:
        gone = gone_of(booty, listed(keep))
        return {"set": {"keep": keeping(booty, gone[:-1])}} if len(gone) > 1 else _BACK
    is_next = isinstance(keep, int) and keep + 1 < total <= MOST_SOLDIERS
    return {"set": {"keep": keep + 1}} if isinstance(keep, int) and is_next else _BACK


def keeping(booty: Iterable[str], gone: Sequence[str]) -> list[str]:
    """What is kept of a booty, in an order that remembers in which order the rest went: to the rules it means nothing.
    So few cards as are kept remember at least the last that went, if there are five.
    """
    return _in_order(set(booty).difference(gone), _number_of(gone))


def gone_of(booty: Iterable[str], kept: Sequence[str]) -> list[str]:
    """What went of a booty, in the order it went, of what `keeping` says."""
    return _in_order(set(booty).difference(kept), _number_of(kept))


def _number_of(cards: Iterable[str]) -> int:
    """Which of all orders of these cards this is; what the last one is counts least."""
    number, seen = 0, list[str]()
    for card in cards:
        insort(seen, card)
        number = number * len(seen) + seen.index(card)
    return number


def _in_order(cards: Iterable[str], number: int) -> list[str]:
    """These cards in the order of this number."""
    left, found = sorted(cards), list[str]()
    while left:
        number, nth = divmod(number, len(left))
        found.append(left.pop(nth))
    return found[::-1]


def _with_a_card_less(walked: Walked, position: Position, draft: Mapping[str, Any]) -> Mapping[str, Any]:
    """The picker asks in the order of the seats below, so the last shown card is the last of the last palace."""
    seats, before = _shown_now(walked, position)
    by_cards = [fought for fought in before if fought.decided_by in BY_CARDS]
    earlier = {seat for fought in by_cards for seat in (fought.attacker, fought.defender)}
    palaces = palaces_of(draft, walked.seats)
    last = next((seat for seat in reversed(seats) if palaces[seat] and seat not in earlier), None)
    if last is None:
        return _BACK
    return {"set": {"palaces": [own[:-1] if seat == last else own for seat, own in palaces.items()]}}


def _shown_now(walked: Walked, position: Position) -> tuple[list[int], Sequence[Fought]]:
    """Who may have shown a palace since the last action, and the battles before that."""
    if walked.fight is not None and walked.fight.awaited is None:
        return [position.players[place].seat for place in walked.sides], position.battles
    if position.end == "showdown":
        return [position.players[place].seat for place in position.remaining], position.battles
    fought = position.battles[-1] if walked.is_battle else None
    if fought is None or fought.decided_by not in BY_CARDS:
        return [], ()
    return [fought.attacker, fought.defender], position.battles[:-1]


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
