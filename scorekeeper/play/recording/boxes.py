"""From the boxes of a form to the plain record of a game, and back.

Six conventions, so that no game needs a form of its own and every screen works without scripts:
- a control is named like the field it fills; a dot goes one level down (`outcome.won`, `points.0`); a list has None
  at the places that were not filled;
- one box may fill several fields: its name begins with `set-` and its value is a query, `with=true&matadors=2`;
- a hidden `unless-FIELD` names a field that is left out when FIELD is filled;
- a list of objects stands in one hidden control, as JSON: its name is `json-FIELD`;
- an amount of a sitting with two decimals is written as people write it in a control named `cents-FIELD`, and fills
  the field with hundredths; what is no amount stays as it was written, to be refused;
- what only the screen must remember from step to step is named `screen-NAME`, and is never part of a record.

Boxes for other kinds of hands may stay filled: the kind says which fields it has, and whether one is a list.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, get_origin
from urllib.parse import parse_qsl

from django.http import QueryDict

from games.core.game import AnyGame
from scorekeeper.common.parsers import strict_json
from scorekeeper.play.amounts import NotAnAmount, smallest

Filled: TypeAlias = dict[str, str]

LONGEST_NUMBER = 10  # digits
LONGEST_NAME = 60
MOST_DOTS = 3
MOST_PLACES = 20  # of a list
LONGEST_JSON = 40_000  # characters: a long hand of poker, action by action, has about 8,000
LONG_NUMBER = re.compile(r"\d{19}")  # more digits than any amount here has
MOST_IN_A_BOX = 20  # fields that one box fills
JSON = "json-"
SCREEN = "screen-"
CENTS = "cents-"
WORDS = {"true": True, "false": False}


def filled(data: QueryDict) -> Filled:
    """The fields that were filled, by their dotted names; a name that no form of ours has is left out."""
    fields: Filled = {}
    for name, value in data.items():
        if name.startswith("set-"):
            fields.update(_box(str(value)))
        elif value != "":
            fields |= _in_cents(name, str(value)) if name.startswith(CENTS) else {name: str(value)}
    return {name: value for name, value in fields.items() if is_name(name)}


def _box(text: str) -> list[tuple[str, str]]:
    """The fields one box fills; none where it holds more than any box of ours."""
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_IN_A_BOX)
    except ValueError:
        return []


def _in_cents(name: str, text: str) -> Filled:
    """The field that an amount fills, in hundredths."""
    try:
        return {name.removeprefix(CENTS): str(smallest(text, 2))}
    except NotAnAmount:
        return {name.removeprefix(CENTS): text}


def is_name(name: str) -> bool:
    """Whether a control may be named so: anybody can send names, and `nested` goes as deep as they do."""
    return len(name) <= LONGEST_NAME and name.count(".") <= MOST_DOTS


def record_from(data: QueryDict, game: AnyGame) -> dict[str, Any]:
    """The record of the kind that was chosen; what it knows no field for is left out."""
    return record_of(filled(data), game)


def record_of(fields: Filled, game: AnyGame) -> dict[str, Any]:
    """The record that filled fields stand for."""
    kind = fields.get("kind", next(iter(game.hands)))
    if kind not in game.hands:
        return {"kind": kind}
    known = {field.alias or name: field.annotation for name, field in game.hands[kind].model_fields.items()}
    left_out = {value for name, value in fields.items() if name.startswith("unless-") and name[7:] in fields}
    places = {name.partition(".")[0] for name in fields if "." in name}
    whole = {name for name in places & known.keys() if get_origin(known[name]) is tuple}
    wanted = {
        name: plain(text)
        for name, text in fields.items()
        if name.partition(".")[0] in known.keys() - left_out and name not in whole
    }
    lists = {name: from_json(fields[JSON + name]) for name in known.keys() - left_out if JSON + name in fields}
    return nested({**wanted, "kind": kind}) | lists


def flat(record: Mapping[str, Any]) -> Filled:
    """The fields of a stored record as a form fills them."""
    fields: Filled = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            fields |= flat({f"{name}.{inner}": item for inner, item in value.items()})
        elif _holds_objects(value):
            fields[f"{JSON}{name}"] = json.dumps(value, separators=(",", ":"))
        elif isinstance(value, list | tuple):
            fields |= flat({f"{name}.{place}": item for place, item in enumerate(value)})
        elif value is not None:
            fields[str(name)] = str(value).lower() if isinstance(value, bool) else str(value)
    return fields


def _holds_objects(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(item, Mapping | list | tuple) for item in value)


def from_json(text: str) -> object:
    """The value a text in JSON stands for; what cannot be read stays a text, which no record takes for a list."""
    if len(text) > LONGEST_JSON or LONG_NUMBER.search(text):
        return text
    try:
        return strict_json(text)
    except ValueError:
        return text


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
    if all(name.isdecimal() and int(name) < MOST_PLACES for name in below):
        return _places({int(name): item for name, item in below.items()})
    return below


def _places(items: Mapping[int, Any]) -> Sequence[Any]:
    return [items.get(place) for place in range(max(items, default=-1) + 1)]
