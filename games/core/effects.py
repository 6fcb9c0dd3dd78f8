"""What each option of a game's rules does: a sentence for every answer it can have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from typing import Any, Final

from games.core.record import Record, dump
from games.core.text import Amount, Text, pgettext
from games.core.text import gettext_noop as _

_AND_MORE: Final = pgettext("list of values", "{values}, {value}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules.

    `name` is the field of the rules, with a dot for one below another; `title` is what it decides.
    `each` has a sentence for each answer, by how a form writes it ("true", "5"; "" where none is an answer).
    `given` is the sentence of an answer that is written down, with `{value}` in it; `empty` the one of none.
    `places` are what the values of a row are called; of `several` any number can be chosen. `words` are those that can
    be written in the place of a number, by how the rules keep them.
    """

    name: str
    title: str
    each: Mapping[str, str] = field(default_factory=dict)
    given: str = ""
    empty: str = ""
    places: tuple[str, ...] = ()
    several: bool = False
    words: Mapping[str, str] = field(default_factory=dict)

    def effect(self, value: object, *, is_amount: bool = False) -> Text:
        """What this answer does."""
        if isinstance(value, list | tuple):
            items: list[Text | str] = [Text(self.words[item]) if item in self.words else str(item) for item in value]
            row = (
                reduce(lambda values, item: Text(_AND_MORE, {"values": values, "value": item}), items) if items else ""
            )
            return Text(self.given, {"value": row})
        answer = as_text(value)
        if answer in self.each:
            return Text(self.each[answer])
        if not answer:
            return Text(self.empty)
        return Text(self.given, {"value": Amount(value) if is_amount and isinstance(value, int) else answer})


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together."""

    title: str
    options: tuple[Option, ...]


UNIT_OPTIONS: Final = (
    Option(
        "unit",
        _("Name of the unit"),
        given=_("Amounts are shown in “{value}”; a table may agree on another name."),
        empty=_("Amounts are points, unless a table chooses a unit."),
    ),
    Option(
        "decimals",
        _("Number of decimals"),
        {"0": _("In whole amounts."), "2": _("With two decimals, like 0.50.")},
    ),
)
"""What games that are played for amounts ask of their unit."""


def as_text(value: object) -> str:
    """An answer as a form writes it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def answer(rules: Mapping[str, Any], name: str) -> Any:
    """What plain rules say of an option; None where it lies below something that is not there."""
    value: Any = rules
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def effects_of(
    groups: tuple[Group, ...], rules: Record, amounts: frozenset[str]
) -> Iterator[tuple[Group, list[tuple[Option, Text]]]]:
    """Each group with its options and what these rules make of them."""
    plain = dump(rules)
    for group in groups:
        yield (
            group,
            [
                (option, option.effect(answer(plain, option.name), is_amount=option.name in amounts))
                for option in group.options
            ],
        )


# Which answers an option of the rules can have, read from the record of the rules itself.

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
        shapes = [_found(each_shape, whole) for each_shape in shape.get("anyOf", [shape])]
        some = [alternative for alternative in shapes if alternative.get("type") != "null"]
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
