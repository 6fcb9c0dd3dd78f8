"""The totals of a stage of tables: what each round has brought everybody, team points, and who stands before whom."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.common.names import alphabetical
from scorekeeper.common.texts import amount_figure, halves, isolated, translated
from scorekeeper.pairing.teams import shared
from scorekeeper.pairing.ties import Key, KeyFigures, Place, figure_key, places
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.rounds.field import acts_in_force, called, given_in, rounds_played, with_players
from scorekeeper.tournaments.rounds.results import LOT, Got, Played, Read, lot_key, nameless, unit_of


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
    what put it where it stands, as far as the points alone do not, and `parted` names the figures that part it from
    those who are level ("Games won 10"). Where they are counted, `team_points` (in halves) and how many rounds it has
    `won`, alone in front."""

    rank: int
    entrant: Entrant
    name: str
    cells: tuple[Cell, ...]
    given: tuple[DeskAct, ...]
    total: int
    measures: Mapping[str, int]
    why: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()
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
class TableTotals:
    """All lines, the best first; `is_final` says that no result is open in its rounds. `by_team`: team points come
    first, and points after them."""

    stage: Stage
    rounds: tuple[Round, ...]
    lines: tuple[Line, ...]
    unit: InUnits
    is_final: bool
    lots: tuple[DeskAct, ...] = ()
    by_team: bool = False
    tables: tuple[Played, ...] = ()

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


TEAM: Final = "team-points"  # with a dash no measure of a game is called so
POINTS: Final = "points"
WON: Final = "rounds-won"
Titles: TypeAlias = Mapping[str, tuple[str, int, InUnits]]
"""{key: what it is called, -1 where less is better, what its figures are in}"""


def ranked(stage: Stage, lines: Sequence[Line], lots: Sequence[DeskAct]) -> list[Line]:
    """Team points where they are counted, points, then what breaks ties, then the lot where one was drawn; else they
    share the place."""
    by_pk = {
        line.entrant.pk: line for line in sorted(lines, key=lambda line: (alphabetical(line.name), line.entrant.pk))
    }
    found: list[Line] = []
    titles = _titles(stage)
    for place in places(list(by_pk), list(_keys(stage, by_pk, lots))):
        rank = len(found) + 1
        why, parted, is_shared = _why(titles, place, by_pk), tuple(_parted(titles, place)), len(place.rows) > 1
        found += [replace(by_pk[pk], rank=rank, why=why, parted=parted, is_shared=is_shared) for pk in place.rows]
    return found


def ranks_before(totals: TableTotals) -> dict[UUID, int]:
    """{entrant: the place before the newest round}, with the penalties, bonuses and lots of now; empty in the first."""
    if len(totals.rounds) < 2:
        return {}
    earlier = [
        replace(
            line,
            cells=line.cells[:-1],
            total=line.total - (line.cells[-1].points or 0),
            measures=_measures(line.entrant, line.cells[:-1]),
            won=0,
        )
        for line in totals.lines
    ]
    if totals.by_team:
        earlier = with_team_points(earlier, totals.rounds[:-1], totals.tables)
    keys = list(_keys(totals.stage, {line.entrant.pk: line for line in earlier}, totals.lots))
    found: dict[UUID, int] = {}
    for place in places([line.entrant.pk for line in earlier], keys):
        found |= dict.fromkeys(place.rows, len(found) + 1)
    return found


