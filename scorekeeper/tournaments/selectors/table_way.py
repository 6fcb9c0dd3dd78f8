"""Rounds of tables whose points add up, as a way to play a stage: see ways.py."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import Unit, key_of, units_of
from scorekeeper.tournaments.selectors.corrected import points_of
from scorekeeper.tournaments.selectors.drawn import Drawn
from scorekeeper.tournaments.selectors.history import entry_of
from scorekeeper.tournaments.selectors.precheck import Precheck, precheck
from scorekeeper.tournaments.selectors.results import Read, nameless
from scorekeeper.tournaments.selectors.standing import standing_of
from scorekeeper.tournaments.selectors.tables import broken_in, drawn_for, places_of
from scorekeeper.tournaments.selectors.taking_part import Field, field_of, new_lines


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

    def draw(self, stage: Stage, field: Field, seed: int, fixed: Mapping[str, int], read: Read = nameless) -> Drawn:
        return drawn_for(stage, field.number, self.plays(stage, field), seed, fixed)

    def broken(self, stage: Stage, draft: Round) -> list[dict[str, Any]]:
        tables, out = places_of(draft)
        places = draft.places.exclude(kind=RoundPlace.Kind.ABSENT)
        here = {key_of(place.entrant_id, place.player_id) for place in places}
        units = [unit for unit in self.plays(stage, field_of(stage, draft.number)) if unit.key in here]
        return broken_in(entry_of(stage, draft.number, units, draft.seed), tables, out)

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return {"points": standing_of(stage, before=field.number, read=read).totals}

    def points(self, one: Round, read: Read = nameless) -> dict[str, int]:
        return points_of(one, read)

    def missing(self, one: Round, read: Read = nameless) -> list[int]:
        return [table.number for table in read([one]) if not table.is_final]

    def standing(self, stage: Stage, *, official: bool) -> list[list[list[UUID]]]:
        lines = standing_of(stage, official=official).lines
        return [[[line.entrant.pk for line in tied] for _rank, tied in groupby(lines, key=lambda line: line.rank)]]

    def undecided(self, stage: Stage) -> str:
        return ""
