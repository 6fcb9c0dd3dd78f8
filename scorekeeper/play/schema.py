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
            components.update(schema.pop("$defs", {}))
            components[record.__name__] = schema
            names.append(record.__name__)
    refs = [{"$ref": REFERENCE.format(model=name)} for name in names]
    components["HandRecord"] = {"anyOf": refs, "description": "What was seen at the table; `kind` says which."}
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result
