"""Prize pools: what comes in, what each place gets, and what each entrant gets when places are shared.

Amounts are whole numbers of the smallest unit of money, and of every pool each unit is given to somebody. Nothing here
moves money. How a table of prizes comes about and what is rounded where: the shared specification of pairing, section
11.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import gcd, lcm
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from games.core.text import Amount, Text, gettext_noop
from games.core.values import Problem

Who = TypeVar("Who", bound=Hashable)

PER_MILLE: Final = 1000
USUAL: Final = (
    (5, (100,)),
    (10, (60, 40)),
    (20, (50, 30, 20)),
    (40, (40, 25, 15, 12, 8)),
    (100, (30, 20, 14, 10, 8, 6, 5, 4, 3)),
)
"""(fewer entrants than this, percent of the places)"""
EVERY: Final = 10  # in a field of a hundred and more one of so many is paid
FALL: Final = Fraction(3, 4)  # there each place gets this much of the one before
LEAST: Final = Fraction(3, 2)  # and none less than so many stakes


@dataclass(frozen=True, slots=True)
class Takings:
    """What came in for one cause (entries, re-buys, add-ons): so many times so much."""

    cause: str
    times: int
    each: int

    @property
    def amount(self) -> int:
        return self.times * self.each


@dataclass(frozen=True, slots=True)
class Deduction:
    """What is kept out of the pool for one cause: an amount, and so many per mille of all takings, rounded down."""

    cause: str
    amount: int = 0
    per_mille: int = 0

    def of(self, taken: int) -> int:
        return self.amount + taken * self.per_mille // PER_MILLE


@dataclass(frozen=True, slots=True)
class Pool:
    """All that comes in and goes out before prizes; `guarantee` is what the prizes come to at least."""

    takings: Sequence[Takings]
    deductions: Sequence[Deduction] = ()
    guarantee: int = 0

    @property
    def taken(self) -> int:
        return sum(takings.amount for takings in self.takings)

    @property
    def deducted(self) -> int:
        return sum(deduction.of(self.taken) for deduction in self.deductions)

    @property
    def overlay(self) -> int:
        """What the organiser adds so that the guarantee is met."""
        return max(0, self.guarantee - (self.taken - self.deducted))

    @property
    def amount(self) -> int:
        """What there is for prizes."""
        return self.taken - self.deducted + self.overlay


@dataclass(frozen=True, slots=True)
class Special(Generic[Who]):
    """A prize of a fixed amount for something else than a place; it is taken from the pool first."""

    cause: str
    amount: int
    winner: Who


@dataclass(frozen=True, slots=True)
class Places:
    """What each place gets, best first, and which places (from 1, first to last) share because a worse one would have
    got more than a better one."""

    amounts: tuple[int, ...]
    merged: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a pool is shared out: `weights` of the places, best first; amounts of places are whole `unit`s, shares of
    tied ones whole `tie_unit`s, as far as the pool allows."""

    weights: Sequence[int]
    unit: int
    tie_unit: int = 1

    def problems(self) -> tuple[Problem, ...]:
        """Why nothing can be shared out like this. Refuses `no_places`, `share_missing`, `unit_missing`."""
        found = []
        if not self.weights:
            found.append(Problem("no_places", "weights", Text(gettext_noop("Pay at least one place."))))
        if any(weight < 1 for weight in self.weights):
            message = Text(gettext_noop("Every paid place needs a share above zero."))
            found.append(Problem("share_missing", "weights", message))
        for field, unit in (("unit", self.unit), ("tie_unit", self.tie_unit)):
            if unit < 1:
                message = Text(gettext_noop("Prizes can only be rounded to an amount above zero."))
                found.append(Problem("unit_missing", field, message))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Prizes(Generic[Who]):
    """Who gets what: `by_place` for everybody who is ranked, in the order of the ranking; `passed_over` are those whose
    group had its one prize already; `total` is the whole pool."""

    places: Places
    by_place: Mapping[Who, int]
    specials: tuple[Special[Who], ...]
    passed_over: tuple[Who, ...]

    @property
    def total(self) -> int:
        return sum(self.by_place.values()) + sum(special.amount for special in self.specials)


def pool_problems(pool: Pool) -> tuple[Problem, ...]:
    """Why there is no such pool. Refuses `below_zero`, `deducted_too_much`."""
    numbers = [
        *(number for takings in pool.takings for number in (takings.times, takings.each)),
        *(number for deduction in pool.deductions for number in (deduction.amount, deduction.per_mille)),
        pool.guarantee,
    ]
    if any(number < 0 for number in numbers):
        return (Problem("below_zero", "", Text(gettext_noop("No amount and no number may be below zero."))),)
    if pool.deducted > pool.taken:
        message = Text(gettext_noop("The deductions are more than what came in. Deduct less."))
        return (Problem("deducted_too_much", "deductions", message),)
    return ()


