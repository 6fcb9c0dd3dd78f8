"""Skat lists kept by hand: one row a hand with its value and the bonuses as the scribe wrote them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from games import all_games
from games.core.text import gettext_noop, pgettext
from games.skat.contracts import LEVELS, MEANINGS, PASSED, Written, contract_of, folded
from games.skat.paper import (
    Fault,
    Numbered,
    PaperLine,
    PaperList,
    PaperSum,
    faults_of,
    faults_of_numbers,
    faults_of_sums,
    measures_of_list,
)
from games.skat.paper_columns import ColumnLine, ColumnList, faults_of_columns, plain_list
from scorekeeper.common.names import name_key
from scorekeeper.spreadsheets.cells import Asks, Calendar, whole
from scorekeeper.spreadsheets.heads import Columns, is_sum
from scorekeeper.spreadsheets.reading import Reading, Wanted, title_of
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import (
    FORMULA,
    NO_NUMBER,
    NOTHING,
    RUNNING_DIFFERS,
    Days,
    Evening,
    LineFault,
    Plan,
    cell_name,
    person_name,
    place_of_list,
)

SIGNS: Final = {"+": 1, "-": -1, "\u2212": -1, "\u2013": -1}
OF_THE_OTHER_FORM: Final = ("bonus", "others")
OF_VALUES: Final = {"value": 0, "won_bonus": 1, "lost_bonus": -1}  # 0: the value has its own sign
NUMBERED: Final = re.compile(r"(?:[^\W\d_]+[. ]*)?[#№]?\s*(\d)\.?")  # "1", "Spieler 2", "Player 3"


@dataclass(frozen=True, slots=True)
class Seats:
    """The columns of the players: {place in a row: head}; empty where the file is not of this form. `signs` are columns
    of values whose heads end in a sign, as the printed list parts won from lost games: {place: 1 or -1}."""

    heads: Mapping[int, str]
    signs: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.heads)

    @property
    def numbered(self) -> list[str]:
        """The heads that are numbers: who sits there has to be said."""
        return [head for head in self.heads.values() if NUMBERED.fullmatch(head.strip())]

    def names(
        self, listed: Sequence[str], answers: Mapping[str, str], number: int, plan: Plan
    ) -> dict[int, str] | None:
        """Who sits under each column: by its head; under a number by its place in a column “Players”, or as was
        answered. None where that is not said yet, or with the reason in the plan."""
        found = {}
        for order, (place, head) in enumerate(self.heads.items()):
            name = head
            if head in self.numbered:
                name = listed[order] if len(listed) == len(self.heads) else answers.get(head, "")
                if not name:
                    plan.seats = [head for head in self.numbered if not answers.get(head)]
                    return None
            found[place] = person_name(name, number, plan)
        if len({*found.values()}) < len(found) or "" in found.values():
            plan.refuse(number, SEATED_TWICE)
            return None
        return found

    def paper(self, lines: Sequence[ColumnLine], names: Mapping[int, str]) -> ColumnList:
        return ColumnList(lines, [names[place] for place in self.heads])


def seats_in(reading: Reading, levels: Mapping[int, str]) -> Seats:
    """The three or four columns that hold nothing but bonuses and stand for nothing else."""
    if any(name in reading.columns for name in OF_THE_OTHER_FORM):
        return Seats({})
    signs = {place: SIGNS[head.strip()[-1]] for place, head in enumerate(reading.heads) if head.strip()[-1:] in SIGNS}
    found = {
        place: head
        for place, head in _headed(reading).items()
        if place not in levels
        and place not in signs
        and all(whole(row[place]) is not None for row in reading.rows if row[place] not in NOTHING)
    }
    filled = {place: head for place, head in found.items() if any(row[place] not in NOTHING for row in reading.rows)}
    for heads in (found, filled):
        if len(heads) in {3, 4}:
            return Seats(heads, signs)
    return Seats({})


def level_columns(reading: Reading) -> dict[int, str]:
    """The columns in which levels are ticked, or with or without how many is written: {place: head}."""
    return {place: head for place, head in _headed(reading).items() if MEANINGS.get(folded(head.strip())) in LEVELS}


def _headed(reading: Reading) -> dict[int, str]:
    """The heads that name no column of the import."""
    return {
        place: reading.heads[place] for place in reading.columns.unread if "".join(reading.heads[place : place + 1])
    }


def column_line(
    row: Row, written: Written, columns: Columns, seats: Seats, names: Mapping[int, str], plan: Plan
) -> ColumnLine | None:
    """A row as the scribe wrote it; None with the reason in the plan."""
    value = _value(row, columns, seats, plan)
    bonuses = {}
    for place, name in names.items():
        if row[place] in NOTHING:
            continue
        amount = whole(row[place])
        if amount is None:
            plan.refuse(row.number, NO_NUMBER, text=row[place][:40])
            return None
        if amount:
            bonuses[name] = amount
    typed = columns.of(row.cells, "declarer")
    passed = PASSED in {written.game.contract, "" if value else contract_of(typed).game.contract}
    declarer = "" if passed or typed in NOTHING else person_name(typed, row.number, plan)
    return ColumnLine(row.number, value, bonuses, _seated(declarer, names), written.game, passed)


def _seated(declarer: str, names: Mapping[int, str]) -> str:
    """The declarer as the head over their column writes them; by its number too."""
    by_key = {name_key(name): name for name in names.values()}
    by_number = dict(enumerate(names.values(), start=1))
    return by_key.get(name_key(declarer)) or by_number.get(whole(declarer) or 0, declarer)


def _value(row: Row, columns: Columns, seats: Seats, plan: Plan) -> int | None:
    """The value with its sign: by its own, or by the column it stands in, plus or minus."""
    signs = {columns.places[name]: sign for name, sign in OF_VALUES.items() if name in columns} | {**seats.signs}
    for place, sign in signs.items():
        if row[place] in NOTHING:
            continue
        amount = whole(row[place])
        if amount is None:
            plan.refuse(row.number, NO_NUMBER, text=row[place][:40])
        elif amount:
            return sign * abs(amount) if sign else amount
    return None


SEATED_TWICE: Final = gettext_noop("Each bonus column belongs to a different player. Choose each player only once.")


APART: Final = re.compile(r"\s*[,/;+&]\s*")
AMOUNTS: Final = ("value", "bonus", "won_bonus", "lost_bonus", "others")
LISTED: Final = tuple(name for name, game in all_games().items() if game.keeps_lists)
"""The games whose lists on paper are taken over."""
COLUMNS: Final = Wanted(
    (
        "date", "list", "number", "declarer", "contract", "value", "bonus", "others", "players", "won_bonus",
        "lost_bonus", "running",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What was said of a file of lists: the day of those without one, and who sits under a head that is a number."""

    day: date | None = None
    seats: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Form:
    """How the lists of a file are kept: its columns, those of the players' bonuses, those of levels by their heads."""

    columns: Columns
    seats: Seats
    levels: Mapping[int, str]


