"""Lists on the printed form: a column of bonuses for each player, headed by a name or a number, and often columns in
which levels are ticked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.core.text import gettext_noop
from games.skat.contracts import LEVELS, MEANINGS, PASSED, Written, contract_of, folded
from games.skat.paper_columns import ColumnLine, ColumnList
from scorekeeper.common.names import name_key
from scorekeeper.spreadsheets.heads import Columns
from scorekeeper.spreadsheets.numbers import whole
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.transfer.plans.plan import NO_NUMBER, NOTHING, Plan, person_name

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
        if place not in levels and place not in signs and _holds_numbers(reading, place)
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


def _holds_numbers(reading: Reading, place: int) -> bool:
    return all(whole(row[place]) is not None for row in reading.rows if row[place] not in NOTHING)


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
