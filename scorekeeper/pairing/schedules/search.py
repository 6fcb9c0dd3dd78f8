"""Look for a better schedule by swaps of two players of one round, the way metal settles while it cools: whole
numbers, a number of steps that is fixed beforehand, and of chance only what Python keeps the same."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from scorekeeper.pairing.schedules.board import HARD_CLUB, Board

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

    def told(self, tried: int) -> bool:
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
        if not watch.told(max(tried, 1)) or not (tried or any(board.sore())):
            break  # it was stopped, or nobody sits badly who could sit elsewhere
    # Even a search that was stopped parts those who must not meet.
    if board.cost > bound and (not watch.is_stopped or board.cost >= HARD_CLUB):
        watch.told(_descend(board, bound))
    return best if least <= board.cost else board.groups()


def _sweep(board: Board, chance: Random, heat: int) -> int:
    """Try other places for everybody who sits badly; how many swaps were tried."""
    tried = 0
    random, grows_of, where, free = chance.random, board.grows, board.where, board.free
    for index, one in list(board.sore()):
        others = free[index]
        places = where[index]
        for _try in range(TRIES):
            other = others[int(random() * len(others))]
            if places[other] == places[one]:
                continue
            tried += 1
            grows = grows_of(index, one, other)
            if grows * 1024 <= heat * ALLOWED[int(random() * LEVELS)]:
                board.swap(index, one, other, grows)
                break
    return tried


def _descend(board: Board, bound: int) -> int:
    """Swaps that make it better until none of those who sit badly finds one; how many were tried. Each lowers a whole
    number, so it ends."""
    tried = 0
    better = True
    while better and board.cost > bound:
        better = False
        for index, one in list(board.sore()):
            places = board.where[index]
            ways = [
                (board.grows(index, one, other), other) for other in board.free[index] if places[other] != places[one]
            ]
            tried += len(ways)
            grows, other = min(ways, default=(0, one))
            if grows < 0:
                board.swap(index, one, other, grows)
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
        if not watch.told(max(len(ways), 1)) or not ways:
            break
    return best


_Swap = tuple[int, int, int]  # the index of the round, and the two, the lower number first


def _ways(board: Board) -> Iterator[tuple[int, _Swap]]:
    """All swaps of those who sit badly, each with by how much all would weigh more. Some come twice."""
    for index, one in list(board.sore()):
        places = board.where[index]
        for other in board.free[index]:
            if places[other] != places[one]:
                yield board.grows(index, one, other), (index, min(one, other), max(one, other))


def shuffled(items: Sequence[int], chance: Random) -> list[int]:
    """In an order of chance, made of `random()` alone."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left
