"""Where a search may start from: rounds by construction, rounds that were published, rounds by chance."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.round_robin import berger
from scorekeeper.pairing.schedules.board import WANTED, Plan, Watch, shuffled
from scorekeeper.pairing.schedules.catalogue import best_base, developed, shifted
from scorekeeper.pairing.schedules.planning import Course, meetings

# Who takes which place in rounds that were constructed: so that those who must not meet, or have met before, are those
# who do not meet there, and those who are wanted to meet do. The rounds themselves stay as good as they are.

PASSES: Final = 12  # over all whose pairs weigh anything
TRIES: Final = 60  # others with whom each of them may change places, in each pass

Tables = Sequence[Sequence[Sequence[int]]]
Prices = defaultdict[int, dict[int, "_Price"]]


@dataclass(frozen=True, slots=True)
class _Price:
    """What meetings of a pair weigh: the first one, how much more each further one, whether one is wanted."""

    first: int
    growth: int
    is_wanted: bool

    def of(self, times: int) -> int:
        weight = self.first * times + self.growth * (times * (times - 1) // 2)
        return weight - WANTED if self.is_wanted and times else weight


class Seating:
    """Who has which place in the rounds."""

    def __init__(self, rounds: Tables, prices: Prices) -> None:
        self.prices = prices
        self.met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
        self.place = {player: player for tables in rounds for table in tables for player in table}
        self.whose = dict(self.place)
        self.beside: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for (one, other), times in self.met.items():
            self.beside[one].append((other, times))
            self.beside[other].append((one, times))

    def weighs(self, player: int) -> int:
        """What the meetings of a player weigh; whom they never meet weighs nothing, so the shorter list is read.
        (Who has no price is in `prices` once asked for, and counts in the next pass: draws stay as they were.)"""
        here, own = self.place[player], self.prices[player]
        beside = self.beside[here]
        if len(beside) < len(own):
            others = ((own.get(self.whose[there]), times) for there, times in beside)
            return sum(price.of(times) for price, times in others if price)
        return sum(
            price.of(self.met[min(here, there), max(here, there)])
            for other, price in own.items()
            if (there := self.place.get(other)) is not None
        )

    def swap(self, one: int, other: int) -> None:
        here, there = self.place[one], self.place[other]
        self.place[one], self.place[other] = there, here
        self.whose[here], self.whose[there] = other, one


def relabelled(course: Course, rounds: Tables, chance: Random, watch: Watch) -> Tables:
    """The same rounds with people in each other's places: the best found until `watch` is stopped."""
    prices = prices_of(course)
    if not prices:
        return rounds
    seating = Seating(rounds, prices)
    everybody = sorted(seating.place)
    for nth in range(PASSES):
        is_better = False
        asked = shuffled([player for player in everybody if player in prices], chance)
        for turn, chosen_player in enumerate(asked):
            watch.prepared = max(watch.prepared, (nth + turn / len(asked)) / PASSES)  # of several starts the farthest
            if not watch.goes_on():
                break
            least = sum(-WANTED for price in prices[chosen_player].values() if price.is_wanted)
            for _try in range(TRIES if seating.weighs(chosen_player) > least else 0):
                other = everybody[int(chance.random() * len(everybody))]
                now = seating.weighs(chosen_player) + seating.weighs(other)
                seating.swap(chosen_player, other)
                if seating.weighs(chosen_player) + seating.weighs(other) < now:
                    is_better = True
                else:
                    seating.swap(chosen_player, other)
        if not is_better or watch.is_stopped:
            break
    return [[[seating.whose[there] for there in table] for table in tables] for tables in rounds]


def prices_of(course: Course) -> Prices:
    """For each player the others whom it matters to meet."""
    weighing = course.weighing
    before = Counter({course.pair(names): times for names, times in course.instance.history.items()})
    for names, times in meetings(course.instance.done).items():
        before[course.pair(names)] += times
    prices: Prices = defaultdict(dict)
    for pair in {*weighing.extra, *weighing.wanted, *before}:
        first, growth = weighing.extra.get(pair, (0, 0))
        growth += weighing.meeting
        price = _Price(first + growth * before[pair], growth, pair in weighing.wanted and not before[pair])
        one, other = pair
        prices[one][other] = prices[other][one] = price
    return prices


Places = list[list[list[int]]]
"""For each round the players of each table, and last those who have a bye"""


