"""A list kept by hand, held against itself: every hand's value with the bonuses the scribe wrote beside it.

Three columns say who won: the sign of the value, the bonus of the declarer (+50 or -50), and what the others got (40 at
a table of three, 30 at one of four, for a lost game only). Where two agree, the third is wrong; so each fault comes
with what should stand there. What nothing on the line tells is not guessed.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from games.core.text import Text, pgettext
from games.skat.contracts import ANY_GAME, RAMSCH, Announced, meant_by, named_value, values_of
from games.skat.state import LOST_BONUS, OTHERS_BONUS, WON_BONUS, weighed

Column: TypeAlias = Literal["declarer", "value", "bonus", "others", "line"]

LOST: Final = -2  # a lost game counts double
MOST_LINES_MISSING: Final = 9  # a list that begins at a higher number is the second sheet of one


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line as the scribe wrote it. `place` is where it stands in its file; `declarer` is None where all passed.

    `value` is signed; `bonus` is what the declarer got beside it, `others` what each of the others got. None is an
    empty cell. `game` is what the list says was played, as far as it says it.
    """

    place: int
    declarer: str | None
    value: int | None = None
    bonus: int | None = None
    others: int | None = None
    game: Announced = ANY_GAME


@dataclass(frozen=True, slots=True)
class Fault:
    """What contradicts itself: which line, which column (and whose, where each player has one), what it should be
    (None where nothing tells, or an empty cell), and why."""

    place: int
    column: Column
    code: str
    message: Text
    should: int | None = None
    name: str = ""


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
        if line.game.contract == RAMSCH:
            continue
        measures[line.declarer]["won" if line.value > 0 else "lost"] += 1
        if line.value < 0:
            for name in paper.players:
                measures[name][others_lost] += name != line.declarer
    return {name: {measure: amount for measure, amount in own.items() if amount} for name, own in measures.items()}


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line with the number the scribe gave it, None for none, and all that stands on it."""

    place: int
    number: int | None
    content: Hashable


def faults_of_numbers(lines: Sequence[Numbered]) -> tuple[Fault, ...]:
    """Lines that stand there twice, and those that were left out, by the numbers of the hands."""
    found: list[Fault] = []
    first: dict[int, Numbered] = {}
    numbers = {line.number for line in lines if line.number is not None}
    start = min(numbers, default=1)
    before = start - 1 if start > MOST_LINES_MISSING else 0
    for line in lines:
        if line.number is None:
            continue
        if line.number in first:
            found.append(_number_twice(line, line.number, first[line.number], numbers))
            continue
        first[line.number] = line
        missing = [number for number in range(before + 1, line.number) if number not in numbers]
        if missing:
            text = Text(
                LINE_LEFT_OUT if len(missing) == 1 else LINES_LEFT_OUT, {"first": missing[0], "last": missing[-1]}
            )
            found.append(Fault(line.place, "line", "line_left_out", text, missing[0]))
        before = max(before, line.number)
    return tuple(found)


def _number_twice(line: Numbered, number: int, other: Numbered, numbers: Set[int]) -> Fault:
    """The same hand written again, or another one under a number that is taken."""
    if line.content == other.content:
        text = Text(LINE_TWICE, {"number": number, "other": other.place})
        return Fault(line.place, "line", "line_twice", text)
    should = number + 1 if number + 1 not in numbers else None
    text = Text(NUMBER_TWICE if should is None else NUMBER_TWICE_ONE, {"number": number, "other": other.place})
    return Fault(line.place, "line", "number_twice", text, should)


@dataclass(frozen=True, slots=True)
class PaperSum:
    """What the scribe wrote at the foot for somebody; for all of the list where `name` is empty."""

    place: int
    name: str
    written: int


def faults_of_sums(sums: Sequence[PaperSum], paper: PaperList) -> Iterator[Fault]:
    """Sums of a list without faults that are off. They are of points, of bonuses or of both: whichever most of them
    fit; the totals with bonuses where none does."""
    measures = measures_of_list(paper)
    points = {name: own.get("points", 0) for name, own in measures.items()}
    totals = {name: weighed(own, "seeger_fabian") for name, own in measures.items()}
    bonuses = {name: totals[name] - points[name] for name in measures}
    kinds = [{**due, "": sum(due.values())} for due in (totals, points, bonuses)]
    due = max(kinds, key=lambda kind: sum(kind.get(line.name) == line.written for line in sums))
    for line in sums:
        if line.name not in due:
            yield Fault(line.place, "declarer", "declarer_unknown", Text(DECLARER_UNKNOWN, {"name": line.name}),
                name=line.name)  # fmt: skip
        elif line.written != due[line.name]:
            values: dict[str, int | str] = {"name": line.name, "written": line.written, "should": due[line.name]}
            text = Text(SUM_WRONG if line.name else SUM_OF_ALL_WRONG, values)
            yield Fault(line.place, "line", "sum_wrong", text, due[line.name], line.name)


def _faults_of_line(line: PaperLine, paper: PaperList) -> Iterator[Fault]:
    if line.declarer is None:
        yield from _faults_of_passed(line)
    elif line.declarer not in paper.players:
        yield Fault(line.place, "declarer", "declarer_unknown", Text(DECLARER_UNKNOWN, {"name": line.declarer}))
    elif line.value is None or line.value == 0:
        yield Fault(line.place, "value", "value_missing", Text(VALUE_MISSING))
    elif line.game.contract == RAMSCH:
        yield from _bonuses_too_many(line)
    elif swapped := _swapped(line, paper):
        yield from swapped
    else:
        yield from _faults_of_game(line, paper)


def _faults_of_passed(line: PaperLine) -> Iterator[Fault]:
    if line.value:
        yield passed_has_value(line.place, line.value)
    yield from _bonuses_too_many(line)


def passed_has_value(place: int, value: int) -> Fault:
    return Fault(place, "value", "passed_has_value", Text(PASSED_HAS, {"written": value}))


def _bonuses_too_many(line: PaperLine) -> Iterator[Fault]:
    columns: tuple[tuple[Column, int | None], ...] = (("bonus", line.bonus), ("others", line.others))
    for column, written in columns:
        if written:
            yield bonus_too_many(line.place, column, written)


def bonus_too_many(place: int, column: Column, written: int, name: str = "") -> Fault:
    """A bonus that belongs to no lost game, or to nobody's game."""
    return Fault(place, column, f"{column}_unexpected", Text(NO_BONUS_HERE, {"written": written}), None, name)