def plan_lists(reading: Reading, calendar: Calendar, today: date, answers: ListAnswers | None = None) -> Plan:
    """One row a hand: whose it was, its value, the bonuses as they were written, for the declarer and the others or for
    each player. A list with a fault is left out whole: what is wrong on one line is wrong in everybody's total."""
    answers = answers or ListAnswers()
    columns, levels = reading.columns, level_columns(reading)
    form = _Form(columns, seats_in(reading, levels), levels)
    by_heads = frozenset({*form.levels, *form.seats.heads, *form.seats.signs})
    unread = [place for place in columns.unread if place not in by_heads]
    plan = Plan(ignored=[title_of(reading.heads, place) for place in unread], by_heads=by_heads)
    missing = [name for name in ("declarer", "value") if name not in columns]
    if form.seats:
        missing = [] if form.seats.signs or "value" in columns or "won_bonus" in columns else ["value"]
    if missing:
        plan.refuse(0, LACKS_COLUMNS, columns=", ".join(missing))
        return plan
    for (when, title), rows in _by_list(reading, Days(plan, calendar, today), answers).items():
        before = len(plan.faults)
        paper = _checked(rows, form, plan, answers)
        if paper and len(plan.faults) == before:
            measures = measures_of_list(paper)
            lines = dict.fromkeys(measures, rows[0].number)
            plan.evenings.append(Evening(title, when, measures, place_of_list(title), lines))
    plan.faults.sort(key=lambda fault: fault.number)
    plan.evenings.sort(key=lambda evening: evening.played_on)
    return plan


def _by_list(reading: Reading, days: Days, answers: ListAnswers) -> dict[tuple[date, str], list[Row]]:
    """The rows of each list; where a day or a list is not said, it is that of the row above."""
    found: defaultdict[tuple[date, str], list[Row]] = defaultdict(list)
    columns, when_above, title_above = reading.columns, "", ""
    for row in reading.rows:
        if not _is_sum(row):
            when_above = columns.of(row.cells, "date") or when_above
            title_above = columns.of(row.cells, "list") or title_above
        when = days.read(when_above, row.number) if when_above else answers.day
        if when is not None:
            found[when, title_above[:80]].append(row)
        elif not when_above:
            days.plan.asks.add(Asks.DAY)
    return found


def _is_sum(row: Row) -> bool:
    """Whether the row sums the list up: the first that stands on it says so."""
    first = next((cell for cell in row.cells if cell), "")
    return is_sum(first)