def prize_problems(
    pool: int, terms: Terms, ranking: Sequence[Sequence[Who]], specials: Sequence[Special[Who]] = ()
) -> tuple[Problem, ...]:
    """Why `prizes` can't share out this pool. Refuses `nobody_ranked`, `ranked_twice`, `below_zero`,
    `specials_exceed_pool`, as `Terms.problems`."""
    found = list(terms.problems())
    if not any(ranking):
        found.append(Problem("nobody_ranked", "ranking", Text(gettext_noop("Nobody in the ranking can get a prize."))))
    everybody = [who for tied in ranking for who in tied]
    if len(set(everybody)) < len(everybody):
        found.append(Problem("ranked_twice", "ranking", Text(gettext_noop("Somebody is in the ranking twice."))))
    if pool < 0 or any(special.amount < 0 for special in specials):
        found.append(Problem("below_zero", "pool", Text(gettext_noop("No amount may be below zero."))))
    elif sum(special.amount for special in specials) > pool:
        message = Text(gettext_noop("The special prizes add up to more than the pool. Make them smaller."))
        found.append(Problem("specials_exceed_pool", "specials", message))
    return tuple(found)


def deal_problems(pool: int, amounts: Mapping[Who, int], entrants: Collection[Who]) -> tuple[Problem, ...]:
    """Why those who are left can't share the pool by these amounts, which they agreed on by themselves. Refuses
    `below_zero`, `unknown_entrant`, `deal_sum`."""
    found = []
    if any(amount < 0 for amount in amounts.values()):
        found.append(Problem("below_zero", "deal", Text(gettext_noop("No share of a deal may be below zero."))))
    if any(who not in entrants for who in amounts):
        message = Text(gettext_noop("Only those who take part can have a share of a deal."))
        found.append(Problem("unknown_entrant", "deal", message))
    if total := sum(amounts.values()) - pool:
        template = (
            gettext_noop("The shares add up to {units} more than the pool.")
            if total > 0
            else gettext_noop("The shares add up to {units} less than the pool.")
        )
        found.append(Problem("deal_sum", "deal", Text(template, {"units": Amount(abs(total))})))
    return tuple(found)


