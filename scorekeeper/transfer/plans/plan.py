"""What a file would bring: evenings with what each name got on them, and every line that is refused with its reason."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from games.core.text import Text, gettext_noop
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical, clean_name
from scorekeeper.spreadsheets.days import Asks, Calendar, day
from scorekeeper.spreadsheets.heads import is_sum
from scorekeeper.spreadsheets.names import person
from scorekeeper.spreadsheets.numbers import whole
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.spreadsheets.tables import Row

NOTHING: Final = {"", "-", "–", "/"}  # as people leave a cell empty
FORMULA: Final = ("=", "+", "@")


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line is refused; 0 is the file as a whole."""

    number: int
    message: Text


@dataclass(slots=True)
class Evening:
    """A day, or a list of it, with what it brought each name."""

    title: str
    played_on: date
    measures: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """What would be taken over. `asks` is what must be said before all days can be read, `seats` the heads of which it
    must be said who sits there. `warnings` stand against nothing. `by_heads` are the places of columns that are read
    though their heads name no column: those of people, and of levels that are ticked."""

    evenings: list[Evening] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    warnings: list[LineFault] = field(default_factory=list)
    asks: set[Asks] = field(default_factory=set)
    seats: list[str] = field(default_factory=list)
    ignored: Sequence[str] = ()
    by_heads: frozenset[int] = frozenset()

    @property
    def names(self) -> list[str]:
        """Everybody in it, in the order of the alphabet."""
        return sorted({name for evening in self.evenings for name in evening.measures}, key=alphabetical)

    def digest(self) -> str:
        """The hash of what would be taken over."""
        plain = [[one.title, one.played_on.isoformat(), sorted(one.measures.items())] for one in self.evenings]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

    def refuse(self, number: int, template: str, **values: int | str | Text) -> None:
        self.faults.append(LineFault(number, Text(template, values)))

    def warn(self, number: int, template: str, **values: int | str | Text) -> None:
        """Point something out that may be right all the same."""
        self.warnings.append(LineFault(number, Text(template, values)))


def as_read(reading: Reading, plan: Plan) -> Reading:
    """The reading as its page shows it: what the plan reads by its heads is not among what is not read."""
    unread = tuple(place for place in reading.columns.unread if place not in plan.by_heads)
    return replace(reading, columns=replace(reading.columns, unread=unread))


@dataclass(slots=True)
class Days:
    """The evenings of a plan by their day."""

    plan: Plan
    calendar: Calendar
    today: date
    found: dict[date, Evening] = field(default_factory=dict)

    def read(self, text: str, number: int) -> date | None:
        """The day, or None with the reason in the plan."""
        meant = day(text, self.calendar, self.today)
        if isinstance(meant, Asks):
            self.plan.asks.add(meant)
        elif meant is None:
            self.plan.refuse(number, NO_DAY, text=text[:40])
        elif meant > self.today:
            self.plan.refuse(number, IN_FUTURE, text=text[:40])
        else:
            return meant
        return None

    def add(self, when: date, name: str, measures: dict[str, int], number: int) -> None:
        if when not in self.found:
            self.found[when] = Evening("", when)
            self.plan.evenings.append(self.found[when])
        if name in self.found[when].measures:
            self.plan.refuse(number, TWICE, name=name)
        else:
            self.found[when].measures[name] = measures


def amount_of(row: Row, place: int, plan: Plan, decimals: int, unit: str = "") -> int | None:
    """The number in a cell, counted in the smallest unit; None with the reason in the plan."""
    amount = whole(row[place], decimals, unit)
    if amount is None:
        plan.refuse(row.number, NO_NUMBER, text=row[place][:40])
    return amount


def name_in_row(row: Row, reading: Reading, plan: Plan) -> str:
    """Who the line is about; empty with the reason in the plan, or where it is a line of sums."""
    return person_name(reading.person(row), row.number, plan)


def names_somebody(reading: Reading) -> bool:
    """Whether any column holds names."""
    return any(name in reading.columns for name in ("name", "first", "last"))


def person_name(typed: str, number: int, plan: Plan) -> str:
    """The name as people are called; empty with the reason in the plan."""
    if is_sum(typed):
        return ""
    if typed.startswith(FORMULA):
        plan.refuse(number, A_FORMULA, text=typed[:40])
        return ""
    try:
        return clean_name(person(typed), "name")
    except Refused as refused:
        plan.faults += [LineFault(number, problem.message) for problem in refused.problems]
        return ""


NO_NAMES: Final = gettext_noop("No column is called “Name” or “Player” (or “Spieler”).")
NO_DAY: Final = gettext_noop("“{text}” is no day.")
IN_FUTURE: Final = gettext_noop("“{text}” lies in the future.")
TWICE: Final = gettext_noop("{name} stands there twice for this day. It should be one line.")
NO_NUMBER: Final = gettext_noop("“{text}” is no whole number.")
A_FORMULA: Final = gettext_noop("“{text}” is a formula and no name.")
