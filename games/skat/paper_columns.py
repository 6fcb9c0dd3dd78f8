"""A list kept on the printed form: the value of each hand, and a column for each player with the bonuses.

The declarer has +50 or -50 in their column; where they lost, each of the others has 40 (at three) or 30 (at four).
Often no column says who declared: whoever has the 50 did. The sign of the value, that of the 50, and what the others
got each say who won, so a slip comes with its line, its column and what should stand there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games.core.text import Text, pgettext
from games.skat.contracts import ANY_GAME, RAMSCH, Announced
from games.skat.paper import (
    DECLARER_UNKNOWN,
    VALUE_MISSING,
    Fault,
    PaperLine,
    PaperList,
    bonus_too_many,
    faults_of_value,
    is_exchanged,
    passed_has_value,
    won_by_most,
    wrong_bonus,
)
from games.skat.state import LOST_BONUS, OTHERS_BONUS, WON_BONUS

PAID: Final = frozenset(OTHERS_BONUS.values())


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """One line as the scribe wrote it: `bonuses` has what stands in each player's column, empty cells left out.

    `declarer` is empty where the list does not say it. `has_passed` is for a line that says so itself.
    """

    place: int
    value: int | None = None
    bonuses: Mapping[str, int] = field(default_factory=dict)
    declarer: str = ""
    game: Announced = ANY_GAME
    has_passed: bool = False

    @property
    def is_passed(self) -> bool:
        """Whether nothing was played: the line says so, or nothing stands on it."""
        return self.has_passed or not (self.value or self.bonuses or self.declarer or self.game.contract)


@dataclass(frozen=True, slots=True)
class ColumnList:
    """The lines of one list, and who sat there in the order of their columns."""

    lines: Sequence[ColumnLine]
    players: Sequence[str]

    @property
    def pay(self) -> int:
        """What a lost game gives each of the others at this table."""
        return OTHERS_BONUS[len(self.players)]


def faults_of_columns(paper: ColumnList) -> tuple[Fault, ...]:
    """Everything on the list that contradicts itself, in the order of its lines."""
    declarers = _declarers(paper)
    found = [[*_faults_of_line(line, declarers[index], paper)] for index, line in enumerate(paper.lines)]
    _find_moved(found, paper)
    return tuple(fault for faults in found for fault in faults)


def mended_columns(line: ColumnLine, faults: Sequence[Fault]) -> ColumnLine:
    """The line as its faults say that it should be."""
    for fault in faults:
        if fault.place == line.place and fault.column == "value":
            line = replace(line, value=fault.should)
        elif fault.place == line.place and fault.name:
            bonuses = {**line.bonuses, fault.name: fault.should or 0}
            line = replace(line, bonuses={name: bonus for name, bonus in bonuses.items() if bonus})
    return line


def plain_list(paper: ColumnList) -> PaperList:
    """A list without faults as one that names the declarers."""
    lines = []
    for line, declarer in zip(paper.lines, _declarers(paper), strict=True):
        is_played = bool(line.value) and not line.is_passed
        lines.append(PaperLine(line.place, declarer if is_played else None, line.value, game=line.game))
    return PaperList(lines, paper.players, has_bonuses=False)


def _declarers(paper: ColumnList) -> list[str]:
    """Who declared on each line, empty where nothing tells. A 50 on the passed line beside it may be that of a line
    without any."""
    found = ["" if line.has_passed or not line.value else _declarer(line, paper) for line in paper.lines]
    for index, line in enumerate(paper.lines):
        if found[index] or line.has_passed or not line.value or line.bonuses:
            continue
        strays = [name for near in (index + 1, index - 1) if 0 <= near < len(found)
                  for name, bonus in paper.lines[near].bonuses.items()
                  if name != found[near] and bonus == _due(line.value > 0)]  # fmt: skip
        if len(strays) == 1:
            found[index] = strays[0]
    return found


def _declarer(line: ColumnLine, paper: ColumnList) -> str:
    """Who is named, else whose column has what only a declarer gets; where two have, the one whose sign is that of the
    value."""
    value, written = line.value or 0, line.bonuses
    if line.declarer or line.game.contract == RAMSCH:
        return line.declarer
    fifty = [name for name, bonus in written.items() if abs(bonus) == WON_BONUS]
    if len(fifty) > 1:
        fifty = [name for name in fifty if written[name] == _due(value > 0)]
    if len(fifty) == 1:
        return fifty[0]
    unusual = [name for name, bonus in written.items() if abs(bonus) not in {*PAID, WON_BONUS}]
    exchanged = [name for name, bonus in written.items() if is_exchanged(value, bonus, line.game)]
    without = [name for name in paper.players if name not in written]
    for names in (exchanged, unusual) if not fifty else ():
        if len(names) == 1:
            return names[0]
    paid = [name for name, bonus in written.items() if bonus in PAID]
    if not fifty and len(without) == 1 and len(paid) == len(paper.players) - 1:
        return without[0]
    return ""


def _due(won: bool) -> int:
    return WON_BONUS if won else LOST_BONUS


def _faults_of_line(line: ColumnLine, declarer: str, paper: ColumnList) -> Iterator[Fault]:
    if line.is_passed:
        if line.value:
            yield passed_has_value(line.place, line.value)
        yield from _bonuses_too_many(line)
    elif line.declarer and line.declarer not in paper.players:
        yield Fault(line.place, "declarer", "declarer_unknown", Text(DECLARER_UNKNOWN, {"name": line.declarer}))
    elif not line.value:
        yield Fault(line.place, "value", "value_missing", Text(VALUE_MISSING))
        if not (line.declarer or line.game.contract):
            yield from _bonuses_too_many(line)
    elif line.game.contract == RAMSCH and declarer:
        yield from _bonuses_too_many(line)
    elif not declarer:
        yield _declarer_unclear(line)
    else:
        yield from _faults_of_game(line, declarer, paper)


def _bonuses_too_many(line: ColumnLine) -> Iterator[Fault]:
    for name, written in line.bonuses.items():
        yield bonus_too_many(line.place, "bonus", written, name)


def _declarer_unclear(line: ColumnLine) -> Fault:
    due = _due((line.value or 0) > 0)
    fifty = [name for name, bonus in line.bonuses.items() if abs(bonus) == WON_BONUS]
    if line.game.contract == RAMSCH:
        return Fault(line.place, "declarer", "declarer_unclear", Text(WHOSE_RAMSCH))
    if fifty:
        text = Text(BONUS_TWICE, {"one": fifty[0], "other": fifty[-1], "should": due})
        return Fault(line.place, "bonus", "bonus_twice", text, due)
    return Fault(line.place, "bonus", "declarer_unclear", Text(NOBODYS_BONUS, {"should": due}), due)


def _faults_of_game(line: ColumnLine, declarer: str, paper: ColumnList) -> Iterator[Fault]:
    value, own = line.value or 0, line.bonuses.get(declarer, 0)
    others = {name: line.bonuses.get(name, 0) for name in paper.players if name != declarer}
    if is_exchanged(value, own, line.game):
        yield Fault(line.place, "value", "columns_swapped", Text(VALUE_AS_BONUS, {"should": own}), own)
        value, own = own, value
        yield Fault(line.place, "bonus", "columns_swapped", Text(BONUS_AS_VALUE, {"should": own}), own, declarer)
    taker = _taken_by(own, others)
    if taker:
        own, others[taker] = others[taker], own
    won = _was_won(value, own, [*others.values()])
    pay = 0 if won else paper.pay
    if taker:
        for name, should in ((declarer, _due(won)), (taker, pay)):
            text = Text(SWAPPED_PLAYERS, {"declarer": declarer, "other": taker, "name": name, "should": should})
            yield Fault(line.place, "bonus", "columns_swapped", text, should or None, name)
        own, others[taker] = _due(won), pay
    yield from faults_of_value(line.place, value, line.game, won=won)
    if own != _due(won):
        yield wrong_bonus(line.place, own, _due(won), declarer)
    for name, written in others.items():
        if written != pay:
            yield _wrong_share(line.place, name, written, pay)


def _taken_by(own: int, others: Mapping[str, int]) -> str:
    """Who has the declarer's bonus in their column, where the declarer has none and nobody else."""
    fifty = [name for name, written in others.items() if abs(written) == WON_BONUS]
    return fifty[0] if len(fifty) == 1 and abs(own) != WON_BONUS else ""


