"""A list kept by hand, held against itself: every hand's value with the bonuses the scribe wrote beside it.

Three columns say who won: the sign of the value, the bonus of the declarer (+50 or -50), and what the others got (40 at
a table of three, 30 at one of four, for a lost game only). Where two agree, the third is wrong; so each fault comes
with what should stand there. What nothing on the line tells is not guessed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from games.core.text import Text, gettext_noop
from games.skat.series import LOST_BONUS, OTHERS_BONUS, WON_BONUS
from games.skat.values import BASES, GRAND_OUVERT_36, LEGAL_BIDS, MOST_MATADORS, NULL_VALUES

Column: TypeAlias = Literal["declarer", "value", "bonus", "others", "line"]

MOST_LEVELS: Final = 7  # beside the matadors: game, hand, schneider and schwarz made and announced, ouvert
HIGHEST_BID: Final = max(LEGAL_BIDS)
LOST: Final = -2  # a lost game counts double

VALUES: Final[Mapping[str, frozenset[int]]] = {
    contract: frozenset(base * times for times in range(2, MOST_MATADORS[contract] + MOST_LEVELS + 1))
    for contract, base in BASES.items()
} | {"null": frozenset(NULL_VALUES.values())}
"""contract -> every value that a won game of it can have."""

VERY_OLD: Final = frozenset({GRAND_OUVERT_36 * times for times in range(8, 12)})
ANY_VALUE: Final = frozenset().union(*VALUES.values(), VERY_OLD)


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line as the scribe wrote it. `place` is where it stands in its file; `declarer` is None where all passed.

    `value` is signed; `bonus` is what the declarer got beside it, `others` what each of the others got. None is an
    empty cell. `contract` is empty where the list does not say it.
    """

    place: int
    declarer: str | None
    value: int | None = None
    bonus: int | None = None
    others: int | None = None
    contract: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What contradicts itself: which line, which column, what it should be (None where nothing tells), and why."""

    place: int
    column: Column
    code: str
    message: Text
    should: int | None = None


@dataclass(frozen=True, slots=True)
class PaperList:
    """The lines of one list and who sat there; `has_bonuses` is false where it was kept without those columns."""

    lines: Sequence[PaperLine]
    players: Sequence[str]
    has_bonuses: bool = True

    @property
    def pay(self) -> int:
        """What a lost game gives each of the others at this table."""
        return OTHERS_BONUS[len(self.players)]


def values_of(contract: str, *, lost: bool = False) -> frozenset[int]:
    """What a game of this contract (any, where it is empty) can be worth; lost, also what an overbid raises it to."""
    won = VALUES.get(contract, ANY_VALUE)
    return won | _raised(contract) if lost else won


def faults_of(paper: PaperList) -> tuple[Fault, ...]:
    """Everything on the list that contradicts itself, in the order of its lines."""
    found = [list(_faults_of_line(line, paper)) for line in paper.lines]
    _find_moved(paper, found)
    return tuple(fault for faults in found for fault in faults)


def mended(line: PaperLine, faults: Sequence[Fault]) -> PaperLine:
    """The line as its faults say that it should be."""
    for fault in faults:
        if fault.place != line.place:
            continue
        if fault.column == "value":
            line = replace(line, value=fault.should)
        elif fault.column == "bonus":
            line = replace(line, bonus=fault.should)
        elif fault.column == "others":
            line = replace(line, others=fault.should)
    return line


def measures_of_list(paper: PaperList) -> dict[str, dict[str, int]]:
    """What a list without faults brings each of its players: {name: measures}."""
    others_lost = f"others_lost_{len(paper.players)}"
    measures = {name: Counter({"hands": len(paper.lines)}) for name in paper.players}
    for line in paper.lines:
        if line.declarer is None or not line.value:
            continue
        measures[line.declarer]["points"] += line.value
        measures[line.declarer]["won" if line.value > 0 else "lost"] += 1
        if line.value < 0:
            for name in paper.players:
                measures[name][others_lost] += name != line.declarer
    return {name: {measure: amount for measure, amount in own.items() if amount} for name, own in measures.items()}


def _raised(contract: str) -> frozenset[int]:
    """The multiples of its base that an overbid game can be raised to."""
    bases = [*BASES.values(), *NULL_VALUES.values()]
    if contract in BASES:
        bases = [BASES[contract]]
    elif contract == "null":
        bases = [*NULL_VALUES.values()]
    return frozenset(base * times for base in bases for times in range(1, -(-HIGHEST_BID // base) + 1) if times > 1)


def _faults_of_line(line: PaperLine, paper: PaperList) -> Iterator[Fault]:
    if line.declarer is None:
        yield from _faults_of_passed(line)
    elif line.declarer not in paper.players:
        yield Fault(line.place, "declarer", "declarer_unknown", Text(DECLARER_UNKNOWN, {"name": line.declarer}))
    elif line.value is None or line.value == 0:
        yield Fault(line.place, "value", "value_missing", Text(VALUE_MISSING))
    elif swapped := _swapped(line, paper):
        yield from swapped
    else:
        yield from _faults_of_game(line, paper)


def _faults_of_passed(line: PaperLine) -> Iterator[Fault]:
    for column in ("value", "bonus", "others"):
        written = getattr(line, column)
        if written:
            text = Text(PASSED_HAS if column == "value" else NO_BONUS_HERE, {"written": written})
            code = "passed_has_value" if column == "value" else f"{column}_unexpected"
            yield Fault(line.place, column, code, text)


def _swapped(line: PaperLine, paper: PaperList) -> list[Fault]:
    """Two columns that hold what belongs into the other one."""
    value, bonus, others = line.value or 0, line.bonus, line.others
    if not paper.has_bonuses:
        return []
    if bonus and abs(bonus) != WON_BONUS and abs(value) == WON_BONUS and _can_be(bonus, line.contract):
        return _exchanged(line, "value", "bonus", bonus, value)
    if others is not None and bonus in OTHERS_BONUS.values() and abs(others) == WON_BONUS:
        return _exchanged(line, "bonus", "others", LOST_BONUS, paper.pay)
    return []


def _exchanged(line: PaperLine, one: Column, other: Column, first: int, second: int) -> list[Fault]:
    text = Text(SWAPPED, {"one": _column(one), "other": _column(other)})
    return [
        Fault(line.place, one, "columns_swapped", text, first),
        Fault(line.place, other, "columns_swapped", text, second),
    ]


def _faults_of_game(line: PaperLine, paper: PaperList) -> Iterator[Fault]:
    won = _was_won(line, paper)
    yield from _faults_of_value(line, won=won)
    if not paper.has_bonuses:
        return
    due = WON_BONUS if won else LOST_BONUS
    if line.bonus != due:
        yield _wrong_bonus(line, due)
    pay = None if won else paper.pay
    if (line.others or None) != pay:
        yield _wrong_others(line, pay)


def _was_won(line: PaperLine, paper: PaperList) -> bool:
    """What most of the three columns say; where one is empty that may be, the sign of the value and the rest decide."""
    value = line.value or 0
    if not paper.has_bonuses:
        return value > 0
    said = [value > 0]
    if line.bonus:
        said.append(line.bonus > 0)
    said.append(not line.others)
    if len(said) == 2 and said[0] != said[1]:
        # A bonus was forgotten: a minus is written on purpose, and what others got is too.
        return False
    return sum(said) * 2 > len(said)


def _faults_of_value(line: PaperLine, *, won: bool) -> Iterator[Fault]:
    value = line.value or 0
    worth = abs(value)
    if won:
        if not _is_worth(worth, line.contract):
            yield _impossible(line, worth, won=True)
        elif value < 0:
            yield Fault(line.place, "value", "minus_too_many", Text(MINUS_TOO_MANY, {"should": worth}), worth)
    elif worth % -LOST == 0 and worth // -LOST in values_of(line.contract, lost=True):
        if value > 0:
            yield Fault(line.place, "value", "minus_missing", Text(MINUS_MISSING, {"should": -worth}), -worth)
    elif _is_worth(worth, line.contract):
        text = Text(NOT_DOUBLED, {"written": value, "should": LOST * worth})
        yield Fault(line.place, "value", "not_doubled", text, LOST * worth)
    else:
        yield _impossible(line, -worth, won=False)


def _is_worth(value: int, contract: str) -> bool:
    return abs(value) in values_of(contract)


def _can_be(value: int, contract: str) -> bool:
    """Whether a game can have brought this."""
    if value > 0:
        return value in values_of(contract)
    return value % LOST == 0 and value // LOST in values_of(contract, lost=True)


def _impossible(line: PaperLine, value: int, *, won: bool) -> Fault:
    """The nearest values below and above, where there are any; the only one is what it should be."""
    factor = 1 if won else LOST
    worth = sorted(factor * one for one in values_of(line.contract, lost=not won))
    below = max((one for one in worth if one < value), default=None)
    above = min((one for one in worth if one > value), default=None)
    near = [one for one in (below, above) if one is not None]
    if len(near) == 1:
        return Fault(line.place, "value", "value_impossible", Text(IMPOSSIBLE_ONE, {"written": value, "near": near[0]}))
    of = {"written": value, "below": near[0], "above": near[1]}
    return Fault(line.place, "value", "value_impossible", Text(IMPOSSIBLE, of))


def _wrong_bonus(line: PaperLine, due: int) -> Fault:
    if not line.bonus:
        return Fault(line.place, "bonus", "bonus_forgotten", Text(BONUS_FORGOTTEN, {"should": due}), due)
    if line.bonus == -due:
        words = WON_AS_LOST if due > 0 else LOST_AS_WON
        return Fault(line.place, "bonus", "bonus_of_other_side", Text(words, {"should": due}), due)
    return Fault(line.place, "bonus", "bonus_wrong", Text(BONUS_WRONG, {"written": line.bonus, "should": due}), due)


def _wrong_others(line: PaperLine, pay: int | None) -> Fault:
    if not line.others:
        return Fault(line.place, "others", "others_forgotten", Text(OTHERS_FORGOTTEN, {"should": pay or 0}), pay)
    if pay is None:
        return Fault(line.place, "others", "others_unexpected", Text(NO_BONUS_HERE, {"written": line.others}), None)
    text = Text(OTHERS_WRONG, {"written": line.others, "should": pay})
    return Fault(line.place, "others", "others_wrong", text, pay)


LACKS: Final = {"bonus_forgotten": "bonus", "others_forgotten": "others"}
HAS_TOO_MANY: Final = {"bonus_unexpected": "bonus", "others_unexpected": "others"}


def _find_moved(paper: PaperList, found: list[list[Fault]]) -> None:
    """A bonus that one line lacks and the line before or after it has too many of stands on the wrong line."""
    for index, faults in enumerate(found):
        for place, fault in enumerate(faults):
            column = LACKS.get(fault.code)
            if column is None:
                continue
            for other in (index + 1, index - 1):
                if 0 <= other < len(found) and (surplus := _surplus(found[other], column, paper, other, fault.should)):
                    faults[place] = _moved(fault, "belongs_here", paper.lines[other].place)
                    found[other][surplus[0]] = _moved(found[other][surplus[0]], "wrong_line", fault.place)
                    break


def _surplus(
    faults: Sequence[Fault], column: str, paper: PaperList, index: int, should: int | None
) -> tuple[int] | None:
    """Where among the faults of a line the one is that says it has this bonus too many."""
    for place, fault in enumerate(faults):
        if HAS_TOO_MANY.get(fault.code) == column and getattr(paper.lines[index], column) == should:
            return (place,)
    return None


def _moved(fault: Fault, code: str, other: int) -> Fault:
    if code == "wrong_line":
        return replace(fault, code=code, message=Text(WRONG_LINE, {"other": other}))
    text = Text(BELONGS_HERE, {"other": other, "should": fault.should or 0})
    return replace(fault, code=code, message=text)


def _column(name: Column) -> Text:
    return Text(COLUMNS[name])


COLUMNS: Final = {
    "declarer": gettext_noop("declarer"),
    "value": gettext_noop("value"),
    "bonus": gettext_noop("bonus"),
    "others": gettext_noop("others"),
    "line": gettext_noop("line"),
}
DECLARER_UNKNOWN: Final = gettext_noop("{name} is not among those who sat at this table.")
VALUE_MISSING: Final = gettext_noop("The value is missing.")
PASSED_HAS: Final = gettext_noop("All passed here, but the value {written} is written. It should be empty.")
NO_BONUS_HERE: Final = gettext_noop("A bonus of {written} is written here that belongs to no lost game. Empty it.")
SWAPPED: Final = gettext_noop("The columns “{one}” and “{other}” are swapped.")
MINUS_MISSING: Final = gettext_noop("The game was lost: a minus is missing. It should be {should}.")
MINUS_TOO_MANY: Final = gettext_noop("The game was won: the minus is one too many. It should be {should}.")
NOT_DOUBLED: Final = gettext_noop("A lost game counts double: {written} should be {should}.")
IMPOSSIBLE: Final = gettext_noop("No game comes to {written}. The nearest are {below} and {above}.")
IMPOSSIBLE_ONE: Final = gettext_noop("No game comes to {written}. The nearest is {near}.")
BONUS_FORGOTTEN: Final = gettext_noop("The bonus of the declarer was forgotten. It should be {should}.")
WON_AS_LOST: Final = gettext_noop(
    "The bonus stands in the column of lost games. The game was won: it should be {should}."
)
LOST_AS_WON: Final = gettext_noop(
    "The bonus stands in the column of won games. The game was lost: it should be {should}."
)
BONUS_WRONG: Final = gettext_noop("The bonus {written} should be {should}.")
OTHERS_FORGOTTEN: Final = gettext_noop("The bonus of the others was forgotten. It should be {should} for each.")
OTHERS_WRONG: Final = gettext_noop("The others got {written}. At this table it should be {should}.")
WRONG_LINE: Final = gettext_noop(
    "This bonus stands on the wrong line: it belongs to line {other}. It should be empty here."
)
BELONGS_HERE: Final = gettext_noop("The bonus of this line stands on line {other}. It should be {should} here.")
