"""The records of the games in the API document: each type says its own JSON schema."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import games

REFERENCE = "#/components/schemas/{model}"


@extend_schema_field({"$ref": REFERENCE.format(model="HandRecord")})
class RecordField(serializers.JSONField):
    """A hand as seen at the table, read by the game of the sitting."""


def add_records(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put every game's record types among the components, and `HandRecord` as any of them."""
    components = result["components"]["schemas"]
    names = []
    for game in games.all_games().values():
        for record in game.hands.values():
            schema = record.model_json_schema(by_alias=True, ref_template=REFERENCE)
            for inner, part in schema.pop("$defs", {}).items():
                components[_name(game.name, inner)] = _renamed(game.name, part)
            components[_name(game.name, record.__name__)] = _says_kind(_renamed(game.name, schema))
            names.append(_name(game.name, record.__name__))
    refs = [{"$ref": REFERENCE.format(model=name)} for name in names]
    components["HandRecord"] = {"anyOf": refs, "description": "What was seen at the table; `kind` says which."}
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def _says_kind(schema: dict[str, Any]) -> dict[str, Any]:
    """A record never stands for a kind that was not sent, whatever a record in Python is when none is named."""
    properties = schema["properties"]
    kind = {name: value for name, value in properties["kind"].items() if name != "default"}
    required = ["kind", *(name for name in schema.get("required", []) if name != "kind")]
    return {**schema, "properties": {**properties, "kind": kind}, "required": required}


def _name(game: str, record: str) -> str:
    """What a record is called among those of all games: two of them may have an `Event`."""
    words = [word.capitalize() for word in game.split("_")]
    return record if record.startswith(words[0]) else "".join(words) + record


def _renamed(game: str, schema: Any) -> Any:
    """The schema with its references to records of this game under their names here."""
    if isinstance(schema, list):
        return [_renamed(game, part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(reference := schema.get("$ref"), str):
        return {**schema, "$ref": REFERENCE.format(model=_name(game, reference.rpartition("/")[2]))}
    return {name: _renamed(game, part) for name, part in schema.items()}
