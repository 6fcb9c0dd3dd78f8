"""Draw the tables of one round: who sits with whom, and where.

The same entry gives the same draw, bit for bit, on any machine: whole numbers only, a search that is bounded by counted
steps and never by the clock, and of the random numbers only those that Python keeps the same between its versions.
What is asked and what weighs how much: docs/evenings.md.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final, TypeVar

# Which seat of a table each of its players gets, so that over time all sit everywhere equally often.


def seated(
    table: Sequence[str],
    history: Mapping[str, Mapping[tuple[int, int], int]],
    chance: Random,
    fixed: Mapping[str, int] | None = None,
) -> tuple[str, ...]:
    """The players in the order of their seats: those of least weight, where a seat weighs for a player as often as
    they have had it at tables of this size (so the total is the smallest sum of c(c-1)/2 that this round allows).
    Chance decides between equals. Who has a `fixed` seat (one of these, each at most once) gets that.

    Exact, over all orders at once: for each set of players the best way to fill the first seats with it.
    """
    size = len(table)
    had = [[history.get(player, {}).get((size, seat), 0) for seat in range(size)] for player in table]
    lots = [[int(chance.random() * 1_000) for _seat in range(size)] for _player in table]
    at = {seat: player for player, seat in (fixed or {}).items()}
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for seat in range(size):
        filled: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for taken, (weight, lot, order) in best.items():
            for number in range(size):
                if not taken & 1 << number and table[number] == at.get(seat, table[number]):
                    way = (weight + had[number][seat], lot + lots[number][seat], (*order, number))
                    after = taken | 1 << number
                    filled[after] = min(way, filled.get(after, way))
        best = filled
    (_weight, _lot, order), *_none = best.values()
    return tuple(table[number] for number in order)


# How many tables of which size so many people make.


def table_sizes(people: int, allowed: Collection[int], preferred: int) -> tuple[int, ...]:
    """The sizes of the tables, largest first; whoever is left over sits out.

    As few as possible sit out; then the sizes are as near to the preferred one as they can be (least squares), then
    as even as they can be. Tables of 3 and 4 with 4 preferred are those of the Skat rule: as few tables of 3 as
    possible.
    """
    sizes = sorted(size for size in set(allowed) if size > 0)
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for seated in range(1, max(people, 0) + 1):
        best.append(_best(seated, sizes, preferred, best))
    found = next(split for split in reversed(best) if split is not None)
    return tuple(sorted(found[2], reverse=True))


def smaller_sizes(people: int, allowed: Collection[int], preferred: int) -> tuple[int, ...]:
    """What a director can choose instead where somebody sits out anyway: as many tables, each with one seat less. Of
    five in Skat a table of three, and two sit out. Empty where there is no such choice."""
    usual = table_sizes(people, allowed, preferred)
    smaller = tuple(size - 1 for size in usual)
    return smaller if sum(usual) < people and set(smaller) <= set(allowed) else ()


def _best(
    seated: int, sizes: list[int], preferred: int, smaller: list[tuple[int, int, tuple[int, ...]] | None]
) -> tuple[int, int, tuple[int, ...]] | None:
    """(distance from what is preferred, unevenness, sizes) for exactly so many people; None where no tables make it."""
    ways = []
    for size in sizes:
        rest = smaller[seated - size] if size <= seated else None
        if rest is not None:
            distance, squares, others = rest
            ways.append((distance + (size - preferred) ** 2, squares + size * size, (*others, size)))
    return min(ways, default=None)


ENGINE: Final = "tables 1"  # a change of what is drawn for the same entry makes a new number

APART: Final = 1_000_000_000  # a pair that must not meet: never, while there is any other way
BYE: Final = 200_000  # times the byes somebody has had
MEETING: Final = 10_000  # times how often a pair has met
SMALL: Final = 500  # times how often somebody has sat at a smaller table

STARTS: Final = 4  # searches, each from a start of its own; the best one counts
STEPS: Final = 250  # swaps tried in each of them for every player
COOLINGS: Final = (20_000, 10_000, 5_000, 1_000, 0)  # what a swap may make worse, step by step

T = TypeVar("T")
Player = str
Pair = frozenset[Player]
Seats = Sequence[Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a draw starts from.

    `sizes` are those a table may have and `preferred` the one most should have; `meetings` how often each pair has
    sat together, `small` how often each player sat at a table smaller than the preferred one, `byes` how often each
    sat out, `seats` how often each sat where ({player: {(size, seat): times}}); `apart` are pairs that are not to
    meet; `fixed` says who stays at which table (from 0; of the sizes in their order, largest first; the number after
    the last table is sitting out), and `on_seats` who of them stays on which seat of it, as far as it has that seat.
    """

    players: Collection[Player]
    sizes: Collection[int]
    preferred: int
    seed: int
    meetings: Mapping[Pair, int] = field(default_factory=dict)
    small: Mapping[Player, int] = field(default_factory=dict)
    byes: Mapping[Player, int] = field(default_factory=dict)
    seats: Mapping[Player, Mapping[tuple[int, int], int]] = field(default_factory=dict)
    apart: Collection[Pair] = ()
    fixed: Mapping[Player, int] = field(default_factory=dict)
    on_seats: Mapping[Player, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """`tables` in the order of their numbers, each in the order of its seats: the first deals first. `steps` is how
    many swaps were tried; `is_best` says that no draw of this entry could weigh less."""

    tables: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    weight: int
    steps: int
    is_best: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """What a draw could not avoid: `times` counts this evening in. `kind` is `apart`, `met`, `small` or `bye`."""

    kind: str
    players: tuple[Player, ...]
    table: int | None
    times: int


class Impossible(ValueError):
    """More stay at a table than it has seats (`table`, from 0)."""

    def __init__(self, table: int) -> None:
        self.table = table
        super().__init__(f"More players stay at table {table + 1} than it has seats.")


def draw(entry: Entry) -> Draw:
    """The tables of one round.

    Raises:
        Impossible: `fixed` asks for what the tables cannot hold.
    """
    search = _Search(entry)
    best, least, steps = search.places, search.weight(search.places), 0
    for start in range(STARTS):
        if least == search.bound:
            break
        places, tried = search.settle(Random(f"{entry.seed}:{start}"))  # noqa: S311 a draw is to be drawn again
        steps += tried
        if search.weight(places) < least:
            best, least = places, search.weight(places)
    chance = Random(f"{entry.seed}:seats")  # noqa: S311
    groups = search.groups(best)
    tables = tuple(seated(group, entry.seats, chance, _on_seats(entry, group)) for group in groups[:-1])
    return Draw(tables, tuple(groups[-1]), least, steps, least == search.bound)


def _on_seats(entry: Entry, group: Sequence[Player]) -> dict[Player, int]:
    """Who of a table stays on which seat; of two who would have the same, the first by name."""
    found: dict[int, Player] = {}
    for player in sorted(set(group) & entry.fixed.keys() & entry.on_seats.keys()):
        if entry.on_seats[player] < len(group):
            found.setdefault(entry.on_seats[player], player)
    return {player: seat for seat, player in found.items()}


def broken(entry: Entry, tables: Sequence[Seats], out: Iterable[Player] = ()) -> tuple[Broken, ...]:
    """What these tables ask of people beyond the best there is: for a draw, and for one that was changed by hand."""
    found = [*_met(entry, tables), *_small(entry, tables)]
    found += [
        Broken("bye", (player,), None, entry.byes[player] + 1) for player in sorted(out) if entry.byes.get(player)
    ]
    order = ("apart", "bye", "met", "small")
    return tuple(
        sorted(
            found, key=lambda finding: (order.index(finding.kind), -finding.times, finding.table or 0, finding.players)
        )
    )


def _met(entry: Entry, tables: Sequence[Seats]) -> Iterator[Broken]:
    apart = set(entry.apart)
    for number, table in enumerate(tables):
        for one, other in combinations(sorted(table), 2):
            pair = frozenset((one, other))
            if pair in apart:
                yield Broken("apart", (one, other), number, entry.meetings.get(pair, 0) + 1)
            elif entry.meetings.get(pair):
                yield Broken("met", (one, other), number, entry.meetings[pair] + 1)


def _small(entry: Entry, tables: Sequence[Seats]) -> Iterator[Broken]:
    for number, table in enumerate(tables):
        if len(table) < entry.preferred:
            for player in sorted(table):
                if entry.small.get(player):
                    yield Broken("small", (player,), number, entry.small[player] + 1)


def shuffled(items: Sequence[T], chance: Random) -> list[T]:
    """In an order of chance, made of `random()` alone, which Python keeps the same."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left


class _Search:
    """The places of a round, one a player, and swaps of two of them. Players are numbers in the order of their names,
    so that the order in which they were entered changes nothing; a place is the number of its table."""

    def __init__(self, entry: Entry) -> None:
        self.players = sorted(set(entry.players))
        self.sizes = table_sizes(len(self.players), entry.sizes, entry.preferred)
        self.rest = len(self.players) - sum(self.sizes)
        self.out = len(self.sizes)
        count = len(self.players)
        index = {player: number for number, player in enumerate(self.players)}
        self.pairs = [[0] * count for _player in self.players]
        for weights, worth in ((entry.meetings, MEETING), (dict.fromkeys(entry.apart, 1), APART)):
            for pair, times in weights.items():
                one, other = (index.get(player, -1) for player in sorted(pair))
                if min(one, other) >= 0:
                    self.pairs[one][other] += worth * times
                    self.pairs[other][one] += worth * times
        small = [SMALL * entry.small.get(player, 0) for player in self.players]
        byes = [BYE * entry.byes.get(player, 0) for player in self.players]
        none = [0] * count
        self.costs = [*(small if size < entry.preferred else none for size in self.sizes), byes]
        self.fixed = {index[player]: table for player, table in entry.fixed.items() if player in index}
        self.free = [number for number in range(count) if number not in self.fixed]
        self.places = self._start(Random(f"{entry.seed}:first"))  # noqa: S311
        self.bound = self._bound()

    def groups(self, places: Sequence[int]) -> list[list[Player]]:
        """The players of each table, and last those who sit out."""
        found: list[list[Player]] = [[] for _size in (*self.sizes, None)]
        for number, place in enumerate(places):
            found[place].append(self.players[number])
        return found

    def weight(self, places: Sequence[int]) -> int:
        """What these places weigh: less is better."""
        alone = sum(self.costs[place][number] for number, place in enumerate(places))
        together = sum(
            self.pairs[one][other]
            for one, other in combinations(range(len(places)), 2)
            if places[one] == places[other] != self.out
        )
        return alone + together

    def settle(self, chance: Random) -> tuple[list[int], int]:
        """One search from a start of its own: the places it ends with, and how many swaps it tried."""
        places = self._start(chance)
        tables = self._tables(places)
        tried, free = 0, self.free
        for allowed in COOLINGS:
            for _step in range(STEPS * len(free) // len(COOLINGS)):
                one = free[int(chance.random() * len(free))]
                other = free[int(chance.random() * len(free))]
                tried += 1
                if places[one] != places[other] and self._gain(places, tables, one, other) <= allowed:
                    self._swap(places, tables, one, other)
        return self._polish(places, tables), tried

    def _polish(self, places: list[int], tables: list[set[int]]) -> list[int]:
        """Swaps that make it better until none does; each lowers a whole number, so it ends."""
        better = True
        while better:
            better = False
            for one, other in combinations(self.free, 2):
                if places[one] != places[other] and self._gain(places, tables, one, other) < 0:
                    self._swap(places, tables, one, other)
                    better = True
        return places

    def _start(self, chance: Random) -> list[int]:
        room = [*self.sizes, self.rest]
        for table in self.fixed.values():
            if not 0 <= table < len(room) or room[table] == 0:
                raise Impossible(table)
            room[table] -= 1
        left = [table for table, seats in enumerate(room) for _seat in range(seats)]
        order = iter(shuffled([self.players[number] for number in self.free], chance))
        place_of = dict(zip(order, left, strict=True))
        return [self.fixed.get(number, place_of.get(player, 0)) for number, player in enumerate(self.players)]

    def _tables(self, places: Sequence[int]) -> list[set[int]]:
        return [{number for number, place in enumerate(places) if place == table} for table in range(self.out + 1)]

    def _gain(self, places: Sequence[int], tables: Sequence[set[int]], one: int, other: int) -> int:
        """By how much the weight grows when these two change places."""
        here, there = places[one], places[other]
        costs = self.costs
        grows = costs[there][one] + costs[here][other] - costs[here][one] - costs[there][other]
        of_one, of_other = self.pairs[one], self.pairs[other]
        if here != self.out:
            grows += sum(of_other[mate] - of_one[mate] for mate in tables[here] if mate != one)
        if there != self.out:
            grows += sum(of_one[mate] - of_other[mate] for mate in tables[there] if mate != other)
        return grows

    @staticmethod
    def _swap(places: list[int], tables: list[set[int]], one: int, other: int) -> None:
        here, there = places[one], places[other]
        places[one], places[other] = there, here
        tables[here].symmetric_difference_update((one, other))
        tables[there].symmetric_difference_update((one, other))

    def _bound(self) -> int:
        """No draw weighs less: everybody who must sit out or small is one for whom it weighs least, and nobody who
        is free to sit elsewhere meets anybody again."""
        stays = sum(self.costs[table][number] for number, table in self.fixed.items())
        stays += sum(
            self.pairs[one][other]
            for one, other in combinations(self.fixed, 2)
            if self.fixed[one] == self.fixed[other] != self.out
        )
        room = [*self.sizes, self.rest]
        for table in self.fixed.values():
            room[table] -= 1
        least = 0
        smaller = [table for table in range(self.out) if any(self.costs[table])]
        for tables in ([self.out], smaller):
            cheapest = sorted(self.costs[tables[0]][number] for number in self.free) if tables else []
            least += sum(cheapest[: sum(room[table] for table in tables)])
        return stays + least


def facts(entry: Entry) -> dict[str, object]:
    """All that a draw depends on, as plain values in one order: what its hash is made of."""
    return {
        "players": sorted(entry.players),
        "sizes": sorted(entry.sizes),
        "preferred": entry.preferred,
        "seed": entry.seed,
        "meetings": sorted([*sorted(pair), times] for pair, times in entry.meetings.items()),
        "small": _sorted(entry.small),
        "byes": _sorted(entry.byes),
        "seats": sorted([player, *where, times] for player, had in entry.seats.items() for where, times in had.items()),
        "apart": sorted(sorted(pair) for pair in entry.apart),
        "fixed": _sorted(entry.fixed),
        **({"on_seats": _sorted(entry.on_seats)} if entry.on_seats else {}),
    }


def _sorted(counts: Mapping[Player, int]) -> list[list[str | int]]:
    return [[player, counts[player]] for player in sorted(counts)]
