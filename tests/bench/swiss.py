"""How long the next round of a Swiss tournament takes to draw, in CPU time of one core."""

import random
import statistics
import time
from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction

from scorekeeper.pairing.keys import Bye, Game
from scorekeeper.pairing.records import records
from scorekeeper.pairing.swiss import Entry, cheapest, draw
from tests.bench.meter import Meter
from tests.bench.report import Figure

PLAYED = 6
SIZES = (400, 1_000, 1_001)
EDGES = 25_000  # about what is looked at of 1,000


def event(entrants: int) -> tuple[dict[int, int], list[Game], list[Bye]]:
    """Some rounds, drawn as the app draws them; the better one wins more often."""
    chance, games, byes = random.Random(1), [], []
    ranks = {who: who for who in range(1, entrants + 1)}
    for number in range(1, PLAYED + 1):
        known = records(ranks, games, byes, rounds=number - 1)
        found = draw(Entry(records=list(known.values()), seed=number))
        byes += [Bye(number, found.bye.entrant, "pab")] if found.bye else []
        for match in found.matches:
            won = Fraction(chance.random() < 1 / (1 + 10 ** (2 * (match.home - match.away) / entrants)))
            games.append(Game(number, match.home, match.away, won, 1 - won))
    return ranks, games, byes


def spent(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def bare() -> float:
    """A matching of a graph with as many edges and costs by chance, which is the library's own part."""
    chance = random.Random(1)
    edges = sorted({tuple(sorted(chance.sample(range(1_000), 2))) for _edge in range(EDGES)})
    costs = [chance.randrange(1_000_000) for _edge in edges]
    return spent(lambda: cheapest(1_000, edges, costs, random.Random(1)))


def next_round(ranks: dict[int, int], games: list[Game], byes: list[Bye]) -> None:
    known = records(ranks, games, byes, rounds=PLAYED)
    draw(Entry(records=list(known.values()), seed=PLAYED + 1))


def run(options: Namespace) -> list[Figure]:
    with Meter() as meter:
        anchor = statistics.median(bare() for _round in range(options.rounds))
        took = {}
        for size in SIZES:
            played = event(size)
            took[size] = statistics.median(
                spent(lambda played=played: next_round(*played)) for _round in range(options.rounds)
            )
    of = f"{anchor:.2f} s of a matching alone, {EDGES:,} pairs"
    ran = f"{options.rounds} rounds, {PLAYED} played before"
    return [
        Figure(f"swiss, {size:,} entrants, by CPU", f"{seconds:.2f} s ({seconds / anchor:.1f}x)", of, "0.5 s", "", ran,
               meter.foreign)
        for size, seconds in took.items()
    ]  # fmt: skip
