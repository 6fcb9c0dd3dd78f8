"""What no schedule can do better: the fewest repeats, and the least that all can weigh."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import combinations

from scorekeeper.pairing.schedules.board import (
    CLUB,
    FORBIDDEN,
    HARD_CLUB,
    NO_TABLE,
    SMALL_TABLE,
    WANTED,
    Board,
)
from scorekeeper.pairing.schedules.planning import Course


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
    for one in range(count):
        met = board.met[one]
        for other in range(one):
            if not met[other] and there[one] & there[other] and (other, one) not in never:
                unmet[one] += 1
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
        ([len(table) for table in one.tables], {player for table in one.tables for player in table}) for one in done
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
