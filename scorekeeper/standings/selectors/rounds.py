"""Ranks over rounds: who stood where after each evening of a season; what other settings, or taking old results back,
would move; and what later files have said otherwise.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Count
from django.utils.translation import gettext as _

from games.core.settling import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.charts import Chart, Series, Shape, cut, line_chart
from scorekeeper.common.names import public_names
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.standings.comparing import reverted_by, row_in_force
from scorekeeper.standings.counting import Account, Brought, Table
from scorekeeper.standings.models import Competition, Import, ImportedResult
from scorekeeper.standings.selectors.table import PERSON, Book, book_of, brought, newest_days
from scorekeeper.standings.words import short_day

MOST_LINES = 8
MOST_ROUNDS = 26  # the newest ones
ALL_ROUNDS = 300  # those that are shown where all are asked for: more than five years of weeks
SHAPE = Shape(height=300, best_is_low=True, room=12)
OfDays = Mapping[date, Mapping[UUID, Sequence[Brought]]]  # what each day brought each person


@dataclass(frozen=True, slots=True)
class Course:
    """One person's rank after each of the rounds; None before they were ranked."""

    player_id: UUID
    name: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The evenings, and the courses of those who lead now and of whoever was asked for; `others` have none here.
    `is_cut` where older evenings are left out."""

    days: list[date]
    courses: list[Course]
    others: list[tuple[UUID, str]]
    is_cut: bool = False
    year: int = 0  # days of another one are told with theirs

    def chart(self, *wanted: UUID | None, shape: Shape = SHAPE) -> Chart | None:
        """None before two evenings. Lit are those who are wanted, the first of them most, and who leads."""
        if len(self.days) < 2 or not self.courses:
            return None
        short = public_names({course.player_id: course.name for course in self.courses})
        series = [Series(course.name, (short[course.player_id],), course.ranks) for course in self.courses]
        places = {person_course.player_id: place for place, person_course in enumerate(self.courses)}
        lit = [places[person] for person in wanted if person in places]
        first = lit[0] if lit else 0
        marks = [short_day(day, self.year) for day in self.days]
        return line_chart(series, marks, lambda value, _step: str(value), first=first, shape=shape, lit={*lit, 0})


def rounds(competition: Competition, *, official: bool, wanted: Sequence[UUID] = (), most: int = MOST_ROUNDS) -> Rounds:
    """Four queries at most, whatever was played; each round costs what its own results do, and a ranking."""
    book = book_of(competition, official=official)
    of_days, is_cut = results_of_days(book, official=official, most=most)
    ranks = dict(reversed([(day, table.ranks) for day, table in tables_back(book, of_days)]))
    if not ranks:
        return Rounds([], [], [])
    now = ranks[max(ranks)]
    shown = sorted(now, key=lambda person: now[person])[:MOST_LINES]
    shown += [person for person in wanted if person in now and person not in shown]
    courses = [
        Course(person, book.names[person], tuple(of_day.get(person) for of_day in ranks.values())) for person in shown
    ]
    others = [(person, name) for person, name in book.names.items() if person in now and person not in shown]
    return Rounds([*ranks], courses, others, is_cut, competition.year)


def results_of_days(book: Book, *, official: bool, most: int) -> tuple[OfDays, bool]:
    """What the newest rounds brought, the newest first; and whether there are older ones."""
    if book.in_sums:
        every = newest_days(book.competition, official=official, most=most + 1)
        results = brought(book.competition, official=official, since=every[:most][-1]) if every else []
    else:
        results = [(person, counted_result) for person, own in book.held.items() for counted_result in own]
        every = sorted({counted_result.day for _person, counted_result in results}, reverse=True)
    found: dict[date, dict[UUID, list[Brought]]] = {day: {} for day in every[:most]}
    for person, result in results:
        if result.day in found:
            found[result.day].setdefault(person, []).append(result)
    return {day: own for day, own in found.items() if own}, len(every) > most


def tables_back(book: Book, of_days: OfDays) -> Iterator[tuple[date, Table[UUID]]]:
    """The table after each of these days, the newest first: from how it stands now one day back after the other, so
    that only those who played on a day are looked at anew."""
    known: dict[UUID, Account] = {}
    for day, of_day in of_days.items():
        as_of = replace(book, given=tuple(act for act in book.given if act.act.day <= day))
        table = as_of.table(known)
        yield day, table
        known = book.unmoved(table.accounts, of_day)
        book = book.before(day, of_day)


WIDTH: Final = 366
ROW: Final = 40  # as high as a name with its bar
NAME: Final = 32  # letters that have room beside the figure


@dataclass(frozen=True, slots=True)
class Runner:
    """One person's points after each of the days, and their place among the bars, from 0; None while not ranked."""

    player_id: UUID
    name: str
    points: tuple[int | None, ...]
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a runner after each day: where it begins, how long it is, how low it lies, and the figure beside."""

    name: str
    is_lit: bool
    x: tuple[float, ...]
    width: tuple[float, ...]
    y: tuple[int | None, ...]
    figures: tuple[str, ...]

    @property
    def last(self) -> dict[str, str]:
        """How it lies after the newest day, as text, so that no locale changes a figure."""
        return {"x": f"{self.x[-1]}", "width": f"{self.width[-1]}", "y": f"{self.y[-1]}", "figure": self.figures[-1]}


@dataclass(frozen=True, slots=True)
class Race:
    """The days of a season, the oldest first, and those who lead now with whoever was asked for, in their order now.
    `is_cut` where older evenings are left out."""

    days: tuple[date, ...]
    runners: tuple[Runner, ...]
    unit: InUnits
    is_cut: bool = False
    year: int = 0  # days of another one are told with theirs

    @property
    def height(self) -> int:
        return ROW * len(self.runners)

    @property
    def frames(self) -> list[str]:
        """What stands above the bars after each day."""
        sentence = _("After {day} (evening {number} of {total})")
        return [
            sentence.format(day=short_day(day, self.year), number=number, total=len(self.days))
            for number, day in enumerate(self.days, 1)
        ]

    @property
    def zero(self) -> str:
        """Where bars begin, as text, where that is not at the left: somebody was below nothing."""
        at = self._across()(0)
        return f"{at:.1f}" if at else ""

    def bars(self, *wanted: UUID | None) -> list[Bar]:
        """The bar of each runner. Lit is who is wanted first, else who leads."""
        across, people = self._across(), [runner.player_id for runner in self.runners]
        lit = next((person for person in wanted if person in people), people[0] if people else None)
        return [
            Bar(
                name=isolated(cut(runner.name, NAME)),
                is_lit=runner.player_id == lit,
                x=tuple(round(across(min(points or 0, 0)), 1) for points in runner.points),
                width=tuple(round(abs(across(points or 0) - across(0)), 1) for points in runner.points),
                y=tuple(None if place is None else place * ROW for place in runner.places),
                figures=tuple("" if points is None else amount_words(points, self.unit) for points in runner.points),
            )
            for runner in self.runners
        ]

    def script(self, bars: Iterable[Bar]) -> str:
        """What the script of the page moves, as JSON: the words of each evening, and of each bar its course."""
        moved = [{"x": bar.x, "width": bar.width, "y": bar.y, "figures": bar.figures} for bar in bars]
        return json.dumps({"frames": self.frames, "bars": moved}, ensure_ascii=False, separators=(",", ":"))

    def _across(self) -> Callable[[int], float]:
        every = [points for runner in self.runners for points in runner.points if points is not None]
        low, high = min([0, *every]), max([0, *every])
        return lambda points: (points - low) / max(high - low, 1) * WIDTH


def race(competition: Competition, *, official: bool, wanted: Sequence[UUID] = (), most: int = MOST_ROUNDS) -> Race:
    """The race of a season, from the evening on after which somebody was ranked, in as many queries as `rounds`."""
    book = book_of(competition, official=official)
    of_days, is_cut = results_of_days(book, official=official, most=most)
    back = [(day, table) for day, table in tables_back(book, of_days) if table.ranked]
    if not back:
        return Race((), (), competition.in_unit)
    days, tables = zip(*reversed(back), strict=True)
    now = [entry.row for entry in tables[-1].ranked]
    shown = [person for place, person in enumerate(now) if place < MOST_LINES or person in wanted]
    places = [_places(table, shown) for table in tables]
    runners = tuple(
        Runner(
            person,
            book.names[person],
            tuple(
                table.accounts[person].points if person in of_day else None
                for table, of_day in zip(tables, places, strict=True)
            ),
            tuple(of_day.get(person) for of_day in places),
        )
        for person in shown
    )
    return Race(days, runners, competition.in_unit, is_cut, competition.year)


def _places(table: Table[UUID], shown: Sequence[UUID]) -> dict[UUID, int]:
    ranked = [entry.row for entry in table.ranked if entry.row in shown]
    return {person: place for place, person in enumerate(ranked)}


@dataclass(frozen=True, slots=True)
class SettingsMove:
    """One person's points and rank before and after; no rank: too little was played to have one."""

    player_id: UUID
    name: str
    points_before: int
    points_after: int
    rank_before: int | None
    rank_after: int | None


