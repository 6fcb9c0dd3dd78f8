"""The sheet of a sitting as it is shown: one row a hand, running totals, the closing block."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add

from django.utils.translation import gettext as _

from games.core.game import AnyGame
from games.core.text import Text, tells_several
from games.core.units import InUnits
from scorekeeper.common.texts import Names, amount_words, translated
from scorekeeper.play.adjusting.reads import Adjustment, adjustments_of, counted_in, linked_acts
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, sides_of, weighed
from scorekeeper.play.selectors.names import full_names, names_of
from scorekeeper.play.selectors.substitutes import Span, spans_of
from scorekeeper.play.sheet.money import Money, money_of
from scorekeeper.play.sheet.rows import Beside, Column, Count, Measures, Part, Row, Side
from scorekeeper.standings.services import added

MOST_BESIDE = 4  # sides


@dataclass(frozen=True, slots=True)
class Sheet:
    """`columns` are the people, `sides` the columns they are written in. `rows` oldest first; struck hands stay on it,
    one that was taken back at the end does not. Totals are in `unit`, running figures and the chart in `chart_unit`;
    `totals_apart` where these count something else than the totals, as the points of a game that is one of several."""

    columns: tuple[Column, ...]
    sides: tuple[Side, ...]
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    counts: tuple[Count, ...]
    beside: tuple[Beside, ...]
    spans: tuple[Span, ...]
    names: Names
    titles: Mapping[str, Text]
    unit: InUnits
    chart_unit: InUnits
    worth_unit: InUnits
    totals_apart: bool
    shows_worth: bool
    money: Money | None

    @property
    def by_seat(self) -> Mapping[int, Column]:
        """The people by the number of their seat."""
        return {column.seat.number: column for column in self.columns}

    @property
    def newest_first(self) -> tuple[Row, ...]:
        return self.rows[::-1]

    @property
    def last(self) -> Row | None:
        """The newest hand that counts."""
        return next((row for row in reversed(self.rows) if not row.hand.is_void), None)

    @property
    def has_corrections(self) -> bool:
        return any(row.is_corrected for row in self.rows)

    @property
    def label(self) -> str:
        """The unit of its amounts, said once above them; empty for points."""
        return self.unit.unit or self.chart_unit.unit

    @property
    def before_sides(self) -> int:
        """How many columns stand before those of the sides."""
        return 3 if self.shows_worth else 2

    @property
    def width(self) -> int:
        return self.before_sides + len(self.sides)

    @property
    def is_wide(self) -> bool:
        """Too many sides for a phone to show them beside one another."""
        return len(self.sides) > MOST_BESIDE

    @property
    def sums(self) -> tuple[tuple[Side, tuple[tuple[int, InUnits], ...]], ...]:
        """The closing block turned: what stands for each side in the lines of `counts`, then of `parts` if they are
        more than the total, then beside the hands."""
        parts = self.parts if self.has_sum else ()
        return tuple(
            (
                side,
                (
                    *((count.counts[place], count.unit) for count in self.counts),
                    *((part.cells[place][1], self.unit) for part in parts),
                    *(((self.besides[place], self.unit),) if self.has_beside else ()),
                ),
            )
            for place, side in enumerate(self.sides)
        )

    @property
    def main(self) -> Part:
        return self.parts[0]

    @property
    def has_bonus(self) -> bool:
        return len(self.parts) > 1

    @property
    def has_sum(self) -> bool:
        """Whether the totals are more than one measure as it is."""
        return self.has_bonus or self.main.weight != 1 or self.has_beside

    @property
    def has_beside(self) -> bool:
        """Whether a penalty or an adjustment stands."""
        return any(row.given.stands for row in self.beside)

    @property
    def besides(self) -> tuple[int, ...]:
        """What penalties and adjustments come to for each side."""
        standing = [row.points for row in self.beside if row.given.stands]
        return tuple(sum(points[place] or 0 for points in standing) for place in range(len(self.sides)))

    @property
    def substitutes(self) -> Mapping[int, Span]:
        """Who plays now for whom, by the number of the seat."""
        return {span.seat.number: span for span in self.spans if span.last is None}

    @property
    def bonuses(self) -> tuple[int, ...]:
        """What the other measures add to the first."""
        return tuple(sum(part.cells[place][1] for part in self.parts[1:]) for place in range(len(self.sides)))


def sheet_of(sitting: Sitting) -> Sheet:
    """The sheet in three queries: the seats with their players, the hands with the people and phones they came from,
    and what was given beside them."""
    seats = list(sitting.seats.select_related("player"))
    newest = sitting.hands.newest().select_related("by_user", "by_device")
    hands = list(newest.filter(number__lt=sitting.next_number).order_by("number"))
    return make_sheet(sitting, seats, hands, linked_acts(sitting))


def make_sheet(sitting: Sitting, seats: Sequence[Seat], hands: Iterable[Hand], acts: Iterable[Act] = ()) -> Sheet:
    """The sheet of these hands and acts, in order."""
    game, rules = sitting.plays, sitting.typed_rules
    weights, plotted, titles = game.weights(rules), game.chart_weights(rules), game.titles(rules)
    tie_breaks = [measure for measure in {**plotted, **dict(game.ranking)} if measure not in weights]
    names = names_of(sitting, seats)
    acts = list(acts)
    given = adjustments_of(sitting, seats, acts)
    columns = _columns(sitting, seats, names, given)
    sides = _sides(sitting, columns)
    shown = [one for one in given if one.stands and counted_in(sitting)[0] in plotted]
    tallies = {column.seat.number: column.tally for column in columns}
    return Sheet(
        columns=columns,
        sides=sides,
        rows=tuple(_with_given(_rows(hands, [side.number for side in sides], plotted, game.worth), sides, shown)),
        parts=tuple(_parts(sides, weights, game, titles)),
        counts=tuple(_counts(sitting, sides, tie_breaks, titles)),
        beside=tuple(Beside(one, sides) for one in given),
        spans=spans_of(seats, acts),
        names=names,
        titles=titles,
        unit=sitting.unit_of(weights),
        chart_unit=sitting.unit_of(plotted),
        worth_unit=sitting.unit_of([game.worth]),
        totals_apart=weights != plotted,
        shows_worth=bool(game.worth),
        money=money_of(sitting, rules, names, tallies, {column.seat.number: column.total for column in columns}),
    )


def _columns(sitting: Sitting, seats: Sequence[Seat], shorts: Names, given: Sequence[Adjustment]) -> tuple[Column, ...]:
    names, weights = Names(full_names(seats)), sitting.plays.weights(sitting.typed_rules)
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
            _by_hands(sitting, seat, given),
        )
        for seat in seats
    )


def _by_hands(sitting: Sitting, seat: Seat, given: Sequence[Adjustment]) -> Measures:
    points = sum(one.points.get(seat.number, 0) for one in given if one.stands)
    if not points:
        return dict(seat.tally)
    measure, weight = counted_in(sitting)
    return added(seat.tally, {measure: weight * points}, -1)


def _sides(sitting: Sitting, columns: Sequence[Column]) -> tuple[Side, ...]:
    by_number = {column.seat.number: column for column in columns}
    sides = sides_of(sitting, [column.seat for column in columns])
    return tuple(Side(tuple(by_number[seat.number] for seat in side)) for side in sides)


def _rows(hands: Iterable[Hand], heads: Sequence[int], weights: Measures, worth: str) -> Iterable[Row]:
    """`heads` are the first seats of the sides: their partners move as they do."""
    main, factor = next(iter(weights.items()))
    tallies: dict[int, dict[str, int]] = {number: {} for number in heads}
    for hand in hands:
        moved = {key: amount for key, amount in hand.moved.items() if key[0] in tallies}
        for (number, name), amount in moved.items():
            tallies[number][name] = tallies[number].get(name, 0) + amount
        yield Row(
            hand=hand,
            value=_value(moved, worth),
            running=tuple(factor * tallies[n].get(main, 0) if moved.get((n, main)) else None for n in heads),
            totals=tuple(weighed(tallies[number], weights) for number in heads),
        )


def _with_given(rows: Iterable[Row], sides: Sequence[Side], given: Sequence[Adjustment]) -> Iterable[Row]:
    """The chart has a penalty from the hand on after which it was given; the running figures are those of the hands."""
    for row in rows:
        so_far = [one.points for one in given if one.after <= row.hand.number]
        more = [sum(points.get(side.number, 0) for points in so_far) for side in sides]
        yield replace(row, totals=tuple(map(add, row.totals, more))) if so_far else row


def _value(moved: Mapping[tuple[int, str], int], worth: str) -> int | None:
    """What the hand was worth, where one side scored."""
    amounts = [amount for (_number, name), amount in moved.items() if name == worth and amount]
    return amounts[0] if len(amounts) == 1 else None


def _parts(sides: Sequence[Side], weights: Measures, game: AnyGame, titles: Mapping[str, Text]) -> Iterable[Part]:
    """The first measure always; what breaks ties too; the others where they count anything."""
    always = {next(iter(weights)), *dict(game.ranking)}
    for measure, weight in weights.items():
        counts = [side.by_hands.get(measure, 0) for side in sides]
        if any(counts) or measure in always:
            yield Part(titles[measure], weight, tuple((count, weight * count) for count in counts))


def _counts(
    sitting: Sitting, sides: Sequence[Side], measures: Iterable[str], titles: Mapping[str, Text]
) -> Iterable[Count]:
    for measure in measures:
        counts = tuple(side.tally.get(measure, 0) for side in sides)
        if any(counts):
            yield Count(titles[measure], sitting.unit_of([measure]), counts)


def news_of(sheet: Sheet) -> str:
    """What is read out to who hears the page: the newest hand that counts, and where everybody stands now ("Hand 2:
    48 to Jürgen. Jürgen 98, Anna 83"); nothing before the first."""
    if sheet.last is None:
        return ""
    result = result_words(sheet.last.hand.said, sheet.names)
    hand = _("Hand {number}: {result}").format(number=sheet.last.hand.number, result=result)
    return _("{hand}. {totals}").format(hand=hand, totals=totals_words(sheet))


def result_words(said: Text, names: Mapping[int, str]) -> str:
    """What a hand came to, without how it was played: "48 to Jürgen". Where it had several results, all of it."""
    whole = translated(said, names)
    return whole if tells_several(said) else whole.rpartition(": ")[2]


def totals_words(sheet: Sheet) -> str:
    """Where every side of the sheet stands, in a line: "Jürgen 98, Anna 83". Where hands move something else than the
    totals, these say what they count, or they would contradict what the hand has just said."""
    totals = ", ".join(f"{side.name} {amount_words(side.total, sheet.unit)}" for side in sheet.sides)
    if not sheet.totals_apart:
        return totals
    return _("{measure}: {totals}").format(measure=translated(sheet.main.title), totals=totals)
