"""What each option of a game's rules does: a sentence for every answer it can have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.record import Record, dump
from games.core.text import Amount, Text
from games.core.text import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules.

    `name` is the field of the rules, with a dot for one below another; `title` is what it decides.
    `each` has a sentence for each answer, by how a form writes it ("true", "5"; "" where none is an answer).
    `given` is the sentence of an answer that is written down, with `{value}` in it; `empty` the one of none.
    `places` are what the values of a row are called; of `several` any number can be chosen.
    """

    name: str
    title: str
    each: Mapping[str, str] = field(default_factory=dict)
    given: str = ""
    empty: str = ""
    places: tuple[str, ...] = ()
    several: bool = False

    def effect(self, value: object, *, is_amount: bool = False) -> Text:
        """What this answer does."""
        if isinstance(value, list | tuple):
            return Text(self.given, {"value": ", ".join(str(item) for item in value)})
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


UNIT: Final = (
    Option(
        "unit",
        _("Name of the unit"),
        given=_("“{value}” stands beside every amount, unless a table agrees on another name."),
        empty=_("Amounts are points, unless a table names a unit."),
    ),
    Option(
        "decimals",
        _("How finely it is counted"),
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
