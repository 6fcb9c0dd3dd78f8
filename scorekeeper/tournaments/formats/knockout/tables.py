"""A knock-out at tables as its pages show it: who sits where, who moves and why, who is out, who can still sit
down; and its standing, where who still plays shares the first place."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Column
from scorekeeper.common.tables.values import Kind as ColumnKind
from scorekeeper.common.texts import isolated
from scorekeeper.pairing.knockout import Move, waiting
from scorekeeper.standings.standing import Standing, StandingGroup, StandingRow
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.knockout.course import DeskStep, Kind, Knockout, knockout_of, move_of, running_of
from scorekeeper.tournaments.formats.knockout.plan import KnockoutPlan
from scorekeeper.tournaments.formats.standing import Stand, Whereabouts
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, RoundTable, Stage
from scorekeeper.tournaments.rounds.field import called, with_players
from scorekeeper.tournaments.rounds.results import Got, Played

People = Mapping[int, Entrant]


@dataclass(frozen=True, slots=True)
class Sits:
    """A table with who sits at it now, as places of the round that are in no database; `deals` is the seat that deals
    next as far as anybody knows; it `waits` where it is too short to go on."""

    table: RoundTable
    places: tuple[RoundPlace, ...]
    deals: int
    waits: bool

    @property
    def number(self) -> int:
        return self.table.number


@dataclass(frozen=True, slots=True)
class Goes:
    """A move as it is announced; seats are counted from 1. `why` says in sentences what makes it so."""

    name: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    why: str
    kind: str


@dataclass(frozen=True, slots=True)
class IsOut:
    """Who is out: the place they have, and the last one of those that share it."""

    entrant: Entrant
    name: str
    first: int
    last: int
    act: DeskAct

    @property
    def has_left(self) -> bool:
        return "left" in self.act.detail


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step as the record shows it."""

    said: DeskStep
    names: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Breaks:
    """When the next table is broken: as soon as so many are left; and which one, where the plan says so. Else it is the
    one that is smallest then, of equal ones that with the highest number: nobody can know that before."""

    number: int | None
    left: int


@dataclass(frozen=True, slots=True)
class ShownTables:
    """All of it. `due` are the moves that have become due, `ask` the tables of which they need to know who deals next;
    `latest` are those announced last, while nothing else was said since; `late` and `again` can still sit down."""

    knockout: Knockout
    tables: tuple[Sits, ...]
    due: tuple[Goes, ...]
    ask: tuple[Sits, ...]
    latest: tuple[Goes, ...]
    out: tuple[IsOut, ...]
    late: tuple[tuple[UUID, str], ...]
    again: tuple[tuple[UUID, str], ...]
    steps: tuple[ShownStep, ...]
    breaks: Breaks | None
    winner: str

    @property
    def left(self) -> int:
        return self.knockout.course.left

    @property
    def average(self) -> float:
        """How many stacks of the start everybody has who is left, on average; who came again brought another one."""
        course = self.knockout.course
        return (course.entrants + course.again) / course.left

    @property
    def short(self) -> list[int]:
        """The tables that wait."""
        return [table.number for table in self.tables if table.waits]


def shown_of(round_: Round, dealers: Mapping[int, int]) -> ShownTables:
    """The page of a round, where these seats are known to deal next: {table: seat}."""
    running = knockout_of(round_)
    course = running.course
    entrants = with_players(Entrant.objects.filter(tournament=round_.stage.tournament_id))
    people = {who.number: who for who in entrants.order_by("number")}
    tables = sits_of(running, people)
    moves = running.moves(dealers) if running.round.state == Round.State.PUBLISHED else ()
    uneven = {number for move in moves if move.why.kind == "balance" for number in (move.start.table, move.end.table)}
    last = running.steps[-1] if running.steps else None
    latest = tuple(map(move_of, last.acts)) if last and last.kind == Kind.MOVED else ()
    late, again = _can_sit_down(running, people)
    winner = next(iter(course.sitting)) if running.is_over else None
    return ShownTables(
        knockout=running,
        tables=tables,
        due=moves_shown(moves, people),
        ask=tuple(table for table in tables if table.number in uneven and len(table.places) > 1),
        latest=moves_shown(latest, people),
        out=outs_of(running, people),
        late=late,
        again=again,
        steps=tuple(_told(said, running.open_steps) for said in reversed(running.steps)),
        breaks=_breaks(running),
        winner=called(people[winner]) if winner else "",
    )


