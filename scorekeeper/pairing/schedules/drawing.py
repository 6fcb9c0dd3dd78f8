"""Draw a whole schedule, or its next round; say how good it is and why it is no better, counted anew from its rounds.

The same instance gives the same schedule, bit for bit, on any machine: whole numbers only, a search that is bounded by
counted steps and never by the clock, and of the random numbers only those that Python keeps the same between its
versions. A clock may only stop it, and then the report says so. What weighs how much: docs/pairing.md.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.schedules.board import (
    FORBIDDEN,
    HARD_CLUB,
    HOT,
    MEETING,
    MILD,
    NO_TABLE,
    WARM,
    Board,
    Watch,
    refine,
    settle,
    shuffled,
)
from scorekeeper.pairing.schedules.instance import (
    ENGINE,
    VERSION,
    Collision,
    Impossible,
    Instance,
    Player,
    Repeat,
    Round,
    Schedule,
    ScheduleReport,
    check,
    input_hash,
)
from scorekeeper.pairing.schedules.planning import Bounds, Course, bounds_of, course_of, least_weight, meetings
from scorekeeper.pairing.schedules.seats import numbered, seats_given, spread
from scorekeeper.pairing.schedules.starts import Places, by_chance, constructed, published

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
    stay = sorted(
        player for player in instance.players if instance.until_round.get(player, instance.rounds) >= instance.rounds
    )
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


# Sitting by points: cut from the top into tables, then swaps with the neighbouring table only, so that nobody is more
# than one table from where their points put them; and sitting in an order that is given.

APART = 1  # what one table away from where the points put somebody weighs: less than anything else


def in_order(instance: Instance, order: Sequence[Player]) -> Round:
    """The next round as the players stand in this list, cut from the top; locks are honoured, and nothing else is
    looked for.

    Raises:
        Impossible: locks collide.
    """
    course = course_of(instance)
    groups = _cut(course, course.board(), [course.numbers[player] for player in order])
    tables = [tuple(course.names[player] for player in group) for group in groups]
    cut = Round(tuple(tables[:-1]), tables[-1])
    (seated,) = seats_given(instance, [cut], Random(f"{instance.seed}:seats"))  # noqa: S311 a draw is to be drawn again
    return seated


def by_points(course: Course, board: Board, chance: Random, watch: Watch) -> list[list[int]]:
    """The tables of the next round, and last those with a bye: those who had the fewest, of these the last."""
    points = course.instance.points
    order = shuffled(course.plans[0].present, chance)
    order.sort(key=lambda player: -points.get(course.names[player], 0))
    groups = _cut(course, board, order)
    board.place([groups])
    home = list(board.where[0])
    better = True
    while better and watch.count_steps(1):
        better = sum(_better(board, table, home, watch) for table in range(len(groups) - 2)) > 0
    return board.groups()[0]


def _cut(course: Course, board: Board, order: Sequence[int]) -> list[list[int]]:
    """The players in this order in tables from the top, those whom locks hold where they are held; last those who sit
    out: who did so least, of these the last."""
    plan = course.plans[0]
    groups: list[list[int]] = [[] for _kind in plan.kinds]
    for player, table in sorted(plan.pinned.items()):
        groups[table].append(player)
    free = [player for player in order if player not in plan.pinned]
    place = {player: number for number, player in enumerate(order)}
    byes = board.turns[NO_TABLE]
    rest = plan.rest - len(groups[-1])
    out = sorted(free, key=lambda player: (byes[player], -place[player]))[:rest]
    groups[-1] += out
    waiting = iter([player for player in free if player not in set(out)])
    for group, size in zip(groups, plan.sizes, strict=False):
        group += [next(waiting) for _seat in range(size - len(group))]
    return groups


def _better(board: Board, table: int, home: list[int], watch: Watch) -> bool:
    """Whether a swap between this table and the next one made it better; the best one is made."""
    where = board.where[0]

    def away(player: int, at: int) -> int:
        return abs(at - home[player])

    ways = []
    for one in board.tables[0][table]:
        for other in board.tables[0][table + 1]:
            if (
                board.is_free(0, one)
                and board.is_free(0, other)
                and away(one, table + 1) < 2
                and away(other, table) < 2
            ):
                farther = away(one, table + 1) + away(other, table) - away(one, table) - away(other, table + 1)
                ways.append((board.grows(0, one, other) + APART * farther, one, other))
    watch.tried += len(ways)
    grows, one, other = min(ways, default=(0, 0, 0))
    if grows >= 0 or where[one] == where[other]:
        return False
    board.swap(0, one, other, board.grows(0, one, other))
    return True


STEPS: Final = 200  # swaps tried in each search for every seat that is drawn
MORE_STEPS: Final = 100  # more of them for each round that is drawn
FEWEST_STEPS: Final = 5_000
MOST_STEPS: Final = 1_500_000
STARTS: Final = 3  # searches at most, each from a start of its own; the best one counts
MORE_STARTS: Final = 5  # searches at most where they are short
SHORT: Final = 150_000  # steps that all of these take together
REFINING: Final = 800  # swaps tried at the end for every seat and each round after the second, if there are repeats
MOST_REFINING: Final = 400_000  # where it would be more than that it is left out: large draws are good without it


def draw_schedule(
    instance: Instance,
    *,
    progress: Callable[[float], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Schedule:
    """All rounds of a schedule: those that are done as they were, and those that are drawn now.

    `progress` is told now and then which part of the way is behind it (0 to 1; a draw that is good enough ends
    before). `stop` is asked now and then: once it says yes, the best found so far counts and the report says
    `stopped_early`.

    Raises:
        Unfit: the instance says something wrong.
        Impossible: no schedule honours all that must be; it names what collides.
    """
    check(instance)
    course = course_of(instance)
    board = course.board()
    bounds = bounds_of(course, board)
    budget = _budget_of(course)
    watch = Watch(budget.total, progress, stop)
    if instance.style == "seeded":
        chance = Random(f"{instance.seed}:points")  # noqa: S311 a draw is to be drawn again
        places = [by_points(course, board, chance, watch)]
    else:
        places = _found(course, board, watch, budget, least_weight(course, board, bounds.meetings))
    _require_apart(course, places)
    if progress:
        progress(1.0)
    rounds = [*instance.done, *_seated(course, places)]
    return Schedule(tuple(rounds), report(course, rounds, Effort(bounds, watch.tried, watch.is_stopped)))


def report_of_changed(instance: Instance, rounds: Sequence[Round], *, iterations: int = 0) -> ScheduleReport:
    """How good these rounds are, from the first, some of which are not as they would be drawn: people were put
    elsewhere by hand, or in an order that was given.

    Raises:
        Unfit, Impossible: as `draw_schedule`.
    """
    check(instance)
    course = course_of(instance)
    return report(
        course, rounds, Effort(bounds_of(course, course.board()), iterations, stopped_early=False, by_hand=True)
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """How far is looked: so many searches at most, each of so many `steps`, and once of so many `more` where something
    weighty is wrong with the best of them."""

    starts: int
    steps: int
    more: int

    @property
    def total(self) -> int:
        """The steps of all of it."""
        return self.starts * self.steps + self.more

    @property
    def is_short(self) -> bool:
        """Whether there is time to look on for what weighs little."""
        return self.starts * self.steps <= SHORT


def _budget_of(course: Course) -> Budget:
    """It goes by the number of seats and rounds alone."""
    rounds, slots = len(course.plans), sum(len(plan.present) for plan in course.plans)
    steps = min(max((STEPS + MORE_STEPS * rounds) * slots, FEWEST_STEPS), MOST_STEPS)
    more = REFINING * max(0, rounds - 2) * slots
    starts = min(max(STARTS, SHORT // steps), MORE_STARTS)
    return Budget(starts, steps, more if more <= MOST_REFINING else 0)


def _found(course: Course, board: Board, watch: Watch, budget: Budget, bound: int) -> Places:
    """The best places that are found."""
    best = _searched(course, board, watch, budget, bound)
    board.place(best)
    if board.cost - bound >= MEETING and budget.more and not watch.is_stopped:
        chance = Random(f"{course.instance.seed}:more")  # noqa: S311
        best = refine(board, chance, watch, steps=budget.more, bound=bound)
    board.clear()
    return best


def _searched(course: Course, board: Board, watch: Watch, budget: Budget, bound: int) -> Places:
    """The best places of some searches. What was constructed is only polished, unless something weighty is wrong with
    it: then every other search starts from another construction. All the rest start by chance, and hot."""
    enough = bound if budget.is_short else bound + MEETING - 1
    best: Places | None = None
    least = 0
    for start in range(budget.starts):
        chance = Random(f"{course.instance.seed}:{start}")  # noqa: S311
        is_by_chance = best is not None and (start % 2 == 1 or least - bound < MEETING)
        made = None if is_by_chance else _made(course, board, chance, watch)
        watch.prepared = 1.0
        board.place(made or by_chance(course, chance))
        heat = WARM if board.cost - bound < MEETING else MILD if made else HOT
        found = settle(board, chance, watch, heat=heat, steps=budget.steps, bound=bound)
        board.clear()
        board.place(found)
        if best is None or board.cost < least:
            best, least = found, board.cost
        board.clear()
        if least <= enough or watch.is_stopped:
            break
    return best or []


def _made(course: Course, board: Board, chance: Random, watch: Watch) -> Places | None:
    """The lightest start that was made with care, if there is any."""
    if course.instance.style == "random":
        return None
    shown = published(course, chance)
    starts = [shown] if shown else list(constructed(course, chance, watch))
    if not starts:
        return None
    weights = []
    for number, places in enumerate(starts):
        board.place(places)
        weights.append((board.cost, number))
        board.clear()
    return starts[min(weights)[1]]


def _require_apart(course: Course, places: Places) -> None:
    """Raises Impossible where two sit together who must not, and no lock put them there."""
    collisions = []
    for plan, groups in zip(course.plans, places, strict=True):
        for group in groups[:-1]:
            free = set(group) - plan.pinned.keys()
            for player in sorted(group):
                for other in sorted(group):
                    weight = course.weighing.extra.get((player, other), (0, 0))[0] if player < other else 0
                    if weight in {FORBIDDEN, HARD_CLUB} and {player, other} & free:
                        names = (course.names[player], course.names[other])
                        collisions.append(Collision("forbidden", plan.number, names))
    if collisions:
        raise Impossible(collisions)


def _seated(course: Course, places: Places) -> Sequence[Round]:
    """The rounds with names, numbers of tables and seats."""
    instance = course.instance
    rounds: list[Round] = []
    last = instance.done[-1] if instance.done else None
    for plan, groups in zip(course.plans, places, strict=True):
        tables = [tuple(course.names[player] for player in sorted(group)) for group in groups]
        last = Round(numbered(instance, plan.number, tables[:-1], last), tables[-1])
        rounds.append(last)
    return seats_given(instance, rounds, Random(f"{instance.seed}:seats"))  # noqa: S311
