"""Prizes of groups: the best lady, junior, newcomer, of a club. A rule says who belongs to the group, what its places
get, and whether somebody may win that beside a prize of the main places. Plain values, no Django.

What a group gets is taken from the pool before the places are; what nobody of it can win stays with the places. Every
unit of a pool is given to somebody.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from games.core.text import Text, gettext_noop
from games.core.values import Problem
from scorekeeper.pairing.prizes import PER_MILLE, Prizes, Special, Terms, place_amounts, prizes, shares

Who = TypeVar("Who", bound=Hashable)
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
    """Why these rules cannot share out this pool, of which `specials` are given out otherwise."""
    for number, rule in enumerate(rules):
        if rule.amount < 0 or not 0 <= rule.per_mille <= PER_MILLE or not (rule.amount or rule.per_mille):
            text = Text(gettext_noop("A prize of a group needs an amount, or a part of the pool up to all of it."))
            yield Problem("group_amount", f"groups.{number}.amount", text)
        if not rule.weights or any(weight < 1 for weight in rule.weights):
            text = Text(gettext_noop("Every place that is paid needs a share above zero."))
            yield Problem("share_missing", f"groups.{number}.weights", text)
    if sum(rule.of(pool) for rule in rules) + specials > pool:
        message = Text(gettext_noop("The prizes of groups come to more than there is: make them smaller."))
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
