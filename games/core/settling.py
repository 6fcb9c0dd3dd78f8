"""Who pays whom, so that all are even with the fewest payments. It only says so: nothing here moves money."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

Who = TypeVar("Who", bound=Hashable)

MOST_EXACT: Final = 12
"""Of so many who are not even the fewest payments are found; of more, few."""


def transfers(amounts: Mapping[Who, int], counterpart: Who | None = None) -> tuple[tuple[Who, Who, int], ...]:
    """Payments (from, to, amount) that leave everybody even; an amount above zero is for its owner to get.

    What the amounts lack to zero stands against `counterpart`: the house that keeps a rake, the pot
    that stays for another evening. The payments stand in the order of those who pay, then of those who get.

    Raises:
        ValueError: the amounts do not sum to zero and there is no counterpart.
    """
    nets = dict(amounts)
    if rest := sum(nets.values()):
        if counterpart is None:
            raise ValueError(f"the amounts sum to {rest}, and nobody stands against that")
        nets[counterpart] = nets.get(counterpart, 0) - rest
    order = {who: place for place, who in enumerate(nets)}
    uneven = [(who, amount) for who, amount in nets.items() if amount]
    groups = _even_groups(uneven) if are_fewest(nets) else [uneven]
    paid = [payment for group in groups for payment in _settled(group)]
    return tuple(sorted(paid, key=lambda payment: (order[payment[0]], order[payment[1]])))


def are_fewest(amounts: Mapping[Who, int]) -> bool:
    """Whether there are few enough who are not even that `transfers` finds the fewest payments."""
    return sum(amount != 0 for amount in amounts.values()) <= MOST_EXACT


def _even_groups(uneven: Sequence[tuple[Who, int]]) -> list[list[tuple[Who, int]]]:
    """As many groups as can be that are even among themselves: each saves a payment.

    `most[mask]` is how many even sets can be counted while the people of `mask` are laid down one
    after the other; going back along the best of them finds the groups.
    """
    size = len(uneven)
    sums, most, last = [0] * (1 << size), [0] * (1 << size), [0] * (1 << size)
    for mask in range(1, 1 << size):
        lowest = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + uneven[lowest][1]
        inside = [place for place in range(size) if mask >> place & 1]
        last[mask] = max(inside, key=lambda place: most[mask & ~(1 << place)])
        most[mask] = most[mask & ~(1 << last[mask])] + (sums[mask] == 0)
    groups: list[list[tuple[Who, int]]] = []
    mask = (1 << size) - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(uneven[last[mask]])
        mask &= ~(1 << last[mask])
    return [sorted(group, key=uneven.index) for group in groups]


def _settled(group: Sequence[tuple[Who, int]]) -> list[tuple[Who, Who, int]]:
    """The largest debt pays the largest claim, until all are even; equal ones in their order."""
    left, paid = dict(group), []
    while any(left.values()):
        payer, getter = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[getter])
        left[payer] += amount
        left[getter] -= amount
        paid.append((payer, getter, amount))
    return paid
