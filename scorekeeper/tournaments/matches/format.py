"""Stages of matches, one entrant against another, as ways to play: Swiss and round robin. See ways.py."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from scorekeeper.tournaments.formats.round_robin.draw import drawn_robin, lines_for, plays_in, rounds_in
from scorekeeper.tournaments.formats.swiss.draw import drawn_swiss, met_in, never_met, rounds_of
from scorekeeper.tournaments.formats.tables.obstacles import Precheck
from scorekeeper.tournaments.matches.obstacles import robin_precheck, swiss_precheck
from scorekeeper.tournaments.matches.points import points_in, totals_before
from scorekeeper.tournaments.matches.results import undecided_tables
from scorekeeper.tournaments.matches.standing import duel_standing_of
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.rounds.drawing import Asked, Drawn
from scorekeeper.tournaments.rounds.field import Field, field_of, new_lines
from scorekeeper.tournaments.rounds.results import Read, nameless
from scorekeeper.tournaments.rounds.units import Unit, sides

Standings = list[list[list[UUID]]]


class DuelWay:
    """What both have in common: points by round and a standing by group."""

    has_sheets = True

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return set()

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        return {"points": totals_before(stage, field.number, read=read)}

    def points(self, one: Round, read: Read = nameless) -> dict[str, int]:
        return points_in(one, read)

    def missing(self, one: Round, read: Read = nameless) -> list[int]:
        return undecided_tables(one, read)

    def standing(self, stage: Stage, *, official: bool) -> Standings:
        groups = duel_standing_of(stage, official=official).groups
        return [
            [[line.entrant.pk for line in tied] for _rank, tied in groupby(group.lines, key=lambda line: line.rank)]
            for group in groups
        ]


class SwissWay(DuelWay):
    """Each round everybody meets somebody who stands as they do."""

    has_swaps = True
    fills_up = True

    def never_together(self, stage: Stage, draft: Round) -> set[tuple[str, str]]:
        return never_met(stage, draft)

    def known(self, stage: Stage, field: Field, read: Read = nameless) -> dict[str, Any]:
        playing = [entrant.pk for entrant in field.here]
        return {"points": totals_before(stage, field.number, playing=playing, read=read)}

    def is_left(self, stage: Stage, number: int) -> bool:
        return number <= rounds_of(stage, field_of(stage, number))

    def precheck(self, stage: Stage, read: Read = nameless) -> Precheck:
        return swiss_precheck(stage, read)

    def plays(self, stage: Stage, field: Field) -> list[Unit]:
        return sides(field.here)

    def absent(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return field.absent

    def lines(self, stage: Stage, field: Field, seed: int) -> list[tuple[Entrant, int, int]]:
        return new_lines(stage, field)

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        return drawn_swiss(stage, field, asked, read)

    def told_again(self, stage: Stage, draft: Round) -> dict[str, Any]:
        return {**draft.report, "broken": met_in(stage, draft)}

    def undecided(self, stage: Stage) -> str:
        return ""


class RoundRobinWay(DuelWay):
    """Everybody of a group meets everybody of it. Who misses a round is paired all the same; their match gets no
    sheet and waits for what the desk writes."""

    has_swaps = False
    fills_up = False

    def is_left(self, stage: Stage, number: int) -> bool:
        return number == 1 or number <= rounds_in(stage, field_of(stage, number))

    def precheck(self, stage: Stage, read: Read = nameless) -> Precheck:
        return robin_precheck(stage, read)

    def plays(self, stage: Stage, field: Field) -> list[Unit]:
        return sides(plays_in(stage, field))

    def absent(self, stage: Stage, field: Field) -> Sequence[Entrant]:
        return ()

    def lines(self, stage: Stage, field: Field, seed: int) -> list[tuple[Entrant, int, int]]:
        return lines_for(stage, field, seed) if field.number == 1 else []

    def draw(self, stage: Stage, field: Field, asked: Asked, read: Read = nameless) -> Drawn:
        return drawn_robin(stage, field, asked.seed)

    def told_again(self, stage: Stage, draft: Round) -> dict[str, Any]:
        return dict(draft.report)

    def undecided(self, stage: Stage) -> str:
        return ""
