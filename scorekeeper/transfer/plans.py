"""What a file would bring into a season, line by line: evenings, and every line that is refused with its reason."""

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from games.core.text import Text, gettext_noop
from games.skat.paper import PaperLine, PaperList, faults_of, measures_of_list
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical, clean_name, name_key
from scorekeeper.common.spreadsheets import Row, Sheet
from scorekeeper.transfer.cells import Asks, Calendar, day, is_day, turned, whole
from scorekeeper.transfer.heads import Columns, columns

NOTHING: Final = {"", "-", "–", "/"}  # as people leave a cell empty
PASSED: Final = {"passed", "pass", "eingepasst", "gepasst", "passe", "allpassed"}
FORMULA: Final = ("=", "+", "@")
APART: Final = re.compile(r"\s*[,/;+&]\s*")
CONTRACTS: Final = {
    word: contract
    for contract, words in {
        "diamonds": "diamonds karo schellen d 9",
        "hearts": "hearts herz rot h 10",
        "spades": "spades pik gruen gras s p 11",
        "clubs": "clubs kreuz eichel c kr 12",
        "grand": "grand g 24",
        "null": "null n nullouvert nullhand nullouverthand 23",
    }.items()
    for word in words.split()
}
GAME: Final = "skat"


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


@dataclass(frozen=True, slots=True)
class Counting:
    """How the season counts: what one of each measure is worth, what they are called, how many decimals."""

    weights: Mapping[str, int]
    titles: Mapping[str, str]
    decimals: int = 0

    @property
    def leading(self) -> str:
        """The measure that a bare total is."""
        return next(iter(self.weights))

    def total(self, measures: Mapping[str, int]) -> int:
        return sum(weight * measures.get(name, 0) for name, weight in self.weights.items())


@dataclass(slots=True)
class Plan:
    """What would be taken over. `asks` is what must be said before all days can be read."""

    evenings: list[Evening] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    asks: set[Asks] = field(default_factory=set)
    ignored: Sequence[str] = ()

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


def plan_totals(sheet: Sheet, counting: Counting, calendar: Calendar, today: date) -> Plan:
    """One row a person with a column an evening, or one row for each person and day."""
    known = columns(sheet.heads, ("name", "first", "last", "date", "total"), counting.titles)
    plan = Plan(ignored=[head for head in known.ignored if not is_day(head)])
    days = {place: head for place, head in enumerate(sheet.heads) if is_day(head)}
    if "name" not in known and "last" not in known:
        plan.refuse(0, NO_NAMES)
    elif days:
        _wide(sheet, known, days, _Days(plan, calendar, today), counting)
    elif "date" not in known:
        plan.refuse(0, NO_DAYS)
    elif "total" not in known and f"measure:{counting.leading}" not in known:
        plan.refuse(0, NO_POINTS)
    else:
        _long(sheet, known, _Days(plan, calendar, today), counting)
    plan.evenings.sort(key=lambda evening: evening.played_on)
    return plan


@dataclass(slots=True)
class _Days:
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


