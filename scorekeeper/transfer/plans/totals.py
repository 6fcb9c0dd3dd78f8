"""Totals of past evenings: one row a person with a column an evening, or one row for each person and day."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from games.core.text import gettext_noop
from scorekeeper.common.names import LONGEST
from scorekeeper.spreadsheets.cells import Calendar, dated, whole
from scorekeeper.spreadsheets.heads import Columns, head_key
from scorekeeper.spreadsheets.reading import Reading, Wanted
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import (
    NO_NAMES,
    NO_NUMBER,
    NOTHING,
    RUNNING_DIFFERS,
    TWICE,
    Days,
    Evening,
    Plan,
    amount_of,
    cell_name,
    name_in_row,
    names_somebody,
    place_of_list,
)

OF_MATCH_DAYS: Final = """match day, matchday, evening, night, game day, week; spieltag, abend, spielabend, sp tag, st;
    noite, etapa; jornada, noche; вечер, игровой день, тур; ਸ਼ਾਮ; સાંજ"""  # whose number is no number of a list


@dataclass(frozen=True, slots=True)
class Counting:
    """How the season counts: what one of each measure is worth, what they are called, how many decimals, the unit
    (empty for points), and whether what somebody gets comes from the others at the table."""

    weights: Mapping[str, int]
    titles: Mapping[str, str]
    decimals: int = 0
    unit: str = ""
    sums_to_zero: bool = False

    @property
    def leading(self) -> str:
        """The measure that a bare total is."""
        return next(iter(self.weights))

    def total(self, measures: Mapping[str, int]) -> int:
        return sum(weight * measures.get(name, 0) for name, weight in self.weights.items())


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of results: where it stands, its head, the day of it (None: that of the line), what the list is called,
    and how many lists of the day come before it."""

    at: int
    head: str
    when: date | None
    title: str = ""
    list_place: int = 0


def columns_of_totals(counting: Counting) -> Wanted:
    """What a file of totals may hold."""
    columns = ("name", "first", "last", "date", "list", "total", "running")
    return Wanted(columns, counting.titles, has_evenings=True)


def plan_totals(
    reading: Reading, counting: Counting, calendar: Calendar, today: date, days_said: Mapping[str, str] | None = None
) -> Plan:
    """One row a person with a column an evening or list, or one row for each person and day. `days_said` are the days
    of columns whose heads have none: {key of the head: day}."""
    known = reading.columns
    days = Days(Plan(ignored=reading.unread), calendar, today)
    if not names_somebody(reading):
        days.plan.refuse(0, NO_NAMES)
    elif known.days or known.rounds:
        columns = _columns(reading, days, days_said or {})
        if not days.plan.lacks_days:
            _wide(reading, columns, days, counting)
    elif "date" not in known:
        days.plan.refuse(0, NO_DAYS)
    elif "total" not in known and f"measure:{counting.leading}" not in known:
        days.plan.refuse(0, NO_POINTS)
    else:
        _long(reading, days, counting)
    days.plan.faults.sort(key=lambda fault: fault.number)
    days.plan.evenings.sort(key=lambda evening: (evening.played_on, evening.list_place))
    return days.plan


def _columns(reading: Reading, days: Days, days_said: Mapping[str, str]) -> list[ResultColumn]:
    """The columns of results with their days. Where that is not said, a list of an evening ("Serie 2") has the day of
    the list in the column before; the day of a match day is always said."""
    columns, found, lists = reading.columns, list[ResultColumn](), Counter[date | None]()
    before: date | None = None  # the day of the column before, where that numbers a list of an evening too
    for at in sorted({*columns.days, *columns.rounds}):
        head, title = reading.heads[at], ""
        if at in columns.days:
            day, title = dated(head) or (head, "")
            when = days.read(day, reading.heads_at)
            before = None
            if when is None:
                continue
        elif "date" in columns:
            when, title = None, head
        else:
            key = head_key(head)
            title, days.plan.rounds[key] = head, head
            when = days.read(days_said[key], reading.heads_at) if days_said.get(key) else None
            if when is None and is_of_evening(head):
                when = before
            if when is None:
                days.plan.lacks_days = True
                continue
        found.append(ResultColumn(at, head, when, title[:LONGEST], lists[when]))
        lists[when] += 1
        before = when if at in columns.rounds else None
    return found


def is_of_evening(head: str) -> bool:
    """Whether a head numbers the lists of an evening ("Serie 2"), and not evenings ("2. Spieltag")."""
    words = head_key("".join(sign for sign in head if not sign.isdigit()))
    return words not in {head_key(word) for word in OF_MATCH_DAYS.replace(";", ",").split(",")}