def _swapped(line: PaperLine, paper: PaperList) -> list[Fault]:
    """Two columns that hold what belongs into the other one."""
    value, bonus, others = line.value or 0, line.bonus, line.others
    if not paper.has_bonuses:
        return []
    if bonus and is_exchanged(value, bonus, line.game):
        return _exchanged(line, "value", "bonus", bonus, value)
    if others is not None and bonus in OTHERS_BONUS.values() and abs(others) == WON_BONUS:
        return _exchanged(line, "bonus", "others", LOST_BONUS, paper.pay)
    return []


def is_exchanged(value: int, bonus: int, game: Announced) -> bool:
    """Whether value and bonus stand in each other's place, as 50 and 46 do."""
    return bonus != 0 and abs(bonus) != WON_BONUS and abs(value) == WON_BONUS and _can_be(bonus, game)


def _exchanged(line: PaperLine, column: Column, other: Column, first: int, second: int) -> list[Fault]:
    text = Text(SWAPPED, {"one": _column(column), "other": _column(other)})
    return [
        Fault(line.place, column, "columns_swapped", text, first),
        Fault(line.place, other, "columns_swapped", text, second),
    ]


def _faults_of_game(line: PaperLine, paper: PaperList) -> Iterator[Fault]:
    won = _was_won(line, paper)
    yield from faults_of_value(line.place, line.value or 0, line.game, won=won)
    if not paper.has_bonuses:
        return
    due = WON_BONUS if won else LOST_BONUS
    if line.bonus != due:
        yield wrong_bonus(line.place, line.bonus, due)
    pay = None if won else paper.pay
    if (line.others or None) != pay:
        yield _wrong_others(line, pay)


