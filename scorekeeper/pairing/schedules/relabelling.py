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
from scorekeeper.pairing.schedules.search import shuffled

PASSES: Final = 12  # over all whose pairs weigh anything
TRIES: Final = 60  # others with whom each of them may change places, in each pass

Tables = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class _Price:
    """What meetings of a pair weigh: the first one, how much more each further one, whether one is wanted."""

    first: int
    growth: int
    is_wanted: bool

    def of(self, times: int) -> int:
        weight = self.first * times + self.growth * (times * (times - 1) // 2)
        return weight - WANTED if self.is_wanted and times else weight


def relabelled(course: Course, rounds: Tables, chance: Random) -> Tables:
    """The same rounds with people in each other's places."""
    prices = _prices(course)
    if not prices:
        return rounds
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    place = {player: player for tables in rounds for table in tables for player in table}
    everybody = sorted(place)

    def weighs(player: int) -> int:
        here = place[player]
        return sum(
            price.of(met[min(here, there), max(here, there)])
            for other, price in prices[player].items()
            if (there := place.get(other)) is not None
        )

    for _pass in range(PASSES):
        is_better = False
        for one in shuffled([player for player in everybody if player in prices], chance):
            least = sum(-WANTED for price in prices[one].values() if price.is_wanted)
            for _try in range(TRIES if weighs(one) > least else 0):
                other = everybody[int(chance.random() * len(everybody))]
                now = weighs(one) + weighs(other)
                place[one], place[other] = place[other], place[one]
                if weighs(one) + weighs(other) < now:
                    is_better = True
                else:
                    place[one], place[other] = place[other], place[one]
        if not is_better:
            break
    whose = {there: player for player, there in place.items()}
    return [[[whose[there] for there in table] for table in tables] for tables in rounds]


def _prices(course: Course) -> dict[int, dict[int, _Price]]:
    """For each player the others whom it matters to meet."""
    weighing = course.weighing
    before = Counter({course.pair(names): times for names, times in course.instance.history.items()})
    for names, times in meetings(course.instance.done).items():
        before[course.pair(names)] += times
    prices: dict[int, dict[int, _Price]] = defaultdict(dict)
    for pair in {*weighing.extra, *weighing.wanted, *before}:
        first, growth = weighing.extra.get(pair, (0, 0))
        growth += weighing.meeting
        price = _Price(first + growth * before[pair], growth, pair in weighing.wanted and not before[pair])
        one, other = pair
        prices[one][other] = prices[other][one] = price
    return prices
