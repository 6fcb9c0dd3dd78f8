"""The sheet of a sitting as it is shown: one row a hand, running totals, the closing block."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from games.core.text import Text
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, weighed
from scorekeeper.play.selectors.names import full_names, short_names


@dataclass(frozen=True, slots=True)
class Row:
    """One hand. `value` is what it scored, `running` stands only in the columns that it changed,
    `totals` are the list totals after it."""

    hand: Hand
    value: int | None
    running: tuple[int | None, ...]
    totals: tuple[int, ...]

    @property
    def is_corrected(self) -> bool:
        return self.hand.kind == Hand.Kind.CORRECTED

    @property
    def record(self) -> Mapping[str, Any]:
        return dict(self.hand.record)

    @property
    def detail(self) -> Mapping[str, Any]:
        return self.hand.outcome["detail"] or {}

    @property
    def levels(self) -> tuple[str, ...]:
        """The level a sheet names: a higher one says the lower ones too, and only a hand game is played ouvert."""
        counted = self.detail.get("levels", ())
        highest = next((level for level in ("ouvert", "schwarz", "schneider") if level in counted), "")
        hand = ("hand",) if "hand" in counted and highest != "ouvert" else ()
        return (*hand, highest) if highest else hand


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the closing block: each seat's count of one measure, and what it makes."""

    measure: str
    title: Text
    weight: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class DueLine:
    """Money due for one cause: an amount in minor units for each seat; less than zero is to be paid."""

    label: Text
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: where the seat stands now."""

    seat: Seat
    name: str
    short: str
    total: int
    rank: int
    leads: bool
    tally: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows` oldest first; struck hands stay on it, one that was taken back at the end does not."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    measure: str
    dues: tuple[DueLine, ...]

    @property
    def newest_first(self) -> tuple[Row, ...]:
        return self.rows[::-1]

    @property
    def names(self) -> dict[int, str]:
        return {column.seat.number: column.short for column in self.columns}

    @property
    def last(self) -> Row | None:
        """The newest hand that counts."""
        return next((row for row in reversed(self.rows) if not row.hand.is_void), None)

    @property
    def has_corrections(self) -> bool:
        return any(row.is_corrected for row in self.rows)

    @property
    def main(self) -> Part:
        return self.parts[0]

    @property
    def has_bonus(self) -> bool:
        return len(self.parts) > 1

    @property
    def bonuses(self) -> tuple[int, ...]:
        """What the system adds to each player's game points."""
        return tuple(sum(part.cells[place][1] for part in self.parts[1:]) for place in range(len(self.columns)))


def sheet_of(sitting: Sitting) -> Sheet:
    """The sheet in two queries: the seats with their players, and the hands."""
    seats = list(sitting.seats.select_related("player"))
    hands = list(sitting.hands.newest().filter(number__lt=sitting.next_number).order_by("number"))
    return make_sheet(sitting, seats, hands)


def make_sheet(sitting: Sitting, seats: Sequence[Seat], hands: Iterable[Hand]) -> Sheet:
    """The sheet of these hands, in order."""
    weights = sitting.plays.weights(sitting.typed_rules)
    measure = next(iter(weights))
    columns = _columns(sitting, seats, weights)
    return Sheet(
        columns=columns,
        rows=tuple(_rows(hands, [seat.number for seat in seats], weights, measure)),
        parts=tuple(_parts(seats, weights, sitting.plays.measure_titles)),
        measure=measure,
        dues=tuple(_dues(sitting, columns)),
    )


def _columns(sitting: Sitting, seats: Sequence[Seat], weights: Mapping[str, int]) -> tuple[Column, ...]:
    names = full_names(seats)
    shorts = short_names(names)
    ranks = list_ranks(sitting, seats, {seat.number: seat.tally for seat in seats})
    moved = any(seat.tally for seat in seats)
    return tuple(
        Column(
            seat,
            names[seat.number],
            shorts[seat.number],
            weighed(seat.tally, weights),
            ranks[seat.number],
            moved and ranks[seat.number] == 1,
            seat.tally,
        )
        for seat in seats
    )


def _rows(hands: Iterable[Hand], numbers: Sequence[int], weights: Mapping[str, int], measure: str) -> Iterable[Row]:
    tallies: dict[int, dict[str, int]] = {number: {} for number in numbers}
    for hand in hands:
        moved = hand.moved
        for (number, name), amount in moved.items():
            tallies[number][name] = tallies[number].get(name, 0) + amount
        yield Row(
            hand=hand,
            value=_value(moved),
            running=tuple(tallies[n].get(measure, 0) if moved.get((n, measure)) else None for n in numbers),
            totals=tuple(weighed(tallies[number], weights) for number in numbers),
        )


def _value(moved: Mapping[tuple[int, str], int]) -> int | None:
    """What the hand scored, where one seat scored."""
    points = [amount for (_number, name), amount in moved.items() if name == "points" and amount]
    return points[0] if len(points) == 1 else None


def _parts(seats: Sequence[Seat], weights: Mapping[str, int], titles: Mapping[str, Text]) -> Iterable[Part]:
    first = next(iter(weights))
    for measure, weight in weights.items():
        counts = [seat.tally.get(measure, 0) for seat in seats]
        if any(counts) or measure in {first, "won", "lost"}:
            yield Part(measure, titles[measure], weight, tuple((count, weight * count) for count in counts))


def _dues(sitting: Sitting, columns: Sequence[Column]) -> Iterable[DueLine]:
    tallies = {column.seat.number: column.tally for column in columns}
    totals = {column.seat.number: column.total for column in columns}
    dues = sitting.plays.dues(tallies, totals, sitting.typed_rules)
    for label, own in groupby(dues, key=attrgetter("label")):
        amounts = {due.seat: due.amount for due in own}
        yield DueLine(label, tuple(amounts.get(number, 0) for number in totals))