def _was_won(value: int, own: int, others: Sequence[int]) -> bool:
    """What most of the columns say."""
    signs = [value > 0]
    if own:
        signs.append(own > 0)
    paid = sum(written in PAID for written in others)
    if not paid:
        signs.append(True)
    elif paid * 2 > len(others):
        signs.append(False)
    return won_by_most(signs)


def _wrong_share(place: int, name: str, written: int, pay: int) -> Fault:
    """What one of the others has is not what a lost game gives them."""
    if not pay:
        return bonus_too_many(place, "others", written, name)
    if not written:
        text = Text(SHARE_FORGOTTEN, {"name": name, "should": pay})
        return Fault(place, "others", "others_forgotten", text, pay, name)
    text = Text(SHARE_WRONG, {"name": name, "written": written, "should": pay})
    return Fault(place, "others", "others_wrong", text, pay, name)


LACKS: Final = {"bonus_forgotten", "others_forgotten"}
HAS_TOO_MANY: Final = {"bonus_unexpected", "others_unexpected"}


def _find_moved(found: list[list[Fault]], paper: ColumnList) -> None:
    """A bonus that one line lacks and the line before or after it has too many of, in the same column, stands on the
    wrong line."""
    for index, faults in enumerate(found):
        for place, fault in enumerate(faults):
            if fault.code not in LACKS:
                continue
            for near in (index + 1, index - 1):
                stray = _stray(found[near], fault, paper.lines[near]) if 0 <= near < len(found) else None
                if stray is None:
                    continue
                texts = {"line": fault.place, "other": paper.lines[near].place, "should": fault.should or 0}
                faults[place] = replace(fault, code="belongs_here", message=Text(BELONGS_HERE, texts))
                moved = replace(stray, code="wrong_line", message=Text(WRONG_LINE, texts))
                found[near][found[near].index(stray)] = moved
                _forget_value(found[near], paper.lines[near])
                break