def knockout_now(round_: Round | None) -> ShownTables | None:
    """The tables of a round where it is a knock-out at tables, without a dealer."""
    is_one = round_ is not None and isinstance(round_.stage.typed_plan, KnockoutPlan)
    return shown_of(round_, {}) if round_ and is_one else None


def sits_of(running: Knockout, people: People) -> tuple[Sits, ...]:
    """The tables as they are now, in the order of their numbers."""
    one, state = running.round, running.course.state
    rows = {table.number: table for table in one.tables.all()}
    short = waiting(state)
    return tuple(
        Sits(
            rows[table.number],
            tuple(
                RoundPlace(
                    club_id=one.club_id,
                    round=one,
                    table=rows[table.number],
                    seat=seat,
                    entrant=people[table.seats[seat]],
                )
                for seat in sorted(table.seats)
            ),
            table.deals_next,
            table.number in short,
        )
        for table in sorted(state.tables, key=lambda table: table.number)
    )


def whereabouts(stage: Stage, entrant: Entrant) -> Whereabouts | None:
    """Where an entrant sits now, or that they are out; None before the tables were opened, and for who had no seat."""
    one = running_of(stage)
    if one is None:
        return None
    one.stage = stage
    shown = shown_of(one, {})
    for table in shown.tables:
        for place in table.places:
            if place.entrant_id == entrant.pk:
                return Whereabouts(one, place, Played(table.table, table.places, {}))
    for gone in shown.out:
        if gone.entrant.pk == entrant.pk:
            nowhere = RoundPlace(round=one, entrant=gone.entrant, kind=RoundPlace.Kind.ABSENT)
            return Whereabouts(one, nowhere, out=gone.first)
    return None


def tables_now(round_: Round) -> list[Played]:
    """The tables of a round with who sits at them now."""
    return [
        Played(table.table, table.places, {place.entrant_id: Got(None, {}) for place in table.places})
        for table in shown_of(round_, {}).tables
    ]


