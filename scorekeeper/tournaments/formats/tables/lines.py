"""The standing of a stage of tables: everybody's rounds, and what they come to."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from games.core.units import InUnits
from scorekeeper.common.texts import halves
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, Stage
from scorekeeper.tournaments.rounds.results import Played


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round has for an entrant: `kind` is that of its place, or empty where it has none. `points` None: nothing
    is known yet. `tables` are where it sits, a team at several. `team_points` are halves, where they are counted and
    the round has begun."""

    kind: str
    points: int | None = None
    is_final: bool = True
    tables: tuple[Played, ...] = ()
    acts: tuple[DeskAct, ...] = ()
    team_points: int | None = None

    @property
    def is_empty(self) -> bool:
        """Nothing is known of it, or it was not played and counts nothing: what is no result is not shown as one."""
        return self.points is None or not (self.tables or self.points)


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant with its rounds, penalties and bonuses, and the sum; equal ones share a rank. `why` says in sentences
    what put it where it stands, as far as the points alone do not. Where they are counted, `team_points` (in halves)
    and how many rounds it has `won`, alone in front."""

    rank: int
    entrant: Entrant
    name: str
    cells: tuple[Cell, ...]
    given: tuple[DeskAct, ...]
    total: int
    measures: Mapping[str, int]
    why: tuple[str, ...] = ()
    is_shared: bool = False
    team_points: int | None = None
    won: int = 0

    @property
    def team_said(self) -> str:
        """Its team points as they are written."""
        return "" if self.team_points is None else halves(self.team_points)

    @property
    def extra(self) -> int:
        return sum(act.points for act in self.given)


@dataclass(frozen=True, slots=True)
class Standing:
    """All lines, the best first; `is_final` says that no result is open in its rounds. `by_team`: team points come
    first, and points after them."""

    stage: Stage
    rounds: tuple[Round, ...]
    lines: tuple[Line, ...]
    unit: InUnits
    is_final: bool
    lots: tuple[DeskAct, ...] = ()
    by_team: bool = False

    @property
    def order(self) -> list[UUID]:
        return [line.entrant.pk for line in self.lines]

    @property
    def totals(self) -> dict[str, int]:
        """{entrant: points}, as a draw keeps what it knew."""
        return {str(line.entrant.pk): line.total for line in self.lines}

    @property
    def tied(self) -> list[tuple[Line, ...]]:
        """Those who share a place, each time there are any: only the lot can part them."""
        groups: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            groups[line.rank].append(line)
        return [tuple(group) for group in groups.values() if len(group) > 1]
