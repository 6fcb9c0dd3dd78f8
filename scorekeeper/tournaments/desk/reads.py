"""What the desk of a tournament shows of its rounds, and the stamps of what may have changed."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from django.core.cache import cache
from django.db.models import (
    Aggregate,
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    When,
)
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_names
from scorekeeper.common.tables.values import Column, Kind, RichCell, Row, Table
from scorekeeper.common.texts import amount_figure
from scorekeeper.draws.selectors.desk import DeskRow, SheetNow, active_at, in_columns, sheets_now
from scorekeeper.draws.words import TableWords
from scorekeeper.languages.spoken import language_key
from scorekeeper.play.models import Sitting
from scorekeeper.standings.standing import StandingRow
from scorekeeper.tournaments.formats.at_desk import CourseStep, LedRound
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.words import RoundLink
from scorekeeper.tournaments.models import (
    Clock,
    DeskAct,
    DirectorCall,
    Entrant,
    EntrantPlayer,
    Round,
    RoundPlace,
    Stage,
    Tournament,
)
from scorekeeper.tournaments.rounds.field import called_at_table, with_players
from scorekeeper.tournaments.rounds.results import Once, Played
from scorekeeper.tournaments.words import stage_title

_OFFICIAL = Case(When(state=Round.State.OFFICIAL, then=2), When(state=Round.State.PUBLISHED, then=1), default=0)


@dataclass(frozen=True, slots=True)
class Stamps:
    """`whole` is another one as soon as a sheet, a round, an entry, an act of the desk, the clock or a call is another
    one; `entries` as soon as somebody enters, comes, leaves or is called otherwise, or a round is drawn: results change
    nothing of it. `calls` is how many tables call the director. The seconds of a clock that runs are no change."""

    whole: str
    entries: str
    calls: int


def stamps_of(tournament: Tournament, *more: object) -> Stamps:
    """One statement, whatever the size. `more` is what else the page goes by."""
    facts = _facts()
    found = Tournament.objects.filter(pk=tournament.pk).values_list("version", "state", "name", *facts.values())
    version, *others = found.first() or (0,)
    named = dict(zip(("state", "name", *facts), others, strict=False))
    entries = (version, *(named.get(name) for name in ("entered", "entered_at", "line_up", "drawn")))
    open_calls = (named.get("calls") or 0) - (named.get("answered") or 0)
    return Stamps(_digest((version, *others, *more)), _digest(entries), open_calls)


def stamp_of(tournament: Tournament, *more: object) -> str:
    """The stamp of the whole."""
    return stamps_of(tournament, *more).whole


def _digest(facts: Iterable[object]) -> str:
    return digest([repr(fact) for fact in facts])[:16]


def _facts() -> dict[str, Subquery]:
    rounds, tables = "stage__tournament", "table__round__stage__tournament"
    acts, sheets = DeskAct.objects.all(), Sitting.objects.all()
    entering = acts.exclude(kind__in=(DeskAct.Kind.RESULT, DeskAct.Kind.TIME))
    clock = Clock.objects.filter(tournament=OuterRef("pk"))
    return {
        "rounds": _of(Round.objects.all(), rounds, Count("pk")),
        "drawn": _of(Round.objects.all(), rounds, Sum("revision")),
        "official": _of(Round.objects.all(), rounds, Sum(_OFFICIAL, output_field=IntegerField())),
        "made_at": _of(Round.objects.all(), rounds, Max("made_at")),
        "places": _of(RoundPlace.objects.all(), "round__stage__tournament", Count("pk")),
        "sheets": _of(sheets, "round_table__round__stage__tournament", Count("pk")),
        "hands": _of(sheets, "round_table__round__stage__tournament", Sum("revision")),
        "acts": _of(acts, "tournament", Count("pk")),
        "act_at": _of(acts, "tournament", Max("at")),
        "entered": _of(entering, "tournament", Count("pk")),
        "entered_at": _of(entering, "tournament", Max("at")),
        "players": _of(EntrantPlayer.objects.all(), "entrant__tournament", Count("pk")),
        "line_up": _of(EntrantPlayer.objects.all(), "entrant__tournament", Sum("order")),
        **{f"clock_{name}": Subquery(clock.values(name)) for name in ("left", "length", "runs_since")},
        "calls": _of(DirectorCall.objects.all(), tables, Count("pk")),
        "answered": _of(DirectorCall.objects.all(), tables, Count("answered_at")),
    }


def _of(rows: QuerySet[Any], path: str, figure: Aggregate) -> Subquery:
    """This figure of all rows that belong to the tournament of the outer statement, by the way that leads to it."""
    there = rows.filter(**{path: OuterRef("pk")}).order_by().annotate(whose=F(path)).values("whose")
    return Subquery(there.annotate(found=figure).values("found"))


MOST_STEPS: Final = 5  # of a stage, each round by itself; of longer ones those around the round that is on
MOST_RANKED: Final = 16  # rows of the standing
KEPT: Final = 300  # seconds
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable(DeskRow):
    """A table of a round as one row. `left` are those of it who have left the tournament."""

    played: Played
    round: Round
    left: tuple[str, ...] = ()

    @property
    def typed_at(self) -> str:
        if self.state not in {"paper", "no_winner"}:
            return ""
        return reverse("round_results", args=[self.round.pk]) + f"#table-{self.number}"


@dataclass(frozen=True, slots=True)
class DeskRounds:
    """The rounds of a stage that are on, or the newest one, with their tables; `missing` are the tables without a final
    result. `columns` is how many seats have a column of their own; 0: the names stand in one. `led` is what the format
    says of a round that it leads by itself."""

    stage: Stage
    rounds: tuple[Round, ...]
    tables: tuple[DeskTable, ...]
    missing: tuple[DeskTable, ...]
    columns: int
    words: TableWords
    led: LedRound | None = None

    @property
    def newest(self) -> Round:
        return self.rounds[-1]

    @property
    def seat_heads(self) -> list[str]:
        return self.words.seat_heads(self.columns)

    @property
    def round_link(self) -> RoundLink:
        """Where more is to be read of the newest of them."""
        return format_of(self.stage).rounds.link

    @property
    def figures(self) -> str:
        """What the figures of its tables are, where they are not those that its tables usually have."""
        return self.led.figures if self.led else ""

    @property
    def has_lengths(self) -> bool:
        """Whether it is known of any table how long it is."""
        return any(table.percent is not None for table in self.tables)

    @property
    def is_official(self) -> bool:
        return all(round_.official_at for round_ in self.rounds)


@dataclass(frozen=True, slots=True)
class DeskStanding:
    """The first of `many` rows of the standing, in two tables beside each other. `level` who share
    the first place stand before them, as a number alone where they are more than the rows. `is_official`, or as if it
    ended now."""

    stage: Stage
    columns: tuple[Table, ...]
    many: int
    rounds: int
    is_official: bool
    level: int = 0


def stages_in_order(tournament: Tournament) -> list[Stage]:
    """All its stages with their rounds. Two statements."""
    stages = list(tournament.stages.order_by("number").prefetch_related("rounds"))
    for stage in stages:
        stage.tournament = tournament
        for round_ in stage.rounds.all():
            round_.stage = stage
    return stages


def stage_on(stages: Sequence[Stage]) -> Stage | None:
    """The first one that has not ended."""
    return next((stage for stage in stages if stage.state != Stage.State.ENDED), None)


def opened(stage: Stage) -> list[Round]:
    """The published rounds of a stage that was read with them, in order."""
    return sorted(
        (round_ for round_ in stage.rounds.all() if not round_.is_draft),
        key=lambda published_round: published_round.number,
    )


def rounds_of(stage: Stage, now: datetime, stamp: str) -> DeskRounds | None:
    """The rounds that are on with their tables as they stand; None before the first was opened. `stamp` is that of the
    entries (selectors.stamps)."""
    published = opened(stage)
    if not published:
        return None
    rounds = [published_round for published_round in published if not published_round.official_at] or published[-1:]
    format_ = format_of(stage)
    key = "seats:" + ",".join(str(round_.pk) for round_ in rounds)
    seated = worked_out(key, stage.tournament, stamp, lambda: _seated(rounds))
    is_fixed = format_.seats_stay(stage)  # what tables have brought is then not read to say how far they are
    read = Once(seated.entrants if is_fixed else None)
    led = format_.led(rounds[-1])
    if led:
        played = [(rounds[-1], table) for table in led.played]
        missing = {(rounds[-1].pk, number) for number in led.missing}
    else:
        played = [(round_, table) for round_ in rounds for table in read([round_])]
        missing = {
            (round_.pk, number)
            for round_ in rounds
            if not round_.official_at
            for number in format_.missing(round_, read)
        }
    open_sheets = [table.sitting for _one, table in played if table.sitting]
    sheets = sheets_now(open_sheets, now, active_at(open_sheets) if is_fixed else None)
    found = [
        _table(round_, table, seated, sheets, is_missing=(round_.pk, table.number) in missing)
        for round_, table in played
    ]
    if led:
        found = [_led(table, led) for table in found]
    tables, columns = in_columns(found)
    return DeskRounds(
        stage=stage,
        rounds=tuple(rounds),
        tables=tuple(tables),
        missing=tuple(table for table in tables if (table.round.pk, table.number) in missing),
        columns=columns,
        words=format_.words,
        led=led,
    )


@dataclass(frozen=True, slots=True)
class _Seated:
    """Who has which place of some rounds: `names` as a row has room for, `gone` those who have left, in full. `at` are
    the places of each table with their entrants, by the order of the seats."""

    names: Mapping[UUID, str]
    gone: Mapping[UUID, str]
    at: Mapping[UUID, Sequence[tuple[UUID, UUID]]]

    @property
    def entrants(self) -> dict[UUID, list[UUID]]:
        """Those of each table."""
        return {table: [entrant for _place, entrant in there] for table, there in self.at.items()}


def _seated(rounds: Sequence[Round]) -> _Seated:
    """Single players by their first name and a letter, so that a row has room for all; pairs and teams as they are."""
    places = RoundPlace.objects.filter(round__in=[round_.pk for round_ in rounds]).exclude(table=None)
    rows = list(places.order_by("table__number", "seat").values_list("pk", "table", "entrant", "player"))
    there = [(pk, entrant, player) for pk, _table, entrant, player in rows]
    at: dict[UUID, list[tuple[UUID, UUID]]] = defaultdict(list)
    for pk, table, entrant, _player in rows:
        if table:
            at[table].append((pk, entrant))
    entrants = with_players(Entrant.objects.filter(pk__in={entrant for _pk, entrant, _player in there})).in_bulk()
    seated = {player for _pk, _entrant, player in there if player}
    players = Player.objects.select_related("merged_into").in_bulk(seated) if seated else {}
    names = {pk: called_at_table(entrants[entrant], players.get(player)) for pk, entrant, player in there}
    left = {pk: names[pk] for pk, entrant, _player in there if entrants[entrant].state == Entrant.State.WITHDRAWN}
    is_of_people = not seated and not any(entrant.name for entrant in entrants.values())
    return _Seated(public_names(names) if is_of_people else names, left, dict(at))


def _table(
    round_: Round, played: Played, seated: _Seated, sheets: Mapping[UUID, SheetNow], *, is_missing: bool
) -> DeskTable:
    sheet = sheets.get(played.sitting.pk) if played.sitting else None
    if played.places:  # with those of a team who sat down later
        places = [place.pk for place in played.places]
        seats = [seated.names.get(place.pk) or called_at_table(place.entrant, place.player) for place in played.places]
    else:
        places = [place for place, _entrant in seated.at.get(played.table.pk, ())]
        seats = [seated.names[place] for place in places]
    return DeskTable(
        key=str(played.table.pk),
        number=played.number,
        seats=tuple(seats),
        state=_state_of(round_, played, sheet, is_missing=is_missing),
        code=played.table.code,
        score=_score(round_.stage, played),
        sheet=sheet,
        played=played,
        round=round_,
        left=tuple(seated.gone[place] for place in places if is_missing and place in seated.gone),
    )


def _led(table: DeskTable, led: LedRound) -> DeskTable:
    """A table without a sheet, as its format says that it stands."""
    now = led.tables[table.number]
    return replace(
        table, state=now.state, score=now.figure, remark=now.note, menu=now.menu, menu_at=now.menu_at, left=()
    )


def _score(stage: Stage, played: Played) -> str:
    """What a match has come to, home and away; empty while it has no result, and of tables of more."""
    format_ = format_of(stage)
    outcome = format_.outcome(stage, played)
    if outcome is None or not played.is_final:
        return ""
    return " : ".join(format_.match_figure(outcome, entrant) for entrant in (outcome.home, outcome.away))


def _state_of(round_: Round, played: Played, sheet: SheetNow | None, *, is_missing: bool) -> str:
    if played.state == "desk":
        return "written"
    if sheet is None:
        return "paper" if is_missing else "written"
    if sheet.state == "official" and is_missing and not format_of(round_.stage).has_result(round_.stage, played):
        return "no_winner"
    return sheet.state


def rounds_planned(stage: Stage, stamps: Stamps) -> int:
    """How many rounds the stage has, as far as is known: those that are planned, else those that were opened and one
    more where one is left. Worked out once as long as nothing changes it."""
    format_, published = format_of(stage), opened(stage)
    stamp = stamps.whole if format_.is_by_matches else stamps.entries

    def planned() -> int:
        return format_.planned_rounds(stage) or len(published) + format_.is_left(stage, len(published) + 1)

    return worked_out(f"planned:{stage.pk}", stage.tournament, stamp, planned)


def course_of(stages: Sequence[Stage], on: DeskRounds | None, planned: int, *, has_prizes: bool) -> list[CourseStep]:
    """The way from the first round to the prizes. `planned` is how many rounds the stage has that is on."""
    now = stage_on(stages)
    steps = [
        step for stage in stages for step in _steps_of(stage, stage is now, on, planned, is_alone=len(stages) == 1)
    ]
    if has_prizes:
        steps.append(CourseStep(pgettext("state", "Prizes"), "", "to_come"))
    return steps


def _steps_of(stage: Stage, is_on: bool, on: DeskRounds | None, planned: int, *, is_alone: bool) -> list[CourseStep]:
    """Of the stage that is on its rounds, of another one the stage as a whole."""
    published = opened(stage)
    if on and on.led and on.stage.pk == stage.pk:
        return list(on.led.course)
    if not is_on and not is_alone:
        state = "done" if stage.state == Stage.State.ENDED else "to_come"
        best = stage.typed_plan.takes.best if stage.number > 1 else None
        note = npgettext("numbered", "the best one", "the best {number}", best).format(number=best) if best else ""
        return [CourseStep(stage_title(stage), pgettext("state", "ended") if state == "done" else note, state)]
    steps = [_round_step(stage, round_, on, is_alone=is_alone) for round_ in published]
    steps += [
        CourseStep(_round_title(stage, number, is_alone=is_alone), pgettext("state", "not drawn"), "to_come")
        for number in range(len(published) + 1, planned + 1)
    ]
    return _shortened(steps)


def _round_title(stage: Stage, number: int, *, is_alone: bool) -> str:
    return format_of(stage).rounds.title(number, "" if is_alone else stage.name)


def _round_step(stage: Stage, round_: Round, on: DeskRounds | None, *, is_alone: bool) -> CourseStep:
    title = _round_title(stage, round_.number, is_alone=is_alone)
    if round_.official_at:
        moment = date_format(localtime(round_.official_at), "TIME_FORMAT")
        return CourseStep(title, pgettext("state", "official {time}").format(time=moment), "done", round_)
    there = [table for table in on.tables if table.round.pk == round_.pk] if on else []
    ended = len(there) - sum(table.round.pk == round_.pk for table in on.missing) if on else 0
    note = ngettext("{done} of {number} table official", "{done} of {number} tables official", len(there))
    return CourseStep(title, note.format(done=ended, number=len(there)), "now", round_)


def _shortened(steps: list[CourseStep]) -> list[CourseStep]:
    """Of many rounds the ones before and after those that are on together: "Rounds 1–6"."""
    if len(steps) <= MOST_STEPS:
        return steps
    middle = [number for number, step in enumerate(steps) if step.state == "now"]
    last_done = max((number for number, step in enumerate(steps) if step.state == "done"), default=0)
    first, last = (middle[0], middle[-1]) if middle else (last_done, last_done)
    if last - first > 1:  # a bracket whose waves are all on
        first = last
    return [
        *_together(steps[: max(0, first - 1)], 1),
        *steps[max(0, first - 1) : last + 2],
        *_together(steps[last + 2 :], last + 3),
    ]


def _together(steps: Sequence[CourseStep], first: int) -> list[CourseStep]:
    if len(steps) < 2:
        return list(steps)
    title = _("Rounds {first}–{last}").format(first=first, last=first + len(steps) - 1)
    states = {step.state for step in steps}
    state = next(iter(states)) if len(states) == 1 else "now"
    note = {"done": pgettext("in a line", "official"), "to_come": pgettext("in a line", "not drawn")}.get(state, "")
    return [CourseStep(title, note, state)]


def standing_of(stages: Sequence[Stage], stamp: str) -> DeskStanding | None:
    """The official standing of the stage that has come furthest, or as if it ended now while nothing of it is official.
    Worked out once as long as nothing changes (`stamp`, see selectors.stamps)."""
    begun = [stage for stage in stages if opened(stage)]
    if not begun:
        return None
    stage = begun[-1]
    is_official = any(round_.official_at for round_ in opened(stage))
    return worked_out("standing-tables", stage.tournament, stamp, lambda: _standing(stage, is_official=is_official))


def _standing(stage: Stage, *, is_official: bool) -> DeskStanding:
    standing = format_of(stage).standing(stage, official=is_official)
    level = sum(row.first == 1 for row in standing.rows) if not standing.is_in_groups else 0
    level = level if level > MOST_RANKED else 0
    rows = [
        (row.place, row.name, RichCell(_total(row, standing.unit), strong=True))
        for row in standing.rows[level : level + MOST_RANKED]
    ]
    half = (len(rows) + 1) // 2
    columns = (rows[:half], rows[half:]) if len(rows) > 4 else (rows,)
    many = len(standing.rows)
    tables = tuple(_places(column) for column in columns if column)
    return DeskStanding(stage, tables, many, standing.rounds, is_official, level)


def _places(rows: Sequence[Row]) -> Table:
    columns = [
        Column("place", pgettext("column", "Place"), Kind.ORDINAL, hides_head=True),
        Column("name", pgettext("column", "Name"), Kind.NAME, heads_rows=True, hides_head=True),
        Column("points", pgettext("column", "Points"), hides_head=True, classes="num"),
    ]
    return Table(pgettext("heading", "Standings"), columns, rows)


def _total(row: StandingRow, unit: InUnits) -> str:
    if row.figure or row.total is None:
        return row.figure
    return amount_figure(row.total, unit)


def worked_out(what: str, tournament: Tournament, stamp: str, make: Callable[[], T]) -> T:
    """What does not change while nothing of the tournament does, in the reader's language: worked out once."""
    key = f"tournament-desk:{what}:{tournament.pk}:{language_key()}"
    found: tuple[str, T] | None = cache.get(key)
    if found is None or found[0] != stamp:
        found = (stamp, make())
        cache.set(key, found, KEPT)
    return found[1]


