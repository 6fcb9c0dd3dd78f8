"""The rounds that are being drawn: who sits at which table, what that weighs, and swaps of two players."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Final

FORBIDDEN: Final = 1_000_000_000_000  # a pair that must never meet, for each meeting
HARD_CLUB: Final = 100_000_000_000  # two of one club, where the rule is hard
CLUB: Final = (
    1_000_000,
    500_000,
)  # two of one club: what the first meeting weighs, and each further one more than that
MEETING: Final = 10_000  # times how often the pair has met
WANTED: Final = 300  # a wanted pair that never meets
BYE: Final = 200_000  # times the byes somebody has had
SMALL: Final = 500  # times how often somebody has sat at a small table
MATES: Final = 2_000  # for each player of a published round whose table mates change

FULL_TABLE: Final = 0
SMALL_TABLE: Final = 1
NO_TABLE: Final = 2

Pair = tuple[int, int]  # the lower number first
Groups = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the board weighs besides meetings: `first` and `growth` of a pair's meetings, what a pair that was wanted
    brings, what one more small table or bye costs. A style that looks for nothing has zeros."""

    meeting: int = MEETING
    small: int = SMALL
    bye: int = BYE
    extra: Mapping[Pair, tuple[int, int]] = field(default_factory=dict)
    wanted: AbstractSet[Pair] = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """A round to be drawn, all players as numbers: `sizes` of its tables, `kinds` of each (one more, at the end, is
    having a bye), who is `pinned` to which table, and the groups of players that were `published` as table mates."""

    number: int
    present: tuple[int, ...]
    sizes: tuple[int, ...]
    kinds: tuple[int, ...]
    pinned: Mapping[int, int]
    published: frozenset[frozenset[int]] = frozenset()

    @property
    def rest(self) -> int:
        """How many have a bye."""
        return len(self.present) - sum(self.sizes)