def _wide(sheet: Sheet, known: Columns, heads: Mapping[int, str], days: _Days, counting: Counting) -> None:
    read = {place: days.read(head, 1) for place, head in heads.items()}
    for row in sheet.rows:
        name = _name(row, known, days.plan)
        if not name:
            continue
        amounts = {place: _amount(row, place, days.plan, counting) for place in read if row[place] not in NOTHING}
        if None in amounts.values():
            continue
        total = known.of(row.cells, "total")
        came_to = sum(amount or 0 for amount in amounts.values())
        if total not in NOTHING and whole(total, counting.decimals) != came_to:
            days.plan.refuse(row.number, SUM_DIFFERS, written=total[:40], should=came_to)
            continue
        for place, amount in amounts.items():
            when = read[place]
            if when is not None and amount is not None:
                days.add(when, name, {counting.leading: amount // counting.weights[counting.leading]}, row.number)


def _long(sheet: Sheet, known: Columns, days: _Days, counting: Counting) -> None:
    above = ""
    for row in sheet.rows:
        name = _name(row, known, days.plan)
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
            amount = _amount(row, place, plan, counting)
            if amount is None:
                return None
            said[column.removeprefix("measure:")] = amount
    total_place = known.places.get("total")
    if total_place is None or row[total_place] in NOTHING:
        if counting.leading not in said:
            plan.refuse(row.number, POINTS_MISSING)
            return None
        return said
    total = _amount(row, total_place, plan, counting)
    if total is None:
        return None
    rest = total - counting.total({**said, counting.leading: 0})
    leading, uneven = divmod(rest, counting.weights[counting.leading])
    if uneven or said.get(counting.leading, leading) != leading:
        plan.refuse(row.number, TOTAL_DIFFERS, written=total, should=counting.total(said))
        return None
    return {**said, counting.leading: leading}


def _amount(row: Row, place: int, plan: Plan, counting: Counting) -> int | None:
    amount = whole(row[place], counting.decimals)
    if amount is None:
        plan.refuse(row.number, NO_NUMBER, text=row[place][:40])
    return amount


def _name(row: Row, known: Columns, plan: Plan) -> str:
    """Who the line is about; empty with the reason in the plan, or where it is a line of sums."""
    typed = known.of(row.cells, "name")
    if "last" in known and not typed:
        typed = f"{known.of(row.cells, 'first')} {known.of(row.cells, 'last')}".strip()
    return said_name(typed, row.number, plan)


def said_name(typed: str, number: int, plan: Plan) -> str:
    """The name as people are called; empty with the reason in the plan."""
    if name_key(typed) in {"summe", "gesamt", "total", "sum"}:
        return ""
    if typed.startswith(FORMULA):
        plan.refuse(number, A_FORMULA, text=typed[:40])
        return ""
    try:
        return clean_name(turned(typed), "name")
    except Refused as refused:
        plan.faults += [LineFault(number, problem.message) for problem in refused.problems]
        return ""


def plan_lists(sheet: Sheet, calendar: Calendar, today: date) -> Plan:
    """One row a hand: whose it was, its value, the bonuses as they were written. A list with a fault is left out whole:
    what is wrong on one line is wrong in everybody's total."""
    wanted = ("date", "list", "number", "declarer", "contract", "value", "bonus", "others", "players")
    known = columns(sheet.heads, (*wanted, "won_bonus", "lost_bonus"))
    plan = Plan(ignored=known.ignored)
    missing = [name for name in ("date", "declarer", "value") if name not in known]
    if missing:
        plan.refuse(0, LACKS_COLUMNS, columns=", ".join(missing))
        return plan
    for (when, title), rows in _by_list(sheet, known, _Days(plan, calendar, today)).items():
        before = len(plan.faults)
        paper = _paper(rows, known, plan)
        plan.faults += [LineFault(fault.place, fault.message) for fault in faults_of(paper)] if paper else []
        if paper and len(plan.faults) == before:
            plan.evenings.append(Evening(title, when, measures_of_list(paper)))
    plan.faults.sort(key=lambda fault: fault.number)
    plan.evenings.sort(key=lambda evening: evening.played_on)
    return plan


def _by_list(sheet: Sheet, known: Columns, days: _Days) -> dict[tuple[date, str], list[Row]]:
    """The rows of each list; where a day or a list is not said, it is that of the row above."""
    found: defaultdict[tuple[date, str], list[Row]] = defaultdict(list)
    when_above = title_above = ""
    for row in sheet.rows:
        when_above = known.of(row.cells, "date") or when_above
        title_above = known.of(row.cells, "list") or title_above
        when = days.read(when_above, row.number)
        if when is not None:
            found[when, title_above[:80]].append(row)
    return found


def _paper(rows: Sequence[Row], known: Columns, plan: Plan) -> PaperList | None:
    lines = [line for row in rows if (line := _line(row, known, plan))]
    named = [known.of(row.cells, "players") for row in rows if known.of(row.cells, "players")]
    players = _players(named, lines, rows[0].number, plan)
    bonuses = any(name in known for name in ("bonus", "won_bonus", "lost_bonus", "others"))
    if players is None or len(lines) < len(rows):
        return None
    if not named and len(players) == 3 and {line.others for line in lines if line.others} == {30}:
        plan.refuse(rows[0].number, FOURTH_MISSING)
        return None
    return PaperList(lines, players, has_bonuses=bonuses)


def _players(named: Sequence[str], lines: Iterable[PaperLine], number: int, plan: Plan) -> list[str] | None:
    """Who sat at the table: as it is said, else everybody who declared a game."""
    if named:
        said = [said_name(one, number, plan) for one in APART.split(named[0]) if one]
    else:
        said = [line.declarer for line in lines if line.declarer]
    players = [name for name in dict.fromkeys(said) if name]
    if len(players) not in {3, 4}:
        plan.refuse(number, TABLE_SIZE, count=len(players))
        return None
    return players


def _line(row: Row, known: Columns, plan: Plan) -> PaperLine | None:
    """A row as the scribe wrote it; None with the reason in the plan."""
    typed, game = known.of(row.cells, "declarer"), name_key(known.of(row.cells, "contract"))
    passed = name_key(typed) in PASSED or game in PASSED or (typed in NOTHING and not _has_value(row, known))
    declarer = None if passed else said_name(typed, row.number, plan)
    if declarer == "":
        return None
    amounts: dict[str, int | None] = {}
    for name in ("value", "bonus", "won_bonus", "lost_bonus", "others"):
        cell = known.of(row.cells, name)
        amounts[name] = None if cell in NOTHING else whole(cell)
        if cell not in NOTHING and amounts[name] is None:
            plan.refuse(row.number, NO_NUMBER, text=cell[:40])
            return None
    contract = CONTRACTS.get(game, "")
    is_formula = known.of(row.cells, "contract").strip().startswith(FORMULA)
    if (game and not contract and not passed) or is_formula:
        plan.refuse(row.number, NO_CONTRACT, text=known.of(row.cells, "contract")[:40])
        return None
    bonus = _bonus(amounts)
    if amounts["won_bonus"] and amounts["lost_bonus"]:
        plan.refuse(row.number, BOTH_BONUSES)
        return None
    return PaperLine(row.number, declarer, amounts["value"], bonus, amounts["others"], contract)


def _has_value(row: Row, known: Columns) -> bool:
    return known.of(row.cells, "value") not in NOTHING


def _bonus(amounts: Mapping[str, int | None]) -> int | None:
    """The declarer's bonus with its sign: by its own, or by the column it stands in."""
    if amounts["won_bonus"]:
        return abs(amounts["won_bonus"])
    if amounts["lost_bonus"]:
        return -abs(amounts["lost_bonus"])
    return amounts["bonus"]


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


NO_NAMES: Final = gettext_noop("No column is called “Name” or “Player” (or “Spieler”).")
NO_DAYS: Final = gettext_noop("No column is called “Date” (or “Datum”), and none has a day as its head.")
NO_POINTS: Final = gettext_noop("No column is called “Points” or “Total” (or “Punkte”, “Gesamt”).")
LACKS_COLUMNS: Final = gettext_noop("These columns are missing: {columns}. The example shows how they are called.")
NO_DAY: Final = gettext_noop("“{text}” is no day.")
IN_FUTURE: Final = gettext_noop("“{text}” lies in the future.")
TWICE: Final = gettext_noop("{name} stands there twice for this day. It should be one line.")
NO_NUMBER: Final = gettext_noop("“{text}” is no whole number.")
POINTS_MISSING: Final = gettext_noop("The points are missing.")
SUM_DIFFERS: Final = gettext_noop("The total says {written}, but the evenings come to {should}. It should be {should}.")
TOTAL_DIFFERS: Final = gettext_noop("The total says {written}, but the line comes to {should}. It should be {should}.")
A_FORMULA: Final = gettext_noop("“{text}” is a formula and no name.")
TABLE_SIZE: Final = gettext_noop(
    "Three or four sit at a table of Skat, but this list names {count}. Name all of them in a column “Players”."
)
FOURTH_MISSING: Final = gettext_noop(
    "The others got 30, as at a table of four, but only three are named. Name all four in a column “Players”."
)
NO_CONTRACT: Final = gettext_noop("“{text}” is no game of Skat.")
BOTH_BONUSES: Final = gettext_noop("Both columns of bonuses are filled. It should be one: won or lost.")
