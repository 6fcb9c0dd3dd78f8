"""Records: frozen, strict values that say once what they hold and what shape it has."""

import re
from collections.abc import Iterator, Mapping
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, to_json

from games.core.text import Text, gettext_noop
from games.core.values import InvalidRecord, Problem

IS_SEAT = "the number of a seat"  # marks the fields that name somebody at the table
Seat = Annotated[int, Field(ge=0, le=11), IS_SEAT]


class Record(BaseModel):
    """The base of every record."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", populate_by_name=True)


R = TypeVar("R", bound=Record)


def load(record: type[R], data: object) -> R:
    """Read a record as if `data` came from JSON; `InvalidRecord` names each wrong field."""
    try:
        return cast("R", record.__pydantic_validator__.validate_python(data))
    except ValidationError as error:
        return _load_as_json(record, data, error)


def _load_as_json(record: type[R], data: object, before: ValidationError) -> R:
    """Strict Python refuses a list for a tuple; strict JSON does not."""
    try:
        return record.model_validate_json(to_json(data, inf_nan_mode="constants"))
    except ValidationError as error:
        raise InvalidRecord(_problems(error)) from error
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(_problems(before)) from error


def load_kind(kinds: Mapping[str, type[R]], data: object) -> R:
    """Read one of several kinds of record; `data["kind"]` says which."""
    problem, kind = kind_of(kinds, data)
    if problem is not None:
        raise InvalidRecord((problem,))
    return load(kinds[kind], data)


def kind_of(kinds: Mapping[str, Any], data: object) -> tuple[Problem | None, str]:
    """The kind `data` says it is, or what is wrong with that."""
    if not isinstance(data, Mapping):
        return NOT_AN_OBJECT, ""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        return KIND_UNKNOWN, ""
    return None, kind


def dump(record: Record) -> dict[str, Any]:
    """Plain values that JSON can hold and `load` reads again."""
    return record.model_dump(mode="json", by_alias=True)


NOT_AN_OBJECT = Problem("not_an_object", "", Text(gettext_noop("A record must be an object.")))
KIND_UNKNOWN = Problem("kind_unknown", "kind", Text(gettext_noop("There is no such kind of hand.")))

_SHAPES = {
    "missing": ("_missing", gettext_noop("Please fill this in.")),
    "int_type": ("_not_integer", gettext_noop("This must be a whole number.")),
    "int_parsing_size": ("_out_of_range", gettext_noop("This number is not possible here.")),
    "bool_type": ("_not_boolean", gettext_noop("This must be yes or no.")),
    "literal_error": ("_unknown", gettext_noop("There is no such choice.")),
    "greater_than_equal": ("_out_of_range", gettext_noop("This must be at least {ge}.")),
    "less_than_equal": ("_out_of_range", gettext_noop("This can be at most {le}.")),
}
_KIND_OF_VALUE = re.compile(r"constrained-\w+|literal\[.*\]")  # pydantic's own name for one of several that fit here
_MALFORMED = ("_malformed", gettext_noop("This does not have the right form."))


def field_unknown(field: str) -> Problem:
    """A field no record of this kind has."""
    return Problem("field_unknown", field, Text(gettext_noop("There is no such field.")))


def _problems(error: ValidationError) -> tuple[Problem, ...]:
    details = error.errors(include_url=False, include_input=False)
    return tuple(_problem(detail) for detail in details)


HAND_CODES: Final = frozenset({NOT_AN_OBJECT.code, KIND_UNKNOWN.code, "field_unknown"})
"""Of a hand of any game."""
_OF_TYPES: Final = {"int": ("int_type", "int_parsing_size"), "bool": ("bool_type",), "literal": ("literal_error",)}
_INSIDE: Final = ("schema", "items_schema", "values_schema")


def shape_codes(record: type[Record]) -> frozenset[str]:
    """The codes with which `load` may refuse what is to be a record of this kind."""
    schema: Any = record.__pydantic_core_schema__
    while "fields" not in schema:
        schema = schema["schema"]
    found = {NOT_AN_OBJECT.code, "field_unknown"}
    for name, field in schema["fields"].items():
        suffixes = {_MALFORMED[0], *_suffixes(field["schema"])}
        suffixes |= {_SHAPES["missing"][0]} if record.model_fields[name].is_required() else set()
        found |= {f"{field.get('validation_alias', name)}{suffix}" for suffix in suffixes}
    return frozenset(found)


def _suffixes(schema: Any) -> Iterator[str]:
    """How the codes end of what a value of this schema may be refused with."""
    kinds = _OF_TYPES.get(schema["type"], ())
    yield from (_SHAPES[kind][0] for kind in kinds)
    if schema["type"] == "tuple" or "fields" in schema:
        yield _SHAPES["missing"][0]
    choices = schema.get("choices", ())
    parts = [*(choices.values() if isinstance(choices, dict) else choices)]
    parts += [field["schema"] for field in schema.get("fields", {}).values()]
    for inside in (schema.get(name) for name in _INSIDE):
        parts += inside if isinstance(inside, list) else [inside] if isinstance(inside, dict) else []
    for part in parts:
        yield from _suffixes(part[0] if isinstance(part, tuple) else part)


def _problem(detail: ErrorDetails) -> Problem:
    if not detail["loc"]:
        return NOT_AN_OBJECT
    parts = [str(part) for part in detail["loc"]]
    if detail["type"] == "extra_forbidden":
        return field_unknown(".".join(parts))
    field = ".".join(part for part in parts if not _KIND_OF_VALUE.fullmatch(part))
    suffix, message = _SHAPES.get(detail["type"], _MALFORMED)
    bounds = {name: value for name, value in detail.get("ctx", {}).items() if name in {"ge", "le"}}
    return Problem(f"{detail['loc'][0]}{suffix}", field, Text(message, bounds))


# Records told anew after two people have changed seats: who was meant stays, the number of the seat is another.


def reseated(record: R, numbers: Mapping[int, int]) -> R:
    """The record with each seat that `numbers` names called by its new number.

    Lists of one entry a player stay as they are: they stand in the order of `Table.seats`, which changes with them.
    """
    hints = get_type_hints(type(record), include_extras=True)
    found = {name: _renamed(hints[name], getattr(record, name), numbers) for name in type(record).model_fields}
    return record.model_copy(update=found)


def _renamed(kind: Any, value: Any, numbers: Mapping[int, int]) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(value, Record):
        return reseated(value, numbers)
    if origin is Annotated:
        is_seat = IS_SEAT in parts[1:] and type(value) is int
        return numbers.get(value, value) if is_seat else _renamed(parts[0], value, numbers)
    if origin in {Union, UnionType}:
        return _renamed(next((part for part in parts if _fits(part, value)), None), value, numbers)
    if origin is tuple and isinstance(value, tuple):
        each = repeat(parts[0]) if parts[-1] is Ellipsis else parts
        return tuple(_renamed(part, value_part, numbers) for part, value_part in zip(each, value, strict=False))
    return value


def _fits(kind: Any, value: Any) -> bool:
    """Whether a value that was read is of this one of several kinds."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _fits(parts[0], value)
    if origin is Literal:
        return value in parts
    if origin is tuple:
        return isinstance(value, tuple) and (parts[-1] is Ellipsis or len(parts) == len(value))
    return isinstance(kind, type) and type(value) is kind