def _was_won(line: PaperLine, paper: PaperList) -> bool:
    """What most of the three columns say; where one is empty that may be, the sign of the value and the rest decide."""
    value = line.value or 0
    if not paper.has_bonuses:
        return value > 0
    signs = [value > 0]
    if line.bonus:
        signs.append(line.bonus > 0)
    signs.append(not line.others)
    if len(signs) == 2 and signs[0] != signs[1]:
        # A bonus was forgotten: a minus is written on purpose, and what others got is too.
        return False
    return won_by_most(signs)


def won_by_most(signs: Sequence[bool]) -> bool:
    """Whether most of the columns say that a game was won. Where it is even, it was lost: a minus is written on
    purpose, and so is a payment."""
    return sum(signs) * 2 > len(signs)


def faults_of_value(place: int, value: int, game: Announced, *, won: bool) -> Iterator[Fault]:
    """What is wrong with the value of a game that was won or lost."""
    worth = abs(value)
    if won:
        if worth not in values_of(game):
            yield _impossible(place, worth, game, won=True)
        elif value < 0:
            yield Fault(place, "value", "minus_too_many", Text(MINUS_TOO_MANY, {"should": worth}), worth)
    elif _can_be(-worth, game):
        if value > 0:
            yield Fault(place, "value", "minus_missing", Text(MINUS_MISSING, {"should": -worth}), -worth)
    elif worth in values_of(game):
        text = Text(NOT_DOUBLED, {"written": value, "should": LOST * worth})
        yield Fault(place, "value", "not_doubled", text, LOST * worth)
    else:
        yield _impossible(place, -worth, game, won=False)


def _can_be(value: int, game: Announced) -> bool:
    """Whether this game can have brought this."""
    if value > 0:
        return value in values_of(game)
    return value % LOST == 0 and value // LOST in values_of(game, lost=True)


