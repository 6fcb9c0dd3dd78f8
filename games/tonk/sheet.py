"""The sheet: one row a hand, with the running net of everybody."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.core.listings import Head, Listing
from games.core.text import Text, pgettext
from games.tonk.hand import AnyHand, TonkDetail
from games.tonk.telling import REASONS, RESULTS


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: what the hand moved, what stands now, and what the cards counted (None: nobody looked)."""

    seat: int
    net: int
    running: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Paid:
    """One payment of a hand, with its reason in words."""

    payer: int
    payee: int
    amount: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Row:
    """One hand as it is written. A drawn hand, dealt again, has no number."""

    number: int | None
    result: Text
    dealer: int
    by: tuple[int, ...]
    winners: tuple[int, ...]
    columns: tuple[Column, ...]
    payments: tuple[Paid, ...]


def rows(hands: Iterable[tuple[AnyHand, TonkDetail]]) -> tuple[Row, ...]:
    """The sheet of the hands that stand, in order."""
    running: dict[int, int] = {}
    written: list[Row] = []
    number = 0
    for _hand, detail in hands:
        for seat, net in zip(detail.seats, detail.net, strict=True):
            running[seat] = running.get(seat, 0) + net
        number += not detail.redeal
        columns = tuple(
            Column(seat, net, running[seat], total)
            for seat, net, total in zip(detail.seats, detail.net, detail.totals, strict=True)
        )
        shown = None if detail.redeal else number
        result = RESULTS[detail.result]
        paid = tuple(Paid(payer, payee, amount, REASONS[reason]) for payer, payee, amount, reason in detail.payments)
        written.append(Row(shown, result, detail.dealer, detail.by, detail.winners, columns, paid))
    return tuple(written)


# Who pays how much, as a table.

_TWO_STAKES: Final = Text(pgettext("tonk", "every other player pays two stakes"))
_ONE_STAKE: Final = Text(pgettext("tonk", "every other player pays one stake"))
PAYOUTS: Final = Listing(
    "payouts",
    Text(pgettext("tonk", "Who pays how much")),
    (Head("ending", Text(pgettext("tonk", "How the hand ends"))), Head("pays", Text(pgettext("tonk", "Who pays")))),
    (
        (
            Text(pgettext("tonk", "Dealt tonk: 49 or 50 in the first five cards")),
            Text(
                pgettext(
                    "tonk",
                    "every other player pays two stakes; two such hands are a draw and the cards are dealt again",
                )
            ),
        ),
        (Text(pgettext("tonk", "Tonk out: all cards gone without a last discard")), _TWO_STAKES),
        (Text(pgettext("tonk", "Out: the last card is discarded")), _ONE_STAKE),
        (Text(pgettext("tonk", "Knock, and nobody else is as low")), _ONE_STAKE),
        (
            Text(pgettext("tonk", "Knock, and somebody is as low or lower: a catch")),
            Text(
                pgettext(
                    "tonk",
                    "the knocker pays each of them two stakes; the lowest of them also gets a stake from everyone",
                )
            ),
        ),
        (
            Text(pgettext("tonk", "The stock runs out")),
            Text(pgettext("tonk", "every other player pays one stake to the lowest")),
        ),
    ),
)
