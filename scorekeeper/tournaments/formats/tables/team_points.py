"""Team points in rounds of tables: what a round is worth for a team by its place in it, as on match days."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.pairing.teams import shared
from scorekeeper.tournaments.formats.tables.lines import Cell, Line
from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.rounds.results import Played


def with_team_points(lines: Sequence[Line], rounds: Sequence[Round], tables: Sequence[Played]) -> list[Line]:
    """These lines with the team points of each round, from its first hand on (rules/pairing.md section 5): 3, 2, 1 and
    0 by the sums of the teams that sit in it, equal ones share. Who sits out or misses it gets none."""
    begun = {table.table.round_id for table in tables if table.has_begun}
    found = list(lines)
    for nth, one in enumerate(rounds):
        if one.pk in begun:
            found = _of_round(found, nth)
    return [replace(line, team_points=sum(cell.team_points or 0 for cell in line.cells)) for line in found]


def _of_round(lines: Sequence[Line], nth: int) -> list[Line]:
    sums = [_sum(line.cells[nth]) for line in lines if _sits(line.cells[nth])]
    twice = dict(zip(sums, shared(sums), strict=True))
    best = max(sums, default=0)
    won = best if len(sums) > 1 and sums.count(best) == 1 else None
    return [_with(line, nth, twice, won) if _sits(line.cells[nth]) else line for line in lines]


def _with(line: Line, nth: int, twice: Mapping[int, int], won: int | None) -> Line:
    cell = line.cells[nth]
    cells = (*line.cells[:nth], replace(cell, team_points=twice[_sum(cell)]), *line.cells[nth + 1 :])
    return replace(line, cells=cells, won=line.won + (_sum(cell) == won))


def _sits(cell: Cell) -> bool:
    return cell.kind == RoundPlace.Kind.SEAT


def _sum(cell: Cell) -> int:
    return cell.points or 0
