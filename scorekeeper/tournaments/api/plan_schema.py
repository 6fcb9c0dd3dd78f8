"""The plans of stages in the API's document: each format says its own JSON schema, every field what it means."""

from typing import Annotated, Any

from pydantic import WithJsonSchema

from scorekeeper.common.acts import COMPONENT
from scorekeeper.play.schema import REFERENCE, kind_required, union, untitled
from scorekeeper.tournaments.formats.plans import plans
from scorekeeper.tournaments.planning.records import PLAN

Plan = Annotated[Any, WithJsonSchema({COMPONENT: PLAN})]
"""How a stage is played; `kind` says in which format."""
Rules = Annotated[Any, WithJsonSchema({COMPONENT: "GameRules"})]
"""The rules of a table as its game defines them."""


def add_plans(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put the plan of every format among the components, and `StagePlan` as any of them, told apart by `kind`."""
    components = result["components"]["schemas"]
    for plan in plans().values():
        schema = untitled(plan.model_json_schema(ref_template=REFERENCE))
        components.update(schema.pop("$defs", {}))
        # What else is left out is as usual in the format.
        components[plan.__name__] = {**kind_required(schema), "required": ["kind"]}
    components[PLAN] = {
        **union("oneOf", (plan.__name__ for plan in plans().values())),
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: REFERENCE.format(model=plan.__name__) for kind, plan in plans().items()},
        },
        "description": "How a stage is played; `kind` names its format.",
    }
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result
