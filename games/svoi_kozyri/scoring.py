"""What a deal moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias, cast

from games.core.text import Text, gettext_noop
from games.core.values import Line, Outcome
from games.svoi_kozyri.detail import DealDetail
from games.svoi_kozyri.hand import SvoiDeal
from games.svoi_kozyri.rules import SvoiRules
from games.svoi_kozyri.settling import Settled, counters_of, next_dealer, settle
from games.svoi_kozyri.state import SeriesState, SvoiTable, end_of, state_after
from games.svoi_kozyri.telling import DEALER_OUT_OF_TURN, reasons_of, said_of

MEASURE_TITLES: Final = {
    "points": Text(gettext_noop("Points")),
    "hands": Text(gettext_noop("Deals played")),
    "won": Text(gettext_noop("Deals won")),
    "drawn": Text(gettext_noop("Deals drawn")),
    "lost": Text(gettext_noop("Deals lost")),
    "cards_left": Text(gettext_noop("Cards left")),
}
MEASURES: Final = tuple(MEASURE_TITLES)

_DEAL = Text(gettext_noop("One deal of the series"))

SvoiOutcome: TypeAlias = Outcome[SeriesState, DealDetail]


def score(hand: SvoiDeal, rules: SvoiRules, table: SvoiTable) -> SvoiOutcome:
    """The outcome of a deal that `problems` let through."""
    seats, before = table.seats, table.state
    dealer = table.dealer if hand.dealer is None else hand.dealer
    settled = settle(hand, rules, seats)
    state = state_after(before, dict(zip(seats, hand.trumps, strict=True)), settled.winners)
    lines, said = _told(settled, seats)
    in_turn = dealer == table.dealer or not before.deals
    return Outcome(
        lines,
        DealDetail.model_construct(kind="deal", seats=seats, dealer=dealer, **settled._asdict()),
        state,
        said,
        cast("int", next_dealer(settled, seats, dealer)),
        bool(end_of(state, rules)),
        () if in_turn else (DEALER_OUT_OF_TURN,),
    )


@lru_cache(maxsize=4096)
def _told(settled: Settled, seats: tuple[int, ...]) -> tuple[tuple[Line, ...], Text]:
    """The lines and the sentence; the same few results come again and again, so what they tell is kept."""
    return _lines(settled, seats), said_of(settled, seats)


def _lines(settled: Settled, seats: Sequence[int]) -> tuple[Line, ...]:
    reasons = reasons_of(settled)
    points = zip(seats, settled.points, strict=True)
    return (
        *(Line(seat, "points", amount, reasons[seat]) for seat, amount in points if amount),
        *(Line(seat, measure, amount, reasons[seat]) for seat, measure, amount in counters_of(settled)),
        *(Line(seat, "hands", 1, _DEAL) for seat in seats),
    )