@dataclass(frozen=True, slots=True)
class DeskFigures:
    """How many take part and how many of them are here, how many penalties and bonuses are in force in the stage, and
    whether the reader takes part."""

    entered: int
    here: int
    penalties: int
    plays: bool


def figures_of(tournament: Tournament, stage: Stage | None, reader: User) -> DeskFigures:
    """One statement."""
    within, penalty = (Entrant.State.ENTERED, Entrant.State.HERE), DeskAct.Kind.PENALTY
    entrants = Entrant.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    acts = DeskAct.objects.filter(stage=stage, kind=penalty, taken_back_by=None).order_by().values("stage")
    own = Entrant.objects.filter(tournament=OuterRef("pk"), state__in=within)
    own = own.filter(players__player__user=reader.pk, players__is_active=True)
    found = Tournament.objects.filter(pk=tournament.pk).values_list(
        Subquery(entrants.filter(state__in=within).annotate(many=Count("pk")).values("many")),
        Subquery(entrants.filter(state=Entrant.State.HERE).annotate(many=Count("pk")).values("many")),
        Subquery(acts.annotate(many=Count("pk")).values("many")),
        Exists(own),
    )
    entered, here, penalties, plays = found.get()
    return DeskFigures(entered or 0, here or 0, penalties or 0, plays and tournament.is_running)
