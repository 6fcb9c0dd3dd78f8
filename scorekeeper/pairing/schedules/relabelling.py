"""Who takes which place in rounds that were constructed: so that those who must not meet, or have met before, are those
who do not meet there, and those who are wanted to meet do. The rounds themselves stay as good as they are."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from scorekeeper.pairing.schedules.board import WANTED
from scorekeeper.pairing.schedules.planning import Course, meetings
from scorekeeper.pairing.schedules.search import Watch, shuffled

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
        for turn, one in enumerate(asked):
            watch.prepared = max(watch.prepared, (nth + turn / len(asked)) / PASSES)  # of several starts the farthest
            if not watch.goes_on():
                break
            least = sum(-WANTED for price in prices[one].values() if price.is_wanted)
            for _try in range(TRIES if seating.weighs(one) > least else 0):
                other = everybody[int(chance.random() * len(everybody))]
                now = seating.weighs(one) + seating.weighs(other)
                seating.swap(one, other)
                if seating.weighs(one) + seating.weighs(other) < now:
                    is_better = True
                else:
                    seating.swap(one, other)
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
