"""Who gets what (section 5): layers, pots, rake, odd chips, and what goes back."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from games.palace_poker.rules import PalacePokerRules
from games.palace_poker.values import BASIS_POINTS


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is in the pot and who may claim it. `paid` is by seat, from the dealer's left; `tiers`
    are the claimants, the winners first; `carry_in` comes from the hand before.
    """

    paid: Mapping[int, int]
    all_in: Collection[int]
    tiers: Sequence[Sequence[int]]
    carry_in: int = 0


class Pot(NamedTuple):
    """One pot: `amount` before the rake, `shares` ((seat, amount), from the dealer's left) after it."""

    amount: int
    rake: int
    shares: tuple[tuple[int, int], ...]


class Settled(NamedTuple):
    """The end of the money: `returned` is what nobody can claim, by seat."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, int]
    rake: int
    carry_out: int


class _Layer(NamedTuple):
    """A slice of all contributions; the carry lies in the first one."""

    top: int
    parts: Mapping[int, int]
    carry: int

    @property
    def amount(self) -> int:
        return self.carry + sum(self.parts.values())


class _Claim(NamedTuple):
    """An amount, and the seats that share it."""

    amount: int
    seats: tuple[int, ...]


def settle(stakes: Stakes, rules: PalacePokerRules) -> Settled:
    """The pots of a hand that is over."""
    claims: list[_Claim] = []
    returned: dict[int, int] = {}
    carry_out = 0
    for layer in _layers(stakes):
        seats = _claimants(layer, stakes)
        if _goes_back(layer, seats, stakes):
            carry_out += layer.carry
            for seat, part in layer.parts.items():
                returned[seat] = returned.get(seat, 0) + part
        else:
            claims.append(_Claim(layer.amount, seats))
    rake = _rake(sum(claim.amount for claim in claims), rules)
    pots = tuple(_pots(_joined(claims), rake, rules))
    carry_out += sum(pot.amount - pot.rake - sum(share for _, share in pot.shares) for pot in pots)
    return Settled(pots, returned, rake, carry_out)


def slices(stakes: Stakes) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The pot as it lies: each layer's amount, who of the first tier can claim it, and its top."""
    for layer in _layers(stakes):
        yield layer.amount, _claimants(layer, stakes), layer.top


def could_claim(stakes: Stakes, seats: Collection[int]) -> bool:
    """Whether one of these seats, of no tier yet, could claim a layer that the tiers cannot."""
    others = replace(stakes, tiers=[tuple(seats)])
    return any(not _claimants(layer, stakes) and _claimants(layer, others) for layer in _layers(stakes))


def _layers(stakes: Stakes) -> Iterator[_Layer]:
    """The contributions, cut at the total of each all-in."""
    paid, carry = stakes.paid, stakes.carry_in
    tops = {paid[seat] for seat in stakes.all_in} | {max(paid.values())}
    for bottom, top in pairwise(sorted({0, *tops})):
        parts = {seat: min(own, top) - bottom for seat, own in paid.items() if own > bottom}
        yield _Layer(top, parts, carry)
        carry = 0
    if carry:
        yield _Layer(0, {}, carry)


def _claimants(layer: _Layer, stakes: Stakes) -> tuple[int, ...]:
    """Of the first tier that has somebody entitled to it: those, from the dealer's left."""
    for tier in stakes.tiers:
        entitled = [seat for seat in tier if seat not in stakes.all_in or stakes.paid[seat] >= layer.top]
        if entitled:
            return tuple(seat for seat in stakes.paid if seat in entitled)
    return ()


def _goes_back(layer: _Layer, seats: tuple[int, ...], stakes: Stakes) -> bool:
    """Nobody can claim it, or only whoever put it in alone and has not won."""
    alone = len(seats) == 1 and set(layer.parts) == set(seats)
    return not seats or (alone and seats[0] not in stakes.tiers[0])


def _joined(claims: Iterable[_Claim]) -> list[_Claim]:
    """Neighbouring layers of the same seats are one pot."""
    joined: list[_Claim] = []
    for claim in claims:
        before = joined.pop().amount if joined and joined[-1].seats == claim.seats else 0
        joined.append(_Claim(before + claim.amount, claim.seats))
    return joined


def _rake(total: int, rules: PalacePokerRules) -> int:
    rake = total * rules.rake_bp // BASIS_POINTS
    return rake if rules.rake_cap is None else min(rake, rules.rake_cap)


def _pots(claims: Iterable[_Claim], rake: int, rules: PalacePokerRules) -> Iterator[Pot]:
    """The rake is taken from the first pot on."""
    for amount, seats in claims:
        taken = min(rake, amount)
        rake -= taken
        yield Pot(amount, taken, _shares(amount - taken, seats, rules))


def _shares(amount: int, seats: tuple[int, ...], rules: PalacePokerRules) -> tuple[tuple[int, int], ...]:
    """Equal shares; odd chips go one each from the dealer's left, or stay for the next hand."""
    each, odd = divmod(amount, len(seats))
    if rules.odd_chips == "carry":
        odd = 0
    return tuple((seat, each + (place < odd)) for place, seat in enumerate(seats))