class Board:
    """All rounds that are being drawn, and what they weigh beyond what was before.

    `add[p][q]` is what another meeting of two players would cost now, `cut[p][q]` what one meeting less would save.
    """

    def __init__(self, count: int, plans: Sequence[Plan], weighing: Weighing) -> None:
        self.count, self.plans, self.weighing = count, plans, weighing
        self.met = [[0] * count for _player in range(count)]
        self.add = [[0] * count for _player in range(count)]
        self.cut = [[0] * count for _player in range(count)]
        self.turns = ([0] * count, [0] * count, [0] * count)  # by kind of table
        self.rates = (0, weighing.small, weighing.bye)
        self.wanted = set(weighing.wanted)
        self.has_extra = bool(weighing.extra) or bool(self.wanted)
        self.wishes: dict[int, list[int]] = {}
        for one, other in sorted(self.wanted):
            self.wishes.setdefault(one, []).append(other)
            self.wishes.setdefault(other, []).append(one)
        for pair in {*weighing.extra, *self.wanted}:
            self._reprice(*pair)
        self.where: list[list[int]] = []
        self.tables: list[list[list[int]]] = []
        self.free = [[player for player in plan.present if player not in plan.pinned] for plan in plans]
        self.keeps = any(plan.published for plan in plans)
        self.cost = 0

    def before(self, pairs: Iterable[tuple[int, int, int]], small: Mapping[int, int], byes: Mapping[int, int]) -> None:
        """What was before these rounds: (player, player, meetings), turns at small tables, byes."""
        for one, other, times in pairs:
            self.met[one][other] += times
            self.met[other][one] += times
            self._reprice(one, other)
        for kind, counts in ((SMALL_TABLE, small), (NO_TABLE, byes)):
            for player, times in counts.items():
                self.turns[kind][player] += times

    def place(self, rounds: Sequence[Groups]) -> None:
        """Seat everybody: for each round the players of each table, and last those who have a bye."""
        for plan, groups in zip(self.plans, rounds, strict=True):
            where = [-1] * self.count
            for table, group in enumerate(groups):
                kind = plan.kinds[table]
                for player in group:
                    where[player] = table
                    self.cost += self.rates[kind] * self.turns[kind][player]
                    self.turns[kind][player] += 1
                if kind != NO_TABLE:
                    for one, other in combinations(group, 2):
                        self.cost += self.add[one][other]
                        self._meet(one, other, 1)
                    self.cost += self._changed(plan, group)
            self.where.append(where)
            self.tables.append([*(list(group) for group in groups[:-1]), []])

    def groups(self) -> list[list[list[int]]]:
        """As `place` takes them."""
        found = []
        for plan, where, tables in zip(self.plans, self.where, self.tables, strict=True):
            out = [player for player in plan.present if where[player] == len(plan.sizes)]
            found.append([*(list(table) for table in tables[:-1]), out])
        return found

    def clear(self) -> None:
        """Take everybody off the tables again."""
        for plan, where, tables in zip(self.plans, self.where, self.tables, strict=True):
            for player in plan.present:
                self.turns[plan.kinds[where[player]]][player] -= 1
            for table in tables:
                for one, other in combinations(table, 2):
                    self._meet(one, other, -1)
        self.where, self.tables, self.cost = [], [], 0

    def is_free(self, index: int, player: int) -> bool:
        """Whether no lock holds this player in a round."""
        return player not in self.plans[index].pinned

    def grows(self, index: int, one: int, other: int) -> int:
        """By how much all weighs more when these two, who sit at two tables of a round, change places."""
        where, tables = self.where[index], self.tables[index]
        here, there = where[one], where[other]
        add_one, cut_one, add_other, cut_other = self.add[one], self.cut[one], self.add[other], self.cut[other]
        grows = 0
        for mate in tables[here]:
            grows += add_other[mate] - cut_one[mate]
        for mate in tables[there]:
            grows += add_one[mate] - cut_other[mate]
        # Each row was added up over both tables whole: take off the two themselves.
        if tables[here]:
            grows -= add_other[one]
        if tables[there]:
            grows -= add_one[other]
        kinds = self.plans[index].kinds
        if kinds[here] != kinds[there]:
            grows += self._turned(kinds[here], kinds[there], one) + self._turned(kinds[there], kinds[here], other)
        if self.keeps:
            grows += self._kept(index, one, other)
        return grows

    def _turned(self, old: int, new: int, player: int) -> int:
        leaves = self.rates[old] * (self.turns[old][player] - 1)
        return self.rates[new] * self.turns[new][player] - leaves

    def _kept(self, index: int, one: int, other: int) -> int:
        plan, where, tables = self.plans[index], self.where[index], self.tables[index]
        here, there = tables[where[one]], tables[where[other]]
        after_here = [other if player == one else player for player in here]
        after_there = [one if player == other else player for player in there]
        now = self._changed(plan, here) + self._changed(plan, there)
        return self._changed(plan, after_here) + self._changed(plan, after_there) - now

    @staticmethod
    def _changed(plan: Plan, group: Sequence[int]) -> int:
        """What it weighs that table mates of a published round change."""
        return 0 if not plan.published or frozenset(group) in plan.published else MATES * len(group)

    def swap(self, index: int, one: int, other: int, grows: int) -> None:
        """Let these two change places, which makes all weigh so much more."""
        where, tables, kinds = self.where[index], self.tables[index], self.plans[index].kinds
        here, there = where[one], where[other]
        for table, leaves, comes in ((here, one, other), (there, other, one)):
            mates = tables[table]
            if mates:
                mates.remove(leaves)
                for mate in mates:
                    self._meet(leaves, mate, -1)
                    self._meet(comes, mate, 1)
                mates.append(comes)
            self.turns[kinds[table]][leaves] -= 1
            self.turns[kinds[table]][comes] += 1
        where[one], where[other] = there, here
        self.cost += grows

    def _meet(self, one: int, other: int, times: int) -> None:
        met = self.met[one][other] + times
        self.met[one][other] = self.met[other][one] = met
        if self.has_extra:
            self._reprice(one, other)
            return
        rate = self.weighing.meeting
        self.add[one][other] = self.add[other][one] = rate * met
        self.cut[one][other] = self.cut[other][one] = rate * (met - 1) if met else 0

    def _reprice(self, one: int, other: int) -> None:
        pair = (one, other) if one < other else (other, one)
        first, growth = self.weighing.extra.get(pair, (0, 0))
        growth += self.weighing.meeting
        wish = WANTED if pair in self.wanted else 0
        met = self.met[one][other]
        self.add[one][other] = self.add[other][one] = first + growth * met - (0 if met else wish)
        saves = first + growth * (met - 1) - (wish if met == 1 else 0) if met else 0
        self.cut[one][other] = self.cut[other][one] = saves

    def sore(self) -> Iterator[tuple[int, int]]:
        """(index of the round, player) wherever somebody sits who would better sit elsewhere."""
        least = [min(turns, default=0) for turns in self.turns]
        for index, plan in enumerate(self.plans):
            where, tables = self.where[index], self.tables[index]
            for player in self.free[index]:
                table = where[player]
                kind = plan.kinds[table]
                if (kind and self.turns[kind][player] >= least[kind] + 2) or self._suffers(plan, player, tables[table]):
                    yield index, player

    def _suffers(self, plan: Plan, player: int, table: list[int]) -> bool:
        cut = self.cut[player]
        for mate in table:
            if cut[mate] > 0:
                return True
        if player in self.wishes and not all(self.met[player][mate] for mate in self.wishes[player]):
            return True
        return bool(plan.published and table and frozenset(table) not in plan.published)


