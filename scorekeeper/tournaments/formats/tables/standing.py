"""The standing of a stage of tables: what each round has brought everybody, and why one stands before another."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from scorekeeper.tournaments.formats.tables.lines import Cell, Line, Standing
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.formats.tables.ranking import is_by_team, ranked
from scorekeeper.tournaments.formats.tables.team_points import with_team_points
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import acts_in_force, given_in, rounds_played
from scorekeeper.tournaments.rounds.results import Got, Played, Read, nameless, unit_of
from scorekeeper.tournaments.rounds.units import called, with_players


def standing_of(
    stage: Stage,
    *,
    before: int | None = None,
    official: bool = False,
    until: datetime | None = None,
    read: Read = nameless,
) -> Standing:
    """As it is now over all published rounds ("if it ended now"); over those before a round; or over those whose
    results stand. Penalties, bonuses and lots count that were there `until` then."""
    rounds = rounds_played(stage, before=before, official=official)
    tables = read(rounds)
    cells = _cells(stage, rounds, tables)
    lots = tuple(acts_in_force(stage, DeskAct.Kind.LOT, until=until))
    by_team = is_by_team(stage)
    lines = _lines(stage, cells, rounds, given_in(stage, rounds, until))
    lines = ranked(stage, with_team_points(lines, rounds, tables) if by_team else lines, lots)
    is_final = all(table.is_final for table in tables)
    return Standing(stage, tuple(rounds), tuple(lines), unit_of(stage.tournament), is_final, lots, by_team)


def sat_for(entrant: Entrant) -> dict[UUID, str]:
    """{table: who sat there for a pair or a team, where each of it has a seat}"""
    places = RoundPlace.objects.filter(entrant=entrant, table__isnull=False, player__isnull=False)
    rows = places.select_related("player__merged_into").order_by("seat")
    return {place.table_id: place.player.person.name for place in rows if place.table_id and place.player}


def _cells(stage: Stage, rounds: Sequence[Round], tables: Sequence[Played]) -> dict[tuple[UUID, UUID], Cell]:
    """{(round, entrant): what it has there}."""
    plan = stage.typed_plan
    assert isinstance(plan, TablesPlan)  # noqa: S101 asked for stages of tables alone
    found: dict[tuple[UUID, UUID], Cell] = {}
    for table in tables:
        for entrant, got in table.got.items():
            at = table.table.round_id, entrant
            found[at] = _with(found.get(at), table, got)
    without = RoundPlace.objects.filter(round__in=[one.pk for one in rounds], table=None)
    for place in without:
        points = plan.bye if place.kind == RoundPlace.Kind.BYE else plan.absent
        found.setdefault((place.round_id, place.entrant_id), Cell(place.kind, points))
    return found


def _with(cell: Cell | None, table: Played, got: Got) -> Cell:
    """Of a team that sits at several tables the sum of them."""
    acts = (got.act,) if got.act else ()
    if cell is None:
        return Cell(RoundPlace.Kind.SEAT, got.points, table.is_final, (table,), acts)
    points = None if cell.points is None and got.points is None else (cell.points or 0) + (got.points or 0)
    tables, is_final = (*cell.tables, table), cell.is_final and table.is_final
    return replace(cell, points=points, is_final=is_final, tables=tables, acts=(*cell.acts, *acts))


def _lines(
    stage: Stage,
    cells: Mapping[tuple[UUID, UUID], Cell],
    rounds: Sequence[Round],
    given: Mapping[UUID, Sequence[DeskAct]],
) -> list[Line]:
    there = {entrant for _round, entrant in cells} | set(stage.entrants.values_list("entrant", flat=True))
    found = []
    for entrant in with_players(Entrant.objects.filter(pk__in=there)).order_by("number"):
        own = tuple(cells.get((one.pk, entrant.pk), Cell("")) for one in rounds)
        measures: dict[str, int] = defaultdict(int)
        for cell in own:
            for table in cell.tables:
                for name, amount in table.got[entrant.pk].measures.items():
                    measures[name] += amount
        extra = tuple(given.get(entrant.pk, ()))
        total = sum(cell.points or 0 for cell in own) + sum(act.points for act in extra)
        found.append(Line(0, entrant, called(entrant), own, extra, total, dict(measures)))
    return found
