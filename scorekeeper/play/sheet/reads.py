"""The sheet of a sitting as it is shown, with its chart; one hand and all its versions; and what happened beside its
hands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.game import AnyGame
from games.core.settling import InUnits
from games.core.text import Text, tells_several
from scorekeeper.common.charts import Chart, Series, line_chart
from scorekeeper.common.texts import Names, amount_figure, amount_words, signed, translated
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import list_ranks, sides_of, weighed
from scorekeeper.play.seats.reads import Span, spans_of
from scorekeeper.play.sheet.money import Money, money_of
from scorekeeper.play.sheet.rows import (
    Adjustment,
    Beside,
    Column,
    Count,
    Measures,
    Part,
    Row,
    Side,
    adjustments_of,
    counted_in,
    full_names,
    highlights_of,
    linked_acts,
    names_of,
)
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
    shown = [adjustment for adjustment in given if adjustment.stands and counted_in(sitting)[0] in plotted]
    tallies = {column.seat.number: column.tally for column in columns}
    return Sheet(
        columns=columns,
        sides=sides,
        rows=tuple(_with_given(_rows(hands, [side.number for side in sides], plotted, game.worth), sides, shown)),
        parts=tuple(_parts(sides, weights, game, titles)),
        counts=tuple(_counts(sitting, sides, tie_breaks, titles)),
        beside=tuple(Beside(adjustment, sides) for adjustment in given),
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
    points = sum(adjustment.points.get(seat.number, 0) for adjustment in given if adjustment.stands)
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
        # What the hand was worth, where one side scored
        amounts = [amount for (_number, name), amount in moved.items() if name == worth and amount]
        yield Row(
            hand=hand,
            value=amounts[0] if len(amounts) == 1 else None,
            running=tuple(factor * tallies[n].get(main, 0) if moved.get((n, main)) else None for n in heads),
            totals=tuple(weighed(tallies[number], weights) for number in heads),
        )


def _with_given(rows: Iterable[Row], sides: Sequence[Side], given: Sequence[Adjustment]) -> Iterable[Row]:
    """The chart has a penalty from the hand on after which it was given; the running figures are those of the hands."""
    for row in rows:
        so_far = [adjustment.points for adjustment in given if adjustment.after <= row.hand.number]
        more = [sum(points.get(side.number, 0) for points in so_far) for side in sides]
        yield replace(row, totals=tuple(map(add, row.totals, more))) if so_far else row


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
    return pgettext("note", "{hand}. {totals}").format(hand=hand, totals=totals_words(sheet))


def result_words(sentence: Text, names: Mapping[int, str]) -> str:
    """What a hand came to, without how it was played: "48 to Jürgen". Where it had several results, all of it."""
    whole = translated(sentence, names)
    return whole if tells_several(sentence) else whole.rpartition(": ")[2]


def totals_words(sheet: Sheet) -> str:
    """Where every side of the sheet stands, in a line: "Jürgen 98, Anna 83". Where hands move something else than the
    totals, these say what they count, or they would contradict what the hand has just said."""
    totals = ", ".join(f"{side.name} {amount_words(side.total, sheet.unit)}" for side in sheet.sides)
    if not sheet.totals_apart:
        return totals
    return pgettext("note", "{measure}: {totals}").format(measure=translated(sheet.main.title), totals=totals)


def chart_of(sheet: Sheet, mine: int | None = None) -> Chart | None:
    """How all stand after each hand; the reader's own line (else the leader's) stands out, and the hands that turned
    the table are marked. None before two hands."""
    rows = [row for row in sheet.rows if not row.hand.is_void]
    if len(rows) < 2:
        return None
    series = [
        Series(
            side.short,
            tuple(column.short for column in side.columns),
            (0, *(row.totals[place] for row in rows)),
        )
        for place, side in enumerate(sheet.sides)
    ]
    marks = [str(number) for number in range(len(rows) + 1)]
    penalised = {row.given.after for row in sheet.beside if row.given.stands}
    return line_chart(
        series,
        marks,
        lambda value, step: grid_figure(value, sheet.chart_unit, step),
        first=_first(sheet, mine),
        highlights=highlights_of(rows, sheet.sides, sheet.chart_unit, penalised),
    )


def _first(sheet: Sheet, mine: int | None) -> int:
    for place, side in enumerate(sheet.sides):
        if mine in {column.seat.number for column in side.columns}:
            return place
    return min(range(len(sheet.sides)), key=lambda place: sheet.sides[place].rank)


def grid_figure(value: int, unit: InUnits, step: int) -> str:
    """The figure at a grid line: without decimals where none of them has any."""
    whole = 10**unit.decimals
    return signed(value // whole) if step % whole == 0 else amount_figure(value, unit)


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of the ledger: what a hand moved for a side, and why. Where a hand moves more than the total, as the
    points of a single game of a match, each line says what it counts."""

    side: Side
    weighed: int
    unit: InUnits
    text: Text
    measure: Text | None


