"""A draw as the page shows and explains it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorekeeper.common.names import alphabetical
from scorekeeper.draws.report import Report
from scorekeeper.draws.selectors.why import Explanation, Names


@dataclass(frozen=True, slots=True)
class ExplainedTable:
    """A table with its places in the order of the seats; of a bracket what a match is called."""

    table: Any
    places: tuple[Any, ...]
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedDraw:
    """What was drawn, what the draw says of itself (`report`), the same in words, and what it was drawn with
    (`drawn_with`). `names` is what everybody is called whom the draw or its report names, by what the draw calls
    them."""

    draw: Any
    report: Report
    tables: tuple[ExplainedTable, ...]
    out: tuple[Any, ...]
    absent: tuple[Any, ...] = ()
    names: Names
    explanation: Explanation
    drawn_with: str

    @property
    def movable(self) -> list[Any]:
        """Everybody who can change places, by name."""
        places = [place for table in self.tables for place in table.places]
        return sorted([*places, *self.out], key=lambda place: (alphabetical(self.names[place.key]), place.pk))

    @property
    def is_by_hand(self) -> bool:
        return any(place.by_hand for place in self.movable)

    @property
    def is_changed(self) -> bool:
        """Whether people have changed places by hand since it was drawn."""
        return self.report.by_hand

    @property
    def version(self) -> str:
        return str(self.draw.engine)


def tables_of(places: Sequence[Any], titles: Mapping[str, str] | None = None) -> tuple[ExplainedTable, ...]:
    """The tables of these places, which come in the order of tables and seats; `titles` are those of matches."""
    seated = groupby((place for place in places if place.table), key=lambda place: place.table)
    return tuple(
        ExplainedTable(table, tuple(own), titles.get(table.code, "") if titles else "") for table, own in seated
    )