def _wide(reading: Reading, columns: Sequence[ResultColumn], days: Days, counting: Counting) -> None:
    above, before = "", Counter[str]()  # what the lines above brought each name
    for row in reading.rows:
        name = name_in_row(row, reading, days.plan)
        above = reading.columns.of(row.cells, "date") or above
        if not name or (amounts := _amounts(row, columns, reading, days.plan, counting)) is None:
            continue
        when = days.read(above, row.number) if "date" in reading.columns else None
        if "date" in reading.columns and when is None:
            continue
        evenings = [
            (days.evening(column.when or when or days.today, column.title, column.list_place), amounts[column.at])
            for column in columns
            if column.at in amounts
        ]
        if double := next((night.lines[name] for night, _amount in evenings if name in night.measures), None):
            days.plan.refuse(row.number, TWICE, name=name, line=double)
            continue
        for evening, amount in evenings:
            evening.measures[name] = {counting.leading: amount // counting.weights[counting.leading]}
            evening.lines[name] = row.number
        # The total that the file says itself, added up over the lines of a person.
        text = reading.columns.of(row.cells, "total")
        if text not in NOTHING and (total := whole(text, counting.decimals, counting.unit)) is not None:
            days.plan.own_totals[name] = days.plan.own_totals.get(name, 0) + total
        for place in reading.columns.running:
            so_far = before[name] + sum(amount for at, amount in amounts.items() if at < place)
            _hold_running(row, place, so_far, days.plan, counting)
        before[name] += sum(amounts.values())
    days.plan.evenings[:] = [evening for evening in days.plan.evenings if evening.measures]
    if "date" not in reading.columns:
        _hold_against_sums(reading.sums, columns, days, counting)


def _amounts(
    row: Row, columns: Sequence[ResultColumn], reading: Reading, plan: Plan, counting: Counting
) -> dict[int, int] | None:
    """The results of a line by their columns; None with the reasons in the plan: one cell that is refused leaves out
    the line, and so does a total that does not fit. Where the total is there and one cell alone can't be read, it says
    what that should be."""
    amounts: dict[int, int] = {}
    wrong: list[int] = []
    for column in columns:
        if row[column.at] in NOTHING:
            continue
        amount = whole(row[column.at], counting.decimals, counting.unit)
        if amount is None or amount % abs(counting.weights[counting.leading]):
            wrong.append(column.at)
        else:
            amounts[column.at] = amount
    at = reading.columns.places.get("total")
    written = row[at] if at is not None else ""
    total = None if written in NOTHING else whole(written, counting.decimals, counting.unit)
    came_to = sum(amounts.values())
    for place in wrong:
        said: dict[str, str] = {"text": row[place][:40]}
        if total is not None and len(wrong) == 1:
            said["should"] = as_written(total - came_to, counting.decimals)
        plan.refuse(
            row.number, NO_NUMBER_BY_TOTAL if "should" in said else NO_NUMBER, cell=cell_name(row, place), **said
        )
    if wrong:
        return None
    if at is not None and written not in NOTHING and total != came_to:
        figure = as_written(came_to, counting.decimals)
        message = {"written": written[:40], "should": figure}
        plan.refuse(row.number, SUM_DIFFERS, cell=cell_name(row, at), **message)
        return None
    return amounts


def _hold_running(row: Row, place: int, so_far: int, plan: Plan, counting: Counting) -> None:
    """Note a running total that the lines or columns before it do not come to."""
    written = None if row[place] in NOTHING else whole(row[place], counting.decimals, counting.unit)
    if written is not None and written != so_far:
        figures = (as_written(amount, counting.decimals) for amount in (written, so_far))
        plan.warn(row.number, RUNNING_DIFFERS, cell=cell_name(row, place), **dict(zip(OF_SUMS, figures, strict=True)))


def _hold_against_sums(sums: Sequence[Row], columns: Sequence[ResultColumn], days: Days, counting: Counting) -> None:
    """Where a line of the file sums the others up, each column that comes to something else is noted."""
    for row in sums[:1]:
        for column in columns:
            written = whole(row[column.at], counting.decimals, counting.unit)
            if written is None or column.when is None:
                continue
            evening = days.found.get((column.when, column.title, column.list_place))
            came_to = sum(counting.total(measures) for measures in evening.measures.values()) if evening else 0
            if written != came_to:
                figures = (as_written(amount, counting.decimals) for amount in (written, came_to))
                values = dict(zip(OF_SUMS, figures, strict=True))
                days.plan.warn(row.number, COLUMN_DIFFERS, cell=cell_name(row, column.at), **values)


def _long(reading: Reading, days: Days, counting: Counting) -> None:
    columns, above = reading.columns, ""
    so_far: Counter[str] = Counter()
    lines: dict[tuple[str, ...], int] = {}
    for row in reading.rows:
        name = name_in_row(row, reading, days.plan)
        above = columns.of(row.cells, "date") or above
        if not name:
            continue
        when = days.read(above, row.number)
        measures = _measures(row, columns, days.plan, counting)
        if when is None or measures is None:
            continue
        first = lines.setdefault((above, *row.cells), row.number)
        if first != row.number and "list" not in columns:
            days.plan.refuse(row.number, SAME_LINE, line=first)
            continue
        evening = _list_of(row, name, when, reading, days)
        if name in evening.measures:
            days.plan.refuse(row.number, TWICE, name=name, line=evening.lines[name])
        else:
            evening.measures[name], evening.lines[name] = measures, row.number
            so_far[name] += counting.total(measures)
            for place in columns.running:
                _hold_running(row, place, so_far[name], days.plan, counting)
    days.plan.evenings[:] = [evening for evening in days.plan.evenings if evening.measures]


def _list_of(row: Row, name: str, when: date, reading: Reading, days: Days) -> Evening:
    """The list of the evening that a line is of: the one it names, else the first in which the person has nothing."""
    title = reading.columns.of(row.cells, "list")[:LONGEST]
    if title:
        return days.evening(when, title, place_of_list(title))
    place = 0
    if "list" not in reading.columns:
        while name in days.evening(when, "", place).measures:
            place += 1
    return days.evening(when, "", place)


def _measures(row: Row, columns: Columns, plan: Plan, counting: Counting) -> dict[str, int] | None:
    """What the line says, so that it comes to the total it says; None where it contradicts itself."""
    measures: dict[str, int] = {}
    for column, place in columns.places.items():
        if column.startswith("measure:") and row[place] not in NOTHING:
            amount = amount_of(row, place, plan, counting.decimals, counting.unit)
            if amount is None:
                return None
            measures[column.removeprefix("measure:")] = amount
    total_place = columns.places.get("total")
    if total_place is None or row[total_place] in NOTHING:
        if counting.leading not in measures:
            plan.refuse(row.number, POINTS_MISSING)
            return None
        return measures
    total = amount_of(row, total_place, plan, counting.decimals, counting.unit)
    if total is None:
        return None
    rest = total - counting.total({**measures, counting.leading: 0})
    leading, uneven = divmod(rest, counting.weights[counting.leading])
    if uneven or measures.get(counting.leading, leading) != leading:
        should = counting.total(measures)
        figures = {"written": as_written(total, counting.decimals), "should": as_written(should, counting.decimals)}
        plan.refuse(row.number, TOTAL_DIFFERS, cell=cell_name(row, total_place), **figures)
        return None
    return {**measures, counting.leading: leading}


def as_written(amount: int, decimals: int) -> str:
    """An amount in the smallest unit as people write it, without its unit."""
    return str(Decimal(amount).scaleb(-decimals)) if decimals else str(amount)


@dataclass(frozen=True, slots=True)
class NameTotal:
    """What a file says of a name: on how many evenings and lists, what these come to, and its own total."""

    name: str
    evenings: int
    lists: int
    total: int
    written: int | None


def totals_of(plan: Plan, counting: Counting) -> Iterator[NameTotal]:
    """Each name with how many evenings and lists it is on and what these come to."""
    days: defaultdict[str, set[date]] = defaultdict(set)
    lists: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for evening in plan.evenings:
        for name, measures in evening.measures.items():
            days[name].add(evening.played_on)
            lists[name] += 1
            totals[name] += counting.total(measures)
    for name in plan.names:
        yield NameTotal(name, len(days[name]), lists[name], totals[name], plan.own_totals.get(name))


def unbalanced(plan: Plan, counting: Counting) -> Iterator[tuple[Evening, int]]:
    """The evenings of a game whose results sum to zero that come to something else, with what they come to."""
    for evening in plan.evenings:
        came_to = sum(counting.total(measures) for measures in evening.measures.values())
        if counting.sums_to_zero and came_to:
            yield evening, came_to


NO_DAYS: Final = gettext_noop("There is no column “Date” (or “Datum”), and no column has a date as its heading.")
NO_POINTS: Final = gettext_noop("There is no column “Points” or “Total” (or “Punkte”, “Gesamt”).")
NO_NUMBER_BY_TOTAL: Final = gettext_noop("“{text}” is not a whole number. The total suggests {should}.")
OF_SUMS: Final = ("written", "came_to")
COLUMN_DIFFERS: Final = gettext_noop("The sum in {cell} is {written}, but the lines read add up to {came_to}.")
SAME_LINE: Final = gettext_noop(
    "This line repeats line {line}. Delete it, or add a column “List” if it belongs to another list."
)
POINTS_MISSING: Final = gettext_noop("The points are missing.")
SUM_DIFFERS: Final = gettext_noop(
    "The total is {written}, but the evenings add up to {should}. Please correct it to {should}."
)
TOTAL_DIFFERS: Final = gettext_noop(
    "The total is {written}, but the line adds up to {should}. Please correct it to {should}."
)