def constructed(course: Course, chance: Random, watch: Watch) -> Iterator[Places]:
    """Rounds by construction, as far as there are any for so many players, tables and rounds."""
    people = shuffled(sorted({player for plan in course.plans for player in plan.present}), chance)
    if len(course.plans) < 2:
        return
    for rounds in _made(course, people, chance):
        named = relabelled(course, rounds, chance, watch)
        yield [repaired(plan, own, chance) for plan, own in zip(course.plans, named, strict=False)]


def _made(course: Course, people: Sequence[int], chance: Random) -> Iterator[Places]:
    """The tables of each round, by each of the ways there are."""
    rounds = len(course.plans)
    sizes = {size for plan in course.plans for size in plan.sizes}
    base = best_base(len(people), rounds, max(sizes))
    if base:
        tables = developed(base, rounds)
        yield [[[people[point] for point in table if point < len(people)] for table in own] for own in tables]
    if sizes == {2} and rounds < len(people):
        yield [[[people[one - 1], people[other - 1]] for one, other in games] for games in berger(len(people))]
    columns = _columns(course, people, max(sizes), chance)
    shifts = shifted(columns, rounds) if columns else None
    if shifts:
        yield [[[player for player in table if player >= 0] for table in own] for own in shifts]


def _columns(course: Course, people: Sequence[int], size: int, chance: Random) -> list[list[int]]:
    """Everybody in columns of equal length, people of one club in one column, as far as they fit; -1 is an empty
    seat. All of these are in the last column, far apart. Nothing where it would have more of them than people."""
    rows = -(-len(people) // size)
    empty = rows * size - len(people)
    if empty > rows:
        return []
    rooms = [rows] * (size - 1) + [rows - empty]
    columns: list[list[int]] = [[] for _column in range(size)]
    for member in _by_club(course, people):
        for player in member:
            most = max(range(size), key=lambda column: rooms[column])
            columns[most].append(player)
            rooms[most] -= 1
    columns = [shuffled(column, chance) for column in columns]
    for number in range(empty):
        columns[-1].insert(number * rows // empty, -1)
    return columns


def _by_club(course: Course, people: Sequence[int]) -> Iterator[Sequence[int]]:
    """The people club by club, the largest first, then everybody else one by one."""
    order = {player: place for place, player in enumerate(people)}
    clubs = [sorted(order.keys() & set(own), key=order.__getitem__) for own in course.clubs.values()]
    yield from sorted(clubs, key=lambda own: (-len(own), own))
    among = {player for own in clubs for player in own}
    yield from ([player] for player in people if player not in among)


def published(course: Course, chance: Random) -> Places | None:
    """The rounds that people have seen, with those who are there now; None where none were published."""
    rounds = course.instance.published
    if not rounds:
        return None
    seated = [[[course.numbers[player] for player in table] for table in round_.tables] for round_ in rounds]
    seated += [[] for _plan in course.plans[len(seated) :]]
    return [repaired(plan, own, chance) for plan, own in zip(course.plans, seated, strict=False)]


def by_chance(course: Course, chance: Random) -> Places:
    return [repaired(plan, [], chance) for plan in course.plans]


def repaired(plan: Plan, tables: Iterable[Sequence[int]], chance: Random) -> list[list[int]]:
    """These tables as a round can have them: only who is there, of the sizes that it has, who is pinned where they
    are pinned. Who finds no seat any more gets one of those that are left."""
    placed: list[list[int]] = [[] for _kind in plan.kinds]
    for player, table in sorted(plan.pinned.items()):
        placed[table].append(player)
    free = set(plan.present) - plan.pinned.keys()
    groups = [[player for player in table if player in free] for table in tables]
    left = free - {player for group in groups for player in group}
    out = placed.pop()
    room = [size - len(own) for size, own in zip(plan.sizes, placed, strict=True)]
    order = sorted(range(len(room)), key=lambda table: -room[table])
    # Tables keep their numbers where they can; the larger groups get the larger tables.
    groups.sort(key=lambda group: -len(group))
    pool = [player for group in groups[len(room) :] for player in group]
    for table, group in zip(order, groups, strict=False):
        placed[table] += group[: room[table]]
        pool += group[room[table] :]
    pool = shuffled(sorted([*pool, *left]), chance)
    for own, size in zip(placed, plan.sizes, strict=True):
        while len(own) < size:
            own.append(pool.pop())
    return [*placed, out + pool]
