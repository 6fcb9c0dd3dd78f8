"""Which answers an option of the rules can have, read from the record of the rules itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.core.effects import as_text
from games.core.record import Record

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answers:
    """`choices` as a form writes them; else a number from `least` to `most`, a row, or a text of `longest`."""

    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    is_row: bool = False
    can_be_none: bool = False


@cache
def answers_of(rules: type[Record]) -> Mapping[str, Answers]:
    """{name of the option: what it can be}, a dot before what lies one level down."""
    schema = rules.model_json_schema()
    return dict(_below(schema, schema, "", can_be_none=False))


def _below(schema: Schema, whole: Schema, before: str, *, can_be_none: bool) -> Iterator[tuple[str, Answers]]:
    for name, shape in schema["properties"].items():
        shapes = [_found(one, whole) for one in shape.get("anyOf", [shape])]
        some = [one for one in shapes if one.get("type") != "null"]
        is_optional = can_be_none or len(some) < len(shapes)
        if some[0].get("type") == "object":
            yield from _below(some[0], whole, f"{before}{name}.", can_be_none=is_optional)
        else:
            yield before + name, _answers(some[0], can_be_none=is_optional)


def _found(shape: Schema, whole: Schema) -> Schema:
    reference = shape.get("$ref", "")
    found: Schema = whole["$defs"][reference.rpartition("/")[2]] if reference else shape
    return found


def _answers(shape: Schema, *, can_be_none: bool) -> Answers:
    if shape.get("type") == "boolean":
        return Answers(("false", "true"), can_be_none=can_be_none)
    choices = shape.get("enum") or ([shape["const"]] if "const" in shape else [])
    return Answers(
        choices=tuple(as_text(choice) for choice in choices),
        least=shape.get("minimum"),
        most=shape.get("maximum"),
        longest=shape.get("maxLength"),
        is_row=shape.get("type") == "array",
        can_be_none=can_be_none,
    )