# Look for a better schedule by swaps of two players of one round, the way metal settles while it cools: whole
# numbers, a number of steps that is fixed beforehand, and of chance only what Python keeps the same.

LEVELS: Final = 256
# How much more than the heat a swap may cost, in 256 equally likely steps: -ln of the middle of each, times 1024. The
# logarithm of a decimal number is rounded the same way on every machine.
ALLOWED: Final = tuple(int(-(Decimal(2 * step + 1) / (2 * LEVELS)).ln() * 1024) for step in range(LEVELS))

HOT: Final = 3_500  # for a start by chance
MILD: Final = 1_500  # for a start that was made with care, and is not as good as can be
WARM: Final = 250  # less than any repeat weighs: for what is good already
EVERY: Final = 10_000  # steps after which somebody is told how far it is
TRIES: Final = 8  # partners tried for one who sits badly
BARRED: Final = 5  # for how many swaps one that was made is not taken back, at least
BARRED_MORE: Final = 10  # up to how many more, by chance
PREPARING: Final = 0.2  # which part of the way it is to make a start with care, as it is told


@dataclass(slots=True)
class Watch:
    """How far a search has come: first the part of its preparation that is done (`prepared`, 0 to 1), then the steps.
    `stop` may end it before its steps are used up; then `is_stopped` says so."""

    steps: int
    progress: Callable[[float], object] | None = None
    stop: Callable[[], bool] | None = None
    tried: int = 0
    prepared: float = 0.0
    is_stopped: bool = False
    _next: int = 0

    def count_steps(self, tried: int) -> bool:
        """Count these steps; whether to go on."""
        self.tried += tried
        if self.tried < self._next:
            return True
        self._next = self.tried + EVERY
        return self.goes_on()

    def goes_on(self) -> bool:
        """Tell how far it has come; whether to go on."""
        if self.progress:
            part = min(1.0, self.tried / max(1, self.steps))
            self.progress(PREPARING * self.prepared + (1 - PREPARING) * part)
        if self.stop and self.stop():
            self.is_stopped = True
        return not self.is_stopped


