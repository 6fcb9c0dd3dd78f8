"""The sheet of an evening: one row a hand, with what it moved and where everybody stands."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.palace_poker.detail import HandDetail
from games.palace_poker.hand import AnyHand


@dataclass(frozen=True, slots=True)
class Column:
    """A player's part of a row: what the hand moved, and the net after it."""

    seat: int
    net: int
    total: int


@dataclass(frozen=True, slots=True)
class Row:
    """One hand as it is written; `pot` is before the rake, `battles` how many were fought."""

    number: int
    end: str
    winners: tuple[int, ...]
    pot: int
    rake: int
    carry_out: int
    battles: int
    columns: tuple[Column, ...]


def rows(hands: Iterable[tuple[AnyHand, HandDetail]]) -> tuple[Row, ...]:
    """The sheet of the hands that stand, in order."""
    totals: dict[int, int] = {}
    written = []
    for number, (_hand, detail) in enumerate(hands, start=1):
        columns = []
        for seat, net in zip(detail.seats, detail.net, strict=True):
            totals[seat] = totals.get(seat, 0) + net
            columns.append(Column(seat, net, totals[seat]))
        pot = sum(pot.amount for pot in detail.pots)
        battles = len(detail.battles)
        told = (detail.end, detail.winners, pot, detail.rake, detail.carry_out, battles)
        written.append(Row(number, *told, tuple(columns)))
    return tuple(written)
