"""Tables that a game has to show: what the rules pay, what was counted in a hand. Plain data, drawn by the app."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.core.text import SeatName, Text


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