def _stray(faults: Sequence[Fault], lacking: Fault, line: ColumnLine) -> Fault | None:
    """The bonus of this height that a line has too many in this player's column."""
    for fault in faults:
        is_here = fault.name == lacking.name and line.bonuses.get(fault.name) == lacking.should
        if fault.code in HAS_TOO_MANY and is_here:
            return fault
    return None


def _forget_value(faults: list[Fault], line: ColumnLine) -> None:
    """A line on which nothing but strayed bonuses stands was passed: it lacks no value."""
    if not line.value and not any(fault.code in HAS_TOO_MANY for fault in faults):
        faults[:] = [fault for fault in faults if fault.code != "value_missing"]


WHOSE_RAMSCH: Final = pgettext(
    "skat", "The list does not say who lost this Ramsch. Name the player in a column “Declarer”."
)
NOBODYS_BONUS: Final = pgettext(
    "skat", "The bonus of this game is in nobody’s column. It should be {should} in the declarer’s column."
)
BONUS_TWICE: Final = pgettext(
    "skat",
    "{one} and {other} both have the declarer’s bonus. It should be {should} for the declarer and nothing for the "
    "others.",
)
VALUE_AS_BONUS: Final = pgettext("skat", "The value is in the column of the bonus. It should be {should} here.")
BONUS_AS_VALUE: Final = pgettext("skat", "The bonus is in the column of the value. It should be {should} here.")
SWAPPED_PLAYERS: Final = pgettext(
    "skat", "The bonus of {declarer} is in the column of {other}. It should be {should} for {name}."
)
SHARE_FORGOTTEN: Final = pgettext("skat", "The bonus of {name} as one of the others is missing. It should be {should}.")
SHARE_WRONG: Final = pgettext("skat", "{name} got {written} as one of the others. It should be {should}.")
WRONG_LINE: Final = pgettext(
    "skat", "This bonus is on the wrong line: it belongs to line {line}. It should be empty here."
)
BELONGS_HERE: Final = pgettext("skat", "The bonus of this line is on line {other}. It should be {should} here.")
