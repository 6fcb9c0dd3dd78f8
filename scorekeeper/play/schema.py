"""The records and rules of the games in the API document: each type gives its own JSON schema."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

import games

REFERENCE = "#/components/schemas/{model}"


def add_records(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put every game's records and rules among the components.

    `SkatRecord` is any record of Skat, told apart by `kind`; `HandRecord` any of any game. `GameRules` are the rules
    of any game.
    """
    components = result["components"]["schemas"]
    for game in games.all_games().values():
        names = {kind: _add(components, game.name, record) for kind, record in game.hands.items()}
        for name in names.values():
            components[name] = kind_required(components[name])
        components[f"{_prefix(game.name)}Record"] = {
            **union("oneOf", names.values()),
            "discriminator": {
                "propertyName": "kind",
                "mapping": {kind: REFERENCE.format(model=name) for kind, name in names.items()},
            },
            "description": f"A hand of {game.title}; `kind` names its form.",
        }
    components["HandRecord"] = {
        **union("anyOf", (f"{_prefix(game)}Record" for game in games.all_games())),
        "description": "A hand as seen at the table: a record of the game that the table plays.",
    }
    components["GameRules"] = {
        **union("anyOf", (_add(components, game.name, game.rules) for game in games.all_games().values())),
        "description": "The rules of a table, of the game that it plays. A rule that is left out has its default.",
    }
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def union(keyword: str, names: Iterable[str]) -> dict[str, Any]:
    """{"oneOf" or "anyOf": references to the components of these names}."""
    return {keyword: [{"$ref": REFERENCE.format(model=name)} for name in names]}


def kind_required(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A request always names its `kind`, whatever kind a record in Python is by default."""
    properties = schema["properties"]
    kind = {name: value for name, value in properties["kind"].items() if name != "default"}
    required = ["kind", *(name for name in schema.get("required", []) if name != "kind")]
    return {**schema, "properties": {**properties, "kind": kind}, "required": required}


def untitled(schema: Any) -> Any:
    """The schema without pydantic's titles: programs that are made from the document name classes by them, and two
    games have a record of the same name."""
    if isinstance(schema, list):
        return [untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: untitled(part) for name, part in schema.items() if name != "title" or not isinstance(part, str)}


def _add(components: dict[str, Any], game: str, model: type[BaseModel]) -> str:
    """Put a model of a game and the models inside it among the components; the name of its component."""
    schema = untitled(model.model_json_schema(by_alias=True, ref_template=REFERENCE))
    for inner, part in schema.pop("$defs", {}).items():
        components[_name(game, inner)] = _renamed(game, part)
    name = _name(game, model.__name__)
    components[name] = _renamed(game, schema)
    return name


def _prefix(game: str) -> str:
    return "".join(word.capitalize() for word in game.split("_"))


def _name(game: str, model: str) -> str:
    """The name of a model among those of all games: two games may have an `Event`."""
    return model if model.startswith(game.split("_", maxsplit=1)[0].capitalize()) else _prefix(game) + model


def _renamed(game: str, schema: Any) -> Any:
    """The schema with its references to models of this game under the names of their components."""
    if isinstance(schema, list):
        return [_renamed(game, part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(reference := schema.get("$ref"), str):
        return {**schema, "$ref": REFERENCE.format(model=_name(game, reference.rpartition("/")[2]))}
    return {name: _renamed(game, part) for name, part in schema.items()}
