"""The standing of a stage of tables: what each round has brought everybody, and why one stands before another."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.common.texts import isolated, signed, translated
from scorekeeper.pairing.ties import Figure, Key, Place, figure_key, places
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.selectors.called import called, with_players
from scorekeeper.tournaments.selectors.results import Got, Played, Read, nameless, unit_of
from scorekeeper.tournaments.selectors.taking_part import acts_in_force, given_in, rounds_played

Kind = DeskAct.Kind
POINTS, LOT = "points", "lot"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round has for an entrant: `kind` is that of its place, or empty where it has none. `points` None: nothing
    is known yet. `tables` are where it sits, a team at several."""

    kind: str
    points: int | None = None
    is_final: bool = True
    tables: tuple[Played, ...] = ()
    acts: tuple[DeskAct, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant with its rounds, penalties and bonuses, and the sum; equal ones share a rank. `why` says in sentences
    what put it where it stands, as far as the points alone do not."""

    rank: int
    entrant: Entrant
    name: str
    cells: tuple[Cell, ...]
    given: tuple[DeskAct, ...]
    total: int
    measures: Mapping[str, int]
    why: tuple[str, ...] = ()
    is_shared: bool = False

    @property
    def extra(self) -> int:
        return sum(act.points for act in self.given)


@dataclass(frozen=True, slots=True)
class Standing:
    """All lines, the best first; `is_final` says that no result is open in its rounds."""

    stage: Stage
    rounds: tuple[Round, ...]
    lines: tuple[Line, ...]
    unit: InUnits
    is_final: bool
    lots: tuple[DeskAct, ...] = ()

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


def standing_of(stage: Stage, *, before: int | None = None, official: bool = False, read: Read = nameless) -> Standing:
    """As it is now over all published rounds ("if it ended now"); over those before a round; or over those whose
    results stand."""
    rounds = rounds_played(stage, before=before, official=official)
    tables = read(rounds)
    cells = _cells(stage, rounds, tables)
    lots = tuple(acts_in_force(stage, Kind.LOT))
    lines = _ranked(stage, _lines(stage, rounds, cells), lots)
    is_final = all(table.is_final for table in tables)
    return Standing(stage, tuple(rounds), tuple(lines), unit_of(stage.tournament), is_final, lots)


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


def _lines(stage: Stage, rounds: Sequence[Round], cells: Mapping[tuple[UUID, UUID], Cell]) -> list[Line]:
    given = given_in(stage, rounds)
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


def _ranked(stage: Stage, lines: Sequence[Line], lots: Sequence[DeskAct]) -> list[Line]:
    """Points, then what breaks ties in the game, then the lot where one was drawn; else they share the place."""
    by_pk = {line.entrant.pk: line for line in sorted(lines, key=lambda line: (line.name.casefold(), line.entrant.pk))}
    keys: list[Key[UUID]] = [figure_key(POINTS, {pk: line.total for pk, line in by_pk.items()})]
    for measure, sign in stage.tournament.plays.ranking:
        keys.append(figure_key(measure, {pk: sign * line.measures.get(measure, 0) for pk, line in by_pk.items()}))
    keys.append(lot_key(lots))
    found: list[Line] = []
    for place in places(list(by_pk), keys):
        rank = len(found) + 1
        why = _why(stage, place, by_pk)
        found += [replace(by_pk[pk], rank=rank, why=why, is_shared=len(place.rows) > 1) for pk in place.rows]
    return found


def lot_key(lots: Sequence[DeskAct]) -> Key[UUID]:
    """What parts those who are equal in all else, where lots were drawn."""
    return Key(LOT, lambda tied: _lot(lots, tied))


def _lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> Mapping[UUID, Figure] | None:
    """What the newest lot says that was drawn among all of these; None where none was."""
    for act in reversed(lots):
        order = [UUID(text) for text in act.detail["order"]]
        if set(tied) <= set(order):
            return {pk: len(order) - order.index(pk) for pk in tied}
    return None


def by_lot(lots: Sequence[DeskAct], tied: Sequence[UUID]) -> list[list[UUID]]:
    """Those who share a place, in the order of the newest lot that was drawn among all of them; together where none
    was."""
    said = _lot(lots, tied)
    return [[pk] for pk in sorted(tied, key=lambda pk: -said[pk])] if said else [list(tied)]


def _why(stage: Stage, place: Place[UUID], lines: Mapping[UUID, Line]) -> tuple[str, ...]:
    """What was asked of those who are level in points, and what it said."""
    asked = [told for told in place.told if told.said is not None and len(told.said) > 1 and told.name != POINTS]
    if not asked:
        return ()
    game = stage.tournament.plays
    titles = {name: translated(text) for name, text in game.titles(stage.tournament.typed_rules).items()}
    signs = dict(game.ranking)
    total = lines[place.rows[0]].total
    level = [pk for pk in lines if lines[pk].total == total]
    others = ", ".join(isolated(lines[pk].name) for pk in level if pk not in place.rows)
    found = [_("Level on points with {names}.").format(names=others)] if others else []
    for told in asked:
        said = told.said or {}
        mine = said.get(place.rows[0], 0)
        rest = [said[pk] for pk in level if pk in said and pk not in place.rows]
        if told.name == LOT:
            found.append(_("The lot decided."))
        elif any(one != mine for one in rest):
            sign = signs[told.name]
            figures = ", ".join(signed(int(sign * one)) for one in sorted(set(rest), reverse=True) if one != mine)
            text = _("{title}: {mine} against {others}.")
            found.append(text.format(title=titles[told.name], mine=signed(int(sign * mine)), others=figures))
    if len(place.rows) > 1:
        found.append(_("Equal in everything that is asked: they share the place, unless lots are drawn."))
    return tuple(found)