def _checked(rows: Sequence[Row], form: _Form, plan: Plan, answers: ListAnswers) -> PaperList | None:
    """The list of these rows; None, or any fault in the plan, where it can't be taken over."""
    hands = [row for row in rows if not _is_sum(row)]
    written = {row.number: _contract(row, form, plan) for row in hands}
    numbers = [Numbered(row.number, whole(form.columns.of(row.cells, "number")), _content(row, form)) for row in hands]
    _add(plan, faults_of_numbers(numbers))
    for row, above in zip(hands[1:], hands, strict=False):
        if _same(row, above, form) and not any(fault.number == row.number for fault in plan.faults):
            plan.warn(row.number, SAME_AS_ABOVE)
    before = len(plan.faults)
    if form.seats:
        paper = _by_columns(hands, written, form, plan, answers)
    else:
        paper = _paper(hands, written, form, plan)
        _add(plan, faults_of(paper) if paper else ())
    if paper and len(plan.faults) == before:
        _add(plan, faults_of_sums(_sums(rows, form, plan, answers), paper))
        for place in form.columns.running:
            _hold_running(hands, place, form, paper, plan)
    return paper


def _hold_running(rows: Sequence[Row], place: int, form: _Form, paper: PaperList, plan: Plan) -> None:
    """Note where a column of running totals does not come out. It is of the player whose column stands before it, else
    of each line's declarer, and counts their games alone or the bonuses too: as the lines before say."""
    seated = dict(zip(form.seats.heads, paper.players, strict=False))
    owner = next((seated[at] for at in sorted(seated, reverse=True) if at < place), None)
    games, all_of_it = Counter[str](), Counter[str]()
    candidates = [all_of_it, games]
    for row, line in zip(rows, paper.lines, strict=True):
        if line.declarer is not None and line.value:
            games[line.declarer] += line.value
            all_of_it[line.declarer] += line.value
            for player in paper.players if not seated else ():
                all_of_it[player] += (line.bonus if player == line.declarer else line.others) or 0
        for at, player in seated.items():
            all_of_it[player] += whole(row[at]) or 0
        name, written = owner or line.declarer, None if row[place] in NOTHING else whole(row[place])
        if name is None or written is None:
            continue
        came_to = candidates[0][name]
        candidates = [sums for sums in candidates if sums[name] == written] or candidates
        if candidates[0][name] != written:
            plan.warn(row.number, RUNNING_DIFFERS, cell=cell_name(row, place), written=written, came_to=came_to)


def _add(plan: Plan, faults: Iterable[Fault]) -> None:
    plan.faults += [LineFault(fault.place, fault.message) for fault in faults]


def _by_columns(
    rows: Sequence[Row], written: Mapping[int, Written], form: _Form, plan: Plan, answers: ListAnswers
) -> PaperList | None:
    """A list with a column of bonuses for each player."""
    named = next((players for row in rows if (players := form.columns.of(row.cells, "players"))), "")
    listed = [name.strip() for name in APART.split(named) if name.strip()]
    names = form.seats.names(listed, answers.seats, rows[0].number if rows else 0, plan)
    if names is None:
        return None
    lines = [column_line(row, written[row.number], form.columns, form.seats, names, plan) for row in rows]
    read = [line for line in lines if line]
    if len(read) < len(rows):
        return None
    paper = form.seats.paper(read, names)
    faults = faults_of_columns(paper)
    _add(plan, faults)
    return None if faults else plain_list(paper)


def _paper(rows: Sequence[Row], written: Mapping[int, Written], form: _Form, plan: Plan) -> PaperList | None:
    """A list with one column for the declarer's bonus and one for what each of the others got."""
    columns = form.columns
    lines = [line for row in rows if (line := _line(row, written[row.number], columns, plan))]
    named = [columns.of(row.cells, "players") for row in rows if columns.of(row.cells, "players")]
    players = _players(named, lines, rows[0].number, plan)
    bonuses = any(name in columns for name in ("bonus", "won_bonus", "lost_bonus", "others"))
    if players is None or len(lines) < len(rows):
        return None
    if not named and len(players) == 3 and {line.others for line in lines if line.others} == {30}:
        plan.refuse(rows[0].number, FOURTH_MISSING)
        return None
    return PaperList(lines, players, has_bonuses=bonuses)


def _players(named: Sequence[str], lines: Iterable[PaperLine], number: int, plan: Plan) -> list[str] | None:
    """Who sat at the table: as it is said, else everybody who declared a game."""
    if named:
        names = [person_name(part_name, number, plan) for part_name in APART.split(named[0]) if part_name]
    else:
        names = [line.declarer for line in lines if line.declarer]
    players = [name for name in dict.fromkeys(names) if name]
    if len(players) not in {3, 4}:
        plan.refuse(number, TABLE_SIZE, count=len(players))
        return None
    return players


