"""How an evening came out, for its report, its mail and its files: game by game, and hand by hand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from typing import Final
from uuid import UUID

from games.core.settling import InUnits
from scorekeeper.chains.contents import book_of
from scorekeeper.common.charts import Chart, Series, Shape, line_chart
from scorekeeper.common.names import alphabetical, public_names
from scorekeeper.common.zero_sums import Checked, TableSum, checked
from scorekeeper.leagues.evenings.reads import Line, results_of, sittings_of
from scorekeeper.leagues.models import Evening, EveningGame
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.moves import totals, weighed
from scorekeeper.play.sheet.reads import grid_figure
from scorekeeper.play.sheet.rows import adjustments_of
from scorekeeper.play.upkeep.anchors import lines, mark_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of one game of an evening, the best first, in the unit they are counted in."""

    game: EveningGame
    sittings: tuple[Sitting, ...]
    lines: tuple[Line, ...]
    unit: InUnits

    @property
    def most(self) -> int:
        """How many sheets somebody has at most."""
        return max((len(line.totals) for line in self.lines), default=0)

    @property
    def sums(self) -> Checked | None:
        """What all sheets come to together; None where the game has no such sum."""
        tables = []
        for sitting in self.sittings:
            game = sitting.plays
            expected = game.sum_at(sitting.typed_rules, sitting.typed_state) if game.sum_at else None
            if expected is None:
                return None
            of_seats = totals(sitting, list(sitting.seats.all()))
            tables.append(TableSum(sitting.name, sum(of_seats.values()), expected))
        return checked(tables, self.unit) if tables else None


def outcomes_of(evening: Evening, sittings: Sequence[Sitting]) -> list[Outcome]:
    """The games of which a table was opened, in their order."""
    found = []
    for game in evening.line_up:
        own = tuple(sitting for sitting in sittings if sitting.game == game.game)
        lines, unit = results_of(own)
        if own:
            found.append(Outcome(game, own, tuple(lines), unit))
    return found


def anchors_of(evening: Evening, now: datetime) -> Iterator[bytes]:
    """A file of anchors, line by line."""
    sheets = {sitting.pk for sitting in sittings_of(evening)}
    seasons = set(evening.seasons.values_list("pk", flat=True))
    owners = {evening.pk, evening.club_id, book_of(evening.club_id), *sheets, *seasons}
    return lines(now=now, club_id=evening.club_id, owners=owners)


def marks_of(evening: Evening) -> list[str]:
    """The check marks of its sheets, as they stand on paper."""
    return [f"{sitting.code} {mark_of(sitting)}" for sitting in sittings_of(evening) if sitting.head]


MOST_LINES: Final = 8
SHAPE: Final = Shape(height=300, room=12)
Change = tuple[int, int, int]  # the hand after which, the number of the seat, how much


@dataclass(frozen=True, slots=True)
class Course:
    """One person's score before the first hand and after each; None before they sat down."""

    person: UUID
    name: str
    scores: tuple[int | None, ...]

    @property
    def last(self) -> int:
        return next(score for score in reversed(self.scores) if score is not None)


@dataclass(frozen=True, slots=True)
class Evenings:
    """The courses of a game of an evening, the best first. `marks` name what stands before and after each hand;
    `others` are the people who are not shown."""

    courses: tuple[Course, ...]
    marks: tuple[str, ...]
    unit: InUnits
    others: tuple[Course, ...] = ()

    @property
    def steps(self) -> list[tuple[str, list[int | None]]]:
        """As a table: each hand with everybody's score after it."""
        return [(mark, [course.scores[place] for course in self.courses]) for place, mark in enumerate(self.marks)]

    def of(self, wanted: Sequence[UUID]) -> "Evenings":
        """Those who lead, and those who were asked for."""
        shown = [
            person_course
            for place, person_course in enumerate(self.courses)
            if place < MOST_LINES or person_course.person in wanted
        ]
        return replace(
            self, courses=tuple(shown), others=tuple(course for course in self.courses if course not in shown)
        )

    def chart(self, first: UUID | None) -> Chart | None:
        """None before two hands. Who is `first` stands out, else who leads."""
        if len(self.marks) < 3:
            return None
        short = public_names({course.person: course.name for course in self.courses})
        series = [Series(course.name, (short[course.person],), course.scores) for course in self.courses]
        place = next((place for place, person_course in enumerate(self.courses) if person_course.person == first), 0)
        return line_chart(
            series, self.marks, lambda value, step: grid_figure(value, self.unit, step), first=place, shape=SHAPE
        )


