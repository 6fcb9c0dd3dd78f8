"""What somebody does, as it was entered: still unchecked, because a log is checked step by step."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.palace_poker.hand import Action, Response
from games.palace_poker.refusals import refused
from games.palace_poker.values import MOST_RESPONSES

DOES: Final = ("buy", "discard", "stay", "fold", "battle")
ANSWERS: Final = ("fold", "call", "raise")
_TAKES: Final[Mapping[str, frozenset[str]]] = {
    "buy": frozenset({"card", "discard"}),
    "discard": frozenset({"discard"}),
    "stay": frozenset(),
    "fold": frozenset(),
    "battle": frozenset({"target", "bet", "responses", "winner", "keep"}),
}
_OF_ACTIONS: Final = frozenset(Action.model_fields)
_OF_RESPONSES: Final = frozenset(Response.model_fields)
_NO_RESPONSES: Final[tuple[tuple[str, object], ...]] = (("responses", []), ("responses", ()))


class Move(NamedTuple):
    """One action (section 6). What is None was not given; `responses` are read one by one."""

    by: object
    do: str
    card: object = None
    discard: object = None
    target: object = None
    bet: object = None
    responses: tuple[object, ...] = ()
    winner: object = None
    keep: object = None


class Answer(NamedTuple):
    """One response in a battle; a limit raise needs no `amount`."""

    by: object
    do: str
    amount: object = None


def move_of(data: object) -> Move:
    """Read an action; `action_invalid` where it has no such form."""
    if isinstance(data, Action):
        own = (data.by, data.do, data.card, data.discard, data.target, data.bet)
        return Move(*own, data.responses, data.winner, data.keep)
    given = _filled(data, _OF_ACTIONS)
    do = None if given is None else given.get("do")
    if given is None or not isinstance(do, str) or do not in _TAKES:
        raise refused("action_invalid")
    if not (_TAKES[do] | {"by", "do"}).issuperset(given):
        raise refused("action_invalid")
    responses = given.pop("responses", ())
    if not isinstance(responses, list | tuple):
        raise refused("action_invalid", "responses", case="response")
    if len(responses) > MOST_RESPONSES:
        raise refused("action_invalid", "responses", case="responses", most=MOST_RESPONSES)
    return Move(**{"by": None, **given, "responses": tuple(responses)})


def answer_of(data: object) -> Answer:
    """Read a response; `action_invalid` where it has no such form."""
    if isinstance(data, Response):
        return Answer(data.by, data.do, data.amount)
    given = _filled(data, _OF_RESPONSES)
    do = None if given is None else given.get("do")
    if given is None or not isinstance(do, str) or do not in ANSWERS:
        raise refused("action_invalid", case="response")
    if do != "raise" and "amount" in given:
        raise refused("action_invalid", "amount", case="amount")
    return Answer(**{"by": None, **given})


def _filled(data: object, known: frozenset[str]) -> dict[str, Any] | None:
    """What was given of it: None means that it was not, and so does an empty list of responses. Nothing where it is no
    object, or has a field that nobody knows, even an empty one.
    """
    if not isinstance(data, Mapping) or not known.issuperset(data):
        return None
    return {name: value for name, value in data.items() if value is not None and (name, value) not in _NO_RESPONSES}