def _measures(entrant: Entrant, cells: Iterable[Cell]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for cell in cells:
        for table in cell.tables:
            for name, amount in table.got[entrant.pk].measures.items():
                found[name] += amount
    return dict(found)


def _keys(stage: Stage, lines: Mapping[UUID, Line], lots: Sequence[DeskAct]) -> Iterator[Key[UUID]]:
    by_team = is_by_team(stage)
    if by_team:
        yield figure_key(TEAM, {pk: line.team_points or 0 for pk, line in lines.items()})
    yield figure_key(POINTS, {pk: line.total for pk, line in lines.items()})
    if by_team:
        yield figure_key(WON, {pk: line.won for pk, line in lines.items()})
    for measure, sign in stage.tournament.plays.ranking:
        yield figure_key(measure, {pk: sign * line.measures.get(measure, 0) for pk, line in lines.items()})
    yield lot_key(lots)


def is_by_team(stage: Stage) -> bool:
    """Whether team points come first."""
    plan = stage.typed_plan
    return isinstance(plan, TablesPlan) and plan.counts == "team_points"


def _why(titles: Titles, place: Place[UUID], lines: Mapping[UUID, Line]) -> tuple[str, ...]:
    """What was asked of those who are level in what counts first, and what it said."""
    asked = [told for told in place.keys_asked[1:] if told.figures is not None and len(told.figures) > 1]
    if not asked:
        return ()
    first, here = place.keys_asked[0], place.rows[0]
    counted = first.figures or {}
    shared = set(place.rows)
    level = [pk for pk in lines if counted[pk] == counted[here] and pk not in shared]
    others = ", ".join(isolated(lines[pk].name) for pk in level)
    text = _("Level on team points with {names}.") if first.name == TEAM else _("Level on points with {names}.")
    found = [text.format(names=others)] if others else []
    found += [sentence for told in asked if (sentence := _figures_said(titles, told, here, level))]
    if len(place.rows) > 1:
        found.append(_("Equal in every tie-break, so they share the place unless lots are drawn."))
    return tuple(found)


def _parted(titles: Titles, place: Place[UUID]) -> Iterator[str]:
    """The figures by which this place is parted from those who are level in what counts first."""
    for counted in place.keys_asked[1:]:
        figures = counted.figures or {}
        if counted.name in titles and len(set(figures.values())) > 1:
            title, sign, unit = titles[counted.name]
            yield f"{title} {amount_figure(int(sign * figures[place.rows[0]]), unit)}"


def _figures_said(titles: Titles, counted: KeyFigures[UUID], here: UUID, level: Sequence[UUID]) -> str:
    """What a key said of this one, against those who are level; empty where it parts them from nobody."""
    if counted.name == LOT:
        return _("The lot decided.")
    figures = counted.figures or {}
    others = sorted({figures[pk] for pk in level if pk in figures and figures[pk] != figures[here]}, reverse=True)
    if not others:
        return ""
    title, sign, unit = titles[counted.name]
    mine, *rest = (amount_figure(int(sign * figure), unit) for figure in (figures[here], *others))
    return _("{title}: {mine} against {others}.").format(title=title, mine=mine, others=", ".join(rest))


def _titles(stage: Stage) -> Titles:
    game = stage.tournament.plays
    titles = game.titles(stage.tournament.typed_rules)
    found = {measure: (translated(titles[measure]), sign, InUnits()) for measure, sign in game.ranking}
    found[POINTS] = (pgettext("heading", "Points"), 1, unit_of(stage.tournament))
    found[WON] = (pgettext("heading", "Rounds won"), 1, InUnits())
    return found


def with_team_points(lines: Sequence[Line], rounds: Sequence[Round], tables: Sequence[Played]) -> list[Line]:
    """These lines with the team points of each round, from its first hand on (rules/pairing.md section 5): 3, 2, 1 and
    0 by the sums of the teams that sit in it, of five 4 to 0, equal ones share. Who sits out or misses it gets none."""
    begun = {table.table.round_id for table in tables if table.has_begun}
    found = list(lines)
    for nth, round_ in enumerate(rounds):
        if round_.pk in begun:
            found = _of_round(found, nth)
    return [replace(line, team_points=sum(cell.team_points or 0 for cell in line.cells)) for line in found]


def _of_round(lines: Sequence[Line], nth: int) -> list[Line]:
    sums = [_sum(line.cells[nth]) for line in lines if _sits(line.cells[nth])]
    there = sum(bool(line.cells[nth].kind) for line in lines)  # those who sit out or miss it too
    twice = dict(zip(sums, shared(sums, there), strict=True))
    best = max(sums, default=0)
    won = best if len(sums) > 1 and sums.count(best) == 1 else None
    return [_with_points_of(line, nth, twice, won) if _sits(line.cells[nth]) else line for line in lines]


def _with_points_of(line: Line, nth: int, twice: Mapping[int, int], won: int | None) -> Line:
    cell = line.cells[nth]
    cells = (*line.cells[:nth], replace(cell, team_points=twice[_sum(cell)]), *line.cells[nth + 1 :])
    return replace(line, cells=cells, won=line.won + (_sum(cell) == won))


def _sits(cell: Cell) -> bool:
    return cell.kind == RoundPlace.Kind.SEAT


def _sum(cell: Cell) -> int:
    return cell.points or 0


def standing_of(
    stage: Stage,
    *,
    before: int | None = None,
    official: bool = False,
    until: datetime | None = None,
    read: Read = nameless,
) -> TableTotals:
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
    return TableTotals(
        stage, tuple(rounds), tuple(lines), unit_of(stage.tournament), is_final, lots, by_team, tuple(tables)
    )


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
            found[at] = _with_table(found.get(at), table, got)
    without = RoundPlace.objects.filter(round__in=[round_.pk for round_ in rounds], table=None)
    for place in without:
        points = plan.bye if place.kind == RoundPlace.Kind.BYE else plan.absent
        found.setdefault((place.round_id, place.entrant_id), Cell(place.kind, points))
    return found


def _with_table(cell: Cell | None, table: Played, got: Got) -> Cell:
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
        own = tuple(cells.get((round_.pk, entrant.pk), Cell("")) for round_ in rounds)
        extra = tuple(given.get(entrant.pk, ()))
        total = sum(cell.points or 0 for cell in own) + sum(act.points for act in extra)
        found.append(Line(0, entrant, called(entrant), own, extra, total, _measures(entrant, own)))
    return found