def outs_of(running: Knockout, people: People) -> tuple[IsOut, ...]:
    """Who is out, the best place first."""
    acts = {act.entrant_id: act for step in running.steps if step.kind == Kind.OUT for act in step.acts}
    places = running.course.places
    share = list(places.values())
    return tuple(
        IsOut(people[who], called(people[who]), place, place + share.count(place) - 1, acts[people[who].pk])
        for who, place in sorted(places.items(), key=lambda pair: (pair[1], pair[0]))
    )


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """Those who have a place together: the first and the last they share; out since when, nobody who still plays."""

    first: int
    last: int
    entrants: tuple[Entrant, ...]
    names: tuple[str, ...]
    acts: tuple[DeskAct | None, ...]

    @property
    def rows(self) -> list[tuple[str, DeskAct | None]]:
        return list(zip(self.names, self.acts, strict=True))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Who they are, as lots are drawn between them."""
        return [{"entrant": entrant, "name": name} for entrant, name in zip(self.entrants, self.names, strict=True)]

    @property
    def is_shared(self) -> bool:
        return self.first < self.last


def knockout_lines(stage: Stage, *, official: bool) -> list[PlaceLine]:
    """Who stands where in a knock-out; lots that were drawn part who shared a place."""
    one = running_of(stage)
    places = format_of(stage).places(stage, official=official)
    if one is None or not places:
        return []
    one.stage = stage
    steps = knockout_of(one).steps
    acts = {act.entrant_id: act for step in steps if step.kind == Kind.OUT for act in step.acts}
    entrants = with_players(Entrant.objects.filter(tournament=stage.tournament_id)).in_bulk()
    lines: list[PlaceLine] = []
    before = 0
    for tied in places[0]:
        who = sorted((entrants[pk] for pk in tied), key=lambda entrant: alphabetical(called(entrant)))
        out = tuple(acts.get(entrant.pk) for entrant in who)
        lines.append(PlaceLine(before + 1, before + len(who), tuple(who), tuple(map(called, who)), out))
        before += len(who)
    return lines


def moves_shown(moves: Iterable[Move], people: People) -> tuple[Goes, ...]:
    """These moves in words."""
    return tuple(
        Goes(
            called(people[move.who]),
            move.start.table,
            move.start.seat + 1,
            move.end.table,
            move.end.seat + 1,
            _why(move, people),
            move.why.kind,
        )
        for move in moves
    )


def _why(move: Move, people: People) -> str:
    why = move.why
    if why.kind == "final":
        return _("{left} are left and fit at one table. The seat was drawn.").format(left=why.left)
    if why.kind == "break":
        text = _("Table {number} is broken: {left} are left and fit at {tables} tables. Table and seat were drawn.")
        if why.tables == 1:
            text = _("Table {number} is broken: {left} are left and fit at one table. The seat was drawn.")
        return text.format(number=move.start.table, left=why.left, tables=why.tables)
    sizes = _("Table {one} has {many}, table {other} has {few}.").format(
        one=move.start.table, many=why.sizes[0], other=move.end.table, few=why.sizes[1]
    )
    turn = _("This player would have dealt next and takes the seat that deals last.")
    if not why.passed:
        return f"{sizes} {turn}"
    names = ", ".join(isolated(called(people[who])) for who in why.passed)
    before = _("Earlier to deal, but moved to another table more often: {names}.").format(names=names)
    after = _("This player is next to deal and takes the seat that deals last.")
    return f"{sizes} {before} {after}"


Names = tuple[tuple[UUID, str], ...]


def _can_sit_down(running: Knockout, people: People) -> tuple[Names, Names]:
    """Who is here and has had no seat yet, and who is out and could come again; nobody once it is too late."""
    if not running.has_open_seats:
        return (), ()
    here = [who for who in people.values() if who.state == Entrant.State.HERE]
    stage = running.round.stage
    may_sit = set(stage.entrants.values_list("entrant", flat=True)) if stage.number > 1 else {who.pk for who in here}
    out = {gone.who for gone in running.course.out}
    open_to = [who for who in here if who.number not in running.course.sitting and who.pk in may_sit]
    late = tuple((who.pk, called(who)) for who in open_to if who.number not in out)
    return late, tuple((who.pk, called(who)) for who in open_to if who.number in out)


def _told(said: DeskStep, open_steps: Collection[int]) -> ShownStep:
    entrants: Sequence[Entrant] = [act.entrant for act in said.acts if act.entrant]
    return ShownStep(said, ", ".join(isolated(called(who)) for who in entrants), said.number in open_steps)


def _breaks(running: Knockout) -> Breaks | None:
    """None where all sit at one table."""
    tables, most = running.course.state.tables, running.terms.most
    if len(tables) < 2 or running.round.state != Round.State.PUBLISHED:
        return None
    first = next((number for number in running.terms.order if number in {table.number for table in tables}), None)
    return Breaks(first, (len(tables) - 1) * most)


def standing(stage: Stage, *, official: bool, is_file: bool = False) -> Standing:
    """As if it ended now; officially once its one round is official."""
    running = running_of(stage)
    rows = [
        StandingRow(
            first=line.first,
            last=line.last,
            entrant=entrant.pk,
            name=name,
            cells=[_plays(line, act) if is_file else _out_at(line, act)],
            is_settled=act is not None or not line.is_shared,
            facts=partial(_facts, act),
        )
        for line in knockout_lines(stage, official=official)
        for entrant, name, act in zip(line.entrants, line.names, line.acts, strict=True)
    ]
    column = (
        Column("state", pgettext("column", "State"))
        if is_file
        else Column("out", pgettext("column", "Out at"), ColumnKind.NUMBER)
    )
    return Standing(
        groups=[StandingGroup(1, [column], rows)] if rows or is_file else [],
        official=official,
        is_final=running is not None and knockout_of(running).is_over,
        rounds=0,
        head=pgettext("column", "Place"),
        names=pgettext("column", "Name"),
        shares_places=True,
    )


def _facts(act: DeskAct | None) -> dict[str, Any]:
    """How somebody went out."""
    return {"given": [act] if act else []}


def _out_at(line: PlaceLine, act: DeskAct | None) -> str | None:
    if act:
        return date_format(timezone.localtime(act.at), "TIME_FORMAT")
    return _plays(line, act)


def _plays(line: PlaceLine, act: DeskAct | None) -> str | None:
    return pgettext("in a line", "plays") if act is None and line.is_shared else None


def stands(stage: Stage) -> dict[UUID, Stand]:
    """Who is out has their place; who still plays is in."""
    lines = knockout_lines(stage, official=False)
    people = sum(len(line.entrants) for line in lines)
    return {
        entrant.pk: Stand(
            line.first,
            line.last,
            people,
            stage.pk,
            is_out=act is not None,
            is_in=act is None and line.is_shared,
            is_settled=True,
        )
        for line in lines
        for entrant, act in zip(line.entrants, line.acts, strict=True)
    }
