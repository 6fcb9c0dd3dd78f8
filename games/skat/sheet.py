"""The official score sheet: one row a hand, and the closing block under each player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.core.text import Head, Listing, SeatName, Suited, Text, pgettext
from games.core.values import PaperColumn, PaperSheet, SumLine
from games.skat.hand import AnyDetail, AnyHand, HandDetail, PassedDetail, RamschDetail, SkatHand
from games.skat.rules import BASES, NULL_VALUES


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: running game points, games won (G) and lost (V) so far."""

    seat: int
    points: int = 0
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Running:
    """What stood on the sheet before a row."""

    columns: Mapping[int, Column]
    passed: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One hand as it is written.

    `with_` and `without` hold the number of matadors, one of them. A level is crossed whether it
    was reached or announced and missed, because it counts either way. `value_won` and `value_lost`
    (positive) are the score of the declarer, after doubling; `ramsch` is what a Ramsch scored.
    `marks` say why a value is not that of the levels: overbid, kontra, re, bock. `columns` are the
    players whose running total moved; `passed` is the running number in the "passed" column.
    """

    number: int
    base: int | None = None
    with_: int | None = None
    without: int | None = None
    hand: bool = False
    schneider: bool = False
    schneider_announced: bool = False
    schwarz: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    value_won: int | None = None
    value_lost: int | None = None
    passed: int | None = None
    ramsch: int | None = None
    marks: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    @property
    def by_seat(self) -> dict[int, Column]:
        """The columns that moved, by their seats."""
        return {column.seat: column for column in self.columns}


class Written(tuple[Row, ...]):
    """The rows of a list, with the sums of its check line: won, lost and passed hands make all of them."""

    __slots__ = ()

    @property
    def won(self) -> int:
        return sum(row.value_won is not None for row in self)

    @property
    def lost(self) -> int:
        return sum(row.value_lost is not None for row in self)

    @property
    def passed(self) -> int:
        return sum(row.passed is not None for row in self)

    @property
    def other(self) -> int:
        return len(self) - self.won - self.lost - self.passed

    @property
    def has_marks(self) -> bool:
        return any(row.marks for row in self)


_CROSSED: Final = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)


def rows(hands: Iterable[tuple[AnyHand, AnyDetail]]) -> Written:
    """The sheet of the hands that stand, in order; one that was dealt again is not written."""
    running, written = Running({}), []
    for hand, detail in hands:
        if not isinstance(detail, PassedDetail) or detail.counted:
            row, running = write(hand, detail, running)
            written.append(row)
    return Written(written)


def write(hand: AnyHand, detail: AnyDetail, before: Running) -> tuple[Row, Running]:
    """The row of one counted hand under what stands above it, and what stands then."""
    number = before.number + 1
    moved: tuple[Column, ...]
    if isinstance(detail, HandDetail):
        with_ = isinstance(hand, SkatHand) and hand.with_ is True
        row = replace(_game(detail, number, with_=with_), marks=_marks(hand, detail))
        moved = (_declarer_column(detail, before),)
    elif isinstance(detail, RamschDetail):
        scored = next((score for score in detail.scores if score), None)
        row, moved = Row(number, ramsch=scored), _ramsch_columns(detail, before)
    else:
        row, moved = Row(number, passed=before.passed + 1), _bonus(detail, before)
    columns = {**before.columns, **{column.seat: column for column in moved}}
    passed = row.passed or before.passed
    return replace(row, columns=moved), Running(columns, passed, number)


def _game(detail: HandDetail, number: int, *, with_: bool) -> Row:
    matadors = _matadors(detail)
    score = detail.declarer_score
    row = Row(
        number,
        base=detail.base,
        with_=matadors if with_ else None,
        without=None if with_ else matadors,
        value_won=score if detail.won else None,
        value_lost=None if detail.won else -score,
    )
    crossed: dict[str, Any] = {level: level in detail.levels for level in _CROSSED}
    return replace(row, **crossed)


def _marks(hand: AnyHand, detail: HandDetail) -> tuple[str, ...]:
    """What made the value another one than that of the levels."""
    marks = {"overbid": detail.overbid, **{name: bool(getattr(hand, name, False)) for name in ("kontra", "re", "bock")}}
    return tuple(name for name, there in marks.items() if there)


def _matadors(detail: HandDetail) -> int | None:
    """As counted: a house rule may cap them."""
    name, _, number = detail.levels[0].partition(":")
    return int(number) if name == "matadors" else None


def _column(before: Running, seat: int) -> Column:
    return before.columns.get(seat, Column(seat))


def _declarer_column(detail: HandDetail, before: Running) -> Column:
    column = _column(before, detail.declarer)
    return replace(
        column,
        points=column.points + detail.declarer_score,
        won=column.won + detail.won,
        lost=column.lost + (not detail.won),
    )


def _ramsch_columns(detail: RamschDetail, before: Running) -> tuple[Column, ...]:
    moved = []
    for seat, score in zip(detail.seats, detail.scores, strict=True):
        column = _column(before, seat)
        won = column.won + detail.lowest_wins
        if score:
            moved.append(replace(column, points=column.points + score, won=won))
    return tuple(moved)


def _bonus(detail: PassedDetail, before: Running) -> tuple[Column, ...]:
    if not detail.bonus:
        return ()
    column = _column(before, detail.dealer)
    return (replace(column, points=column.points + detail.bonus),)


_GAME_POINTS = Text(pgettext("skat", "Game points"))
_MINUS_POINTS = Text(pgettext("skat", "Minus points"))
_SUBTOTAL = Text(pgettext("skat", "Subtotal"))
_TOTAL = Text(pgettext("skat", "Total"))
_BONUSES: Final = (
    ("won", pgettext("skat", "{weight} × {count} game won"), pgettext("skat", "{weight} × {count} games won")),
    ("lost", pgettext("skat", "{weight} × {count} game lost"), pgettext("skat", "{weight} × {count} games lost")),
    (
        "others_lost_3",
        pgettext("skat", "{weight} × {count} game lost by others at three"),
        pgettext("skat", "{weight} × {count} games lost by others at three"),
    ),
    (
        "others_lost_4",
        pgettext("skat", "{weight} × {count} game lost by others at four"),
        pgettext("skat", "{weight} × {count} games lost by others at four"),
    ),
)


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: game points, what the system of these weights adds, the total.

    Subtotals stand between the parts, as on the official sheet. The part for games lost by others
    at a size of table that never was is left out.
    """
    if "minus" in weight:
        minus = totals.get("minus", 0)
        return (SumLine(_MINUS_POINTS, minus), SumLine(_TOTAL, minus, subtotal=True))
    total = totals.get("points", 0)
    lines = [SumLine(_GAME_POINTS, total)]
    for measure, single, more in _BONUSES:
        count = totals.get(measure, 0)
        if measure in weight and (count or measure in {"won", "lost"}):
            amount = weight[measure] * count
            total += amount
            text = Text(single if count == 1 else more, {"weight": weight[measure], "count": count})
            lines += [SumLine(text, amount), SumLine(_SUBTOTAL, total, subtotal=True)]
    if lines[-1].subtotal:
        lines.pop()
    return (*lines, SumLine(_TOTAL, total, subtotal=True))


