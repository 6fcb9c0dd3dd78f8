"""How good schedules of tables are, and how long they take: repeats and seconds of one draw each."""

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.pairing.schedules.drawing import draw_schedule
from scorekeeper.pairing.schedules.instance import Instance, ScheduleReport
from tests.bench.meter import Meter
from tests.bench.report import Figure

SEED = 20261122
SLOW = 100  # players above which a draw may take longer
CLUBS = 8  # of an ordinary evening


@dataclass(frozen=True, slots=True)
class Case:
    """A schedule, and how many repeats and seconds it may have."""

    players: int
    rounds: int
    most: int = 0
    seconds: float = 10
    more: dict[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def what(self) -> str:
        return f"draw {self.players:,} players, {self.rounds} rounds{self.note}"

    def instance(self) -> Instance:
        names = [f"p{number:04}" for number in range(self.players)]
        return Instance(players=names, rounds=self.rounds, seed=SEED, **{"sizes": (3, 4), **self.more})


def in_clubs(players: int) -> dict[str, Any]:
    return {"clubs": {f"p{number:04}": str(number % CLUBS) for number in range(players)}, "clubs_rule": "hard"}


CASES = (
    Case(17, 6, most=1),
    *(Case(*two) for two in ((22, 7), (23, 7), (24, 7), (28, 9), (36, 11), (41, 12), (40, 13))),
    Case(32, 10, most=21),
    *(
        Case(*two, more={"sizes": (3,)}, note=", tables of 3")
        for two in ((15, 7), (18, 8), (19, 9), (20, 10), (21, 10))
    ),
    *(
        Case(players, rounds, seconds=10 if players <= SLOW else 20)
        for players in (100, 200, 397, 400, 999, 1_000)
        for rounds in (4, 10)
    ),
    *(
        Case(players, 4, seconds=0.5, more=in_clubs(players), note=f", {CLUBS} clubs apart")
        for players in (24, 31, 33, 37, 40)
    ),
    Case(40, 4, more={"sizes": range(2, 9), "preferred": 5}, note=", tables of 2 to 8, 5 preferred"),
    Case(23, 3, most=57, more={"sizes": range(2, 10)}, note=", tables of 2 to 9"),
    Case(30, 4, more={"sizes": range(2, 6), "preferred": 4}, note=", tables of 2 to 5, 4 preferred"),
    Case(20, 10, more={"sizes": (2,)}, note=", tables of 2"),
)


def run(_options: argparse.Namespace) -> list[Figure]:
    return [measured(case) for case in CASES]


def measured(case: Case) -> Figure:
    instance = case.instance()
    with Meter() as meter:
        started = time.perf_counter()
        report = draw_schedule(instance).report
        seconds = time.perf_counter() - started
    value = f"{report.repeats} repeats, {seconds:.2f} s{_beside(report)}"
    of = f"{report.lower_bound} at least"
    aim = f"{case.most} repeats, {case.seconds:g} s"
    is_met = report.repeats <= case.most and seconds <= case.seconds and not report.club_meetings
    return Figure(case.what, value if is_met else f"{value}: missed", of, aim, "", "once", meter.foreign)


def _beside(report: ScheduleReport) -> str:
    """What else is not as it should be."""
    spread = max(report.seat_spread.values(), default=0)
    clubs = f", {len(report.club_meetings)} club meetings" if report.club_meetings else ""
    return clubs + (f", seat spread {spread}" if spread > 1 else "")
