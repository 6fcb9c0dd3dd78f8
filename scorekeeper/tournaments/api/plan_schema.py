"""The plans of stages in the API's document: each format says its own JSON schema, every field what it means."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.play.schema import REFERENCE
from scorekeeper.tournaments.plans import PLANS

NAME: Final = "StagePlan"
IN_HALVES: Final = "In half points."
MEANINGS: Final[Mapping[str, str]] = {
    "kind": "The format.",
    "rounds": "How many rounds are played; null: as many as are usual for as many entrants as come.",
    "size": "How many sit at a table, where it works out.",
    "style": "Who sits with whom: `mix` has people meet as many others as there are, `seeded` seats them by their "
    "points from round 2 on, `team` one of each team at a table, `random` by chance alone, `manual` by hand.",
    "apart": "Entrants of one origin meet like all others (`off`), where there is no other way (`soft`; in a Swiss "
    "where the scores leave none, and not in the Dutch system), or never while anything else can be drawn (`hard`).",
    "absent": "What a round counts that an entrant misses.",
    "counts": "Of teams: what comes first in the standing, the sum of the points, or team points: 3, 2, 1 and 0 of "
    "each round by the places of the teams in it (of two to four teams).",
    "bye": "What a round counts without a table, in points; of two entrants without an opponent, in half points (null: "
    "as much as a win).",
    "late": "Of the first stage: what is given to who begins after its first round; `half`: half a bye, once, for the "
    "last round they missed.",
    "win": f"What a won match counts. {IN_HALVES}",
    "draw": f"What a drawn match counts. {IN_HALVES}",
    "loss": f"What a lost match counts. {IN_HALVES}",
    "ties": "What is asked of equals, in order; empty: the usual order. `PTS`, `DE`, `BH`, `BH_C1`, `BH_M1`, `SB`, "
    "`KS`, `WIN`, `WON`, `PS`, `SETS`, `DIFF`, `FOR`, as far as the format and the game know them.",
    "takes": "Who comes into the stage from the one before it; the first takes everybody.",
    "system": "The way to pair: the best of all pairings, or FIDE’s Dutch system.",
    "first": "How the first round is paired.",
    "legs": "How often each meets each.",
    "groups": "Into how many groups the entrants are parted.",
    "third_place": "Who loses a semi-final plays for third place.",
    "reset": "When who comes from below wins the final, a second one decides.",
    "seats": "How many a table has at most.",
    "balance_at": "Tables that differ by so many are balanced.",
    "breaks": "The numbers of the tables that are broken first, in order; then the smallest.",
    "best": "Of each group of the stage before it the best so many; null: everybody.",
}


@extend_schema_field({"$ref": REFERENCE.format(model=NAME)})
class PlanField(serializers.JSONField):
    """How a stage is played; `kind` says in which format."""


def add_plans(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put the plan of every format among the components, and `StagePlan` as any of them."""
    components = result["components"]["schemas"]
    names = []
    for plan in PLANS.values():
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
        told = {word: value for word, value in part.items() if word != "title"}
        properties[name] = {**told, "description": MEANINGS.get(name, "")}
    required = {"required": ["kind"]} if "kind" in properties else {}
    return {**schema, "properties": properties, **required}