def usual_weights(entrants: int) -> tuple[int, ...]:
    """The shares that are usual in a field of this size: percent, or in a field of a hundred and more weights that
    fall from place to place until a share comes to the least number of stakes, which all further places get."""
    for below, percent in USUAL:
        if entrants < below:
            return percent
    paid, flat = entrants // EVERY, 0
    while _last_falling(entrants, paid - flat, flat) < LEAST:
        flat += 1
    falling = [FALL**place for place in range(paid - flat)]
    for_falling = (entrants - LEAST * flat) / sum(falling)
    stakes = [*(weight * for_falling for weight in falling), *[LEAST] * flat]
    common = lcm(*(stake.denominator for stake in stakes))
    whole = [int(stake * common) for stake in stakes]
    return tuple(weight // gcd(*whole) for weight in whole)


def _last_falling(entrants: int, falling: int, flat: int) -> Fraction:
    """How many stakes the last of the falling places gets, where `flat` places after it get the least."""
    weights = [FALL**place for place in range(falling)]
    return (entrants - LEAST * flat) * weights[-1] / sum(weights)


def place_amounts(pool: int, weights: Sequence[int], unit: int) -> Places:
    """What each place gets: whole units by largest remainder (of equal ones the better place first); what is no whole
    unit goes to the first place. Where a place would get more than a better one, the two share."""
    blocks = [(place, place) for place in range(1, len(weights) + 1)]
    amounts = [units * unit for units in _largest_remainder(pool // unit, weights)]
    amounts[0] += pool % unit
    while (worse := next((place for place in range(1, len(amounts)) if amounts[place] > amounts[place - 1]), 0)) > 0:
        above = next(number for number, (_first, last) in enumerate(blocks) if last >= worse)
        first, last = blocks[above][0], blocks[above + 1][1]
        blocks[above : above + 2] = [(first, last)]
        amounts[first - 1 : last] = _evenly(sum(amounts[first - 1 : last]), last - first + 1, unit)
    return Places(tuple(amounts), tuple(block for block in blocks if block[0] < block[1]))


def _largest_remainder(units: int, weights: Sequence[int]) -> list[int]:
    whole = sum(weights)
    given = [units * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: (-(units * weights[place] % whole), place))
    for place in by_remainder[: units - sum(given)]:
        given[place] += 1
    return given


def _evenly(total: int, parts: int, unit: int) -> list[int]:
    """Equal parts in whole units, one more for each of the first while there are any; what is no whole unit goes to
    the first part."""
    more, rest = divmod(total, unit)
    each, over = divmod(more, parts)
    shares = [(each + (part < over)) * unit for part in range(parts)]
    shares[0] += rest
    return shares


def shares(amounts: Sequence[int], ranking: Iterable[Sequence[Who]], tie_unit: int = 1) -> dict[Who, int]:
    """What each gets: those who share a place share what its places get, in the order in which they stand there."""
    found: dict[Who, int] = {}
    for tied in ranking:
        of_places = amounts[len(found) : len(found) + len(tied)]
        found.update(zip(tied, _evenly(sum(of_places), len(tied), tie_unit), strict=True))
    return found


def prizes(
    pool: int,
    terms: Terms,
    ranking: Sequence[Sequence[Who]],
    specials: Sequence[Special[Who]] = (),
    groups: Mapping[Who, Hashable] | None = None,
) -> Prizes[Who]:
    """Share out the whole pool: the special prizes, then the places of the ranking (tied ones together, best first).

    With fewer entrants than places the pool goes to the places there are, in the same proportions. Of the same of the
    `groups` only the best gets the prize of a place; the others are passed over and the next ones move up.

    Raises:
        ValueError: `prize_problems` has found any.
    """
    if problems := prize_problems(pool, terms, ranking, specials):
        raise ValueError(", ".join(problem.code for problem in problems))
    paid, passed_over = _one_each(ranking, groups or {}, len(terms.weights))
    entrants = sum(map(len, paid))
    rest = pool - sum(special.amount for special in specials)
    places = place_amounts(rest, terms.weights[:entrants], terms.unit)
    by_place = shares(places.amounts, paid, terms.tie_unit)
    everybody = {who: by_place.get(who, 0) for tied in ranking for who in tied}
    return Prizes(places, everybody, tuple(specials), passed_over)


def _one_each(
    ranking: Iterable[Sequence[Who]], groups: Mapping[Who, Hashable], places: int
) -> tuple[list[list[Who]], tuple[Who, ...]]:
    """The ranking without those whose group stands above them among the paid places; and those."""
    paid: list[list[Who]] = []
    had: set[Hashable] = set()
    passed_over: list[Who] = []
    ahead = 0
    for tied in ranking:
        own: list[Who] = []
        for who in tied:
            group = groups.get(who)
            if group is not None and group in had and ahead < places:
                passed_over.append(who)
                continue
            own.append(who)
            had.add(group)
        paid.append(own)
        ahead += len(own)
    return [tied for tied in paid if tied], tuple(passed_over)


# Prizes of groups: the best lady, junior, newcomer, of a club. A rule says who belongs to the group, what its places
# get, and whether somebody may win that beside a prize of the main places. Plain values, no Django.
#
# What a group gets is taken from the pool before the places are; what nobody of it can win stays with the places. Every
# unit of a pool is given to somebody.

Wins: TypeAlias = Literal["both", "main", "larger"]
"""What somebody gets who would win a prize of a place and one of the group: both; that of the place, and the next of
the group moves up; or whichever is larger, and the next moves up in the other."""
WINS: Final[tuple[Wins, ...]] = ("main", "larger", "both")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Generic[Who]):
    """A prize of a group, for these `members`: an `amount` and so many `per_mille` of the pool, shared out over places
    by `weights`, best first."""

    members: Collection[Who]
    weights: Sequence[int] = (1,)
    amount: int = 0
    per_mille: int = 0
    wins: Wins = "main"

    def of(self, pool: int) -> int:
        """What the group gets of a pool; a part of a unit is left to the places."""
        return self.amount + pool * self.per_mille // PER_MILLE


@dataclass(frozen=True, slots=True)
class GroupWin(Generic[Who]):
    """Who wins how much in a group: of its `members` who are ranked they have the places `first` to `last`, shared.
    `instead`: it is larger than their prize of a place, which went to the next."""

    who: Who
    amount: int
    first: int
    last: int
    members: int
    instead: bool = False


@dataclass(frozen=True, slots=True)
class GroupPrizes(Generic[Who]):
    """What a group gets: its winners, best first; `passed_over` have a prize of a place, and so none of the group."""

    amount: int
    winners: tuple[GroupWin[Who], ...]
    passed_over: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True)
class Grouped(Generic[Who]):
    """The prizes of places, and those of each rule, in the order of the rules."""

    main: Prizes[Who]
    groups: tuple[GroupPrizes[Who], ...]

    @property
    def total(self) -> int:
        """The whole pool."""
        return self.main.total + sum(group.amount for group in self.groups)


def group_problems(pool: int, rules: Sequence[Rule[Who]], specials: int = 0) -> Iterator[Problem]:
    """Why these rules cannot share out this pool, of which `specials` are given out otherwise. Refuses `group_amount`,
    `share_missing`, `groups_exceed_pool`."""
    for number, rule in enumerate(rules):
        if rule.amount < 0 or not 0 <= rule.per_mille <= PER_MILLE or not (rule.amount or rule.per_mille):
            text = Text(gettext_noop("A group prize needs an amount, or a part of the pool, up to all of it."))
            yield Problem("group_amount", f"groups.{number}.amount", text)
        if not rule.weights or any(weight < 1 for weight in rule.weights):
            text = Text(gettext_noop("Every paid place needs a share above zero."))
            yield Problem("share_missing", f"groups.{number}.weights", text)
    if sum(rule.of(pool) for rule in rules) + specials > pool:
        message = Text(gettext_noop("The group prizes add up to more than the pool. Make them smaller."))
        yield Problem("groups_exceed_pool", "groups", message)


def grouped_prizes(
    pool: int,
    terms: Terms,
    ranking: Sequence[Sequence[Who]],
    rules: Sequence[Rule[Who]],
    specials: Sequence[Special[Who]] = (),
    groups: Mapping[Who, Hashable] | None = None,
) -> Grouped[Who]:
    """Share out the whole pool: special prizes, those of groups, then the places, as `prizes` does.

    Raises:
        ValueError: `group_problems` or `prize_problems` has found any.
    """
    if problems := [*group_problems(pool, rules, sum(special.amount for special in specials))]:
        raise ValueError(", ".join(problem.code for problem in problems))
    left: set[Who] = set()  # who takes a larger prize of a group
    empty: set[int] = set()  # rules that nobody can win
    while True:
        amounts = [0 if number in empty else rule.of(pool) for number, rule in enumerate(rules)]
        there = [[who for who in tied if who not in left] for tied in ranking]
        main = prizes(pool - sum(amounts), terms, [tied for tied in there if tied], specials, groups)
        found = [_group(rule, amount, terms, ranking, main, left) for rule, amount in zip(rules, amounts, strict=True)]
        nobody = {number for number, group in enumerate(found) if amounts[number] and not group.winners}
        better = {win.who for group in found for win in group.winners if win.instead} - left
        if len(left | better) == sum(map(len, ranking)):
            better = set()  # somebody has to get what the places get
        if nobody:
            empty |= nobody
        elif better:
            left |= better
        else:
            by_place = {who: main.by_place.get(who, 0) for who in chain.from_iterable(ranking)}
            whole = Prizes(main.places, by_place, main.specials, main.passed_over)
            return Grouped(whole, tuple(found))


def _group(
    rule: Rule[Who],
    amount: int,
    terms: Terms,
    ranking: Sequence[Sequence[Who]],
    main: Prizes[Who],
    left: Collection[Who],
) -> GroupPrizes[Who]:
    """What a group gets beside these prizes of places."""
    members = {who for tied in ranking for who in tied if who in rule.members}
    passed: set[Who] = set()
    if rule.wins == "main":
        passed = {who for who in members if main.by_place.get(who, 0)}
    while True:
        own = [[who for who in tied if who in members and who not in passed] for tied in ranking]
        own = [tied for tied in own if tied]
        number = sum(map(len, own))
        if not (amount and number):
            return GroupPrizes(0, (), _in_order(passed, ranking))
        of_places = place_amounts(amount, rule.weights[:number], terms.unit).amounts
        won = shares(of_places, own, terms.tie_unit)
        worse = {who for who, share in won.items() if main.by_place.get(who, 0) >= max(share, 1)}
        if rule.wins != "larger" or not worse:
            winners = tuple(_wins(rule, own, won, len(members), main, left))
            return GroupPrizes(amount, winners, _in_order(passed, ranking))
        passed |= worse


def _wins(
    rule: Rule[Who],
    own: Sequence[Sequence[Who]],
    won: Mapping[Who, int],
    members: int,
    main: Prizes[Who],
    left: Collection[Who],
) -> Iterator[GroupWin[Who]]:
    first = 1
    for tied in own:
        for who in tied:
            if won[who]:
                instead = rule.wins == "larger" and (who in left or main.by_place.get(who, 0) > 0)
                yield GroupWin(who, won[who], first, first + len(tied) - 1, members, instead)
        first += len(tied)


def _in_order(some: Collection[Who], ranking: Sequence[Sequence[Who]]) -> tuple[Who, ...]:
    return tuple(who for tied in ranking for who in tied if who in some)
