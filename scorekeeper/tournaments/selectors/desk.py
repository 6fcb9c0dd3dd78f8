"""What the director's desk shows of a tournament: its course, the tables of the rounds that are on, the standing."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Prefetch, Subquery
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.core.units import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.common.names import public_names
from scorekeeper.common.texts import Names, amount_figure
from scorekeeper.play.models import Hand, HandMark, Seat, Signature, Sitting
from scorekeeper.play.selectors.marks import disputes_at
from scorekeeper.play.selectors.names import short_names
from scorekeeper.play.selectors.progress import Progress, progress_of
from scorekeeper.standings.standing import StandingRow
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.matches.results import outcome_of, result_of
from scorekeeper.tournaments.models import DeskAct, Entrant, Round, RoundPlace, Stage, Tournament
from scorekeeper.tournaments.rounds.results import Once, Played
from scorekeeper.tournaments.rounds.units import called_at_table, people
from scorekeeper.tournaments.selectors.stamps import Stamps
from scorekeeper.tournaments.words import stage_title

QUIET: Final = timedelta(minutes=10)
"""After so long without a hand a table that plays counts as quiet."""
MOST_SEATS: Final = 4  # that have a column each
MOST_STEPS: Final = 5  # of a stage, each round by itself; of longer ones those around the round that is on
MOST_RANKED: Final = 16  # rows of the standing
KEPT: Final = 300  # seconds
T = TypeVar("T")

_WORDS: Final[Mapping[str, str | Promise]] = {
    "official": pgettext_lazy("of a table", "official"),
    "written": _lazy("written at the desk"),
    "disputed": pgettext_lazy("of a table", "disputed"),
    "unsigned": _lazy("all hands in"),
    "to_accept": _lazy("all hands in"),
    "no_winner": _lazy("closed without a winner"),
    "playing": pgettext_lazy("of a table", "playing"),
    "quiet": pgettext_lazy("of a table", "playing"),
    "paper": _lazy("no sheet"),
}
_RINGS: Final = {
    "official": "official",
    "written": "official",
    "disputed": "disputed",
    "no_winner": "disputed",
    "unsigned": "recorded",
    "to_accept": "recorded",
}


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A part of the course: a round, several of them, or a stage; `state` is `done`, `now` or `to_come`."""

    title: str
    note: str
    state: str
    address: Round | None = None


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a round as one row. `seats` are the names by the order of the seats. `state` says how far it is:
    `official`, `written` (at the desk), `disputed`, `unsigned`, `to_accept`, `no_winner`, `playing`, `quiet`, or
    `paper`, where there is no sheet. Of a sheet `progress` says how far it has come, `unsigned` who has not signed,
    `disputes` which hands are disputed, `last_at` when the newest hand came, `minutes` how long ago that is. `left` are
    those of it who have left the tournament. `cells` are the seats, one a column; `score` is what a match has come
    to."""

    played: Played
    round: Round
    seats: tuple[str, ...]
    state: str
    cells: tuple[str, ...] = ()
    score: str = ""
    progress: Progress | None = None
    unsigned: tuple[str, ...] = ()
    signers: int = 0
    disputes: tuple[HandMark, ...] = ()
    last_at: datetime | None = None
    minutes: int = 0
    left: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.played.number

    @property
    def code(self) -> str:
        """What a bracket calls the match."""
        return self.played.table.code

    @property
    def sitting(self) -> Sitting | None:
        return self.played.sitting

    @property
    def is_done(self) -> bool:
        return self.state in {"official", "written"}

    @property
    def percent(self) -> int | None:
        """How much of it is played; None where nobody can say."""
        if self.progress is None or not self.progress.length:
            return None
        return min(100, 100 * self.progress.played // self.progress.length)

    @property
    def bar(self) -> str:
        """How wide the bar of what is played is, of 76."""
        return f"{0.76 * (self.percent or 0):.1f}"

    @property
    def words(self) -> str:
        return str(_WORDS[self.state])

    @property
    def ring(self) -> str:
        """The mark of the state, as sheets have it."""
        return _RINGS.get(self.state, "here")

    @property
    def is_typed(self) -> bool:
        """Whether its result waits for the desk."""
        return self.state in {"paper", "no_winner"}

    @property
    def note(self) -> str:
        """What is to be known of the state."""
        if self.state == "disputed":
            return _("hand {number}").format(number=", ".join(str(mark.hand.number) for mark in self.disputes))
        if self.state == "unsigned":
            signed = self.signers - len(self.unsigned)
            return _("signed by {signed} of {number}").format(signed=signed, number=self.signers)
        if self.state == "to_accept":
            return _("signed by code alone")
        if self.state == "quiet":
            return _("no hand for {number} min").format(number=self.minutes)
        return self.progress.stands if self.progress and self.state == "playing" else ""


@dataclass(frozen=True, slots=True)
class DeskRounds:
    """The rounds of a stage that are on, or the newest one, with their tables; `missing` are the tables without a final
    result. `columns` is how many seats have a column of their own; 0: the names stand in one."""

    stage: Stage
    rounds: tuple[Round, ...]
    tables: tuple[DeskTable, ...]
    missing: tuple[DeskTable, ...]
    columns: int
    is_of_two: bool

    @property
    def newest(self) -> Round:
        return self.rounds[-1]

    @property
    def seat_heads(self) -> list[str]:
        """The heads of the columns of the seats."""
        if self.is_of_two:
            return [_("Home"), _("Away")][: self.columns]
        heads = [_("Seat {number}").format(number=number) for number in range(1, self.columns + 1)]
        return [_("Seat 1, deals"), *heads[1:]] if heads and format_of(self.stage).has_sheets else heads

    @property
    def has_lengths(self) -> bool:
        """Whether it is known of any table how long it is."""
        return any(table.percent is not None for table in self.tables)

    @property
    def is_official(self) -> bool:
        return all(one.official_at for one in self.rounds)


@dataclass(frozen=True, slots=True)
class DeskStanding:
    """The first of `many` rows of the standing, in two columns: (row, its total as people write it). `is_official`, or
    as if it ended now."""

    stage: Stage
    columns: tuple[Sequence[tuple[StandingRow, str]], ...]
    many: int
    rounds: int
    is_official: bool


def stages_in_order(tournament: Tournament) -> list[Stage]:
    """All its stages with their rounds. Two statements."""
    stages = list(tournament.stages.order_by("number").prefetch_related("rounds"))
    for stage in stages:
        stage.tournament = tournament
        for one in stage.rounds.all():
            one.stage = stage
    return stages


def stage_on(stages: Sequence[Stage]) -> Stage | None:
    """The first one that has not ended."""
    return next((stage for stage in stages if stage.state != Stage.State.ENDED), None)


def opened(stage: Stage) -> list[Round]:
    """The published rounds of a stage that was read with them, in order."""
    return sorted((one for one in stage.rounds.all() if not one.is_draft), key=lambda one: one.number)


def rounds_of(stage: Stage, now: datetime, stamp: str) -> DeskRounds | None:
    """The rounds that are on with their tables as they stand; None before the first was opened. `stamp` is that of the
    entries (selectors.stamps)."""
    published = opened(stage)
    if not published:
        return None
    rounds = [one for one in published if not one.official_at] or published[-1:]
    format_, read = format_of(stage), Once()
    played = [
        (one, table) for one in rounds for table in (read([one]) if format_.has_sheets else format_.tables_now(one))
    ]
    missing = {(one.pk, number) for one in rounds if not one.official_at for number in format_.missing(one, read)}
    facts = _Facts.of(rounds, [table for _one, table in played], now, stamp)
    tables = tuple(_table(one, table, facts, is_missing=(one.pk, table.number) in missing) for one, table in played)
    most = max((len(table.seats) for table in tables), default=0)
    columns = most if most <= MOST_SEATS else 0
    tables = tuple(
        replace(table, cells=(*table.seats, *[""] * (columns - len(table.seats))) if columns else ())
        for table in tables
    )
    return DeskRounds(
        stage=stage,
        rounds=tuple(rounds),
        tables=tables,
        missing=tuple(table for table in tables if (table.round.pk, table.number) in missing),
        columns=columns,
        is_of_two=format_.is_of_matches,
    )


@dataclass(frozen=True, slots=True)
class _Seated:
    """Who has which place of some rounds: `names` as a row has room for, `gone` those who have left, in full."""

    names: Mapping[UUID, str]
    gone: Mapping[UUID, str]


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is read of all tables at once."""

    now: datetime
    seated: _Seated
    players: Mapping[UUID, Mapping[int, str]]
    unsigned: Mapping[UUID, Sequence[str]]
    last: Mapping[UUID, datetime | None]
    disputes: Mapping[UUID, Sequence[HandMark]]

    @classmethod
    def of(cls, rounds: Sequence[Round], tables: Sequence[Played], now: datetime, stamp: str) -> "_Facts":
        sheets = [table.sitting for table in tables if table.sitting]
        key = "seats:" + ",".join(str(one.pk) for one in rounds)
        return cls(
            now=now,
            seated=worked_out(key, rounds[0].stage.tournament, stamp, lambda: _seated(rounds)),
            players=_players([sitting for sitting in sheets if sitting.is_open and sitting.plays.stands]),
            unsigned=_unsigned([sitting for sitting in sheets if sitting.awaits_signatures]),
            last=_last_hands([sitting for sitting in sheets if sitting.phase == "playing"]),
            disputes=disputes_at([sitting for sitting in sheets if sitting.disputed]),
        )


