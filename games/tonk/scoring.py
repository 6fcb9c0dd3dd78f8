"""What a hand moves: the lines of the ledger, the detail, the sentence, the state after it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from games.core.settling import UNIT
from games.core.text import Amount, Text, pgettext
from games.core.values import Due, Line, Outcome, SumLine, Words
from games.tonk import sheet
from games.tonk.hand import AnyHand, Payment, TonkDetail, TonkOut, must_lay
from games.tonk.reading import counts_of, read_entry
from games.tonk.rules import Ending, Reason, Result, TonkRules
from games.tonk.state import Evening, TonkTable, dealer_after

# Who pays whom: section 4 and the options of section 5.

FIFTY: Final = 50
"""Section 5, `initial_50_multiplier`: exactly this count."""

Seats: TypeAlias = Sequence[int]
Won: TypeAlias = Literal["tonk_out", "discard_out", "drop_win"]


class Ended(NamedTuple):
    """How a hand ended at a table of these seats; `counts` stand in their order."""

    kind: Ending
    seats: tuple[int, ...]
    dealer: int
    by: tuple[int, ...]
    out_by: str | None
    counts: tuple[int | None, ...]

    def others(self, *seats: int) -> list[int]:
        """Everybody else."""
        return [seat for seat in self.seats if seat not in seats]

    def count(self, seat: int) -> int:
        """A count that this ending needs."""
        return self.counts[self.seats.index(seat)] or 0

    def lowest(self, seats: Seats) -> tuple[int, ...]:
        """Those of these seats with the lowest count."""
        low = min(map(self.count, seats))
        return tuple(seat for seat in seats if self.count(seat) == low)


class Settled(NamedTuple):
    """What a hand moves; payments in their order, none where nobody pays."""

    result: Result
    winners: tuple[int, ...]
    payments: tuple[Payment, ...] = ()
    redeal: bool = False


def settle(ended: Ended, rules: TonkRules) -> Settled:
    """The payments of a hand that was read without a problem."""
    settled = _ENDINGS[ended.kind](ended, rules)
    place = {seat: number for number, seat in enumerate(ended.seats)}

    def in_order(payment: Payment) -> tuple[int, int, str]:
        """Section 3."""
        return place[payment.payer], place[payment.payee], payment.reason

    return settled._replace(payments=tuple(sorted(settled.payments, key=in_order)))


def _each_pays(payers: Seats, payee: int, amount: int, reason: Reason) -> list[Payment]:
    return [Payment(payer, payee, amount, reason) for payer in payers]


def _won(ended: Ended, result: Won, stakes: int, rules: TonkRules) -> Settled:
    """One winner, paid by everybody else; the payments are called what the result is."""
    winner = ended.by[0]
    paid = _each_pays(ended.others(winner), winner, stakes * rules.stake, result)
    return Settled(result, (winner,), tuple(paid))


def _initial_tonk(ended: Ended, rules: TonkRules) -> Settled:
    declarers = [seat for seat in ended.seats if seat in ended.by]
    if len(declarers) > 1 and rules.initial_tie == "highest":
        high = max(map(ended.count, declarers))
        declarers = [seat for seat in declarers if ended.count(seat) == high]
    if len(declarers) > 1 and rules.initial_tie != "each_paid":
        return Settled("draw", (), redeal=True)
    payers = ended.others(*declarers)
    paid = [
        payment
        for seat in declarers
        for payment in _each_pays(payers, seat, _dealt_stakes(ended.count(seat), rules) * rules.stake, "initial_tonk")
    ]
    return Settled("initial_tonk", tuple(declarers), tuple(paid))


def _dealt_stakes(total: int, rules: TonkRules) -> int:
    if rules.initial_low_max is not None and total <= rules.initial_low_max:
        return rules.initial_low_multiplier
    if total == FIFTY and rules.initial_50_multiplier is not None:
        return rules.initial_50_multiplier
    return rules.initial_multiplier


def _tonk_out(ended: Ended, rules: TonkRules) -> Settled:
    by_hits = ended.out_by == "hits"
    stakes = rules.tonk_out_hits_multiplier if by_hits else rules.tonk_out_multiplier
    return _won(ended, "tonk_out", stakes, rules)


def _discard_out(ended: Ended, rules: TonkRules) -> Settled:
    return _won(ended, "discard_out", rules.discard_out_multiplier, rules)


def _drop(ended: Ended, rules: TonkRules) -> Settled:
    dropper = ended.by[0]
    own, others = ended.count(dropper), ended.others(dropper)
    catchers = [seat for seat in others if ended.count(seat) <= own]
    if catchers:
        return _catch(ended, catchers, rules)
    is_low = rules.drop_low_max is not None and own <= rules.drop_low_max
    return _won(ended, "drop_win", rules.drop_low_multiplier if is_low else rules.drop_win_multiplier, rules)


def _catch(ended: Ended, catchers: Seats, rules: TonkRules) -> Settled:
    """Section 4: (a) the dropper pays those who are not above, (b) the low hand collects from the rest."""
    dropper, low = ended.by[0], ended.lowest(catchers)
    split = rules.low_tie == "split"
    if rules.caught_pays == "whole_table":
        whole = (len(ended.seats) - 1) * rules.stake
        return Settled("catch", low, tuple(_pay([dropper], low, whole, "catch_penalty", _clockwise(ended))))
    double = rules.caught_multiplier * rules.stake
    lowest_only = rules.caught_pays == "lowest_only"
    order = _clockwise(ended) if split else None
    paid = _pay([dropper], low if lowest_only else catchers, double, "catch_penalty", order if lowest_only else None)
    payers = {"all": ended.others(*low), "others": ended.others(dropper, *low), "none": []}[rules.catch_extra]
    paid += _pay(payers, low, rules.stake, "low_hand", order)
    return Settled("catch", low, tuple(paid))


def _stock_out(ended: Ended, rules: TonkRules) -> Settled:
    low = ended.lowest(ended.seats)
    tied = len(low) > 1
    if rules.stock_out == "dead" or len(low) == len(ended.seats) or (tied and rules.stock_tie == "dead"):
        return Settled("dead", ())
    order = _clockwise(ended) if rules.stock_tie == "split" else None
    amount = rules.stock_multiplier * rules.stake
    return Settled("stock_low", low, tuple(_pay(ended.others(*low), low, amount, "stock_low", order)))


def _clockwise(ended: Ended) -> list[int]:
    """Everybody, from the seat left of the dealer (section 6)."""
    first = ended.seats.index(ended.dealer) + 1
    return [*ended.seats[first:], *ended.seats[:first]]


def _pay(payers: Seats, payees: Seats, amount: int, reason: Reason, order: Seats | None) -> list[Payment]:
    """Each payer pays the amount to each payee, or with an `order` divides it among them.

    Section 6: who comes first in the order gets the odd units; nobody is paid nothing.
    """
    shares = dict.fromkeys(payees, amount)
    if order is not None:
        whole, odd = divmod(amount, len(payees))
        in_turn = [seat for seat in order if seat in shares]
        shares = {seat: whole + (turn < odd) for turn, seat in enumerate(in_turn)}
    return [Payment(payer, payee, share, reason) for payer in payers for payee, share in shares.items() if share]


_ENDINGS: Final[dict[str, Callable[[Ended, TonkRules], Settled]]] = {
    "initial_tonk": _initial_tonk,
    "tonk_out": _tonk_out,
    "discard_out": _discard_out,
    "drop": _drop,
    "stock_out": _stock_out,
}


MEASURE_TITLES: Final = {
    "net": Text(pgettext("tonk", "Net")),
    "hands": Text(pgettext("tonk", "Hands")),
    "won": Text(pgettext("tonk", "Hands won")),
    "tonks": Text(pgettext("tonk", "Tonks")),
    "drops_won": Text(pgettext("tonk", "Knocks won")),
    "caught": Text(pgettext("tonk", "Caught")),
}
MEASURES: Final = tuple(MEASURE_TITLES)

_HAND = Text(pgettext("tonk", "One hand of the evening"))
_WON = Text(pgettext("tonk", "Hand won"))
_DEALT = Text(pgettext("tonk", "Tonk dealt"))
_OUT = Text(pgettext("tonk", "Tonk out"))
_DROPPED = Text(pgettext("tonk", "Knocked with the lowest hand"))
_CAUGHT = Text(pgettext("tonk", "Knocked and was caught"))
_FEATS: Final = {
    "initial_tonk": ("tonks", _DEALT),
    "tonk_out": ("tonks", _OUT),
    "drop_win": ("drops_won", _DROPPED),
}
"""What a result counts for its winners, beside the hand."""

Lines: TypeAlias = tuple[Line, ...]
TonkOutcome: TypeAlias = Outcome[Evening, TonkDetail]


class Scored(NamedTuple):
    """What a hand says and moves, wherever it stands in an evening."""

    detail: TonkDetail
    sentence: Text
    lines: Lines


def score(hand: AnyHand, rules: TonkRules, table: TonkTable) -> TonkOutcome:
    """The outcome of a hand that `problems` let through."""
    dealer = table.dealer if hand.dealer is None else hand.dealer
    detail, sentence, lines = _score_hand(hand, rules, table.seats, dealer)
    warnings = tuple(map(sheet.held_spread, detail.held))
    if dealer != table.dealer:
        warnings = (sheet.DEALER_OUT_OF_TURN, *warnings)
    state = table.state if detail.redeal else Evening(hands=table.state.hands + 1)
    return Outcome(lines, detail, state, sentence, dealer_after(table, dealer), warnings=warnings)


def detail_of(hand: AnyHand, rules: TonkRules, seats: tuple[int, ...], dealer: int) -> TonkDetail:
    """How a hand came out, at a table of these seats."""
    return _score_hand(hand, rules, seats, dealer).detail


def _score_hand(hand: AnyHand, rules: TonkRules, seats: tuple[int, ...], dealer: int) -> Scored:
    entry = read_entry(hand.kind, vars(hand), rules, seats)
    out_by = hand.out_by if isinstance(hand, TonkOut) else None
    ended = Ended(hand.kind, seats, dealer, entry.by, out_by, counts_of(entry))
    return _score_ended(ended, _held(hand, seats) if rules.must_lay_spreads else (), rules)


@lru_cache(maxsize=4096)
def _score_ended(ended: Ended, spreads_held: tuple[int, ...], rules: TonkRules) -> Scored:
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
        held=spreads_held,
    )
    return Scored(detail, sheet.sentence_of(detail), () if detail.redeal else _lines(detail))


def net_of(payments: tuple[Payment, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat gets less what it pays; the sum is 0."""
    net = dict.fromkeys(seats, 0)
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    return tuple(net.values())


