"""The sheet of a series: one row a deal, and the closing block under each player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from games.core.text import Head, Listing, Text, pgettext
from games.core.values import SumLine
from games.svoi_kozyri.hand import DealDetail, SvoiDeal
from games.svoi_kozyri.rules import COUNTED_LOSS, SvoiRules


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: the trump suit, the result, the points of the deal and the running total of points.

    `place` is the place in the order of going out (from 1), None for the player who was left.
    """

    seat: int
    trump: str
    result: Literal["won", "drawn", "lost"]
    place: int | None
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One deal as it is written: the columns of the seats that played it, and the loser's cards if counted."""

    number: int
    dealer: int
    columns: tuple[Column, ...]
    cards_left: int | None


def rows(deals: Iterable[tuple[SvoiDeal, DealDetail]]) -> tuple[Row, ...]:
    """The sheet of the deals that stand, in order."""
    totals: dict[int, int] = {}
    written = []
    for number, (hand, detail) in enumerate(deals, start=1):
        for seat, points in zip(detail.seats, detail.points, strict=True):
            totals[seat] = totals.get(seat, 0) + points
        written.append(Row(number, detail.dealer, _columns(hand, detail, totals), detail.cards_left))
    return tuple(written)


def _columns(hand: SvoiDeal, detail: DealDetail, totals: Mapping[int, int]) -> tuple[Column, ...]:
    places = {seat: place for place, seat in enumerate(hand.finished, start=1)}
    return tuple(
        Column(seat, trump, _result(seat, detail), places.get(seat), points, totals[seat])
        for seat, trump, points in zip(detail.seats, hand.trumps, detail.points, strict=True)
    )


def _result(seat: int, detail: DealDetail) -> Literal["won", "drawn", "lost"]:
    if seat == detail.loser:
        return "lost"
    return "drawn" if seat in detail.drawn else "won"


_TOTAL = Text(pgettext("svoi_kozyri", "Total"))
_POINTS = Text(pgettext("svoi_kozyri", "Points"))
_POINTS_AGAINST = Text(pgettext("svoi_kozyri", "Points against"))
_COUNTED: Final = {
    "won": (
        pgettext("svoi_kozyri", "{weight} × {count} deal won"),
        pgettext("svoi_kozyri", "{weight} × {count} deals won"),
    ),
    "drawn": (
        pgettext("svoi_kozyri", "{weight} × {count} deal drawn"),
        pgettext("svoi_kozyri", "{weight} × {count} deals drawn"),
    ),
    "lost": (
        pgettext("svoi_kozyri", "{weight} × {count} deal lost"),
        pgettext("svoi_kozyri", "{weight} × {count} deals lost"),
    ),
    "cards_left": (
        pgettext("svoi_kozyri", "{weight} × {count} card left"),
        pgettext("svoi_kozyri", "{weight} × {count} cards left"),
    ),
}


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: what these weights make of the measures, and the total."""
    lines = [_line(measure, each, totals.get(measure, 0)) for measure, each in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def _line(measure: str, weight: int, count: int) -> SumLine:
    if measure == "points":
        return SumLine(_POINTS if weight > 0 else _POINTS_AGAINST, weight * count)
    one, more = _COUNTED[measure]
    return SumLine(Text(one if count == 1 else more, {"weight": weight, "count": count}), weight * count)


# What a deal counts, and what is picked up, as tables.

_USUAL: Final = SvoiRules()
COUNTS: Final = Listing(
    "counts",
    Text(pgettext("svoi_kozyri", "What a deal counts, in each way of counting")),
    (
        Head("result", Text(pgettext("svoi_kozyri", "Result"))),
        Head("points", Text(pgettext("svoi_kozyri", "Wins and draws")), "number"),
        Head("losses", Text(pgettext("svoi_kozyri", "Only losses")), "number"),
        Head("cards", Text(pgettext("svoi_kozyri", "Cards left"))),
    ),
    (
        (
            Text(pgettext("svoi_kozyri: how a deal ends", "Won")),
            _USUAL.win,
            0,
            Text(pgettext("svoi_kozyri", "nothing")),
        ),
        (
            Text(pgettext("svoi_kozyri: how a deal ends", "Drawn")),
            _USUAL.draw,
            0,
            Text(pgettext("svoi_kozyri", "nothing")),
        ),
        (
            Text(pgettext("svoi_kozyri: how a deal ends", "Lost")),
            _USUAL.loss,
            -COUNTED_LOSS,
            Text(pgettext("svoi_kozyri", "−1 for each card")),
        ),
    ),
)

TAKEN: Final = Listing(
    "taken",
    Text(pgettext("svoi_kozyri", "What is picked up")),
    (
        Head("top", Text(pgettext("svoi_kozyri", "You do not beat, and the top card is"))),
        Head("taken", Text(pgettext("svoi_kozyri", "You take"))),
    ),
    (
        (
            Text(pgettext("svoi_kozyri", "not of your trump suit")),
            Text(pgettext("svoi_kozyri", "3 cards")),
        ),
        (Text(pgettext("svoi_kozyri", "a card of your trump suit")), Text(pgettext("svoi_kozyri", "5 cards"))),
        (Text(pgettext("svoi_kozyri", "the ace of your trump suit")), Text(pgettext("svoi_kozyri", "the whole pile"))),
    ),
)
