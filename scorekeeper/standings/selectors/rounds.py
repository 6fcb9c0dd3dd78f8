"""Rank over rounds: who stood where after each evening of a season."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from scorekeeper.common.charts import Chart, Series, Shape, line_chart
from scorekeeper.common.names import public_names
from scorekeeper.standings.counting import Account, Brought, Table
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.holding import Book, book_of, brought, newest_days
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

    def chart(self, *wanted: UUID | None) -> Chart | None:
        """None before two evenings. Lit are those who are wanted, the first of them most, and who leads."""
        if len(self.days) < 2 or not self.courses:
            return None
        short = public_names({course.player_id: course.name for course in self.courses})
        series = [Series(course.name, (short[course.player_id],), course.ranks) for course in self.courses]
        places = {one.player_id: place for place, one in enumerate(self.courses)}
        lit = [places[person] for person in wanted if person in places]
        first = lit[0] if lit else 0
        marks = [short_day(day, self.year) for day in self.days]
        return line_chart(series, marks, lambda value, _step: str(value), first=first, shape=SHAPE, lit={*lit, 0})


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
        results = [(person, one) for person, own in book.held.items() for one in own]
        every = sorted({one.day for _person, one in results}, reverse=True)
    found: dict[date, dict[UUID, list[Brought]]] = {day: {} for day in every[:most]}
    for person, one in results:
        if one.day in found:
            found[one.day].setdefault(person, []).append(one)
    return {day: own for day, own in found.items() if own}, len(every) > most


def tables_back(book: Book, of_days: OfDays) -> Iterator[tuple[date, Table[UUID]]]:
    """The table after each of these days, the newest first: from how it stands now one day back after the other, so
    that only those who played on a day are looked at anew."""
    known: dict[UUID, Account] = {}
    for day, of_day in of_days.items():
        as_of = replace(book, given=tuple(one for one in book.given if one.act.day <= day))
        table = as_of.table(known)
        yield day, table
        known = book.unmoved(table.accounts, of_day)
        book = book.before(day, of_day)
