"""How the stages of each format are drawn and who stands where in them: what services and pages ask of any stage."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol
from uuid import UUID

from scorekeeper.tournaments.formats.bracket.format import BracketWay
from scorekeeper.tournaments.formats.knockout.format import KnockoutWay
from scorekeeper.tournaments.formats.tables.format import TablesWay
from scorekeeper.tournaments.formats.tables.obstacles import Precheck
from scorekeeper.tournaments.matches.format import RoundRobinWay, SwissWay
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.plans import OF_TWO, Format
from scorekeeper.tournaments.rounds.drawing import Asked, Drawn
from scorekeeper.tournaments.rounds.field import Field
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import Unit

Standings = list[list[list[UUID]]]
"""Of each group who shares a place with whom, best first."""


class Way(Protocol):
    """One format."""

    has_sheets: bool
    """Whether publishing a round opens a sheet at every table."""
    has_swaps: bool
    """Whether people can change places in a draft by hand."""
    fills_up: bool
    """Whether who comes late counts as absent from the rounds before."""

    def is_left(self, stage: Stage, number: int) -> bool:
        """Whether a round of this number can come."""

    def precheck(self, stage: Stage, read: Read = nameless) -> Precheck:
        """What the next round would be, and what stands in its way."""

    def plays(self, stage: Stage, field: Field) -> list[Unit]:
        """Who gets a place in this round: a seat, or a bye."""

    def absent(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        """Who gets none and is told so."""

    def lines(self, stage: Stage, field: Field, seed: int) -> list[tuple[Entrant, int, int]]:
        """Who comes into the stage with this round, as (who, group, line)."""

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        """The tables of a round."""

    def told_again(self, stage: Stage, draft: Round) -> dict[str, Any]:
        """The report of a draft as it stands, changed by hand."""

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        """Pairs at one table of a draft, as draws call them, who are never to sit together."""

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        """What a draw of this round knows of results: corrections made later are compared with it."""

    def points(self, one: Round, read: Read = nameless) -> dict[str, int]:
        """{entrant: what a round has brought}, in the unit in which the format counts, as it is now."""

    def missing(self, one: Round, read: Read = nameless) -> list[int]:
        """The numbers of the tables of a round whose result is not final."""

    def standing(self, stage: Stage, *, official: bool) -> Standings:
        """Who stands where: as if it ended now, or by rounds alone whose results stand."""

    def undecided(self, stage: Stage) -> str:
        """Why the stage can't end yet though all its rounds are official; empty where it can."""


WAYS: Final[Mapping[Format, Way]] = {
    Format.TABLES: TablesWay(),
    Format.SWISS: SwissWay(),
    Format.ROUND_ROBIN: RoundRobinWay(),
    Format.SINGLE: BracketWay(),
    Format.DOUBLE: BracketWay(),
    Format.KNOCKOUT: KnockoutWay(),
}


def kind_of(stage: Stage) -> Format:
    """Its format."""
    return Format(stage.plan["kind"])


def way_of(stage: Stage) -> Way:
    """The way of its format."""
    return WAYS[kind_of(stage)]


def is_of_two(stage: Stage) -> bool:
    """Whether its tables are matches of two sides."""
    return kind_of(stage) in OF_TWO