def _seated(rounds: Sequence[Round]) -> _Seated:
    """Single players by their first name and a letter, so that a row has room for all; pairs and teams as they are."""
    places = RoundPlace.objects.filter(round__in=[one.pk for one in rounds]).exclude(table=None)
    places = places.select_related("entrant", "player__merged_into").order_by("table__number", "seat")
    there = list(places.prefetch_related(Prefetch("entrant__players", queryset=people())))
    names = {place.pk: called_at_table(place.entrant, place.player) for place in there}
    left = {place.pk: names[place.pk] for place in there if place.entrant.state == Entrant.State.WITHDRAWN}
    is_of_people = all(place.player_id is None and not place.entrant.name for place in there)
    return _Seated(public_names(names) if is_of_people else names, left)


def _players(sheets: Sequence[Sitting]) -> dict[UUID, dict[int, str]]:
    """{sitting: {seat: name}}: what some games say of how a table stands names people. One statement."""
    found: dict[UUID, dict[int, str]] = defaultdict(dict)
    if sheets:
        seats = Seat.objects.filter(sitting__in=[sitting.pk for sitting in sheets])
        for sitting, number, name in seats.values_list("sitting", "number", "player__name"):
            found[sitting][number] = name
    return {sitting: short_names(names) for sitting, names in found.items()}


