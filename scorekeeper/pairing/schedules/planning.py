"""From an instance to the rounds that are to be drawn: how many tables, who is pinned to one, what weighs how much."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import combinations

from scorekeeper.pairing.drawing import table_sizes
from scorekeeper.pairing.schedules.board import (
    CLUB,
    FORBIDDEN,
    FULL_TABLE,
    HARD_CLUB,
    NO_TABLE,
    SMALL_TABLE,
    WANTED,
    Board,
    Pair,
    Plan,
    Weighing,
)
from scorekeeper.pairing.schedules.instance import Instance, Player, Round
from scorekeeper.pairing.schedules.seats import pinned


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
            self.numbers[player]
            for earlier in done
            for table in earlier.tables
            if len(table) < self.usual
            for player in table
        )
        board.before(pairs, small, Counter(self.numbers[player] for round_ in done for player in round_.out))
        return board

    def pair(self, players: Iterable[Player]) -> Pair:
        """Two players as numbers."""
        one, other = sorted(self.numbers[player] for player in players)
        return one, other


def meetings(rounds: Iterable[Round]) -> Counter[tuple[Player, Player]]:
    """How often each pair sat at one table."""
    return Counter(pair for round_ in rounds for table in round_.tables for pair in combinations(sorted(table), 2))


def course_of(instance: Instance) -> Course:
    """Raises Impossible where locks collide."""
    names = tuple(sorted(instance.players))
    numbers = {player: number for number, player in enumerate(names)}
    sizes = {number: _sizes(instance, number) for number in instance.drawn}
    done = [len(table) for round_ in instance.done for table in round_.tables]
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


# What no schedule can do better: the fewest repeats, and the least that all can weigh.


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the rounds that are drawn cannot do better. `repeats`: the fewest new ones; `without_clubs` were there no
    rule about clubs, `with_clubs` if nobody ever met a club mate. `meetings`: the least that new meetings can come to,
    each counted as often as the pair had met before."""

    repeats: int
    without_clubs: int
    with_clubs: int
    meetings: int


def bounds_of(course: Course, board: Board) -> Bounds:
    """`board` is still empty."""
    repeats = _fewest(course, board, {FORBIDDEN, HARD_CLUB})
    others = [repeats, repeats]
    if course.clubs:
        others = [_fewest(course, board, apart) for apart in ({FORBIDDEN}, {FORBIDDEN, HARD_CLUB, CLUB[0]})]
    return Bounds(repeats, others[0], others[1], max(repeats, _shared(course)))


def _fewest(course: Course, board: Board, apart: Collection[int]) -> int:
    """No schedule has fewer new repeats in the rounds that are drawn: everybody meets so many seats, and has only so
    many others whom they have not met. Pairs whose first meeting weighs as `apart` says never meet."""
    count = board.count
    extra = {} if course.instance.locks else course.weighing.extra
    never = {pair for pair, (first, _growth) in extra.items() if first in apart}
    there = [0] * count  # as bits, the rounds somebody is present in
    seats = [0] * count  # that somebody meets at least
    total = 0
    for index, plan in enumerate(course.plans):
        total += sum(size * (size - 1) // 2 for size in plan.sizes)
        least = 0 if plan.rest else min(plan.sizes) - 1
        for player in plan.present:
            there[player] |= 1 << index
            seats[player] += least
    unmet = [0] * count
    for person in range(count):
        met = board.met[person]
        for other in range(person):
            if not met[other] and there[person] & there[other] and (other, person) not in never:
                unmet[person] += 1
                unmet[other] += 1
    alone = sum(max(0, own - new) for own, new in zip(seats, unmet, strict=True))
    new = max(-(-alone // 2), total - sum(unmet) // 2, 0)
    if not course.instance.done and not course.instance.history:
        # Who meets in m rounds of R is m(m-1)/2 of the pairs of rounds that share them, which is R/2 a repeat at most.
        new = max(new, -(-2 * _shared(course) // len(course.plans)))
    return new


def _shared(course: Course) -> int:
    """Pairs that sit together in both of two rounds, over all pairs of rounds with at least one to be drawn: where
    there are few tables, those of one table have too few others to go to."""
    done = course.instance.done
    found = 0
    played = [
        ([len(table) for table in round_.tables], {player for table in round_.tables for player in table})
        for round_ in done
    ]
    plans = [(list(plan.sizes), {course.names[player] for player in plan.present}) for plan in course.plans]
    rounds = [*played, *plans]
    for later in range(len(done), len(rounds)):
        for earlier in range(later):
            (one, those), (other, these) = rounds[earlier], rounds[later]
            if those == these and sum(one) == sum(other) == len(these):
                found += max(_parted(one, len(other)), _parted(other, len(one)))
    return found


def _parted(sizes: Sequence[int], tables: int) -> int:
    """How many pairs stay together at least when people of tables of these sizes go to so many tables."""
    found = 0
    for size in sizes:
        each, more = divmod(size, tables)
        found += tables * _pairs(each) + more * each
    return found


def least_weight(course: Course, board: Board, meetings: int) -> int:
    """No places on the board, which is still empty, weigh less."""
    weighing = course.weighing
    least = weighing.meeting * meetings
    least += _turns(course, board, SMALL_TABLE) + _turns(course, board, NO_TABLE)
    least -= WANTED * len(weighing.wanted - weighing.extra.keys())
    return least + sum(_club(course, own) for own in course.clubs.values())


def _turns(course: Course, board: Board, kind: int) -> int:
    """The least that turns at tables of this kind can weigh: each goes to who has had the fewest."""
    rate = board.rates[kind]
    turns = 0
    for plan in course.plans:
        seats = zip((*plan.sizes, plan.rest), plan.kinds, strict=True)
        turns += sum(size for size, own in seats if own == kind)
    people = {player for plan in course.plans for player in plan.present}
    had = [board.turns[kind][player] for player in people]
    heapify(had)
    least = 0
    for _turn in range(turns if rate else 0):
        least += rate * had[0]
        heapreplace(had, had[0] + 1)
    return least


def _club(course: Course, own: Sequence[int]) -> int:
    """The least that meetings within a club can weigh: its people as evenly over the tables as they can be. None
    meet only because it was wanted: where none has to, none do."""
    pair = (own[0], own[1])
    if course.weighing.extra.get(pair) != CLUB:
        return 0
    meetings = 0
    for plan in course.plans:
        here = len(set(own).intersection(plan.present)) - plan.rest
        each, more = divmod(max(0, here), len(plan.sizes))
        meetings += len(plan.sizes) * _pairs(each) + more * each
    if not meetings:
        return 0
    wanted = WANTED * len(course.weighing.wanted & set(combinations(own, 2)))
    each, more = divmod(meetings, _pairs(len(own)))
    first, growth = CLUB
    return _pairs(len(own)) * (each * first + growth * _pairs(each)) + more * (first + growth * each) - wanted


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
