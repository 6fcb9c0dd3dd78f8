"""Who pays whom, so that all are even with the fewest payments. It only says so: nothing here moves money.

The plan is a matter of the amounts and of the order of the people alone, and it is stable: once one of its payments is
made, the plan for what is left is the old plan without that payment. Of all plans with the fewest payments it is the
one in which the first of those who owe pays as much as can be to the first of those who get, then to the second, and
so on from person to person. If there were a better plan for what is left, then that and the payment made would have
been the better plan before.

Within a group that is even in itself such a plan is a line: all that is owed laid end to end in the order of people,
all that is to be got laid beside it, and a payment for every stretch where two of them lie side by side.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Annotated, Any, Final, Generic, Literal, TypeVar
from unicodedata import normalize

from pydantic import AfterValidator, Field

from games.core.record import Record

Who = TypeVar("Who", bound=Hashable)
Uneven = Sequence[tuple[int, int]]
"""[(place in the order of people, amount)] of those who are not even."""
Line = tuple[tuple[int, int, int], ...]
"""Payments by places, as (- payer, - getter, amount) in order: of two lines of equal length the greater one is that
which pays more at the first place where they differ."""

MOST_EXACT: Final = 12
"""Of so many who are not even the fewest payments are found; of more, few."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[Who]):
    """Payments (from, to, amount) in the order of those who pay, then of those who get; `are_fewest` where it is known
    that no plan needs fewer."""

    payments: tuple[tuple[Who, Who, int], ...]
    are_fewest: bool


def settle_up(
    amounts: Mapping[Who, int], counterpart: Who | None = None, keep: Iterable[tuple[Who, Who, int]] = ()
) -> Plan[Who]:
    """The plan that leaves everybody even; an amount above zero is for its owner to get.

    What the amounts lack to zero stands against `counterpart`: the house that keeps a rake, the pot that stays for
    another evening.

    `keep` are the payments of an earlier plan that are still open. As long as they settle exactly these amounts they
    stay the plan, even where few became so few meanwhile that fewer payments could be found: who was told whom to pay
    is not told otherwise. Without it a plan of more than `MOST_EXACT` people may change when one of them has paid.

    Raises:
        ValueError: the amounts do not sum to zero and there is no counterpart.
    """
    nets = dict(amounts)
    if rest := sum(nets.values()):
        if counterpart is None:
            raise ValueError(f"the amounts sum to {rest}, and nobody stands against that")
        nets[counterpart] = nets.get(counterpart, 0) - rest
    people = list(nets)
    found, are_fewest = _line_of([(place, amount) for place, amount in enumerate(nets.values()) if amount])
    kept = tuple(keep)
    if kept and _settles(kept, nets):
        return Plan(_in_order(kept, people), are_fewest and len(kept) == len(found))
    return Plan(tuple((people[-payer], people[-getter], amount) for payer, getter, amount in found), are_fewest)


def transfers(amounts: Mapping[Who, int], counterpart: Who | None = None) -> tuple[tuple[Who, Who, int], ...]:
    """The payments of `settle_up` alone."""
    return settle_up(amounts, counterpart).payments


def _settles(kept: Iterable[tuple[Who, Who, int]], nets: Mapping[Who, int]) -> bool:
    """Whether these payments, each from one who owes to one who gets, leave nobody with anything."""
    left = dict(nets)
    for payer, getter, amount in kept:
        if amount <= 0 or left.get(payer, 0) >= 0 or left.get(getter, 0) <= 0:
            return False
        left[payer] += amount
        left[getter] -= amount
    return not any(left.values())


def _in_order(payments: Iterable[tuple[Who, Who, int]], people: Sequence[Who]) -> tuple[tuple[Who, Who, int], ...]:
    order = {who: place for place, who in enumerate(people)}
    return tuple(sorted(payments, key=lambda payment: (order[payment[0]], order[payment[1]])))


def _line_of(uneven: Uneven) -> tuple[Line, bool]:
    """The payments, and whether they are known to be the fewest.

    Of too many, those who are even with one other are taken out first: that never costs a payment, for whoever shared
    a group with the one can share a group with those of the other.
    """
    if len(uneven) <= MOST_EXACT:
        return _fewest(tuple(uneven)), True
    pairs, others = _pairs(uneven)
    few = len(others) <= MOST_EXACT
    rest = _fewest(tuple(others)) if few else _laid(others)
    return tuple(sorted((*pairs, *rest), reverse=True)), few


def _pairs(uneven: Uneven) -> tuple[Line, Uneven]:
    """Who owes exactly what another gets, first with first; and all others."""
    waiting: dict[int, list[int]] = {}
    found: list[tuple[int, int, int]] = []
    for place, amount in uneven:
        if waiting.get(-amount):
            other = waiting[-amount].pop(0)
            payer, getter = (place, other) if amount < 0 else (other, place)
            found.append((-payer, -getter, abs(amount)))
        else:
            waiting.setdefault(amount, []).append(place)
    left = {place for places in waiting.values() for place in places}
    return tuple(found), [(place, amount) for place, amount in uneven if place in left]