def _unsigned(sheets: Sequence[Sitting]) -> dict[UUID, list[str]]:
    """Of each of these sheets the names of those who have not signed what it says now. One statement."""
    if not sheets:
        return {}
    signed = Signature.objects.filter(
        sitting=OuterRef("sitting"),
        seat=OuterRef("pk"),
        head=OuterRef("sitting__head"),
        reopenings=OuterRef("sitting__reopenings"),
    )
    seats = Seat.objects.filter(sitting__in=[sitting.pk for sitting in sheets]).exclude(Exists(signed))
    found: dict[UUID, list[str]] = defaultdict(list)
    for sitting, name in seats.order_by("sitting", "number").values_list("sitting", "player__name"):
        found[sitting].append(name)
    return found


def _last_hands(sheets: Sequence[Sitting]) -> dict[UUID, datetime | None]:
    """When the newest hand of each came; None: it has none."""
    if not sheets:
        return {}
    newest = Hand.objects.filter(club=OuterRef("club"), sitting=OuterRef("pk")).order_by("-seq").values("at")[:1]
    found = Sitting.objects.filter(pk__in=[sitting.pk for sitting in sheets]).annotate(last=Subquery(newest))
    return dict(found.values_list("pk", "last"))


def _table(one: Round, played: Played, facts: _Facts, *, is_missing: bool) -> DeskTable:
    called = facts.seated.names
    names = tuple(called.get(place.pk) or called_at_table(place.entrant, place.player) for place in played.places)
    gone = tuple(facts.seated.gone[place.pk] for place in played.places if is_missing and place.pk in facts.seated.gone)
    sitting, score = played.sitting, _score(one.stage, played)
    if sitting is None or played.state == "desk":
        state = "written" if played.state == "desk" or not is_missing else "paper"
        if not format_of(one.stage).has_sheets:
            state = "official" if one.official_at else "playing"
        return DeskTable(played, one, names, state, score=score, left=gone)
    seats: list[Seat] = list(sitting.seats.all())
    unsigned = tuple(facts.unsigned.get(sitting.pk, ()))
    last = facts.last.get(sitting.pk) or sitting.opened_at
    minutes = max(0, int((facts.now - last).total_seconds()) // 60)
    return DeskTable(
        played,
        one,
        names,
        _state_of(played, one, sitting, is_missing=is_missing, is_quiet=facts.now - last >= QUIET),
        score=score,
        progress=progress_of(sitting, seats, Names(facts.players.get(sitting.pk, {}), sitting.unit)),
        unsigned=unsigned,
        signers=sum(seat.is_active for seat in seats),
        disputes=tuple(facts.disputes.get(sitting.pk, ())),
        last_at=last,
        minutes=minutes,
        left=gone,
    )


def _score(stage: Stage, played: Played) -> str:
    """What a match has come to, home and away; empty while it has no result, and of tables of more."""
    if not format_of(stage).is_of_matches:
        return ""
    outcome = outcome_of(played, stage.tournament.plays)
    if outcome is None or not played.is_final:
        return ""
    return " : ".join(result_of(outcome, entrant, stage) for entrant in (outcome.home, outcome.away))


def _state_of(played: Played, one: Round, sitting: Sitting, *, is_missing: bool, is_quiet: bool) -> str:
    if sitting.disputed:
        return "disputed"
    if sitting.phase == "closed":
        has_none = is_missing and format_of(one.stage).is_of_matches
        return "no_winner" if has_none and outcome_of(played, one.stage.tournament.plays) is None else "official"
    if sitting.phase == "to_be_accepted":
        return "to_accept"
    if sitting.phase == "unsigned":
        return "unsigned"
    return "quiet" if is_quiet else "playing"


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
        steps.append(CourseStep(_("Prizes"), "", "to_come"))
    return steps


def _steps_of(stage: Stage, is_on: bool, on: DeskRounds | None, planned: int, *, is_alone: bool) -> list[CourseStep]:
    """Of the stage that is on its rounds, of another one the stage as a whole."""
    published, format_ = opened(stage), format_of(stage)
    if not is_on and not is_alone:
        state = "done" if stage.state == Stage.State.ENDED else "to_come"
        best = stage.typed_plan.takes.best if stage.number > 1 else None
        note = ngettext("the best one", "the best {number}", best).format(number=best) if best else ""
        return [CourseStep(stage_title(stage), _("ended") if state == "done" else note, state)]
    if not format_.has_rounds:
        state = "now" if published and not published[0].official_at else "done" if published else "to_come"
        return [CourseStep(stage_title(stage), "", state, published[0] if published else None)]
    steps = [_round_step(stage, one, on, is_alone=is_alone) for one in published]
    steps += [
        CourseStep(_round_title(stage, number, is_alone=is_alone), _("not drawn"), "to_come")
        for number in range(len(published) + 1, planned + 1)
    ]
    return _shortened(steps)


def _round_title(stage: Stage, number: int, *, is_alone: bool) -> str:
    title = _("Round {number}").format(number=number)
    return title if is_alone or not stage.name else f"{stage.name}: {title}"


def _round_step(stage: Stage, one: Round, on: DeskRounds | None, *, is_alone: bool) -> CourseStep:
    title = _round_title(stage, one.number, is_alone=is_alone)
    if one.official_at:
        moment = date_format(localtime(one.official_at), "TIME_FORMAT")
        return CourseStep(title, _("official {time}").format(time=moment), "done", one)
    there = [table for table in on.tables if table.round.pk == one.pk] if on else []
    ended = len(there) - sum(table.round.pk == one.pk for table in on.missing) if on else 0
    note = ngettext("{done} of {number} table official", "{done} of {number} tables official", len(there))
    return CourseStep(title, note.format(done=ended, number=len(there)), "now", one)


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
    note = {"done": _("official"), "to_come": _("not drawn")}.get(state, "")
    return [CourseStep(title, note, state)]


def standing_of(stages: Sequence[Stage], stamp: str) -> DeskStanding | None:
    """The official standing of the stage that has come furthest, or as if it ended now while nothing of it is official.
    Worked out once as long as nothing changes (`stamp`, see selectors.stamps)."""
    begun = [stage for stage in stages if opened(stage)]
    if not begun:
        return None
    stage = begun[-1]
    is_official = any(one.official_at for one in opened(stage)) or not format_of(stage).has_rounds
    return worked_out("standing", stage.tournament, stamp, lambda: _standing(stage, is_official=is_official))


def _standing(stage: Stage, *, is_official: bool) -> DeskStanding:
    standing = format_of(stage).standing(stage, official=is_official)
    rows = [(_plain(row), _total(row, standing.unit)) for row in standing.rows[:MOST_RANKED]]
    half = (len(rows) + 1) // 2
    columns = (rows[:half], rows[half:]) if len(rows) > MOST_SEATS else (rows,)
    return DeskStanding(stage, tuple(filter(None, columns)), len(standing.rows), standing.rounds, is_official)


def _plain(row: StandingRow) -> StandingRow:
    """Without what is worked out on demand, so that it can be kept."""
    return StandingRow(row.first, row.last, row.entrant, row.name, ())


def _total(row: StandingRow, unit: InUnits) -> str:
    if row.figure or row.total is None:
        return row.figure
    return amount_figure(row.total, unit)


def worked_out(what: str, tournament: Tournament, stamp: str, make: Callable[[], T]) -> T:
    """What does not change while nothing of the tournament does, in the reader's language: worked out once."""
    key = f"tournament-desk:{what}:{tournament.pk}:{get_language()}"
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
