"""Rounds of tables whose points add up, as a way to play a stage: see ways.py."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from scorekeeper.tournaments.formats.tables.again import never_together, told_of_tables
from scorekeeper.tournaments.formats.tables.draw import drawn_tables
from scorekeeper.tournaments.formats.tables.obstacles import Precheck, precheck
from scorekeeper.tournaments.formats.tables.standing import standing_of
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.rounds.drawing import Asked, Drawn
from scorekeeper.tournaments.rounds.field import Field, new_lines
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import Unit, units_of
from scorekeeper.tournaments.selectors.corrected import points_of


class TablesWay:
    """Everybody sits at tables by themselves, or one of each team."""

    has_sheets = True
    has_swaps = True
    fills_up = True

    def is_left(self, stage: Stage, number: int) -> bool:
        plan = stage.typed_plan
        return isinstance(plan, TablesPlan) and number <= plan.rounds

    def precheck(self, stage: Stage, read: Read = nameless) -> Precheck:
        return precheck(stage, read)

    def plays(self, stage: Stage, field: Field) -> list[Unit]:
        return units_of(stage.tournament, field.here)

    def absent(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return field.absent

    def lines(self, stage: Stage, field: Field, seed: int) -> list[tuple[Entrant, int, int]]:
        return new_lines(stage, field)

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        return drawn_tables(stage, field, asked, read=read)

    def told_again(self, stage: Stage, draft: Round) -> dict[str, Any]:
        return told_of_tables(stage, draft)

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return never_together(stage, draft)

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        standing = standing_of(stage, before=field.number, read=read)
        return {"points": standing.totals, "order": [str(pk) for pk in standing.order]}

    def points(self, one: Round, read: Read = nameless) -> dict[str, int]:
        return points_of(one, read)

    def missing(self, one: Round, read: Read = nameless) -> list[int]:
        return [table.number for table in read([one]) if not table.is_final]

    def standing(self, stage: Stage, *, official: bool) -> list[list[list[UUID]]]:
        lines = standing_of(stage, official=official).lines
        return [[[line.entrant.pk for line in tied] for _rank, tied in groupby(lines, key=lambda line: line.rank)]]

    def undecided(self, stage: Stage) -> str:
        return ""