@dataclass(frozen=True, slots=True)
class History:
    """`versions` newest first, each with who had which seat when it was written; `reasons` are those of the newest;
    `row` is missing for a hand taken back."""

    newest: Hand
    versions: tuple[tuple[Hand, Names], ...]
    reasons: tuple[Reason, ...]
    warnings: tuple[Text, ...]
    row: Row | None
    dealer: str
    spans: tuple[Span, ...]


def history_of(sitting: Sitting, number: int, sheet: Sheet) -> History:
    """Everything that was ever written of hand `number`."""
    versions = tuple(
        sitting.hands.filter(number=number).select_related("by_user", "by_device").order_by("-version"),
    )
    newest, swaps = versions[0], swaps_of(sitting)
    return History(
        newest=newest,
        versions=tuple((version, names_then(version, sheet.names, swaps)) for version in versions),
        reasons=tuple(_reasons(sitting, newest, sheet)),
        warnings=tuple(Text.from_json(notice["message"]) for notice in newest.outcome["warnings"]),
        row=next((row for row in sheet.rows if row.hand.number == number), None),
        dealer=sheet.names.get(newest.table["dealer"], ""),
        spans=tuple(s for s in sheet.spans if s.covers(number) and s.seat.number in newest.table["seats"]),
    )


def names_then(version: Hand, names: Names, swaps: Iterable[Act]) -> Names:
    """The people a version speaks of: where two changed places after its hand, one that was written before names them
    by the numbers they had then. `swaps` are those of the sitting, the newest first."""
    then = Names({}, names.unit)
    then.update(names)
    for act in swaps:
        if act.detail.get("from", 0) > version.number and (act.seq or 0) > version.seq:
            one, other = act.detail["places"]
            then[one], then[other] = then[other], then[one]
    return then


def swaps_of(sitting: Sitting) -> list[Act]:
    """Who changed places with whom, the newest first."""
    return list(sitting.acts.filter(kind=Act.Kind.SWAPPED).order_by("-seq"))


def acts_of(sitting: Sitting) -> list[Act]:
    """What happened to the sitting beyond its hands, newest first, with who did it and the seat."""
    return list(sitting.acts.select_related("by_user", "by_device", "seat", "player").order_by("-id"))


def _reasons(sitting: Sitting, hand: Hand, sheet: Sheet) -> Iterable[Reason]:
    """Of a side that scores as one the lines of its first seat: those of the others say the same."""
    game, rules = sitting.plays, sitting.typed_rules
    weights: Mapping[str, int] = game.weights(rules)
    factors = {**game.chart_weights(rules), **weights}
    sides = {side.number: side for side in sheet.sides}
    titles = game.titles(rules)
    lines = [line for line in hand.outcome["lines"] if line[0] in sides and line[1] in factors]
    are_all_total = all(measure in weights for _seat, measure, _amount, _reason in lines)
    for seat, measure, amount, reason in lines:
        yield Reason(
            side=sides[seat],
            weighed=factors[measure] * amount,
            unit=sitting.unit_of([measure]),
            text=Text.from_json(reason),
            measure=None if are_all_total else titles[measure],
        )


def piece(game: str, name: str) -> tuple[str, str]:
    """The game's own template where it has one, else that for any game; for `{% include %}`."""
    return f"games/{game}/{name}", f"games/{name}"