def _fewest(uneven: Uneven) -> Line:
    """The greatest of the lines with the fewest payments: people parted into as many even groups as can be.

    Parting off the group of the first one, whichever it is, leaves the same question about fewer people. Lines of
    groups that share nobody can be compared one by one, so the greatest whole is made of the greatest parts.
    """
    groups = _even_groups(uneven)

    @cache
    def parted(people: int) -> tuple[int, Line]:
        """(number of groups, their line) of the people whose bits are set; they are even among themselves."""
        if not people:
            return 0, ()
        ways = []
        for group, line in groups[people & -people]:
            if group & people == group:
                count, rest = parted(people & ~group)
                ways.append((count + 1, tuple(sorted((*line, *rest), reverse=True))))
        return max(ways)

    return parted((1 << len(uneven)) - 1)[1]


def _even_groups(uneven: Uneven) -> dict[int, list[tuple[int, Line]]]:
    """{bit of the first person: [(bits of all, their line)]} of the even groups whose line does not fall apart into
    lines of smaller ones, which are groups of their own."""
    size = len(uneven)
    sums = [0] * (1 << size)
    groups: dict[int, list[tuple[int, Line]]] = {1 << place: [] for place in range(size)}
    for people in range(1, 1 << size):
        first = people & -people
        sums[people] = sums[people ^ first] + uneven[first.bit_length() - 1][1]
        if sums[people] == 0:
            line = _laid([amount for place, amount in enumerate(uneven) if people >> place & 1])
            if len(line) == people.bit_count() - 1:
                groups[first].append((people, line))
    return groups


def _laid(group: Uneven) -> Line:
    """A payment for every stretch where one who owes and one who gets lie side by side."""
    owed = [(place, -amount) for place, amount in reversed(group) if amount < 0]
    got = [(place, amount) for place, amount in reversed(group) if amount > 0]
    line: list[tuple[int, int, int]] = []
    while owed:
        (payer, debt), (getter, claim) = owed.pop(), got.pop()
        amount = min(debt, claim)
        line.append((-payer, -getter, amount))
        if debt > amount:
            owed.append((payer, debt - amount))
        if claim > amount:
            got.append((getter, claim - amount))
    return tuple(line)


# What a sitting is played for: points, or a unit with a name.


def _label(text: str) -> str:
    """One spelling of each label: composed, without space around it."""
    label = normalize("NFC", text).strip()
    if not label.isprintable():
        raise ValueError(text)
    return label


UNIT: Final = ("unit", "decimals")
"""What is played for is agreed at each table."""


class InUnits(Record):
    """Rules of a game that is played for amounts.

    `unit` is the label of the unit, empty for points. With `decimals` 2 an amount counts
    hundredths: 150 is written 1.50.
    """

    unit: Annotated[str, Field(max_length=12), AfterValidator(_label)] = ""
    decimals: Literal[0, 2] = 0


def unit_of_rules(rules: Mapping[str, Any]) -> InUnits:
    """What amounts by these plain rules are counted in; points where the game knows no unit."""
    return InUnits.model_construct(unit=rules.get("unit", ""), decimals=rules.get("decimals", 0))


@dataclass(frozen=True, slots=True)
class Rounded(Generic[Who]):
    """What each is to get once rounded (less than zero: to pay), and what rounding gave each: less than a coin either
    way, and nothing in sum."""

    nets: Mapping[Who, int]
    gains: Mapping[Who, int]


def rounded(nets: Mapping[Who, int], coin: int, turn: int = 0, gained: Mapping[Who, int] | None = None) -> Rounded[Who]:
    """The amounts in whole coins. All are rounded down first, which takes a little from everybody: who gets, gets
    less, and who pays, pays more. The coins taken that way go back, one each, to whoever lost most: the largest
    remainder first.

    Of equal remainders the coin goes to whoever has `gained` least by rounding before (or lost most). Who is equal in
    that too stands in the order of the amounts, begun `turn` places further down and coming round to its beginning:
    whoever raises `turn` by one each time favours nobody, however often the same people settle.

    Args: nets: what each is to get, in the smallest units; coin: the smallest coin, in the same units.

    Raises:
        ValueError: no coin above zero, or the amounts do not sum to zero.
    """
    if coin < 1:
        raise ValueError(f"a coin of {coin} can't be paid with")
    if rest := sum(nets.values()):
        raise ValueError(f"the amounts sum to {rest}, not to nothing")
    lost = {who: amount % coin for who, amount in nets.items()}
    up = set(_by_claim(lost, gained or {}, turn)[: sum(lost.values()) // coin])
    coins = {who: nets[who] - lost[who] + (coin if who in up else 0) for who in nets}
    return Rounded(coins, {who: coins[who] - nets[who] for who in nets})


def _by_claim(lost: Mapping[Who, int], gained: Mapping[Who, int], turn: int) -> list[Who]:
    """Who is to get a coin back, first to last."""

    def claim(who: Who) -> tuple[int, int]:
        return -lost[who], gained.get(who, 0)

    order: list[Who] = []
    for _claim, equals in groupby(sorted(lost, key=claim), key=claim):
        tied = list(equals)
        begin = turn % len(tied)
        order += [*tied[begin:], *tied[:begin]]
    return order
