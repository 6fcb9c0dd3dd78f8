"""How good a schedule is and why it is no better: counted anew from its rounds, not taken over from the search."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.pairing.schedules.instance import (
    ENGINE,
    VERSION,
    Instance,
    Player,
    Repeat,
    Round,
    ScheduleReport,
    input_hash,
)
from scorekeeper.pairing.schedules.planning import Bounds, Course, meetings
from scorekeeper.pairing.schedules.seats import spread

Two = tuple[Player, Player]


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search was: what it could not do better, how many swaps it tried, whether it was stopped; whether some
    sit where they do `by_hand` since."""

    bounds: Bounds
    iterations: int
    stopped_early: bool
    by_hand: bool = False


def report(course: Course, rounds: Sequence[Round], effort: Effort) -> ScheduleReport:
    """The report of all rounds, those that were done included."""
    instance = course.instance
    met = _met(course, rounds)
    before = _met(course, rounds[: len(instance.done)])
    repeats, bound = _repeats(met), _repeats(before) + effort.bounds.repeats
    spread_out = _pairs_of(met) - _pairs_of(before) == effort.bounds.meetings
    because = _because(effort.bounds, repeats - _repeats(before), spread_out=spread_out)
    small = Counter(
        player for round_ in rounds for table in round_.tables if len(table) < course.usual for player in table
    )
    above, below = _uneven(small, instance)
    byes = Counter(player for round_ in rounds for player in round_.out)
    mates_changed, seats_changed = changed(instance, instance.published, rounds)
    forbidden = {tuple(sorted(pair)) for pair in instance.forbidden}
    return ScheduleReport(
        lower_bound=bound,
        repeats=repeats,
        max_meetings=max(met.values(), default=0),
        repeated=tuple(_repeated(course, rounds, (met, before), because, by_hand=effort.by_hand)),
        small_turns=dict(sorted(small.items())),
        small_above=above,
        small_below=below,
        small_spread=max(small.values(), default=0) - min(small[player] for player in instance.players),
        club_meetings=tuple(_together(course, rounds)),
        clubs_too_large=course.clubs_too_large,
        wanted_unmet=tuple(pair for pair in _sorted_pairs(instance.wanted) if not met[pair]),
        seat_spread=spread(rounds),
        byes=dict(sorted(byes.items())),
        locks_honoured=sum(lock.round in instance.drawn for lock in instance.locks),
        breaches=tuple((number, *pair) for number, pair in _drawn_pairs(course, rounds) if pair in forbidden),
        mates_changed=mates_changed,
        seats_changed=seats_changed,
        seed=instance.seed,
        iterations=effort.iterations,
        stopped_early=effort.stopped_early,
        engine=ENGINE,
        version=VERSION,
        input_hash=input_hash(instance),
    )


def _met(course: Course, rounds: Sequence[Round]) -> Counter[Two]:
    met = meetings(rounds)
    for pair, times in course.instance.history.items():
        one, other = sorted(pair)
        met[one, other] += times
    return met


def _repeats(met: Mapping[Two, int]) -> int:
    return sum(times - 1 for times in met.values() if times > 1)


def _pairs_of(met: Mapping[Two, int]) -> int:
    """What meetings come to, each counted as often as the pair had met before."""
    return sum(times * (times - 1) // 2 for times in met.values())


def _sorted_pairs(pairs: Iterable[Two]) -> list[Two]:
    return sorted({(min(pair), max(pair)) for pair in pairs})


def _drawn_pairs(course: Course, rounds: Sequence[Round]) -> Iterator[tuple[int, Two]]:
    """(number of the round, pair) for all who sit together in a round that was drawn."""
    for number in course.instance.drawn:
        for table in rounds[number - 1].tables:
            for pair in combinations(sorted(table), 2):
                yield number, pair


def _repeated(
    course: Course,
    rounds: Sequence[Round],
    met: tuple[Mapping[Two, int], Mapping[Two, int]],
    because: str,
    *,
    by_hand: bool,
) -> Iterator[Repeat]:
    """Those who meet again, most often first; `met` is how often all have, and how often they had before."""
    now, before = met
    where: dict[Two, list[int]] = defaultdict(list)
    for number, round_ in enumerate(rounds, 1):
        for table in round_.tables:
            for pair in combinations(sorted(table), 2):
                where[pair].append(number)
    locked = set(_locked(course, rounds, by_hand=by_hand))
    for times, pair in sorted((-times, pair) for pair, times in now.items() if times > 1):
        reason = because or _why(course, is_locked=pair in locked)
        yield Repeat(pair, tuple(where[pair]), -times, "frozen" if before.get(pair) == now[pair] else reason)


def _because(bounds: Bounds, repeats: int, *, spread_out: bool) -> str:
    """Why there are so many new repeats, if it is certain that there cannot be fewer."""
    if repeats == bounds.without_clubs or (spread_out and bounds.repeats == bounds.without_clubs):
        return "bound"
    if repeats in {bounds.repeats, bounds.with_clubs} or spread_out:
        return "club"
    return ""


def _why(course: Course, *, is_locked: bool) -> str:
    """Why a repeat is there that no bound explains."""
    if is_locked:
        return "lock"
    if course.instance.style != "mix":
        return "style"
    return "keep" if course.instance.keep else "search"


def _locked(course: Course, rounds: Sequence[Round], *, by_hand: bool) -> Iterator[Two]:
    """Pairs that locks put at one table; where they were put there `by_hand`, also if only one of them was."""
    for plan in course.plans:
        pinned = {course.names[player] for player in plan.pinned}
        for table in rounds[plan.number - 1].tables:
            for pair in combinations(sorted(table), 2):
                if (any if by_hand else all)(player in pinned for player in pair):
                    yield pair


def _together(course: Course, rounds: Sequence[Round]) -> Iterator[tuple[int, Player, Player]]:
    """Club mates at one table."""
    clubs = {course.names[player]: club for club, own in course.clubs.items() for player in own}
    for number, (one, other) in _drawn_pairs(course, rounds):
        if one in clubs and clubs[one] == clubs.get(other):
            yield number, one, other


def _uneven(small: Mapping[Player, int], instance: Instance) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Who has more, and who has fewer turns at small tables than an even share, rounded up or down; of those who stay
    to the last round."""
    turns, people = sum(small.values()), len(instance.players)
    least, most = turns // people, -(-turns // people)
    stay = sorted(one for one in instance.players if instance.until_round.get(one, instance.rounds) >= instance.rounds)
    above = tuple(player for player in stay if small.get(player, 0) > most)
    return above, tuple(player for player in stay if small.get(player, 0) < least)


def changed(instance: Instance, published: Sequence[Round], rounds: Sequence[Round]) -> tuple[int, int]:
    """(players of a round with other table mates, seats that are others) against what people have seen of the rounds
    after those that were done; of those who are still there."""
    mates = seats = 0
    for number, shown in enumerate(published, len(instance.done) + 1):
        if number not in instance.drawn:
            continue
        here = set(instance.present(number))
        seen = {player: here.intersection(table) for table in shown.tables for player in table if player in here}
        places = _places(shown)
        now = _places(rounds[number - 1])
        for table in rounds[number - 1].tables:
            mates += sum(player in seen and seen[player] != set(table) for player in table)
        seats += sum(now.get(player) != place for player, place in places.items() if player in here)
    return mates, seats


def _places(round_: Round) -> dict[Player, tuple[int, int]]:
    return {player: (number, seat) for number, table in enumerate(round_.tables) for seat, player in enumerate(table)}
