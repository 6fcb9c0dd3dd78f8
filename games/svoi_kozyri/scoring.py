"""What a deal moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias, cast

from games.core.text import AND_LAST, AND_MORE, SeatName, Text, Value, pgettext
from games.core.values import Line, Notice, Outcome, Words
from games.svoi_kozyri.hand import DealDetail, SvoiDeal
from games.svoi_kozyri.rules import SIZE_OF_A_SERIES_TO, SvoiRules
from games.svoi_kozyri.state import (
    SeriesState,
    Settled,
    SvoiTable,
    counters_of,
    end_of,
    leaders,
    next_dealer,
    settle,
    state_after,
)

# The sentences a scorer says aloud.

WORDS: Final = Words(
    piece=Text(pgettext("svoi_kozyri", "series")),
    total=Text(pgettext("svoi_kozyri", "Points")),
    chart=Text(pgettext("svoi_kozyri", "Points after each deal")),
    complete=Text(pgettext("svoi_kozyri", "The series is over")),
    ended=Text(pgettext("svoi_kozyri", "The evening has ended")),
)

QUESTIONS: Final = {
    "pickup": Text(pgettext("svoi_kozyri", "How many cards do I pick up?")),
    "beats": Text(pgettext("svoi_kozyri", "Does this card beat?")),
}

_IS_OUT = pgettext("svoi_kozyri", "{seats} is out")
_ARE_OUT = pgettext("svoi_kozyri", "{seats} are out")
_LEFT = pgettext("svoi_kozyri", "{before}, {seat} is left")
_LEFT_ONE = pgettext("svoi_kozyri", "{before}, {seat} is left with 1 card")
_LEFT_CARDS = pgettext("svoi_kozyri", "{before}, {seat} is left with {cards} cards")
_DRAW = pgettext("svoi_kozyri", "{seats} draw")
_OUT_DRAW = pgettext("svoi_kozyri", "{before}, {seats} draw")
_FIRST_POINTS = pgettext("svoi_kozyri", "{play}: {points} to {seats}")
_NEXT_POINTS = pgettext("svoi_kozyri", "{play}, {points} to {seats}")
_FIRST_POINTS_EACH = pgettext("svoi_kozyri", "{play}: {points} each to {seats}")
_NEXT_POINTS_EACH = pgettext("svoi_kozyri", "{play}, {points} each to {seats}")

_WENT_OUT: Final = (
    Text(pgettext("svoi_kozyri", "Went out first")),
    Text(pgettext("svoi_kozyri", "Went out second")),
    Text(pgettext("svoi_kozyri", "Went out third")),
)
_DRAWN_WITH = pgettext("svoi_kozyri", "Drawn with {seat}")
_LOST = Text(pgettext("svoi_kozyri", "Left with cards"))
_LOST_ONE = Text(pgettext("svoi_kozyri", "Left with 1 card"))
_LOST_CARDS = pgettext("svoi_kozyri", "Left with {cards} cards")

_SERIES_WON = pgettext("svoi_kozyri", "{seats} has won {wins} deals and the series")
_SERIES_WON_ONE = pgettext("svoi_kozyri", "{seats} has won the deal and the series")
_FIRST = pgettext("svoi_kozyri", "{seats} comes first")
_SHARED = pgettext("svoi_kozyri", "{seats} share the first place")

_STANDS = pgettext("svoi_kozyri", "{first} {wins} : {others} {second}, to {first_to}")

DEALER_OUT_OF_TURN: Final = Notice(
    "dealer_out_of_turn", Text(pgettext("svoi_kozyri", "Somebody else should have dealt this deal."))
)


def sentence_of(settled: Settled, seats: Sequence[int]) -> Text:
    """ "Anna is out, Boris is left with 7 cards: 2 to Anna"."""
    sentence = _play(settled)
    one, several = _FIRST_POINTS, _FIRST_POINTS_EACH
    order = (*settled.winners, *settled.drawn, *(seat for seat in seats if seat == settled.loser))
    points = dict(zip(seats, settled.points, strict=True))
    for amount in dict.fromkeys(points[seat] for seat in order):
        if amount:
            same = [seat for seat in order if points[seat] == amount]
            template = several if len(same) > 1 else one
            sentence = Text(template, {"play": sentence, "points": amount, "seats": all_of(same)})
            one, several = _NEXT_POINTS, _NEXT_POINTS_EACH
    return sentence


def _play(settled: Settled) -> Text:
    if settled.loser is not None:
        before, seat = _out(settled.winners), SeatName(settled.loser)
        if settled.cards_left is None:
            return Text(_LEFT, {"before": before, "seat": seat})
        if settled.cards_left == 1:
            return Text(_LEFT_ONE, {"before": before, "seat": seat})
        return Text(_LEFT_CARDS, {"before": before, "seat": seat, "cards": settled.cards_left})
    drawn = all_of(settled.drawn)
    if not settled.winners:
        return Text(_DRAW, {"seats": drawn})
    return Text(_OUT_DRAW, {"before": _out(settled.winners), "seats": drawn})


def _out(winners: Sequence[int]) -> Text:
    return Text(_ARE_OUT if len(winners) > 1 else _IS_OUT, {"seats": all_of(winners)})


def all_of(seats: Sequence[int]) -> Value:
    """ "Anna, Boris and Clara"."""
    names: Value = SeatName(seats[0])
    for seat in seats[1:]:
        names = Text(AND_LAST if seat == seats[-1] else AND_MORE, {"seats": names, "seat": SeatName(seat)})
    return names


def reasons_of(settled: Settled) -> Mapping[int, Text]:
    """Why each seat counts what it counts."""
    reasons = dict(zip(settled.winners, _WENT_OUT, strict=False))
    for seat, other in zip(settled.drawn, reversed(settled.drawn), strict=True):
        reasons[seat] = Text(_DRAWN_WITH, {"seat": SeatName(other)})
    if settled.loser is not None:
        reasons[settled.loser] = _lost(settled.cards_left)
    return reasons


def _lost(cards: int | None) -> Text:
    if cards is None:
        return _LOST
    return _LOST_ONE if cards == 1 else Text(_LOST_CARDS, {"cards": cards})


def verdict(totals: Mapping[int, Mapping[str, int]], rules: SvoiRules) -> Text | None:
    """Who has won the series, or who shares the first place; None before the first deal."""
    for seat, own in totals.items():
        won = own.get("won", 0)
        if rules.first_to is not None and won >= rules.first_to:
            template = _SERIES_WON_ONE if won == 1 else _SERIES_WON
            return Text(template, {"seats": SeatName(seat), "wins": won})
    first = leaders(totals, rules)
    if not first:
        return None
    return Text(_SHARED if len(first) > 1 else _FIRST, {"seats": all_of(first)})


def stands(rules: SvoiRules, table: SvoiTable) -> Text | None:
    """The wins of both in a series to a number of wins: "Anna 2 : 1 Boris, to 3"."""
    if rules.first_to is None or len(table.seats) != SIZE_OF_A_SERIES_TO:
        return None
    first, second = table.seats
    wins = dict(table.state.wins)
    values: dict[str, Value] = {"first": SeatName(first), "second": SeatName(second), "first_to": rules.first_to}
    return Text(_STANDS, {**values, "wins": wins.get(first, 0), "others": wins.get(second, 0)})


MEASURE_TITLES: Final = {
    "points": Text(pgettext("svoi_kozyri", "Points")),
    "hands": Text(pgettext("svoi_kozyri", "Deals played")),
    "won": Text(pgettext("svoi_kozyri", "Deals won")),
    "drawn": Text(pgettext("svoi_kozyri", "Deals drawn")),
    "lost": Text(pgettext("svoi_kozyri", "Deals lost")),
    "cards_left": Text(pgettext("svoi_kozyri", "Cards left")),
}
MEASURES: Final = tuple(MEASURE_TITLES)

_DEAL = Text(pgettext("svoi_kozyri", "One deal of the series"))

SvoiOutcome: TypeAlias = Outcome[SeriesState, DealDetail]


def score(hand: SvoiDeal, rules: SvoiRules, table: SvoiTable) -> SvoiOutcome:
    """The outcome of a deal that `problems` let through."""
    seats, before = table.seats, table.state
    dealer = table.dealer if hand.dealer is None else hand.dealer
    settled = settle(hand, rules, seats)
    state = state_after(before, dict(zip(seats, hand.trumps, strict=True)), settled.winners)
    lines, sentence = _lines_and_sentence(settled, seats)
    in_turn = dealer == table.dealer or not before.deals
    return Outcome(
        lines,
        DealDetail.model_construct(kind="deal", seats=seats, dealer=dealer, **settled._asdict()),
        state,
        sentence,
        cast("int", next_dealer(settled, seats, dealer)),
        bool(end_of(state, rules)),
        () if in_turn else (DEALER_OUT_OF_TURN,),
    )


@lru_cache(maxsize=4096)
def _lines_and_sentence(settled: Settled, seats: tuple[int, ...]) -> tuple[tuple[Line, ...], Text]:
    """The lines and the sentence; the same few results come again and again, so what they tell is kept."""
    return _lines(settled, seats), sentence_of(settled, seats)


def _lines(settled: Settled, seats: Sequence[int]) -> tuple[Line, ...]:
    reasons = reasons_of(settled)
    points = zip(seats, settled.points, strict=True)
    return (
        *(Line(seat, "points", amount, reasons[seat]) for seat, amount in points if amount),
        *(Line(seat, measure, amount, reasons[seat]) for seat, measure, amount in counters_of(settled)),
        *(Line(seat, "hands", 1, _DEAL) for seat in seats),
    )