# Base values and levels, and what was counted in a Ramsch, as tables.

_TIMES: Final = range(2, 7)
_TITLES: Final[Mapping[str, Text]] = {
    "diamonds": Text(pgettext("skat", "Diamonds")),
    "hearts": Text(pgettext("skat", "Hearts")),
    "spades": Text(pgettext("skat", "Spades")),
    "clubs": Text(pgettext("skat", "Clubs")),
    "grand": Text(pgettext("skat", "Grand")),
}
_NULLS: Final[Mapping[tuple[bool, bool], Text]] = {
    (False, False): Text(pgettext("skat", "Null")),
    (True, False): Text(pgettext("skat", "Null hand")),
    (False, True): Text(pgettext("skat", "Null ouvert")),
    (True, True): Text(pgettext("skat", "Null ouvert hand")),
}
VALUES: Final = Listing(
    "values",
    Text(pgettext("skat", "Base values, and what they come to with 2 to 6 levels")),
    (
        Head("game", Text(pgettext("skat", "Game"))),
        Head("value", Text(pgettext("skat: the base value of a game, as a column", "Base")), "number"),
        *(Head(f"times_{times}", Text(pgettext("skat", "× {times}"), {"times": times}), "number") for times in _TIMES),
    ),
    (
        *(
            (
                title if name == "grand" else Suited(name, title),
                BASES[name],
                *(BASES[name] * times for times in _TIMES),
            )
            for name, title in _TITLES.items()
        ),
        *((title, NULL_VALUES[kind], *(None for _times in _TIMES)) for kind, title in _NULLS.items()),
    ),
)
LEVELS: Final = Listing(
    "levels",
    Text(pgettext("skat", "The base value is multiplied by the sum of the levels")),
    (Head("level", Text(pgettext("skat", "What counts"))), Head("adds", Text(pgettext("skat", "Levels")), "number")),
    (
        (Text(pgettext("skat", "The game itself")), 1),
        (Text(pgettext("skat", "Each matador, with or without")), 1),
        (Text(pgettext("skat", "Hand")), 1),
        (Text(pgettext("skat", "Schneider")), 1),
        (Text(pgettext("skat", "Schneider announced")), 1),
        (Text(pgettext("skat", "Schwarz")), 1),
        (Text(pgettext("skat", "Schwarz announced")), 1),
        (Text(pgettext("skat", "Ouvert")), 1),
    ),
)


