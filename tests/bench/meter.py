"""CPU time from /proc: steadier than the clock on a machine that others use too."""

import os
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.costs import seconds_of, started

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def tree_seconds(*roots: int) -> float:
    """CPU seconds of these processes, their descendants, and the children all of those have buried."""
    return sum(map(seconds_of, {process for root in roots for process in (root, *started(root))}))


def machine_seconds() -> tuple[float, float]:
    """(busy, all) CPU seconds of the machine since it started."""
    line = (PROC / "stat").read_text().splitlines()[0]
    fields = [int(field) for field in line.split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICK, sum(fields) / TICK


class Meter:
    """What the given processes burn inside the `with`, and `foreign`: the share of the machine that was neither theirs
    nor ours. Every server of a run is our child."""

    def __init__(self, *roots: int) -> None:
        self.roots = roots
        self.cpu = self.foreign = 0.0

    def __enter__(self) -> Self:
        self._ours = tree_seconds(os.getpid())
        self._cpu = tree_seconds(*self.roots)
        self._busy, self._all = machine_seconds()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        busy, everything = machine_seconds()
        self.cpu = tree_seconds(*self.roots) - self._cpu
        ours = tree_seconds(os.getpid()) - self._ours
        self.foreign = max(0.0, busy - self._busy - ours) / max(everything - self._all, 1 / TICK)


@dataclass(frozen=True, slots=True)
class Sample:
    """One round: so many things done in so many seconds of clock and of CPU."""

    done: int
    seconds: float
    cpu: float
    foreign: float
    waits: Sequence[float] = ()

    @property
    def rate(self) -> float:
        return self.done / self.seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / max(1, self.done)


def cpu_ms(samples: Iterable[Sample]) -> float:
    """Milliseconds of CPU for one: the median of the rounds."""
    return statistics.median(sample.cpu_ms for sample in samples)


def rate(samples: Iterable[Sample]) -> float:
    """So many a second: the median of the rounds."""
    return statistics.median(sample.rate for sample in samples)


def foreign(*rounds: Iterable[Sample]) -> float:
    """The median share of the machine that others took."""
    return statistics.median(sample.foreign for samples in rounds for sample in samples)


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
