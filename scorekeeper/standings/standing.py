"""A standing as a value: who stands where, by which columns, and why. Page, phone, projector, public page and files
draw it and know nothing of what is played."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from games.core.units import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Table
from scorekeeper.common.texts import POINTS


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a figure comes from: a table, whose `sitting` may have a sheet, who sat there for a team, what that
    brought, what was written at the desk. `played` is what the sheet still waits for."""

    text: str
    sitting: UUID | None = None
    name: str = ""
    figure: str = ""
    note: str = ""
    played: Any = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the way to a total: a round, a penalty, a bonus. `act` is what a director can take back; `beside` is a
    second figure, in words."""

    label: str
    text: str = ""
    figure: str = ""
    beside: str = ""
    note: str = ""
    sheets: tuple[Sheet, ...] = ()
    act: UUID | None = None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entrant with its place, the last one of those that share it, and its cells. `total` is what it is ranked by
    first, as a whole number where that is one, `figure` as people write it. `reasons` say in sentences what put it
    there as far as the total does not; `steps` are worked out when they are asked for. `is_settled`: nothing that is
    still to come can move it. `movement` is by how many places it stands higher than before."""

    first: int
    last: int
    entrant: UUID
    name: str
    cells: Sequence[Cell]
    total: int | None = None
    figure: str = ""
    state: str = ""
    reasons: tuple[str, ...] = ()
    steps: Callable[[], Sequence[Step]] | None = None
    is_settled: bool = False
    movement: int | None = None

    @property
    def is_shared(self) -> bool:
        return self.first < self.last

    @property
    def place(self) -> str:
        """The place, or the first and the last of those that are shared."""
        return f"{self.first}–{self.last}" if self.is_shared else str(self.first)


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """A group with its rows, the best first; `columns` stand after place and name. `notes` are said below it, `cross`
    is everybody against everybody."""

    number: int
    columns: Sequence[Column]
    rows: Sequence[StandingRow]
    notes: tuple[str, ...] = ()
    cross: Table | None = None

    @property
    def tied(self) -> Iterator[list[StandingRow]]:
        """Those who share a place, each time there are any."""
        for _first, tied in groupby(self.rows, key=lambda row: row.first):
            if len(rows := list(tied)) > 1:
                yield rows


@dataclass(frozen=True, slots=True)
class Standing:
    """All groups. `official`: by what stands, else as if it ended now; `is_final`: no result is open in its `rounds`.
    `head` names the column of places, `unsettled` says what is still open. `by_team`: team points come first."""

    groups: Sequence[StandingGroup]
    official: bool
    is_final: bool
    rounds: int
    head: str
    unit: InUnits = POINTS
    unsettled: str = ""
    by_team: bool = False

    @property
    def rows(self) -> list[StandingRow]:
        return [row for group in self.groups for row in group.rows]

    @property
    def settled(self) -> list[StandingRow]:
        """Those who have a place that nothing can move, the best first, equal ones by name."""
        rows = (row for row in self.rows if row.is_settled)
        return sorted(rows, key=lambda row: (row.first, row.last, alphabetical(row.name)))

    @property
    def is_in_groups(self) -> bool:
        return len(self.groups) > 1
