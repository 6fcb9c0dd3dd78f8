"""The rounds that are being drawn: who sits at which table, what that weighs, and swaps of two players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import combinations
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
        self.free = [[one for one in plan.present if one not in plan.pinned] for plan in plans]
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
