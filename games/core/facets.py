"""What a hand says of those who played it, as facts with a name that can be counted over many hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from games.core.record import Record
from games.core.text import Text

H = TypeVar("H", bound=Record)
D = TypeVar("D", bound=Record)


@dataclass(frozen=True, slots=True)
class Facet:
    """Of the person at `seat` this hand counts once under `name` of a group. `won` is None where it was neither won
    nor lost; `brought` is in points, and 0 in games that are played for amounts."""

    seat: int
    group: str
    name: str
    won: bool | None = None
    brought: int = 0


@dataclass(frozen=True, slots=True)
class Peak:
    """A figure of the hand that may be a record for the person at `seat`."""

    seat: int
    name: str
    figure: int


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that exclude each other or stand beside each other, in the order they are shown. `numbered` is what a
    number is called that is none of the names, a template with `{number}`."""

    title: Text
    names: Mapping[str, Text] = field(default_factory=dict)
    numbered: str = ""

    def called(self, name: str) -> Text:
        """What a fact of this group is called."""
        if self.numbered and name.isdecimal() and name not in self.names:
            return Text(self.numbered, {"number": int(name)})
        return self.names[name]

    def in_order(self, names: Iterable[str]) -> list[str]:
        """These names as they are shown: as the game lists them, numbers by size."""
        order = list(self.names)
        return sorted(names, key=lambda name: (order.index(name) if name in self.names else -1, len(name), name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets(Generic[H, D]):
    """The facts a game can tell.

    `of(hand, detail, seats, dealer)` tells those of one hand: `seats` are those at the table, `dealer` the one whose
    turn it was. `groups` and `peaks` say what they are called, each that `of` may name; `in_units` are the peaks that
    are amounts. `main` is the group a club looks at first: how many hands were what.
    """

    of: Callable[[H, D, Sequence[int], int], Iterable[Facet | Peak]]
    groups: Mapping[str, Group]
    main: str
    peaks: Mapping[str, Text] = field(default_factory=dict)
    in_units: frozenset[str] = frozenset()