def settings_moves(season: Competition, changed: Competition) -> list[SettingsMove]:
    """Whoever would have other points or another rank, in the order they would stand. Six queries at most."""
    if season.factors == changed.factors:
        return moves_between(book_of(season), book_of(changed))
    return moves_between(book_of(season), book_of(changed, each=True).reweighed())


def moves_of_taking_back(imported: Import) -> list[SettingsMove]:
    """Whoever would have other points or another rank if none of these old results counted any more."""
    season, changes = imported.competition, []
    people = dict(imported.results.values_list("player", PERSON))
    for result, after, _stands in reverted_by(imported):
        brought = Brought(result.points, result.measures, result.source, result.played_on, game=season.game)
        other = brought._replace(points=season.points(after), measures=after)
        changes.append((people[result.player_id], brought, other))
    book = book_of(season)
    return moves_between(book, book.rewritten(changes))


def moves_between(book_before: Book, book: Book) -> list[SettingsMove]:
    """Whoever has other points or another rank in the second of two books, in the order they stand there; who has
    nothing there any more comes last."""
    before, after = book_before.table(), book.table()
    ranks_before = before.ranks
    ranks_after = after.ranks
    found = [
        SettingsMove(
            person,
            book.names[person],
            before.accounts[person].points if person in before.accounts else 0,
            after.accounts[person].points if person in after.accounts else 0,
            ranks_before.get(person),
            ranks_after.get(person),
        )
        for person in {**after.accounts, **before.accounts}
    ]
    moved = [
        result
        for result in found
        if (result.points_before, result.rank_before) != (result.points_after, result.rank_after)
    ]
    return sorted(moved, key=lambda course: course.rank_after or len(found) + 1)


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that a later file corrected: what counts of it (None: nothing), what was said before that, and the file
    that said it otherwise last."""

    row: ImportedResult
    season: Competition
    before: int | None
    after: int | None

    @property
    def file(self) -> Import:
        return self.row.imported


def corrections_of(player: Player) -> list[Correction]:
    """The corrected results of a person with all their lines, the newest day first; those whose files were taken back
    are left out."""
    rows = ImportedResult.objects.filter(club=player.club_id, player__in=Player.objects.lines_of(player))
    often = rows.order_by().values("source", "player").annotate(many=Count("pk")).filter(many__gt=1)
    stand = rows.filter(source__in=often.values("source"), imported__taken_back_at=None)
    versions: defaultdict[tuple[UUID, UUID], list[ImportedResult]] = defaultdict(list)
    for row in stand.select_related("imported__competition").order_by("-played_on", "list_place", "version"):
        versions[row.source, row.player_id].append(row)
    return [_correction(results) for results in versions.values() if len(results) > 1]


def _correction(results: Sequence[ImportedResult]) -> Correction:
    row = row_in_force(results)
    earlier = [result for result in results if result.version < row.version]
    season = row.imported.competition
    return Correction(row, season, _points(earlier[-1], season), _points(row, season))


def _points(row: ImportedResult, season: Competition) -> int | None:
    return season.points(row.measures) if row.measures else None
