"""Rank over rounds: who stood where after each evening of a season."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from django.utils.formats import date_format

from scorekeeper.common.charts import Chart, Series, Shape, line_chart
from scorekeeper.common.names import public_names
from scorekeeper.standings.counting import Brought
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.holding import Book, book_of

MOST_LINES = 8
MOST_ROUNDS = 26  # the newest ones
SHAPE = Shape(height=300, best_is_low=True, room=12)


@dataclass(frozen=True, slots=True)
class Course:
    """One person's rank after each of the rounds; None before they were ranked."""

    player_id: UUID
    name: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The evenings, and the courses of those who lead now and of whoever was asked for; `others` have none here."""

    days: list[date]
    courses: list[Course]
    others: list[tuple[UUID, str]]

    def chart(self, mine: UUID | None) -> Chart | None:
        """None before two evenings."""
        if len(self.days) < 2 or not self.courses:
            return None
        short = public_names({one.player_id: one.name for one in self.courses})
        series = [Series(one.name, (short[one.player_id],), one.ranks) for one in self.courses]
        first = next((place for place, one in enumerate(self.courses) if one.player_id == mine), 0)
        marks = [date_format(day, "j.n.") for day in self.days]
        return line_chart(series, marks, lambda value, _step: str(value), first=first, shape=SHAPE)


def rounds(competition: Competition, *, official: bool, wanted: Sequence[UUID] = ()) -> Rounds:
    """Three queries at most, whatever was played; each round costs what a table costs."""
    book = book_of(competition, official=official, each=True)
    days = sorted({one.day for own in book.held.values() for one in own})
    ranks = {day: _as_of(book, day).table().ranks for day in days[-MOST_ROUNDS:]}
    if not ranks:
        return Rounds([], [], [])
    now = ranks[days[-1]]
    shown = sorted(now, key=lambda person: now[person])[:MOST_LINES]
    shown += [person for person in wanted if person in now and person not in shown]
    courses = [
        Course(person, book.names[person], tuple(of_day.get(person) for of_day in ranks.values())) for person in shown
    ]
    others = [(person, name) for person, name in book.names.items() if person in now and person not in shown]
    return Rounds([*ranks], courses, others)


def _as_of(book: Book, day: date) -> Book:
    """As it was after that day."""
    held = {person: _until(own, day) for person, own in book.held.items()}
    return replace(book, held=held, given=tuple(one for one in book.given if one.act.day <= day))


def _until(own: Sequence[Brought], day: date) -> tuple[Brought, ...]:
    return tuple(one for one in own if one.day <= day)
