"""What a hand moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.core.text import Text, gettext_noop
from games.core.values import Line, Outcome
from games.tonk import telling
from games.tonk.cards import must_lay
from games.tonk.detail import Payment, TonkDetail
from games.tonk.hand import AnyHand, TonkOut
from games.tonk.payments import Ended, settle
from games.tonk.reading import read_entry
from games.tonk.reading_counts import counts_of
from games.tonk.rules import TonkRules
from games.tonk.state import Evening, TonkTable, dealer_after

MEASURE_TITLES: Final = {
    "net": Text(gettext_noop("Net")),
    "hands": Text(gettext_noop("Hands")),
    "won": Text(gettext_noop("Hands won")),
    "tonks": Text(gettext_noop("Tonks")),
    "drops_won": Text(gettext_noop("Knocks won")),
    "caught": Text(gettext_noop("Caught")),
}
MEASURES: Final = tuple(MEASURE_TITLES)

_HAND = Text(gettext_noop("One hand of the evening"))
_WON = Text(gettext_noop("Hand won"))
_DEALT = Text(gettext_noop("Tonk dealt"))
_OUT = Text(gettext_noop("Tonk out"))
_DROPPED = Text(gettext_noop("Knocked with the lowest hand"))
_CAUGHT = Text(gettext_noop("Knocked and was caught"))
_FEATS: Final = {
    "initial_tonk": ("tonks", _DEALT),
    "tonk_out": ("tonks", _OUT),
    "drop_win": ("drops_won", _DROPPED),
}
"""What a result counts for its winners, beside the hand."""

Lines: TypeAlias = tuple[Line, ...]
TonkOutcome: TypeAlias = Outcome[Evening, TonkDetail]


class Told(NamedTuple):
    """What a hand says and moves, wherever it stands in an evening."""

    detail: TonkDetail
    said: Text
    lines: Lines


def score(hand: AnyHand, rules: TonkRules, table: TonkTable) -> TonkOutcome:
    """The outcome of a hand that `problems` let through."""
    dealer = table.dealer if hand.dealer is None else hand.dealer
    detail, said, lines = _tell(hand, rules, table.seats, dealer)
    warnings = tuple(map(telling.held_spread, detail.held))
    if dealer != table.dealer:
        warnings = (telling.DEALER_OUT_OF_TURN, *warnings)
    state = table.state if detail.redeal else Evening(hands=table.state.hands + 1)
    return Outcome(lines, detail, state, said, dealer_after(table, dealer), warnings=warnings)


def detail_of(hand: AnyHand, rules: TonkRules, seats: tuple[int, ...], dealer: int) -> TonkDetail:
    """How a hand came out, at a table of these seats."""
    return _tell(hand, rules, seats, dealer).detail


def _tell(hand: AnyHand, rules: TonkRules, seats: tuple[int, ...], dealer: int) -> Told:
    entry = read_entry(hand.kind, vars(hand), rules, seats)
    out_by = hand.out_by if isinstance(hand, TonkOut) else None
    ended = Ended(hand.kind, seats, dealer, entry.by, out_by, counts_of(entry))
    return _told(ended, _held(hand, seats) if rules.must_lay_spreads else (), rules)


@lru_cache(maxsize=4096)
def _told(ended: Ended, held: tuple[int, ...], rules: TonkRules) -> Told:
    """A hand is judged when it is entered, recorded, and again with every correction: so this is kept."""
    settled = settle(ended, rules)
    detail = TonkDetail(
        kind=ended.kind,
        result=settled.result,
        seats=ended.seats,
        dealer=ended.dealer,
        by=ended.by,
        winners=settled.winners,
        net=net_of(settled.payments, ended.seats),
        payments=settled.payments,
        totals=ended.counts,
        redeal=settled.redeal,
        held=held,
    )
    return Told(detail, telling.said_of(detail), () if detail.redeal else _lines(detail))


def net_of(payments: tuple[Payment, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gets less what it pays; the sum is 0."""
    net = dict.fromkeys(seats, 0)
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    return tuple(net.values())


def _held(hand: AnyHand, seats: tuple[int, ...]) -> tuple[int, ...]:
    held = zip(seats, hand.hands or (), strict=False)  # a list of hands may stop early
    return tuple(seat for seat, cards in held if cards and must_lay(cards))


def _lines(detail: TonkDetail) -> Lines:
    paid = [
        line
        for payer, payee, amount, reason in detail.payments
        for line in (
            Line(payer, "net", -amount, telling.paid_to(reason, payee)),
            Line(payee, "net", amount, telling.paid_from(reason, payer)),
        )
    ]
    return (*paid, *_counted(detail), *_hands(detail.seats))


def _counted(detail: TonkDetail) -> Iterator[Line]:
    for seat in detail.winners:
        yield Line(seat, "won", 1, _WON)
        if detail.result in _FEATS:
            measure, reason = _FEATS[detail.result]
            yield Line(seat, measure, 1, reason)
    if detail.result == "catch":
        yield Line(detail.by[0], "caught", 1, _CAUGHT)


@lru_cache(maxsize=256)
def _hands(seats: tuple[int, ...]) -> Lines:
    """Everybody has played one more."""
    return tuple(Line(seat, "hands", 1, _HAND) for seat in seats)