def settle(board: Board, chance: Random, watch: Watch, *, heat: int, steps: int, bound: int) -> list[list[list[int]]]:
    """The best places found from those the board has now, within about so many steps."""
    best, least = board.groups(), board.cost
    sweeps = 0
    last = watch.tried + steps
    while board.cost > bound and watch.tried < last:
        done = 1024 - 1024 * (last - watch.tried) // steps
        now = heat * (1024 - done) ** 2 // 1024**2
        tried = _sweep(board, chance, now)
        sweeps += 1
        if board.cost < least:
            best, least = board.groups(), board.cost
        if not watch.count_steps(max(tried, 1)) or not (tried or any(board.sore())):
            break  # it was stopped, or nobody sits badly who could sit elsewhere
    # Even a search that was stopped parts those who must not meet.
    if board.cost > bound and (not watch.is_stopped or board.cost >= HARD_CLUB):
        watch.count_steps(_descend(board, bound))
    return best if least <= board.cost else board.groups()


def _sweep(board: Board, chance: Random, heat: int) -> int:
    """Try other places for everybody who sits badly; how many swaps were tried."""
    tried = 0
    random, grows_of, where, free = chance.random, board.grows, board.where, board.free
    for index, person in list(board.sore()):
        others = free[index]
        places = where[index]
        for _try in range(TRIES):
            other = others[int(random() * len(others))]
            if places[other] == places[person]:
                continue
            tried += 1
            grows = grows_of(index, person, other)
            if grows * 1024 <= heat * ALLOWED[int(random() * LEVELS)]:
                board.swap(index, person, other, grows)
                break
    return tried


def _descend(board: Board, bound: int) -> int:
    """Swaps that make it better until none of those who sit badly finds one; how many were tried. Each lowers a whole
    number, so it ends."""
    tried = 0
    better = True
    while better and board.cost > bound:
        better = False
        for index, person in list(board.sore()):
            places = board.where[index]
            ways = [
                (board.grows(index, person, other), other)
                for other in board.free[index]
                if places[other] != places[person]
            ]
            tried += len(ways)
            grows, other = min(ways, default=(0, person))
            if grows < 0:
                board.swap(index, person, other, grows)
                better = True
    return tried


def refine(board: Board, chance: Random, watch: Watch, *, steps: int, bound: int) -> list[list[list[int]]]:
    """The best places found from those the board has now, within about so many steps: always by the best swap there is
    of anybody who sits badly, also where it makes all worse, and not taken back for a while. Where cooling down is
    caught between schedules that all need two swaps at once to get better, this gets through (tabu search)."""
    best, least = board.groups(), board.cost
    last = watch.tried + steps
    barred: dict[_Swap, int] = {}
    swaps = 0
    while least > bound and watch.tried < last:
        swaps += 1
        ways = list(_ways(board))
        allowed = [(grows, way) for grows, way in ways if barred.get(way, 0) < swaps or board.cost + grows < least]
        if allowed:
            fewest = min(grows for grows, _way in allowed)
            equal = [way for grows, way in allowed if grows == fewest]
            index, one, other = way = equal[int(chance.random() * len(equal))]
            board.swap(index, one, other, fewest)
            barred[way] = swaps + BARRED + int(chance.random() * BARRED_MORE)
        else:
            barred.clear()
        if board.cost < least:
            best, least = board.groups(), board.cost
        if not watch.count_steps(max(len(ways), 1)) or not ways:
            break
    return best


_Swap = tuple[int, int, int]  # the index of the round, and the two, the lower number first


def _ways(board: Board) -> Iterator[tuple[int, _Swap]]:
    """All swaps of those who sit badly, each with by how much all would weigh more. Some come twice."""
    for index, person in list(board.sore()):
        places = board.where[index]
        for other in board.free[index]:
            if places[other] != places[person]:
                yield board.grows(index, person, other), (index, min(person, other), max(person, other))


def shuffled(items: Sequence[int], chance: Random) -> list[int]:
    """In an order of chance, made of `random()` alone."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left
