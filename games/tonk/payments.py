"""Who pays whom: section 4 and the options of section 5."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from games.tonk.detail import Payment
from games.tonk.rules import TonkRules
from games.tonk.values import Ending, Reason, Result

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
