"""What a round has brought, table by table, and what a changed result moves."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Sum

from scorekeeper.accounts.models import User
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import amount_figure, isolated
from scorekeeper.play.models import Sitting
from scorekeeper.standings.standing import Standing, StandingRow
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import Corrected, LateMatch
from scorekeeper.tournaments.matches.play import Outcome
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, RoundTable, Stage, Tournament
from scorekeeper.tournaments.rounds.field import called, name_of
from scorekeeper.tournaments.rounds.results import OF_RESULTS, Once, Played, read_tables

Kind = DeskAct.Kind
SEEN: Final = "seen"  # in the detail of a check: the mark of the result that was compared
POINTS: Final = ""  # the points among the figures of an entrant; the others go by the name of their measure


@dataclass(frozen=True, slots=True)
class History:
    """What was done about the result of one table, oldest first: results with what was taken back of them, and checks
    that stand."""

    results: tuple[DeskAct, ...] = ()
    checks: tuple[DeskAct, ...] = ()

    @property
    def newest(self) -> DeskAct | None:
        """The last thing that was done, a result, a check, or something taken back."""
        return max((*self.results, *self.checks), key=lambda act: (act.at, act.pk), default=None)

    def seen(self, played: Played) -> str:
        """A mark of the result as it is: another one as soon as a hand is recorded, or anything is written or taken
        back. Signatures and checks change no result."""
        head = played.sitting.head if played.sitting else ""
        return digest([head, *sorted(str(act.pk) for act in self.results)])[:16]

    def checked(self, played: Played) -> list[DeskAct]:
        """The checks of the result as it is, of each person the first: one that was made of another result says
        nothing."""
        seen, found = self.seen(played), dict[UUID | None, DeskAct]()
        for act in self.checks:
            if act.detail.get(SEEN) == seen:
                found.setdefault(act.by_id, act)
        return list(found.values())


def history_of(played: Played) -> History:
    """What was done about the result of a table that was read with its history."""
    acts: Sequence[DeskAct] = played.table.done  # type: ignore[attr-defined]  # of `read_tables`
    checks = {act.pk: act for act in acts if act.kind == Kind.CHECKED}
    undone = {act.of_id for act in acts if act.kind == Kind.TAKEN_BACK}
    results = [act for act in acts if act.kind != Kind.CHECKED and act.of_id not in checks]
    return History(tuple(results), tuple(act for pk, act in checks.items() if pk not in undone))


def stamp_of_results(round_: Round) -> str:
    """Another one as soon as a result of a round, a check or a sheet is another one: of many tables two statements."""
    acts = DeskAct.objects.filter(table__round=round_, kind__in=OF_RESULTS).count()
    sheets = Sitting.objects.filter(round_table__round=round_).aggregate(total=Sum("revision"))
    return f"{acts}-{sheets['total'] or 0}"


def stamp_of_rows(rows: Iterable["ResultRow"]) -> str:
    """The same of rows that were read already."""
    tables = [row.played for row in rows]
    acts = [act for played in tables for act in played.table.done]  # type: ignore[attr-defined]  # of `read_tables`
    return f"{len(acts)}-{sum(played.sitting.revision for played in tables if played.sitting)}"


@dataclass(frozen=True, slots=True)
class Seat:
    """An entrant at a table, by its number on the list, with its figures by measure (`POINTS`: the points), none while
    nothing is known of it."""

    entrant: UUID
    number: int
    name: str
    figures: Mapping[str, int] = field(default_factory=dict)
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Who has compared a result with the paper, and whether they had written it."""

    name: str
    at: datetime
    is_writer: bool


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of a round with its result: `seen` is the mark of it, `written` the newest act in force where the desk
    has written it, `undo` the reader's own act that nothing was done after; `acts` how many were done about it, undone
    ones too. `outcome` is that of a match."""

    played: Played
    seats: tuple[Seat, ...]
    seen: str
    has_result: bool
    acts: int
    outcome: Outcome | None = None
    written: DeskAct | None = None
    checks: tuple[Check, ...] = ()
    undo: DeskAct | None = None

    @property
    def number(self) -> int:
        return self.played.number

    @property
    def table(self) -> UUID:
        return self.played.table.pk

    @property
    def is_known(self) -> bool:
        """Whether a hand or the desk has said anything of it."""
        return self.played.has_begun

    @property
    def has_sheet(self) -> bool:
        """Whether hands are recorded on a sheet: an empty one says nothing."""
        return bool(self.played.sitting and self.played.sitting.head)

    @property
    def waiting(self) -> list[str]:
        """Of whom the desk has written nothing yet, where it has begun to."""
        if self.has_result or self.has_sheet or not any(seat.figures for seat in self.seats):
            return []
        return [seat.name for seat in self.seats if not seat.figures]

    @property
    def writer(self) -> str:
        return called_by(self.written) if self.written else ""

    @property
    def is_checked_by_writer(self) -> bool:
        return any(check.is_writer for check in self.checks)


def called_by(act: DeskAct) -> str:
    """Who has done something at the desk."""
    return str(act.by) if act.by else ""


def rows_of_round(round_: Round, reader: User | None = None, table: int | None = None) -> list[ResultRow]:
    """The rows of a round, or that of the table with this number; `reader` is who may undo."""
    tables = RoundTable.objects.filter(round=round_)
    found = read_tables(tables if table is None else tables.filter(number=table), history=True)
    built_at = built_on(round_)
    for played in found:
        played.table.round = round_
    return [_row(round_.stage, played, reader, built_at) for played in found]


def built_on(round_: Round) -> datetime | None:
    """When something was first built on the results of a round: it was made official, or a later one drawn."""
    later = round_.stage.rounds.filter(number__gt=round_.number).values_list("made_at", flat=True)
    return min((moment for moment in (round_.official_at, *later) if moment), default=None)


def can_undo(act: DeskAct | None, by: User | None, built_at: datetime | None) -> bool:
    """Whether the newest act of a table is theirs and nothing was built on it: what is official, or what a draw went
    by, is taken back with a reason. A check moves nothing."""
    if act is None or by is None or act.by_id != by.pk or act.kind == Kind.TAKEN_BACK:
        return False
    return act.kind == Kind.CHECKED or built_at is None or act.at > built_at


def sums_to(tournament: Tournament) -> int | None:
    """What the points of a table come to together; None where the game does not say. What a game counts in its unit
    changes hands: all that somebody wins somebody else has lost."""
    game = tournament.plays
    return 0 if game.in_units.issuperset(game.weights(tournament.typed_rules)) else None


def figures_of(played: Played, entrant: UUID) -> dict[str, int]:
    """What a hand or the desk has said of an entrant, by measure: of an empty sheet nothing, not 0."""
    got = played.got[entrant]
    return {} if played.says_nothing_of([entrant]) else {**got.measures, POINTS: got.points or 0}


def _row(stage: Stage, played: Played, reader: User | None, built_at: datetime | None) -> ResultRow:
    format_ = format_of(stage)
    in_force = [played.match] if played.match else [got.act for got in played.got.values() if got.act]
    history = history_of(played)
    written = max(in_force, key=lambda act: (act.at, act.pk), default=None)
    writers = {act.by_id for act in in_force}
    newest = history.newest
    return ResultRow(
        played=played,
        seats=tuple(_seats(played)),
        seen=history.seen(played),
        has_result=format_.has_result(stage, played),
        acts=len(played.table.done),  # type: ignore[attr-defined]  # of `read_tables`
        outcome=format_.outcome(stage, played),
        written=written,
        checks=tuple(Check(called_by(act), act.at, act.by_id in writers) for act in history.checked(played)),
        undo=newest if can_undo(newest, reader, built_at) else None,
    )


def _seats(played: Played) -> Iterable[Seat]:
    """An entrant who has several places at a table, of a team, has one row of figures."""
    places: dict[UUID, list[RoundPlace]] = defaultdict(list)
    for place in played.places:
        places[place.entrant_id].append(place)
    for entrant, own in places.items():
        has_left = own[0].entrant.state == Entrant.State.WITHDRAWN
        names = ", ".join(name_of(place) for place in own)
        yield Seat(entrant, own[0].entrant.number, names, figures_of(played, entrant), has_left)


MOST_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """Whose place or total in the stage becomes another one; figures are as people write them, empty where the format
    has none."""

    name: str
    place_before: str
    place_after: str
    figure_before: str
    figure_after: str

    @property
    def places(self) -> str:
        """The place before and after."""
        return f"{self.place_before} → {self.place_after}"


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round that was drawn after the one that is changed: a draft is drawn again, one that is open stays as it is.
    `corrected`: what it was drawn by and what that would be, with who would sit elsewhere."""

    number: int
    corrected: Corrected | None = None
    matches: tuple[LateMatch, ...] = ()
    is_draft: bool = False

    @property
    def would_move(self) -> list[str]:
        """Who would sit elsewhere, or with others; of a bracket who would play in the place of whom."""
        moved = [isolated(who.name) for who in self.corrected.moved] if self.corrected else []
        return [*moved, *(isolated(called(match.would)) for match in self.matches if match.would)]