def _impossible(place: int, value: int, game: Announced, *, won: bool) -> Fault:
    """What it should be where that can be told: the only value the game can have, or that of the same multiplier. Else
    the nearest values below and above."""
    factor = 1 if won else LOST
    worth = sorted(factor * value for value in values_of(game, lost=not won))
    fixed = [*values_of(game)]
    if len(fixed) == 1:
        text = Text(FIXED_VALUE, {"written": value, "should": factor * fixed[0]})
        return Fault(place, "value", "value_impossible", text, factor * fixed[0])
    below = max((possible for possible in worth if possible < value), default=None)
    above = min((possible for possible in worth if possible > value), default=None)
    near = [possible for possible in (below, above) if possible is not None]
    meant = meant_by(abs(value // factor), game, lost=not won) if value % factor == 0 else None
    if meant is not None and (meant == named_value(game) or factor * meant in near):
        text = Text(OTHER_CONTRACT, {"written": value, "should": factor * meant})
        return Fault(place, "value", "value_of_other_contract", text, factor * meant)
    if len(near) == 1:
        text = Text(THIS_IMPOSSIBLE_ONE if game.contract else IMPOSSIBLE_ONE, {"written": value, "near": near[0]})
        return Fault(place, "value", "value_impossible", text)
    sentence = THIS_IMPOSSIBLE if game.contract else IMPOSSIBLE
    text = Text(sentence, {"written": value, "below": near[0], "above": near[1]})
    return Fault(place, "value", "value_impossible", text)


def wrong_bonus(place: int, written: int | None, due: int, name: str = "") -> Fault:
    """The declarer's bonus is not what it should be."""
    if not written:
        return Fault(place, "bonus", "bonus_forgotten", Text(BONUS_FORGOTTEN, {"should": due}), due, name)
    if written == -due and not name:
        words = WON_AS_LOST if due > 0 else LOST_AS_WON
        return Fault(place, "bonus", "bonus_of_other_side", Text(words, {"should": due}), due)
    text = Text(BONUS_WRONG, {"written": written, "should": due})
    return Fault(place, "bonus", "bonus_wrong", text, due, name)


def _wrong_others(line: PaperLine, pay: int | None) -> Fault:
    if not line.others:
        return Fault(line.place, "others", "others_forgotten", Text(OTHERS_FORGOTTEN, {"should": pay or 0}), pay)
    if pay is None:
        return bonus_too_many(line.place, "others", line.others)
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


LINE_TWICE: Final = pgettext(
    "skat", "No. {number} is there twice: it is the same as line {other}. Leave out one of them."
)
NUMBER_TWICE: Final = pgettext(
    "skat", "No. {number} is there twice, here and on line {other}, with two different games."
)
NUMBER_TWICE_ONE: Final = pgettext(
    "skat",
    "No. {number} is there twice, here and on line {other}, with two different games. Here it should be the next "
    "number.",
)
LINE_LEFT_OUT: Final = pgettext("skat", "No. {first} is missing before this line.")
LINES_LEFT_OUT: Final = pgettext("skat", "No. {first} to {last} are missing before this line.")
SUM_WRONG: Final = pgettext(
    "skat", "The sum of {name} is given as {written}, but the lines come to {should}. It should be {should}."
)
SUM_OF_ALL_WRONG: Final = pgettext(
    "skat", "The sum is given as {written}, but the lines come to {should}. It should be {should}."
)
COLUMNS: Final = {
    "declarer": pgettext("skat", "declarer"),
    "value": pgettext("skat", "value"),
    "bonus": pgettext("skat", "bonus"),
    "others": pgettext("skat", "others"),
    "line": pgettext("skat", "line"),
}
DECLARER_UNKNOWN: Final = pgettext("skat", "{name} did not sit at this table.")
VALUE_MISSING: Final = pgettext("skat", "The value is missing.")
PASSED_HAS: Final = pgettext("skat", "Everyone passed here, but the value {written} is written. It should be empty.")
NO_BONUS_HERE: Final = pgettext("skat", "The bonus of {written} here belongs to no lost game. Delete it.")
SWAPPED: Final = pgettext("skat", "The columns “{one}” and “{other}” are swapped.")
MINUS_MISSING: Final = pgettext("skat", "The game was lost: a minus is missing. It should be {should}.")
MINUS_TOO_MANY: Final = pgettext("skat", "The game was won: there should be no minus. It should be {should}.")
NOT_DOUBLED: Final = pgettext("skat", "A lost game counts double: {written} should be {should}.")
IMPOSSIBLE: Final = pgettext("skat", "No game is worth {written}. The nearest values are {below} and {above}.")
IMPOSSIBLE_ONE: Final = pgettext("skat", "No game is worth {written}. The nearest value is {near}.")
THIS_IMPOSSIBLE: Final = pgettext(
    "skat", "The game written here is not worth {written}. The nearest values are {below} and {above}."
)
THIS_IMPOSSIBLE_ONE: Final = pgettext(
    "skat", "The game written here is not worth {written}. The nearest value is {near}."
)
FIXED_VALUE: Final = pgettext("skat", "The game written here is not worth {written}. It should be {should}.")
OTHER_CONTRACT: Final = pgettext(
    "skat", "{written} is the value of another game. The game written here is worth {should}."
)
BONUS_FORGOTTEN: Final = pgettext("skat", "The bonus of the declarer was forgotten. It should be {should}.")
WON_AS_LOST: Final = pgettext(
    "skat", "The bonus is in the column of lost games. The game was won: it should be {should}."
)
LOST_AS_WON: Final = pgettext(
    "skat", "The bonus is in the column of won games. The game was lost: it should be {should}."
)
BONUS_WRONG: Final = pgettext("skat", "The bonus {written} should be {should}.")
OTHERS_FORGOTTEN: Final = pgettext("skat", "The bonus of the others was forgotten. It should be {should} for each.")
OTHERS_WRONG: Final = pgettext("skat", "The others got {written}. At this table it should be {should}.")
WRONG_LINE: Final = pgettext(
    "skat", "This bonus is on the wrong line: it belongs to line {other}. It should be empty here."
)
BELONGS_HERE: Final = pgettext("skat", "The bonus of this line is on line {other}. It should be {should} here.")
