"""From the boxes of a form to the plain record of a game, and back.

Three conventions, so that no game needs a form of its own and every screen works without scripts:
- a control is named like the field it fills; a dot goes one level down (`outcome.won`, `points.0`);
- one box may fill several fields: its name begins with `set-` and its value is a query, `with=true&matadors=2`;
- a hidden `unless-FIELD` names a field that is left out when FIELD is filled.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from django.http import QueryDict

from games.core.game import AnyGame

Filled: TypeAlias = dict[str, str]

LONGEST_NUMBER = 9  # digits
LONGEST_NAME = 60
MOST_DOTS = 3
WORDS = {"true": True, "false": False}


def filled(data: QueryDict) -> Filled:
    """The fields that were filled, by their dotted names; a name that no form of ours has is left out."""
    fields: Filled = {}
    for name, value in data.items():
        if name.startswith("set-"):
            fields.update(parse_qsl(str(value), keep_blank_values=True))
        elif value != "":
            fields[name] = str(value)
    return {name: value for name, value in fields.items() if is_name(name)}


def is_name(name: str) -> bool:
    """Whether a control may be named so: anybody can send names, and `nested` goes as deep as they do."""
    return len(name) <= LONGEST_NAME and name.count(".") <= MOST_DOTS


def record_from(data: QueryDict, game: AnyGame) -> dict[str, Any]:
    """The record of the kind that was chosen; what it knows no field for is left out."""
    fields = filled(data)
    kind = fields.get("kind", next(iter(game.hands)))
    if kind not in game.hands:
        return {"kind": kind}
    known = {field.alias or name for name, field in game.hands[kind].model_fields.items()}
    left_out = {value for name, value in fields.items() if name.startswith("unless-") and name[7:] in fields}
    wanted = {name: plain(text) for name, text in fields.items() if name.partition(".")[0] in known - left_out}
    return nested({**wanted, "kind": kind})


def flat(record: Mapping[str, Any]) -> Filled:
    """The fields of a stored record as a form fills them."""
    fields: Filled = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            fields |= flat({f"{name}.{inner}": item for inner, item in value.items()})
        elif isinstance(value, list | tuple):
            fields |= flat({f"{name}.{place}": item for place, item in enumerate(value)})
        elif value is not None:
            fields[str(name)] = str(value).lower() if isinstance(value, bool) else str(value)
    return fields


def plain(text: str) -> bool | int | str:
    """What a text stands for: yes or no, a whole number, or itself."""
    if text in WORDS:
        return WORDS[text]
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text


def nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as objects, and as lists where all names below are numbers."""
    tree: dict[str, Any] = {}
    for name, value in fields.items():
        first, dot, rest = name.partition(".")
        if not dot:
            tree[first] = value
        elif isinstance(tree.setdefault(first, {}), dict):
            tree[first][rest] = value
    return {name: _list_or_object(value) for name, value in tree.items()}


def _list_or_object(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    below = nested(value)
    if all(name.isdecimal() for name in below):
        return [below[name] for name in sorted(below, key=int)]
    return below
