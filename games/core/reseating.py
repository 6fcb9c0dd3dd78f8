"""Records told anew after two people have changed seats: who was meant stays, the number of the seat is another."""

from collections.abc import Mapping
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from games.core.record import IS_SEAT, Record

R = TypeVar("R", bound=Record)


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
        return tuple(_renamed(part, one, numbers) for part, one in zip(each, value, strict=False))
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