@dataclass(frozen=True, slots=True)
class ResultMoves:
    """All of it. `was_official`: the results of the round stand already."""

    places: tuple[PlaceMove, ...]
    rounds: tuple[LaterRound, ...]
    was_official: bool

    @property
    def shown(self) -> tuple[PlaceMove, ...]:
        """As many as somebody reads."""
        return self.places[:MOST_SHOWN]

    @property
    def more(self) -> int:
        """How many more there are."""
        return len(self.places) - len(self.shown)

    @property
    def changes_nothing(self) -> bool:
        return not self.places and not self.rounds


class Supposed:
    """Reads the tables of rounds as if these results had been written, and those of the desk `without` never; reads
    each round once, with `read`."""

    def __init__(self, read: Once, acts: Iterable[DeskAct], without: Collection[UUID] = ()) -> None:
        self._read, self._without = read, without
        self._acts: dict[UUID, list[DeskAct]] = defaultdict(list)
        for act in acts:
            assert act.table_id  # noqa: S101 results are of tables
            self._acts[act.table_id].append(act)

    def __call__(self, rounds: Iterable[Round]) -> list[Played]:
        return [self._supposed(played) for played in self._read(rounds)]

    def _supposed(self, played: Played) -> Played:
        written: Sequence[DeskAct] = played.table.written  # type: ignore[attr-defined]  # of `read_tables`
        own = {act.entrant_id: act for act in written if act.pk not in self._without}
        own |= {act.entrant_id: act for act in self._acts.get(played.table.pk, ())}
        got = {entrant: replace(got, act=own.get(entrant)) for entrant, got in played.got.items()}
        return replace(played, got=got, match=own.get(None))