def listings(record: Mapping[str, Any], detail: Mapping[str, Any]) -> tuple[Listing, ...]:
    """Card points and tricks of a Ramsch."""
    if record["kind"] != "ramsch" or not detail:
        return ()
    heads = (
        Head("player", Text(pgettext("skat", "Player"))),
        Head("points", Text(pgettext("skat: card points", "Points")), "number"),
        Head("tricks", Text(pgettext("skat", "Tricks")), "number"),
    )
    rows = tuple(
        (SeatName(seat), points, tricks)
        for seat, points, tricks in zip(detail["seats"], record["points"], record["tricks"], strict=True)
    )
    return (Listing("counted", Text(pgettext("skat", "Card points and tricks of each")), heads, rows),)


# The empty list on paper: the columns of the official one.

MARK: Final = 7.1  # mm, for a mark
MATADORS, SCHNEIDER, SCHWARZ = pgettext("skat", "Matadors"), pgettext("skat", "Schneider"), pgettext("skat", "Schwarz")
VALUE, ANNOUNCED = pgettext("skat", "Value"), pgettext("skat", "ann.")
MADE = pgettext("skat: schneider or schwarz, on paper", "made")
WON, LOST = pgettext("skat: games won, one letter", "W"), pgettext("skat: games lost, one letter", "L")

PAPER: Final = PaperSheet(
    once=(
        PaperColumn(pgettext("skat", "Base"), 13),
        PaperColumn(pgettext("skat", "with"), MARK, MATADORS),
        PaperColumn(pgettext("skat", "w/o"), MARK, MATADORS),
        PaperColumn(pgettext("skat", "Hand"), MARK, upright=True),
        PaperColumn(MADE, MARK, SCHNEIDER),
        PaperColumn(ANNOUNCED, MARK, SCHNEIDER),
        PaperColumn(MADE, MARK, SCHWARZ),
        PaperColumn(ANNOUNCED, MARK, SCHWARZ),
        PaperColumn(pgettext("skat", "Ouvert"), MARK, upright=True),
        PaperColumn("+", 9, VALUE),
        PaperColumn("−", 9, VALUE),
    ),
    of_side=(
        PaperColumn(pgettext("skat", "Points"), 13.0),
        PaperColumn(WON, 6.5),
        PaperColumn(LOST, 6.5),
    ),
    behind=(PaperColumn(pgettext("skat", "Passed"), MARK, upright=True),),
)
