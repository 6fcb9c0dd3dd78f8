"""What a file would bring: evenings with what each name got on them, and every line that is refused with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from games.core.text import Text, gettext_noop
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical, clean_name
from scorekeeper.spreadsheets.cells import Asks, Calendar, day, person, whole
from scorekeeper.spreadsheets.heads import is_sum
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.spreadsheets.tables import Row

NOTHING: Final = {"", "-", "–", "/"}  # as people leave a cell empty
FORMULA: Final = ("=", "+", "@")
MOST_DIGITS: Final = 4  # of the number of a list


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line is refused; 0 is the file as a whole. `cell` is the one it is about ("C5")."""

    number: int
    message: Text
    cell: str = ""


@dataclass(slots=True)
class Evening:
    """A day, or a list of it, with what it brought each name, and on which lines of the file that stands. `list_place`
    says how many lists of the day come before it."""

    title: str
    played_on: date
    measures: dict[str, dict[str, int]] = field(default_factory=dict)
    list_place: int = 0
    lines: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """What would be taken over. `asks` is what must be said before all days can be read, `seats` the heads of which it
    must be said who sits there, `rounds` the columns without a day, such as "Serie 2": {key of the head: the head}.
    `own_totals` are those the file says itself of each name. `warnings` stand against nothing. `by_heads` are the
    places of columns that are read though their heads name no column: those of people, and of levels that are
    ticked."""

    evenings: list[Evening] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    warnings: list[LineFault] = field(default_factory=list)
    asks: set[Asks] = field(default_factory=set)
    seats: list[str] = field(default_factory=list)
    rounds: dict[str, str] = field(default_factory=dict)
    lacks_days: bool = False
    own_totals: dict[str, int] = field(default_factory=dict)
    ignored: Sequence[str] = ()
    by_heads: frozenset[int] = frozenset()

    @property
    def names(self) -> list[str]:
        """Everybody in it, in the order of the alphabet."""
        return sorted({name for evening in self.evenings for name in evening.measures}, key=alphabetical)

    def refuse(self, number: int, template: str, *, cell: str = "", **values: int | str | Text) -> None:
        self.faults.append(LineFault(number, Text(template, values), cell))

    def warn(self, number: int, template: str, **values: int | str | Text) -> None:
        """Point something out that may be right all the same."""
        self.warnings.append(LineFault(number, Text(template, values)))


def as_read(reading: Reading, plan: Plan) -> Reading:
    """The reading as its page shows it: what the plan reads by its heads is not among what is not read."""
    unread = tuple(place for place in reading.columns.unread if place not in plan.by_heads)
    return replace(reading, columns=replace(reading.columns, unread=unread))


@dataclass(slots=True)
class Days:
    """The evenings of a plan by their day and list."""

    plan: Plan
    calendar: Calendar
    today: date
    found: dict[tuple[date, str, int], Evening] = field(default_factory=dict)

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

    def evening(self, when: date, title: str = "", place: int = 0) -> Evening:
        """The evening of this day, or the list of it that is called so or has this place."""
        key = when, title, place
        if key not in self.found:
            self.found[key] = Evening(title, when, list_place=place)
            self.plan.evenings.append(self.found[key])
        return self.found[key]


def amount_of(row: Row, place: int, plan: Plan, decimals: int, unit: str = "") -> int | None:
    """The number in a cell, counted in the smallest unit; None with the reason in the plan."""
    amount = whole(row[place], decimals, unit)
    if amount is None:
        plan.refuse(row.number, NO_NUMBER, cell=cell_name(row, place), text=row[place][:40])
    return amount


def place_of_list(title: str) -> int:
    """How many lists of the evening come before the one that a column "List" calls so, by its number."""
    number = int(title) if title.isdecimal() and len(title) < MOST_DIGITS else 1
    return max(number - 1, 0)


def cell_name(row: Row, place: int) -> str:
    """What a spreadsheet calls the cell, as "C5"."""
    return f"{letters_of(place)}{row.number}"


def letters_of(place: int) -> str:
    """What a spreadsheet calls the column: A, B, ... Z, AA."""
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


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


NO_NAMES: Final = gettext_noop("There is no column “Name” or “Player” (or “Spieler”).")
NO_DAY: Final = gettext_noop("“{text}” is not a date.")
IN_FUTURE: Final = gettext_noop("“{text}” is in the future.")
TWICE: Final = gettext_noop("{name} is already on line {line}. Combine the two into one line.")
NO_NUMBER: Final = gettext_noop("“{text}” is not a whole number.")
RUNNING_DIFFERS: Final = gettext_noop(
    "The running total in {cell} is {written}, but the lines so far add up to {came_to}."
)
A_FORMULA: Final = gettext_noop("“{text}” is a formula, not a name.")
