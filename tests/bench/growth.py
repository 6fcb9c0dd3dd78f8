"""What recording and reading cost in a club with ten or a hundred times the history: the exponent, 0 is flat."""

import math
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from tests.bench.app import app, closed_loop, prepared
from tests.bench.cluster import postgresql
from tests.bench.meter import Sample, cpu_ms, foreign
from tests.bench.read import Reader
from tests.bench.record import Recorder
from tests.bench.report import Figure

SIZES, LONG = (1_000, 10_000), (1_000, 10_000, 100_000)
CALLERS = 4


def run(options: Namespace) -> list[Figure]:
    sizes = LONG if options.long else SIZES
    with postgresql() as database:
        prepared(database.url, "migrate")
        clubs = {size: prepared(database.url, "history", size) for size in sizes}
        prepared(database.url, "analyze")
        with app(database.url) as server:
            kinds: dict[str, Callable[[Any], list[Callable[[], None]]]] = {
                "record": lambda club: [
                    Recorder(server.url, club["token"], club["sittings"][one::CALLERS]) for one in range(CALLERS)
                ],
                "read": lambda club: [
                    Reader(server.url, f"/api/v1/seasons/{club['season']}/standings", club["token"])
                    for _one in range(CALLERS)
                ],
            }
            calls = {(kind, size): make(clubs[size]) for kind, make in kinds.items() for size in sizes}
            samples: dict[tuple[str, int], list[Sample]] = {name: [] for name in calls}
            for callers in calls.values():
                closed_loop(callers, 1)  # a warm start
            for _round in range(options.rounds):
                for name, callers in calls.items():
                    seconds = options.seconds / 2
                    samples[name].append(closed_loop(callers, seconds, server.process.pid, database.pid))
    return [figure(kind, [samples[kind, size] for size in sizes], sizes) for kind in kinds]


def figure(kind: str, found: list[list[Sample]], sizes: tuple[int, ...]) -> Figure:
    costs = [cpu_ms(samples) for samples in found]
    exponent = slope([math.log10(size) for size in sizes], [math.log10(cost) for cost in costs])
    at = ", ".join(f"{cost:.2f} ms at {size:,}" for size, cost in zip(sizes, costs, strict=True))
    return Figure(
        what=f"growth of {kind} with the club's hands",
        value=f"exponent {exponent:+.3f}, {costs[-1] / costs[0]:.2f}x",
        of=f"CPU: {at} hands",
        aim="0.05, 1.2x",
        ran=f"{len(found[0])} rounds a size",
        foreign=foreign(*found),
    )


def slope(xs: list[float], ys: list[float]) -> float:
    """Of the straight line through the points with the least squares."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)
