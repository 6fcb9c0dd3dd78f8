"""`python3 manage.py test`: the whole suite on SQLite, and what depends on the engine again on PostgreSQL.

The suite is run in parts, each by as many processes as there are cores. Options go through to pytest in each part.
Where a file, a folder or a single test is named, only that is run, in one process and on SQLite. The last lines say
what was not run.

Options of this command's own: `--changed` runs what the changes since its last run touch, `--cover` measures the
coverage of everything, `--write-budget` writes down what the parts cost now, and which tests cost much: those are left
to the build server unless `--dear` asks for them.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import costs
from tests.tools import NEEDS, RUN_URL, available, must_run_all

ROOT = Path(__file__).resolve().parent.parent
OVERALL = 95  # per cent of lines and branches
PURE = (  # these completely
    "games",
    "scorekeeper/pairing",
    "scorekeeper/standings/ranking.py",
    "scorekeeper/standings/counting.py",
    "scorekeeper/standings/ranking.py",
    "scorekeeper/ratings/skill.py",
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("scorekeeper/tournaments/**/plan.py"))),
)
TESTS_FAILED, NOTHING_CHOSEN = 1, 5  # of pytest's exit codes: some failed; none is left
A_FEW = 20  # tests that are asked once more; where more fail, it is not chance
SLOWEST = 10
OWN_OPTIONS = {"--changed", "--cover", "--write-budget"}
TAKE_A_VALUE = {
    "--cov",
    "--junitxml",
    "--part",
    "-c",
    "-k",
    "-m",
    "-n",
    "-o",
    "-p",
    "-r",
    "-W",
    "--deselect",
    "--ignore",
}  # what follows is no place


def main(arguments: Sequence[str]) -> int:
    """The worst exit code of the runs."""
    own = OWN_OPTIONS.intersection(arguments)
    options = [argument for argument in arguments if argument not in own]
    try:
        if _names_a_place(options):
            return _place(options)
        if "--changed" in own:
            from tests import changed

            return changed.run(options)
        return _everything(options, own)
    except KeyboardInterrupt:
        return 130


def _names_a_place(arguments: Sequence[str]) -> bool:
    """Whether these are not options alone."""
    return any(
        not argument.startswith("-") and before not in TAKE_A_VALUE and (ROOT / argument.split("::")[0]).exists()
        for before, argument in zip(["", *arguments], arguments, strict=False)
    )


def _place(arguments: Sequence[str]) -> int:
    """What is named, in one run."""
    codes = [pytest(arguments), say_what_is_missing(available(), whole="--long" in arguments)]
    if os.environ.get("TEST_DATABASE_URL") and not os.environ.get(RUN_URL):
        again = f'{RUN_URL}="$TEST_DATABASE_URL" python3 manage.py test --part engine {shlex.join(arguments)}'
        print(f"Not run: this on PostgreSQL. To add: {again}")
    return max(codes)


@dataclass(frozen=True, slots=True)
class Part:
    """A run of a part of the suite on one database. `covered`: its coverage is measured on a build server."""

    label: str
    part: str
    url: str = ""
    covered: bool = False

    @property
    def processes(self) -> int:
        """One on each core. A journey waits for its browser and its server in turn: of them half as many again."""
        return cores() * 3 // 2 if self.part == "browser" else cores()

    @property
    def folder(self) -> Path:
        """Where its run remembers which tests failed and what they cost; runs share nothing."""
        return ROOT / ".pytest_cache" / self.label.replace(" ", "_")

    @property
    def failed(self) -> list[str]:
        """The tests that failed in its last run."""
        found = self.folder / "v" / "cache" / "lastfailed"
        return sorted(json.loads(found.read_text())) if found.exists() else []

    @property
    def costs(self) -> Path:
        return self.folder / "costs.json"


def parts_of_a_run(has: Mapping[str, bool]) -> list[Part]:
    parts = [Part("the rules", "rules", covered=True), Part("SQLite", "app")]
    if has["postgresql"]:
        parts.append(Part("PostgreSQL", "engine", os.environ["TEST_DATABASE_URL"]))
    if has["journey"]:
        parts.append(Part("browser", "browser"))
    return parts


def _everything(arguments: Sequence[str], own: "set[str]") -> int:
    """One part after the other, each on all cores."""
    has = available()
    parts = parts_of_a_run(has)
    cover_all = "--cover" in own
    for left_over in ROOT.glob(".coverage*"):
        left_over.unlink()
    write = "--write-budget" in own
    if write:
        arguments = [*arguments, "--dear"]
    codes = []
    for part in parts:
        measured = cover_all or (part.covered and (must_run_all() or write))
        codes.append(_run(part, arguments, measured=[] if cover_all else PURE) if measured else _run(part, arguments))
        _ask_once_more(part, codes[-1], arguments)
    if arguments and set(codes) != {NOTHING_CHOSEN}:
        codes = [code for code in codes if code != NOTHING_CHOSEN]  # the options chose tests for some of the runs
    if cover_all or must_run_all() or write:
        codes += _coverage(cover_all=cover_all)
    if not {*arguments} - {"--dear"} and not cover_all:
        codes.append(_say_what_it_cost(parts, write=write))
    _say_what_is_left_to_the_build_server(arguments)
    codes.append(say_what_is_missing(has, whole="--long" in arguments))
    return max(codes)


def _run(part: Part, arguments: Sequence[str], measured: Sequence[str] | None = None) -> int:
    """The exit code of a part that is run on all cores; what is `measured` is covered, and nothing means all."""
    print(f"\n== The suite: {part.label} ==", flush=True)
    options = ["--part", part.part, "-n", str(part.processes), "--dist", "worksteal", f"--costs={part.costs}"]
    more = {RUN_URL: part.url}
    if measured is not None:
        options += [f"--cov={named(place)}" for place in measured] if measured else ["--cov"]
        options.append("--cov-report=")
        more["COVERAGE_FILE"] = str(ROOT / f".coverage.{part.folder.name}")
    return pytest([*options, "-o", f"cache_dir={part.folder}", *arguments], more)


def named(place: str) -> str:
    """As coverage takes it: a folder by its path, a module by its name; of the path of a file it would measure
    nothing."""
    return place.removesuffix(".py").replace("/", ".") if place.endswith(".py") else place


def _ask_once_more(part: Part, code: int, arguments: Sequence[str]) -> None:
    """Run the few tests that failed again, alone: what passes then depends on order or luck. A report, no rescue."""
    if code != TESTS_FAILED or not 0 < len(part.failed) <= A_FEW:
        return
    print(f"\n== Once more, alone; the run has failed whatever comes of it: {', '.join(part.failed)} ==", flush=True)
    again = part.folder.with_name(f"{part.folder.name}_alone")  # what failed stays written down where it was
    shutil.copytree(part.folder, again, dirs_exist_ok=True)
    pytest(["--part", part.part, "-o", f"cache_dir={again}", "--last-failed", *arguments], {RUN_URL: part.url})


def _coverage(*, cover_all: bool) -> list[int]:
    """One figure for what must be covered completely, and one for all runs together where all was measured."""
    print("\n== Coverage ==", flush=True)
    files = [str(path) for path in ROOT.glob(".coverage.*")]
    pure = ",".join(place if place.endswith(".py") else f"{place}/*" for place in PURE)
    codes = [
        _python(["-m", "coverage", "combine", "--quiet", *files]),
        _python(["-m", "coverage", "report", f"--include={pure}", "--fail-under=100"]),
    ]
    if cover_all:
        codes.append(_python(["-m", "coverage", "report", f"--fail-under={OVERALL}"]))
    return codes


def _say_what_it_cost(parts: Sequence[Part], *, write: bool) -> int:
    """The ten slowest tests and the CPU of each part beside its budget; too much fails on a build server alone."""
    found = {part.label: costs.Costs.read(part.costs) for part in parts if part.costs.exists()}
    every = [(seconds, name, label) for label, cost in found.items() for name, seconds in cost.slowest(SLOWEST)]
    print("\n== What it cost ==")
    for seconds, name, label in sorted(every, reverse=True)[:SLOWEST]:
        print(f"{seconds:6.1f} s CPU  {name} ({label})")
    budget = costs.Budget.read()
    for label, cost in found.items():
        loops = costs.multiples(cost)["all"]
        written = budget.parts.get(label, {}).get("all", 0.0)
        print(f"{label}: {cost.whole:.0f} s CPU, {loops:.0f} loops of {cost.loop * 1000:.0f} ms (budget {written:.0f})")
    if write:
        parts_now = {label: costs.multiples(cost) for label, cost in found.items()}
        costs.Budget(cores(), {**budget.parts, **parts_now}).write()
        costs.write_dear(found[part.label] for part in parts if part.part in {"rules", "app"} and part.label in found)
        return 0
    if budget.cores != cores():
        print(f"Not compared: the budget was written on {budget.cores} cores, and each process costs something.")
        return 0
    grown = [
        f"{label}: {sentence}"
        for label, cost in found.items()
        for sentence in costs.grown(budget.parts.get(label, {}), costs.multiples(cost))
    ]
    for sentence in grown:
        print(f"Too much: {sentence}.")
    return int(bool(grown) and must_run_all())


def _say_what_is_left_to_the_build_server(arguments: Sequence[str]) -> None:
    if must_run_all() or {"--dear", "--long"} & {*arguments}:
        return
    print(
        f"Not run: {len(costs.read_dear())} tests that take {costs.MUCH} s or more, some with many cases. "
        "The build server runs them. To add: python3 manage.py test --dear"
    )


def say_what_is_missing(has: Mapping[str, bool], *, whole: bool = False) -> int:
    """What was not run for want of a tool, of what this run would have run; 1 where nothing may be left out."""
    missing = [need for need in NEEDS if not has[need.marker] and (whole or not need.is_long)]
    for need in missing:
        print(f"Not run: {need.what}. To add: {need.command}")
    if missing and must_run_all():
        print("This is a failure, because CI=true asks for everything.")
        return 1
    return 0


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pytest(arguments: Sequence[str], more: Mapping[str, str] | None = None) -> int:
    """The exit code of a run of pytest."""
    return _python(["-m", "pytest", *arguments], more)


def _python(arguments: Sequence[str], more: Mapping[str, str] | None = None) -> int:
    """The exit code. Compiled files are kept whatever the environment says: each process would compile all anew."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env={**environ, **(more or {})}, check=False)
    return done.returncode if done.returncode >= 0 else 1
