"""The plans of stages in the API's document: each format says its own JSON schema, every field what it means."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.play.schema import REFERENCE
from scorekeeper.tournaments.formats.plans import plans

NAME: Final = "StagePlan"


@extend_schema_field({"$ref": REFERENCE.format(model=NAME)})
class PlanField(serializers.JSONField):
    """How a stage is played; `kind` says in which format."""


def add_plans(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put the plan of every format among the components, and `StagePlan` as any of them."""
    components = result["components"]["schemas"]
    names = []
    for plan in plans().values():
        schema = plan.model_json_schema(ref_template=REFERENCE)
        for inner, part in schema.pop("$defs", {}).items():
            components[inner] = _described(part)
        components[plan.__name__] = _described(schema)
        names.append(plan.__name__)
    refs = [{"$ref": REFERENCE.format(model=name)} for name in names]
    components[NAME] = {"anyOf": refs, "description": "How a stage is played; `kind` says in which format."}
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the meaning of each field; `kind` is sent always, whatever else is left out is as usual."""
    properties = {}
    for name, part in schema.get("properties", {}).items():
        properties[name] = {word: value for word, value in part.items() if word != "title"}
    required = {"required": ["kind"]} if "kind" in properties else {}
    return {**schema, "properties": properties, **required}