def moves_of(round_: Round, acts: Sequence[DeskAct], without: Collection[UUID] = ()) -> ResultMoves:
    """What these results of tables of a round, not saved yet, would move, and what taking back those `without`."""
    format_, read = format_of(round_.stage), Once()
    supposed = Supposed(read, acts, without)
    before = format_.standing(round_.stage, official=False, read=read)
    after = format_.standing(round_.stage, official=False, read=supposed)
    later = []
    for other in round_.stage.rounds.filter(number__gt=round_.number).order_by("number"):
        other.stage = round_.stage
        if other.is_draft:
            later.append(LaterRound(other.number, is_draft=True))
            continue
        corrected, matches = format_.corrected(other, supposed), format_.late_matches(other, supposed)
        if corrected or matches:
            later.append(LaterRound(other.number, corrected, matches))
    was_official = round_.state == Round.State.OFFICIAL
    return ResultMoves(tuple(_places(before, after)), tuple(later), was_official)


def _places(before: Standing, after: Standing) -> Iterable[PlaceMove]:
    """In the order they would stand in."""
    were: Mapping[UUID, StandingRow] = {row.entrant: row for row in before.everybody}
    for row in after.everybody:
        was = were.get(row.entrant)
        move = PlaceMove(
            row.name, was.place if was else "–", row.place, _figure(was, before) if was else "–", _figure(row, after)
        )
        if (move.place_before, move.figure_before) != (move.place_after, move.figure_after):
            yield move


def _figure(row: StandingRow, standing: Standing) -> str:
    if row.figure or row.total is None:
        return row.figure
    return amount_figure(row.total, standing.unit)
