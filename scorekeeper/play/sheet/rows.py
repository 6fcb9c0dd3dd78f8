"""What a sheet is made of: names, rows, columns, the lines of its closing block, how far it has come; the
hands that turned it: where the lead changed for good, and where most was moved at once; and penalties and adjustments:
what was given to or taken from somebody beside the hands."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, Final

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Table
from scorekeeper.common.charts import Highlight
from scorekeeper.common.names import apart, with_initial
from scorekeeper.common.texts import Names, amount_words, isolated, translated
from scorekeeper.play.ledger import Amounts
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import sides_of

GIVEN = (Act.Kind.PENALTY, Act.Kind.ADJUSTED)
Lines = list[list[str | int]]  # [[id of the seat, measure, amount], ...], as an act keeps them


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One of them, as the sheet shows it. `points` are what it adds to the total of each seat by number."""

    act: Act
    points: Mapping[int, int]
    taken_back: Act | None

    @property
    def stands(self) -> bool:
        return self.taken_back is None

    @property
    def after(self) -> int:
        """The number of the hand after which it was given; 0 before the first."""
        return int(self.act.detail["after"])


def counted_in(sitting: Sitting) -> tuple[str, int]:
    """The measure that is the total, in which points are given and taken, and its weight: 1 or -1."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return next((measure, weight) for measure, weight in weights.items() if abs(weight) == 1)


def is_between_players(sitting: Sitting) -> bool:
    """Whether what one gets another one gives: the total is an amount of a unit."""
    return counted_in(sitting)[0] in sitting.plays.in_units


def side_of(sitting: Sitting, seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """All who score as one with this seat."""
    return next(side for side in sides_of(sitting, seats) if any(seat.number == number for seat in side))


def lines_of(seats: Iterable[Seat], amounts: Amounts) -> Lines:
    """What moves by seat number, as an act keeps it: who it was does not change when seats are swapped."""
    by_number = {seat.number: str(seat.pk) for seat in seats}
    return [[by_number[number], measure, amount] for (number, measure), amount in sorted(amounts.items())]


def amounts_of(seats: Iterable[Seat], lines: Lines) -> dict[tuple[int, str], int]:
    """`lines_of` read again, for the seats as they are now."""
    numbers = {str(seat.pk): seat.number for seat in seats}
    return {(numbers[str(pk)], str(measure)): int(amount) for pk, measure, amount in lines}


def linked_acts(sitting: Sitting) -> list[Act]:
    """The acts that say something of the sheet itself, in their order. One query."""
    found = sitting.acts.filter(seq__isnull=False).select_related("by_user", "by_device", "seat", "player")
    return list(found.order_by("seq"))


def adjustments_of(sitting: Sitting, seats: Sequence[Seat], acts: Iterable[Act]) -> tuple[Adjustment, ...]:
    """Every penalty and adjustment among the linked acts of a sitting."""
    acts = list(acts)
    reversals = {act.reverses_id: act for act in acts if act.reverses_id}
    weight = counted_in(sitting)[1] if acts else 1
    return tuple(
        Adjustment(
            act,
            {number: weight * amount for (number, _m), amount in amounts_of(seats, act.detail["lines"]).items()},
            reversals.get(act.pk),
        )
        for act in acts
        if act.kind in GIVEN
    )


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


FEWEST_HANDS: Final = 5  # before so many nothing has turned yet
MOST: Final = 4
USUAL: Final = 2  # where the lead does not change, so many swings
PARTS: Final = 6  # of the chart: two marks within a sixth of it would touch


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand at this place of the hands that count, from 0, and the side whose hand it was. `swing` is how far the
    sides moved apart; `change` is what that side won or lost."""

    place: int
    side: int
    change: int
    swing: int
    takes_lead: bool


def highlights_of(
    rows: Sequence[Row], sides: Sequence[Side], unit: InUnits, penalised: Collection[int]
) -> list[Highlight]:
    """The marks of the chart of these hands, in their order; `penalised` are the numbers of hands after which a
    penalty or an adjustment was given, whose swing would count for the hand."""
    found = []
    for turn in turns_of(
        [row.totals for row in rows], {rows.index(row) for row in rows if row.hand.number in penalised}
    ):
        number, name = rows[turn.place].hand.number, isolated(sides[turn.side].short)
        if turn.takes_lead:
            total = amount_words(rows[turn.place].totals[turn.side], unit)
            sentence = _("Hand {number}: the lead goes to {name} with {total}.")
            sentence = sentence.format(number=number, name=name, total=total)
        else:
            sign = "+" if turn.change > 0 else ""
            change = sign + amount_words(turn.change, unit)
            sentence = _("Hand {number}: a large swing, {change} for {name}.")
            sentence = sentence.format(number=number, change=change, name=name)
        found.append(Highlight(turn.side, turn.place + 1, number, sentence))
    return found


def turns_of(totals: Sequence[Sequence[int]], unclear: Collection[int] = ()) -> list[Turn]:
    """At most four hands of a table, in their order, from the totals of all sides after each hand.

    The last change of the lead comes first, then the largest swing, then the other changes of the lead, the larger
    swing first. A swing is large where it is larger than that of most hands; it counts neither for the first hand nor
    for one that is `unclear`. Two hands whose marks would touch are never both there.
    """
    if len(totals) < FEWEST_HANDS or len(totals[0]) < USUAL:
        return []
    turns = _turns(totals)
    leads = [turn for turn in turns if turn.takes_lead]
    usual = median(turn.swing for turn in turns)
    swings = [turn for turn in turns[1:] if turn.swing > usual and not turn.takes_lead and turn.place not in unclear]
    swings.sort(key=lambda turn: -turn.swing)
    others = sorted(leads[:-1], key=lambda turn: -turn.swing)
    chosen: list[Turn] = []
    for turn in [*leads[-1:], *swings[:1], *others, *swings[1:]]:
        enough = MOST if turn.takes_lead else USUAL
        if len(chosen) < enough and all(abs(turn.place - other.place) * PARTS >= len(totals) for other in chosen):
            chosen.append(turn)
    return sorted(chosen, key=lambda turn: turn.place)


def _turns(totals: Sequence[Sequence[int]]) -> list[Turn]:
    """Every hand; it takes the lead for a side where that side alone is in front, and another one was before."""
    found, leader = [], None
    for place, (before, after) in enumerate(pairwise([[0] * len(totals[0]), *totals])):
        changes = [now - then for then, now in zip(before, after, strict=True)]
        mover = max(range(len(changes)), key=lambda side: abs(changes[side]))
        swing = max(changes) - min(changes)
        first = [side for side, total in enumerate(after) if total == max(after)]
        takes_lead = len(first) == 1 and leader not in {None, first[0]}
        side = first[0] if takes_lead else mover
        found.append(Turn(place, side, changes[side], swing, takes_lead))
        leader = first[0] if len(first) == 1 else leader
    return found
