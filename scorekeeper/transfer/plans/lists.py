"""Skat lists kept by hand: one row a hand with its value and the bonuses as the scribe wrote them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from games.core.text import gettext_noop
from games.skat.paper import PaperLine, PaperList, faults_of, measures_of_list
from scorekeeper.common.names import name_key
from scorekeeper.spreadsheets.days import Calendar
from scorekeeper.spreadsheets.heads import Columns
from scorekeeper.spreadsheets.numbers import whole
from scorekeeper.spreadsheets.reading import Reading, Wanted
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import FORMULA, NO_NUMBER, NOTHING, Days, Evening, LineFault, Plan, person_name

PASSED: Final = {"passed", "pass", "eingepasst", "gepasst", "passe", "allpassed"}
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
COLUMNS: Final = Wanted(
    (
        "date", "list", "number", "declarer", "contract", "value", "bonus", "others", "players", "won_bonus",
        "lost_bonus",
    )
)  # fmt: skip


def plan_lists(reading: Reading, calendar: Calendar, today: date) -> Plan:
    """One row a hand: whose it was, its value, the bonuses as they were written. A list with a fault is left out whole:
    what is wrong on one line is wrong in everybody's total."""
    known = reading.columns
    plan = Plan(ignored=reading.unread)
    missing = [name for name in ("date", "declarer", "value") if name not in known]
    if missing:
        plan.refuse(0, LACKS_COLUMNS, columns=", ".join(missing))
        return plan
    for (when, title), rows in _by_list(reading, Days(plan, calendar, today)).items():
        before = len(plan.faults)
        paper = _paper(rows, known, plan)
        plan.faults += [LineFault(fault.place, fault.message) for fault in faults_of(paper)] if paper else []
        if paper and len(plan.faults) == before:
            plan.evenings.append(Evening(title, when, measures_of_list(paper)))
    plan.faults.sort(key=lambda fault: fault.number)
    plan.evenings.sort(key=lambda evening: evening.played_on)
    return plan


def _by_list(reading: Reading, days: Days) -> dict[tuple[date, str], list[Row]]:
    """The rows of each list; where a day or a list is not said, it is that of the row above."""
    found: defaultdict[tuple[date, str], list[Row]] = defaultdict(list)
    known, when_above, title_above = reading.columns, "", ""
    for row in reading.rows:
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
        said = [person_name(one, number, plan) for one in APART.split(named[0]) if one]
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
    declarer = None if passed else person_name(typed, row.number, plan)
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


LACKS_COLUMNS: Final = gettext_noop("These columns are missing: {columns}. The example shows how they are called.")
TABLE_SIZE: Final = gettext_noop(
    "Three or four sit at a table of Skat, but this list names {count}. Name all of them in a column “Players”."
)
FOURTH_MISSING: Final = gettext_noop(
    "The others got 30, as at a table of four, but only three are named. Name all four in a column “Players”."
)
NO_CONTRACT: Final = gettext_noop("“{text}” is no game of Skat.")
BOTH_BONUSES: Final = gettext_noop("Both columns of bonuses are filled. It should be one: won or lost.")
