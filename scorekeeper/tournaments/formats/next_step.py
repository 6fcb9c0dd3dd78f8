"""Who goes on from a stage before whom: what compares between groups, and those who share a place all the same."""

from collections.abc import Sequence
from fractions import Fraction
from uuid import UUID

from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.matches.ties import PTS
from scorekeeper.tournaments.matches.totals import Line, duel_standing_of
from scorekeeper.tournaments.models import Entrant, Stage

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


def shares_of(stage: Stage) -> dict[UUID, tuple[Fraction, ...]]:
    """What each has of one match on average, by those keys: groups of any size compare. Nothing without groups."""
    keys = format_of(stage).keys_across(stage)
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
    format_ = format_of(stage)
    groups = format_.places(stage, official=True) if format_.gives_points else []
    return [
        (number if len(groups) > 1 else 0, tied)
        for number, group in enumerate(groups, 1)
        for tied in group
        if len(tied) > 1
    ]
