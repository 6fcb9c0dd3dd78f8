"""From an instance to the rounds that are to be drawn: how many tables, who is pinned to one, what weighs how much."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.pairing.schedules.board import (
    CLUB,
    FORBIDDEN,
    FULL_TABLE,
    HARD_CLUB,
    NO_TABLE,
    SMALL_TABLE,
    Board,
    Pair,
    Plan,
    Weighing,
)
from scorekeeper.pairing.schedules.instance import Instance, Player, Round
from scorekeeper.pairing.schedules.locking import pinned
from scorekeeper.pairing.splitting import table_sizes


@dataclass(frozen=True, slots=True)
class Course:
    """An instance in numbers: a player is the place of their name in the order of names, so that the order in which
    they were entered changes nothing. `usual` is the size of a table that is not small."""

    instance: Instance
    names: tuple[Player, ...]
    numbers: Mapping[Player, int]
    plans: tuple[Plan, ...]
    clubs: Mapping[str, tuple[int, ...]]
    clubs_too_large: tuple[str, ...]
    usual: int
    weighing: Weighing

    def board(self) -> Board:
        """Empty tables, and what was before them."""
        board = Board(len(self.names), self.plans, self.weighing)
        done = self.instance.done
        pairs = [(*self.pair(pair), times) for pair, times in self.instance.history.items()]
        pairs += [(*self.pair(pair), times) for pair, times in meetings(done).items()]
        small = Counter(
            self.numbers[player] for one in done for table in one.tables if len(table) < self.usual for player in table
        )
        board.before(pairs, small, Counter(self.numbers[player] for one in done for player in one.out))
        return board

    def pair(self, players: Iterable[Player]) -> Pair:
        """Two players as numbers."""
        one, other = sorted(self.numbers[player] for player in players)
        return one, other


def meetings(rounds: Iterable[Round]) -> Counter[tuple[Player, Player]]:
    """How often each pair sat at one table."""
    return Counter(pair for one in rounds for table in one.tables for pair in combinations(sorted(table), 2))


def course_of(instance: Instance) -> Course:
    """Raises Impossible where locks collide."""
    names = tuple(sorted(instance.players))
    numbers = {player: number for number, player in enumerate(names)}
    sizes = {number: _sizes(instance, number) for number in instance.drawn}
    done = [len(table) for one in instance.done for table in one.tables]
    usual = instance.preferred or max([*done, *(size for own in sizes.values() for size in own)])
    pins = pinned(instance, sizes)
    published = dict(enumerate(instance.published, len(instance.done) + 1)) if instance.keep else {}
    plans = tuple(
        Plan(
            number=number,
            present=tuple(numbers[player] for player in instance.present(number)),
            sizes=own,
            kinds=(*(SMALL_TABLE if size < usual else FULL_TABLE for size in own), NO_TABLE),
            pinned={numbers[player]: table for player, table in pins[number].items()},
            published=_mates(instance, number, published.get(number), numbers),
        )
        for number, own in sizes.items()
    )
    clubs = _clubs(instance, numbers)
    too_large = _too_large(instance, clubs, plans)
    weighing = _weighing(instance, numbers, clubs, too_large)
    return Course(instance, names, numbers, plans, clubs, too_large, usual, weighing)


def kept_apart(instance: Instance) -> dict[tuple[Player, Player], str]:
    """Who is not to sit with whom in the rounds that are drawn, the lower name first: `forbidden`, or of one club,
    `hard` or `soft`.

    Raises:
        Impossible: locks collide.
    """
    course = course_of(instance)
    kinds = {FORBIDDEN: "forbidden", HARD_CLUB: "hard"}
    return {
        (course.names[one], course.names[other]): kinds.get(first, "soft")
        for (one, other), (first, _growth) in course.weighing.extra.items()
    }


def _sizes(instance: Instance, number: int) -> tuple[int, ...]:
    """Of the tables of a round, largest first."""
    if asked := instance.asked_in(number):
        return tuple(sorted((size for size, many in asked.items() for _table in range(many)), reverse=True))
    people = len(instance.present(number))
    return table_sizes(people, instance.sizes, instance.preferred or max(instance.sizes))


def _mates(
    instance: Instance, number: int, one: Round | None, numbers: Mapping[Player, int]
) -> frozenset[frozenset[int]]:
    """The tables that people have seen, without those who are not there any more."""
    here = set(instance.present(number))
    tables = one.tables if one else ()
    return frozenset(frozenset(numbers[player] for player in table if player in here) for table in tables)


def _clubs(instance: Instance, numbers: Mapping[Player, int]) -> dict[str, tuple[int, ...]]:
    if instance.clubs_rule == "off":
        return {}
    members: dict[str, list[int]] = {}
    for player in sorted(instance.clubs):
        members.setdefault(instance.clubs[player], []).append(numbers[player])
    return {club: tuple(own) for club, own in sorted(members.items()) if len(own) > 1}


def _too_large(instance: Instance, clubs: Mapping[str, Sequence[int]], plans: Sequence[Plan]) -> tuple[str, ...]:
    """Clubs with more people in a round than it has tables and byes."""
    if instance.clubs_rule != "hard":
        return ()
    return tuple(
        club
        for club, own in clubs.items()
        if any(len(set(own).intersection(plan.present)) > len(plan.sizes) + plan.rest for plan in plans)
    )


def _weighing(
    instance: Instance, numbers: Mapping[Player, int], clubs: Mapping[str, Sequence[int]], too_large: Sequence[str]
) -> Weighing:
    is_random = instance.style == "random"
    extra: dict[Pair, tuple[int, int]] = {}
    for club, own in clubs.items():
        is_hard = instance.clubs_rule == "hard" and club not in too_large
        if is_hard or not is_random:
            extra |= dict.fromkeys(combinations(own, 2), (HARD_CLUB, 0) if is_hard else CLUB)
    extra |= dict.fromkeys(_in_numbers(instance.forbidden, numbers), (FORBIDDEN, 0))
    if is_random:
        return Weighing(meeting=0, small=0, extra=extra)
    never = {pair for pair, (first, _growth) in extra.items() if first >= HARD_CLUB}
    wanted = set(_in_numbers(instance.wanted, numbers)) - never
    return Weighing(extra=extra, wanted=wanted)


def _in_numbers(pairs: Iterable[tuple[Player, Player]], numbers: Mapping[Player, int]) -> Iterator[Pair]:
    for one, other in pairs:
        yield min(numbers[one], numbers[other]), max(numbers[one], numbers[other])
