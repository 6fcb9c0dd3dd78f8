"""Sentences that can be translated after they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast


def gettext_noop(message: str) -> str:
    """Mark a template for the collection of messages, and return it as it is."""
    return message


class Marked(str):
    """A message that remembers the context it was marked in; stored, it is the plain message."""

    __slots__ = ("context",)
    context: str


_contexts: dict[str, str] = {}
"""{message: the context it was marked in first}, for messages that come back from storage."""


def pgettext(context: str, message: str) -> str:
    """Mark a template that is translated in a context: the name of its game, or what it is ("button")."""
    marked = Marked(message)
    marked.context = context
    _contexts.setdefault(message, context)
    return marked


def context_of(message: str) -> str | None:
    """The context in which a message is looked up; of one that was stored, the first it was marked in."""
    return message.context if isinstance(message, Marked) else _contexts.get(message)


_SEAT = pgettext("in a sentence", "seat {number}")
AND_THEN = pgettext("two results of a hand", "{before}. {after}")
"""Joins two results of one hand in one sentence."""
AND_MORE = pgettext("list of players", "{seats}, {seat}")
AND_LAST = pgettext("list of players", "{seats} and {seat}")
"""Join the names of players: "Anna, Bernd and Clara"."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """Stands for whoever holds a seat (from 0); the web layer puts the person's name here."""

    seat: int

    def __str__(self) -> str:
        return _SEAT.format(number=self.seat + 1)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in the smallest unit of a sitting; the web layer writes it with its unit."""

    units: int

    def __str__(self) -> str:
        return str(self.units)


@dataclass(frozen=True, slots=True)
class Text:
    """A template with `{name}` placeholders, and what stands in them.

    `str()` renders English. A translator looks up `template`, renders each value that is a
    `Text`, a `SeatName` or an `Amount` in the same way, and formats.
    """

    template: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format_map(self.values)

    def to_json(self) -> dict[str, Any]:
        """Plain values for storing: `{"text": template, "values": {...}}`."""
        plain: dict[str, Any] = {"text": str(self.template)}
        if self.values:
            plain["values"] = {name: _value_to_json(value) for name, value in self.values.items()}
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Text:
        """Read what `to_json` wrote."""
        values = plain.get("values", {})
        return cls(plain["text"], {name: _value_from_json(v) for name, v in values.items()})


Value: TypeAlias = int | str | Text | SeatName | Amount


def tells_several(sentence: Text) -> bool:
    """Whether a sentence joins several results, so that none of them says what the hand came to."""
    within = (value for value in sentence.values.values() if isinstance(value, Text))
    return sentence.template == AND_THEN or any(tells_several(value) for value in within)


def _value_to_json(value: Value) -> int | str | dict[str, Any]:
    if isinstance(value, SeatName):
        return {"seat": value.seat}
    if isinstance(value, Amount):
        return {"units": value.units}
    return value.to_json() if isinstance(value, Text) else value


def _value_from_json(plain: object) -> Value:
    if not isinstance(plain, dict):
        return cast("int | str", plain)
    if "units" in plain:
        return Amount(plain["units"])
    return SeatName(plain["seat"]) if "seat" in plain else Text.from_json(plain)


@dataclass(frozen=True, slots=True)
class Suited:
    """Words with the picture of a suit before them."""

    suit: str
    words: Text


ListingCell: TypeAlias = Text | SeatName | Suited | tuple[Text, ...] | int | None


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its key, its head, and what its cells are; an amount is in the unit of the sitting, a change has its
    sign, `total` is what the row comes to."""

    key: str
    title: Text
    kind: Literal["text", "number", "amount", "change", "total"] = "text"


@dataclass(frozen=True, slots=True)
class Listing:
    """A table: rows of as many cells as it has heads. `nothing` is said where it has no rows."""

    key: str
    caption: Text
    heads: tuple[Head, ...]
    rows: tuple[tuple[ListingCell, ...], ...]
    nothing: Text | None = None


def no_listings(record: Mapping[str, Any], detail: Mapping[str, Any]) -> tuple[Listing, ...]:
    """Of a game whose hands need no table."""
    return ()
