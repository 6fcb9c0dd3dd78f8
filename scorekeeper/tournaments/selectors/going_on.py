"""Who goes on from a stage before whom: what compares between groups, and those who share a place all the same."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final
from uuid import UUID

from scorekeeper.tournaments.formats.round_robin.plan import RoundRobinPlan
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.totals import standing_of
from scorekeeper.tournaments.matches.ties import PTS
from scorekeeper.tournaments.matches.totals import Line, duel_standing_of, keys_of
from scorekeeper.tournaments.models import Entrant, Stage

ACROSS: Final = frozenset((PTS, "WIN", "WON", "SETS", "DIFF", "FOR"))
"""The keys that say of one match on average what it was worth, whoever else is in the group."""

Level = tuple[int, list[str]]
"""A group (0: there are none), and who of it shares a place, in the order in which they go on."""


def stage_before(stage: Stage) -> Stage | None:
    return stage.tournament.stages.filter(number__lt=stage.number).order_by("number").last()


def gone_before(following: Stage) -> set[UUID]:
    """Who has left before a later stage that takes only some, and makes room for the next; where all go on, nobody."""
    if not following.typed_plan.takes.best:
        return set()
    left = following.tournament.entrants.filter(state__in=(Entrant.State.WITHDRAWN, Entrant.State.CANCELLED))
    return set(left.values_list("pk", flat=True))


def is_cut(before: int, tied: int, best: int | None) -> bool:
    """Whether so many who share a place, after so many others, are more than have room among the best."""
    return best is not None and before < best < before + tied


def keys_across(stage: Stage) -> list[str]:
    """What parts those who have the same place in groups of this stage, one after the other, each for one match."""
    return [name for name in keys_of(stage) if name in ACROSS] if isinstance(stage.typed_plan, RoundRobinPlan) else []


def shares_of(stage: Stage) -> dict[UUID, tuple[Fraction, ...]]:
    """What each has of one match on average, by those keys: groups of any size compare. Nothing without groups."""
    keys = keys_across(stage)
    lines = duel_standing_of(stage, official=True).lines if keys else []
    return {line.entrant.pk: _share(line, keys) for line in lines}


def _share(line: Line, keys: Sequence[str]) -> tuple[Fraction, ...]:
    matches = sum(cell.opponent_id is not None and cell.points is not None for cell in line.cells)
    found = (Fraction(line.total if key == PTS else line.figures[key]) for key in keys)
    return tuple(figure / max(matches, 1) for figure in found)


def numbers_of(stage: Stage) -> dict[UUID, int]:
    """In whose order those go on who share a place: the number drawn in a group, else the seed."""
    return dict(stage.entrants.values_list("entrant", "line"))


def level_before(stage: Stage) -> list[Level]:
    """Who comes into this stage with a place that they share."""
    before = stage_before(stage)
    if before is None:
        return []
    numbers, here = numbers_of(before), set(stage.entrants.values_list("entrant", flat=True))
    found = []
    for group, shared in _shared(before):
        if len(there := [pk for pk in shared if pk in here]) > 1:
            found.append((group, [str(pk) for pk in sorted(there, key=lambda pk: numbers.get(pk, 0))]))
    return found


def _shared(stage: Stage) -> list[tuple[int, list[UUID]]]:
    plan = stage.typed_plan
    if isinstance(plan, SwissPlan | RoundRobinPlan):
        groups = duel_standing_of(stage, official=True).groups
        many = len(groups) > 1
        return [
            (group.number if many else 0, [line.entrant.pk for line in tied]) for group in groups for tied in group.tied
        ]
    if not isinstance(plan, TablesPlan):
        return []
    lines = standing_of(stage, official=True).lines
    ranks = [[line.entrant.pk for line in tied] for _rank, tied in groupby(lines, key=lambda line: line.rank)]
    return [(0, shared) for shared in ranks if len(shared) > 1]
