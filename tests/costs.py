"""What each test costs: CPU seconds of its process and of the processes that were started in it, while they run.

A second is another second on each machine, and on one machine from minute to minute, for who else is on it takes its
caches. So what is compared with the written budget are multiples of a fixed loop that each process of the run measures
again and again while it works.
"""

import contextlib
import json
import os
import statistics
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

CPU = "cpu"  # the property of a report
ROWS, ROUNDS = 5_000, 12  # of the loop: as much memory as a request of this app reads and writes
EVERY = 15.0  # seconds between two loops of a process


def cpu() -> float:
    """Seconds of this process and of all it started.

    The system counts a process that was started only once it has ended: the server and the browser that the tests of a
    process share would be paid by its last test. So what still runs is asked too, where the system tells (Linux).
    """
    return sum(os.times()[:4]) + sum(map(seconds_of, started()))


def started(process: int | str = "self") -> Iterator[int]:
    """The processes that it started and that still run, and those that they started.

    Any of them may end while it is asked, between two of the questions too: it then has none.
    """
    threads: list[Path] = []
    with contextlib.suppress(OSError):
        threads = list(Path("/proc", str(process), "task").iterdir())
    for thread in threads:
        children: list[str] = []
        with contextlib.suppress(OSError):
            children = (thread / "children").read_text().split()
        for child in map(int, children):
            yield child
            yield from started(child)


def seconds_of(process: int) -> float:
    """Seconds of a process and of those it waited for; 0 where it has just ended."""
    try:
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, numbers[11:15])) / os.sysconf("SC_CLK_TCK")


def fixed_loop() -> float:
    """CPU seconds of work that is the same everywhere: numbers, texts, dictionaries, and what C makes of them."""
    begin = time.process_time()
    for _ in range(ROUNDS):
        rows = {f"row {number}": {"number": number, "square": number * number % 7} for number in range(ROWS)}
        assert json.loads(json.dumps(rows)) == rows
    return time.process_time() - begin


@dataclass
class Costs:
    """What a run of a part cost: in seconds by test, in all (with what no test did), and for a fixed loop."""

    tests: dict[str, float] = field(default_factory=dict)
    whole: float = 0.0
    loop: float = 0.0

    def by_folder(self) -> dict[str, float]:
        """{folder of the tests, or the file where it lies beside them: seconds}."""
        found: dict[str, float] = {}
        for name, seconds in self.tests.items():
            place = "/".join(name.split("::")[0].split("/")[:2])
            found[place] = found.get(place, 0.0) + seconds
        return found

    def slowest(self, count: int) -> list[tuple[str, float]]:
        return sorted(self.tests.items(), key=lambda pair: -pair[1])[:count]

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> "Costs":
        return cls(**json.loads(path.read_text()))


class Plugin:
    """Measures in each process of a run; the first of them gathers and writes."""

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self.config, self.path = config, path
        self.costs, self.loops = Costs(), [fixed_loop()]
        self.begin, self.looped = cpu(), time.monotonic()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, call: "pytest.CallInfo[None]"
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.user_properties.append((CPU, max(cpu() - self.begin, 0.0)))  # less: what it had left behind ended
            if time.monotonic() - self.looped > EVERY:
                self.loops.append(fixed_loop())
                self.looped = time.monotonic()
            self.begin = cpu()
        return report

    def pytest_collection_finish(self) -> None:
        self.begin = cpu()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = [float(value) for name, value in report.user_properties if name == CPU]  # type: ignore[arg-type]
        if spent:
            self.costs.tests[report.nodeid] = sum(spent)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.loops += getattr(node, "workeroutput", {}).get("loops", [])  # nothing where it crashed

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["loops"] = self.loops

    def pytest_unconfigure(self) -> None:
        if not hasattr(self.config, "workeroutput"):
            self.costs.whole, self.costs.loop = cpu(), statistics.fmean(self.loops)
            self.costs.write(self.path)


# --- the written budget ---------------------------------------------------------------------------------------------

BUDGET = Path(__file__).with_name("budget.json")
TOO_MUCH = 1.2  # of what is written
LITTLE = 60.0  # loops: what costs less than that may grow


@dataclass
class Budget:
    """What the parts may cost, in loops, and on how many cores that was found: each process costs something."""

    cores: int = 0
    parts: dict[str, dict[str, float]] = field(default_factory=dict)

    @classmethod
    def read(cls) -> "Budget":
        return cls(**json.loads(BUDGET.read_text())) if BUDGET.exists() else cls()

    def write(self) -> None:
        BUDGET.write_text(json.dumps(asdict(self), indent=2, sort_keys=True) + "\n")


def multiples(costs: Costs) -> dict[str, float]:
    """{"all" or a folder: how many fixed loops it cost}."""
    return {name: round(seconds / costs.loop, 1) for name, seconds in {"all": costs.whole, **costs.by_folder()}.items()}


def grown(written: Mapping[str, float], found: Mapping[str, float]) -> list[str]:
    """Where the whole costs more than a fifth over what is written: a sentence for it, and for each folder that grew.

    A folder alone proves nothing: whichever test comes first in a process pays for what it shares with others.
    """
    return [
        f"{name} costs {found[name]:.0f} loops, where {written.get(name, 0.0):.0f} are written down"
        for name in sorted(found, key=lambda name: name != "all")
        if found["all"] > TOO_MUCH * max(written.get("all", 0.0), LITTLE)
        and found[name] > TOO_MUCH * max(written.get(name, 0.0), LITTLE)
    ]


# --- the tests that are left to the build server ---------------------------------------------------------------------

DEAR = Path(__file__).with_name("dear.json")
MUCH = 0.35  # CPU seconds of a test, at most, in a run on one's own machine


def read_dear() -> list[str]:
    """The test functions of which one case at least cost much when the list was written, by `name_of`."""
    names: list[str] = json.loads(DEAR.read_text())
    return names


def write_dear(found: Iterable[Costs]) -> None:
    """Of what no run had, because this machine lacks something, what was written stays."""
    tests = {node: seconds for costs in found for node, seconds in costs.tests.items()}
    ran = {name_of(node) for node in tests}
    much = {name_of(node) for node, seconds in tests.items() if seconds > MUCH}
    DEAR.write_text(json.dumps(sorted(much | {*read_dear()} - ran), indent=1) + "\n")


def name_of(node: str) -> str:
    """`tests/play/test_x.py::test_y` for each of its cases."""
    return node.split("[", maxsplit=1)[0]