def course_of(sittings: Sequence[Sitting]) -> Evenings:
    """Of an evening's sheets of one game, with seats and players, in the order of rounds: two statements, however many.

    The tables of a round are laid beside each other, hand by hand; where one has played fewer, its people stay where
    they are until the next round. Nobody's score is older than the round they first sat down in.
    """
    changes = _changes(sittings)
    rounds: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        rounds[sitting.drawn_table.draw.number].append(sitting)
    begin: dict[UUID, int] = {}
    names: dict[UUID, str] = {}
    moved: dict[UUID, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    marks, unit = ["0"], InUnits()
    for number, tables in rounds.items():
        before = len(marks) - 1
        length = max((hand for table in tables for hand, _seat, _by in changes[table.pk]), default=0)
        marks += [f"{number}/{hand}" if len(rounds) > 1 else str(hand) for hand in range(1, length + 1)]
        for table in tables:
            unit = table.unit_of(table.plays.weights(table.typed_rules))
            people = {seat.number: seat.player.identity for seat in table.seats.all()}
            names |= {seat.player.identity: seat.player.person.name for seat in table.seats.all()}
            for person in people.values():
                begin.setdefault(person, before)
            for hand, seat, by in changes[table.pk]:
                moved[people[seat]][before + hand] += by
    courses = [Course(person, names[person], _scores(moved[person], begin[person], len(marks))) for person in begin]
    ordered = sorted(courses, key=lambda course: (-course.last, alphabetical(course.name), course.person))
    return Evenings(tuple(ordered), tuple(marks), unit)


def _scores(moved: dict[int, int], begin: int, length: int) -> tuple[int | None, ...]:
    so_far = accumulate(moved.get(place, 0) for place in range(begin, length))
    return (*[None] * begin, *so_far)


def _changes(sittings: Sequence[Sitting]) -> dict[UUID, list[Change]]:
    """What each hand and each penalty moved at each table. One before the first hand counts with the first."""
    by_pk = {sitting.pk: sitting for sitting in sittings}
    found: dict[UUID, list[Change]] = {pk: [] for pk in by_pk}
    newest = Hand.objects.filter(sitting__in=by_pk).standing()
    for hand in newest.only("sitting", "number", "kind", "outcome"):
        sitting = by_pk[hand.sitting_id]
        if hand.number < sitting.next_number:
            weights = sitting.plays.weights(sitting.typed_rules)
            by_seat: dict[int, dict[str, int]] = {seat.number: {} for seat in sitting.seats.all()}
            for (seat, measure), amount in hand.moved.items():
                by_seat[seat][measure] = amount
            found[sitting.pk] += [(hand.number, seat, weighed(moved, weights)) for seat, moved in by_seat.items()]
    acts: dict[UUID, list[Act]] = defaultdict(list)
    for act in Act.objects.filter(sitting__in=by_pk, seq__isnull=False).order_by("seq"):
        acts[act.sitting_id].append(act)
    for pk, theirs in acts.items():
        for given in adjustments_of(by_pk[pk], list(by_pk[pk].seats.all()), theirs):
            if given.stands:
                found[pk] += [(max(given.after, 1), seat, points) for seat, points in given.points.items()]
    return found