def _held(hand: AnyHand, seats: tuple[int, ...]) -> tuple[int, ...]:
    hands = zip(seats, hand.hands or (), strict=False)  # a list of hands may stop early
    return tuple(seat for seat, cards in hands if cards and must_lay(cards))


def _lines(detail: TonkDetail) -> Lines:
    paid = [
        line
        for payer, payee, amount, reason in detail.payments
        for line in (
            Line(payer, "net", -amount, sheet.paid_to(reason, payee)),
            Line(payee, "net", amount, sheet.paid_from(reason, payer)),
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


# How hands add up: the evening's total, seasons, what would change hands.

SYSTEMS: Final[Mapping[str, Mapping[str, int]]] = {"net": {"net": 1}, "won": {"won": 1}}
SYSTEM_TITLES: Final = {
    "net": Text(pgettext("tonk", "Net over all evenings")),
    "won": Text(pgettext("tonk", "Hands won")),
}
RANKING: Final = (("net", 1), ("won", 1), ("caught", -1))
"""Breaks ties after the total: by the net where hands won are counted, by hands won where the net is."""

IN_UNITS: Final = frozenset({"net"})
AMOUNTS: Final = frozenset({"stake"})
AGREED: Final = (*UNIT, "stake")
ASKED: Final = ("catch_extra",)
"""Section 4, open point 1: a club must see this choice."""

WORDS: Final = Words(
    piece=Text(pgettext("tonk", "evening")),
    total=Text(pgettext("tonk", "Net")),
    chart=Text(pgettext("tonk", "Net after each hand")),
    complete=Text(pgettext("tonk", "The evening is complete")),
    ended=Text(pgettext("tonk", "The evening has ended")),
)

_NET = Text(pgettext("tonk", "Net"))
_TOTAL = Text(pgettext("tonk", "Total"))
_STAKE = pgettext("tonk", "Stake {stake}")


def weights(rules: TonkRules) -> Mapping[str, int]:
    """An evening is counted in what everybody won and lost."""
    return SYSTEMS["net"]


def stands(rules: TonkRules, table: TonkTable) -> Text:
    """ "Stake 10"."""
    return Text(_STAKE, {"stake": Amount(rules.stake)})


def sum_at(rules: TonkRules, state: Evening) -> int:
    """What one wins the others pay: all totals together are 0."""
    return 0


def summary(totals: Mapping[str, int], weight: Mapping[str, int]) -> tuple[SumLine, ...]:
    """The closing block of one player: one line for each measure that counts, and the total."""
    lines = [SumLine(MEASURE_TITLES[name], times * totals.get(name, 0)) for name, times in weight.items()]
    return (*lines, SumLine(_TOTAL, sum(line.amount for line in lines), subtotal=True))


def dues(
    tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int], rules: TonkRules, state: Evening
) -> tuple[Due, ...]:
    """The net of each seat; the sum is 0."""
    return tuple(Due(seat, _NET, tally.get("net", 0)) for seat, tally in tallies.items())


def verdict(totals: Mapping[int, Mapping[str, int]], rules: TonkRules) -> Text | None:
    """An evening decides nothing: it ends when somebody closes it."""
    return None