def _contract(row: Row, form: _Form, plan: Plan) -> Written:
    """What the row says was played, from its columns of contract and levels. The column is only a help: what can't be
    read of it is a warning."""
    text = form.columns.of(row.cells, "contract").strip()
    marks = [head if not whole(row[place]) else f"{head} {whole(row[place])}"
             for place, head in form.levels.items() if row[place] not in NOTHING]  # fmt: skip
    if text.startswith(FORMULA):
        plan.refuse(row.number, NO_CONTRACT, text=text[:40])
        return Written()
    written = contract_of(" ".join([text, *marks]) if text not in NOTHING else "")
    if written.unread and written.game.contract:
        plan.warn(row.number, PARTLY_READ, text=text[:40], unread=" ".join(written.unread)[:40])
    elif written.unread:
        plan.warn(row.number, UNREAD_CONTRACT, text=text[:40])
    return written


def _line(row: Row, written: Written, columns: Columns, plan: Plan) -> PaperLine | None:
    """A row as the scribe wrote it; None with the reason in the plan."""
    typed = columns.of(row.cells, "declarer")
    has_value = columns.of(row.cells, "value") not in NOTHING
    says_passed = PASSED in {written.game.contract, contract_of(typed).game.contract if not has_value else ""}
    declarer = None if says_passed or (typed in NOTHING and not has_value) else person_name(typed, row.number, plan)
    if declarer == "":
        return None
    amounts: dict[str, int | None] = {}
    for name in AMOUNTS:
        cell = columns.of(row.cells, name)
        amounts[name] = None if cell in NOTHING else whole(cell)
        if cell not in NOTHING and amounts[name] is None:
            plan.refuse(row.number, NO_NUMBER, text=cell[:40])
            return None
    if amounts["won_bonus"] and amounts["lost_bonus"]:
        plan.refuse(row.number, BOTH_BONUSES)
        return None
    return PaperLine(row.number, declarer, amounts["value"], _bonus(amounts), amounts["others"], written.game)


def _bonus(amounts: Mapping[str, int | None]) -> int | None:
    """The declarer's bonus with its sign: by its own, or by the column it stands in."""
    if amounts["won_bonus"]:
        return abs(amounts["won_bonus"])
    if amounts["lost_bonus"]:
        return -abs(amounts["lost_bonus"])
    return amounts["bonus"]


def _content(row: Row, form: _Form) -> tuple[str, ...]:
    """What stands on a row but for its number and what is written once for all rows."""
    aside = {form.columns.places.get(name) for name in ("number", "date", "list", "players")}
    return tuple(cell for place, cell in enumerate(row.cells) if place not in aside)


def _same(row: Row, above: Row, form: _Form) -> bool:
    """Whether two rows say the same of a game that was played."""
    content = _content(row, form)
    return content == _content(above, form) and any(whole(cell) for cell in content)


def _sums(rows: Sequence[Row], form: _Form, plan: Plan, answers: ListAnswers) -> list[PaperSum]:
    """What stands at the foot of the list, for each player or for all."""
    found = []
    for row in rows:
        if not _is_sum(row):
            continue
        if form.seats:
            heads = {place: answers.seats.get(head) or head for place, head in form.seats.heads.items()}
        else:
            place = form.columns.places["value"]
            declarer = form.columns.of(row.cells, "declarer")
            heads = {place: "" if is_sum(declarer) else declarer}
        for place, name in heads.items():
            written = whole(row[place])
            if written is not None:
                found.append(PaperSum(row.number, person_name(name, row.number, plan) if name else "", written))
    return found


LACKS_COLUMNS: Final = gettext_noop("These columns are missing: {columns}. The example shows the names to use.")
TABLE_SIZE: Final = gettext_noop(
    "Three or four play at a Skat table, but this list names {count}. Name all of them in a column “Players”."
)
FOURTH_MISSING: Final = gettext_noop(
    "The other players got 30, as at a table of four, but only three are named. Name all four in a column “Players”."
)
NO_CONTRACT: Final = pgettext("skat", "“{text}” is not a Skat game.")
UNREAD_CONTRACT: Final = pgettext(
    "skat", "“{text}” cannot be read as a Skat game. Only the value and bonuses of this line count."
)
PARTLY_READ: Final = gettext_noop(
    "In “{text}”, “{unread}” cannot be read. Only the value and bonuses of this line count."
)
SAME_AS_ABOVE: Final = gettext_noop("This line is the same as the one above. Was the hand entered twice?")
BOTH_BONUSES: Final = gettext_noop("Both bonus columns are filled. Fill only one: won or lost.")
