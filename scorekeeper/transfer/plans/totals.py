"""Totals of past evenings: one row a person with a column an evening, or one row for each person and day."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.core.text import gettext_noop
from scorekeeper.spreadsheets.days import Calendar
from scorekeeper.spreadsheets.heads import Columns
from scorekeeper.spreadsheets.numbers import whole
from scorekeeper.spreadsheets.reading import Reading, Wanted
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import NO_NAMES, NOTHING, Days, Plan, amount_of, name_in_row, names_somebody


@dataclass(frozen=True, slots=True)
class Counting:
    """How the season counts: what one of each measure is worth, what they are called, how many decimals, and the unit
    (empty for points)."""

    weights: Mapping[str, int]
    titles: Mapping[str, str]
    decimals: int = 0
    unit: str = ""

    @property
    def leading(self) -> str:
        """The measure that a bare total is."""
        return next(iter(self.weights))

    def total(self, measures: Mapping[str, int]) -> int:
        return sum(weight * measures.get(name, 0) for name, weight in self.weights.items())


def columns_of_totals(counting: Counting) -> Wanted:
    """What a file of totals may hold."""
    return Wanted(("name", "first", "last", "date", "total"), counting.titles, has_evenings=True)


def plan_totals(reading: Reading, counting: Counting, calendar: Calendar, today: date) -> Plan:
    """One row a person with a column an evening, or one row for each person and day."""
    known = reading.columns
    plan = Plan(ignored=reading.unread)
    if not names_somebody(reading):
        plan.refuse(0, NO_NAMES)
    elif known.days:
        _wide(reading, Days(plan, calendar, today), counting)
    elif "date" not in known:
        plan.refuse(0, NO_DAYS)
    elif "total" not in known and f"measure:{counting.leading}" not in known:
        plan.refuse(0, NO_POINTS)
    else:
        _long(reading, Days(plan, calendar, today), counting)
    plan.evenings.sort(key=lambda evening: evening.played_on)
    return plan


def _wide(reading: Reading, days: Days, counting: Counting) -> None:
    known = reading.columns
    read = {place: days.read(head, reading.heads_at) for place, head in known.days.items()}
    for row in reading.rows:
        name = name_in_row(row, reading, days.plan)
        if not name:
            continue
        amounts = {
            place: amount_of(row, place, days.plan, counting.decimals, counting.unit)
            for place in read
            if row[place] not in NOTHING
        }
        if None in amounts.values():
            continue
        total = known.of(row.cells, "total")
        came_to = sum(amount or 0 for amount in amounts.values())
        if total not in NOTHING and whole(total, counting.decimals, counting.unit) != came_to:
            days.plan.refuse(row.number, SUM_DIFFERS, written=total[:40], should=came_to)
            continue
        for place, amount in amounts.items():
            when = read[place]
            if when is not None and amount is not None:
                days.add(when, name, {counting.leading: amount // counting.weights[counting.leading]}, row.number)


def _long(reading: Reading, days: Days, counting: Counting) -> None:
    known, above = reading.columns, ""
    for row in reading.rows:
        name = name_in_row(row, reading, days.plan)
        above = known.of(row.cells, "date") or above
        if not name:
            continue
        when = days.read(above, row.number)
        measures = _measures(row, known, days.plan, counting)
        if when is not None and measures is not None:
            days.add(when, name, measures, row.number)


def _measures(row: Row, known: Columns, plan: Plan, counting: Counting) -> dict[str, int] | None:
    """What the line says, so that it comes to the total it says; None where it contradicts itself."""
    said: dict[str, int] = {}
    for column, place in known.places.items():
        if column.startswith("measure:") and row[place] not in NOTHING:
            amount = amount_of(row, place, plan, counting.decimals, counting.unit)
            if amount is None:
                return None
            said[column.removeprefix("measure:")] = amount
    total_place = known.places.get("total")
    if total_place is None or row[total_place] in NOTHING:
        if counting.leading not in said:
            plan.refuse(row.number, POINTS_MISSING)
            return None
        return said
    total = amount_of(row, total_place, plan, counting.decimals, counting.unit)
    if total is None:
        return None
    rest = total - counting.total({**said, counting.leading: 0})
    leading, uneven = divmod(rest, counting.weights[counting.leading])
    if uneven or said.get(counting.leading, leading) != leading:
        plan.refuse(row.number, TOTAL_DIFFERS, written=total, should=counting.total(said))
        return None
    return {**said, counting.leading: leading}


def totals_of(plan: Plan, counting: Counting) -> Iterator[tuple[str, int, int]]:
    """Each name with how many evenings it is on and what these come to."""
    came: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for evening in plan.evenings:
        for name, measures in evening.measures.items():
            came[name] += 1
            totals[name] += counting.total(measures)
    for name in plan.names:
        yield name, came[name], totals[name]


NO_DAYS: Final = gettext_noop("No column is called “Date” (or “Datum”), and none has a day as its head.")
NO_POINTS: Final = gettext_noop("No column is called “Points” or “Total” (or “Punkte”, “Gesamt”).")
POINTS_MISSING: Final = gettext_noop("The points are missing.")
SUM_DIFFERS: Final = gettext_noop("The total says {written}, but the evenings come to {should}. It should be {should}.")
TOTAL_DIFFERS: Final = gettext_noop("The total says {written}, but the line comes to {should}. It should be {should}.")
