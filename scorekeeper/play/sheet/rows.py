"""What a sheet is made of: names, rows, columns, the lines of its closing block, and how far it has come."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from games.core.amounts import InUnits
from games.core.text import Text
from games.core.values import Table
from scorekeeper.common.names import apart, with_initial
from scorekeeper.common.texts import Names, translated
from scorekeeper.play.correcting.reads import Adjustment
from scorekeeper.play.models import Hand, Seat, Sitting


def seats_with_players() -> "Prefetch[Any, Any, Any]":
    """The seats of sittings with their players. These are joined: fetched by key, players by the thousand would be more
    than SQLite takes in one statement."""
    return Prefetch("seats", Seat.objects.select_related("player").order_by("number"))


def names_of(sitting: Sitting, seats: Iterable[Seat]) -> Names:
    """The short names at a table, and the unit its amounts are in, for all sentences of the sitting."""
    return Names(short_names(full_names(seats)), sitting.unit)


def together(names: Iterable[str]) -> str:
    """What those who score as one are called: "Ana & Caio"."""
    return " & ".join(names)


def full_names(seats: Iterable[Seat]) -> dict[int, str]:
    """{seat number: name} of seats whose players are loaded; namesakes carry the number of their seat, from 1."""
    return apart({seat.number: [seat.player.name] for seat in seats})


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """First names where they tell the players apart, else lengthened until they do: an initial, then the full name,
    then the number of the seat."""
    return apart({number: [name.split()[0], with_initial(name), name] for number, name in names.items()})


Measures = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One hand. `value` is what it was worth, where one figure says it; `running` stands only in the columns that it
    changed; `totals` are the figures of the chart after it. One figure a side each."""

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


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the closing block: each side's count of one measure, and what it makes."""

    title: Text
    weight: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A line of the closing block that adds nothing to the totals: what breaks a tie, or what the chart draws."""

    title: Text
    unit: InUnits
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Somebody at the table: where the seat stands now. `by_hands` is the tally without penalties and adjustments."""

    seat: Seat
    name: str
    short: str
    total: int
    rank: int
    leads: bool
    tally: Measures
    by_hands: Measures


@dataclass(frozen=True, slots=True)
class Side:
    """A column of the sheet: those who score as one, who all stand where the first of them does."""

    columns: tuple[Column, ...]

    @property
    def number(self) -> int:
        """The first of its seats."""
        return self.columns[0].seat.number

    @property
    def name(self) -> str:
        return together(column.name for column in self.columns)

    @property
    def short(self) -> str:
        return together(column.short for column in self.columns)

    @property
    def total(self) -> int:
        return self.columns[0].total

    @property
    def rank(self) -> int:
        return self.columns[0].rank

    @property
    def leads(self) -> bool:
        return self.columns[0].leads

    @property
    def tally(self) -> Measures:
        return self.columns[0].tally

    @property
    def by_hands(self) -> Measures:
        return self.columns[0].by_hands

    @property
    def is_active(self) -> bool:
        return any(column.seat.is_active for column in self.columns)


@dataclass(frozen=True, slots=True)
class Beside:
    """A row of the sheet that is no hand: a penalty or an adjustment, and what each side got by it (None: nothing)."""

    given: Adjustment
    sides: tuple[Side, ...]

    @property
    def points(self) -> tuple[int | None, ...]:
        return tuple(self.given.points.get(side.number) for side in self.sides)

    @property
    def told(self) -> tuple[tuple[Side, int], ...]:
        """Only those whom it concerns."""
        return tuple((side, points) for side, points in zip(self.sides, self.points, strict=True) if points is not None)


@dataclass(frozen=True, slots=True)
class Progress:
    """`played` hands count so far, of `length` or of nobody knows how many (None); `stands` is what the game says
    of it in a few words, or nothing."""

    played: int
    length: int | None
    stands: str


def progress_of(sitting: Sitting, seats: Sequence[Seat], names: Mapping[int, str]) -> Progress:
    """Where the sitting stands before its next hand."""
    return progress_with(sitting, tuple(seat.number for seat in seats if seat.is_active), names)


def progress_with(sitting: Sitting, active: tuple[int, ...], names: Mapping[int, str]) -> Progress:
    """The same for whoever has the numbers of the seats that are still played at (`active`), and not the seats."""
    game, rules, state = sitting.plays, sitting.typed_rules, sitting.typed_state
    played, length = game.progress(state, rules, active)
    table = Table(active, sitting.next_number, sitting.dealer, state)
    stands = game.stands(rules, table) if game.stands else None
    return Progress(played, length, translated(stands, names) if stands else "")
