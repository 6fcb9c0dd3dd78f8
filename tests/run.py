"""`python3 manage.py test`: the whole suite on SQLite, and what needs a database again on PostgreSQL.

The suite is run in parts, as many at once as there are cores. Options go through to pytest in each. Where a file, a
folder or a single test is named, only that is run, and on SQLite. The last lines say what was not run.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from tests.tools import NEEDS, RUN_URL, available, must_run_all

ROOT = Path(__file__).resolve().parent.parent
Run: TypeAlias = "subprocess.Popen[str]"
OVERALL = 95  # per cent of lines and branches
PURE = "games/*,scorekeeper/standings/ranking.py"  # these completely
TESTS_FAILED, NOTHING_CHOSEN = 1, 5  # of pytest's exit codes: some failed; none is left
A_FEW = 5  # tests that are asked once more; where more fail, it is not the machine
TAKE_A_VALUE = {
    "--part",
    "-c",
    "-k",
    "-m",
    "-o",
    "-p",
    "-r",
    "-W",
    "--deselect",
    "--ignore",
}  # what follows is no place


def main(arguments: Sequence[str]) -> int:
    """The worst exit code of the runs."""
    try:
        return _there(arguments) if _names_a_place(arguments) else _everything(arguments)
    except KeyboardInterrupt:
        return 130


def _names_a_place(arguments: Sequence[str]) -> bool:
    """Whether these are not options alone."""
    return any(
        not argument.startswith("-") and before not in TAKE_A_VALUE and (ROOT / argument.split("::")[0]).exists()
        for before, argument in zip(["", *arguments], arguments, strict=False)
    )


def _there(arguments: Sequence[str]) -> int:
    """What is named, in one run."""
    codes = [_python(["-m", "pytest", *arguments]), _say_what_is_missing(available())]
    if os.environ.get("TEST_DATABASE_URL") and not os.environ.get(RUN_URL):
        again = f'{RUN_URL}="$TEST_DATABASE_URL" python3 manage.py test --part database {shlex.join(arguments)}'
        print(f"Not run: this on PostgreSQL. To add: {again}")
    return max(codes)


@dataclass(frozen=True, slots=True)
class Part:
    """A run of the suite: of one part, on one database. The output of the one that is `seen` is shown as it comes,
    that of the others after all have ended. What is `covered` is measured where anything is: a second database runs
    the same lines again, and in a browser's run the app is another process."""

    label: str
    part: str
    url: str = ""
    seen: bool = False
    covered: bool = False

    @property
    def cache(self) -> Path:
        """Where its run remembers which tests failed; runs side by side share nothing."""
        return ROOT / ".pytest_cache" / self.label.replace(" ", "_")

    @property
    def failed(self) -> list[str]:
        """The tests that failed in its last run."""
        found = self.cache / "v" / "cache" / "lastfailed"
        return sorted(json.loads(found.read_text())) if found.exists() else []


def _everything(arguments: Sequence[str]) -> int:
    """The longest runs first, so that the cores are busy to the end."""
    has, measured = available(), must_run_all()
    for left_over in ROOT.glob(".coverage.*") if measured else ():
        left_over.unlink()
    parts = [
        Part("browser", "browser"),
        Part("SQLite", "database", seen=True, covered=True),
        Part("the rest", "rest", covered=True),
    ]
    if has["postgresql"]:
        parts.insert(1, Part("PostgreSQL", "database", os.environ["TEST_DATABASE_URL"]))
    codes = _side_by_side(parts, arguments, measured=measured)
    codes = [_once_more(part, code, arguments) for part, code in zip(parts, codes, strict=True)]
    if set(codes) != {NOTHING_CHOSEN}:
        codes = [code for code in codes if code != NOTHING_CHOSEN]  # the options chose tests for some of the runs
    if measured:
        codes += _coverage()
    codes.append(_say_what_is_missing(has))
    return max(codes)


def _side_by_side(parts: Sequence[Part], arguments: Sequence[str], *, measured: bool) -> list[int]:
    """The exit code of each."""
    with ExitStack() as stack:
        printed = [None if part.seen else stack.enter_context(tempfile.TemporaryFile("w+")) for part in parts]
        pool = ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 1))

        def run_one(part: Part, output: IO[str] | None) -> int:
            return _finish(_start(part, arguments, measured=measured and part.covered, output=output))

        runs = [pool.submit(run_one, *pair) for pair in zip(parts, printed, strict=True)]
        try:
            codes = [run.result() for run in runs]
        finally:
            pool.shutdown(cancel_futures=True)
        for output in filter(None, printed):
            output.seek(0)
            print(output.read(), flush=True)
    return codes


def _start(part: Part, arguments: Sequence[str], *, measured: bool, output: IO[str] | None = None) -> Run:
    """A run of the suite under way; its first line says which."""
    print(f"\n== The suite: {part.label} ==", file=output or sys.stdout, flush=True)
    options = ["--cov", "--cov-report="] if measured else []
    more = {"COVERAGE_FILE": str(ROOT / f".coverage.{part.label.replace(' ', '_')}")} if measured else {}
    options += ["-o", f"cache_dir={part.cache}"]
    command = [sys.executable, "-m", "pytest", "--part", part.part, *options, *arguments]
    environ = {**os.environ, RUN_URL: part.url, **more}
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output, text=True)


def _once_more(part: Part, code: int, arguments: Sequence[str]) -> int:
    """The exit code of a run after the few of its tests that failed beside other runs were tried alone. Each is named:
    a page that was too slow for its test is no fault, one that loses what came meanwhile is."""
    if code != TESTS_FAILED or not 0 < len(part.failed) <= A_FEW:
        return code
    print(f"\n== Once more, with the machine to themselves, failed beside other runs: {', '.join(part.failed)} ==")
    return _finish(_start(part, [*arguments, "--last-failed"], measured=False))


def _finish(run: Run) -> int:
    try:
        code = run.wait()
    except KeyboardInterrupt:
        run.wait()
        raise
    return code if code >= 0 else 1


def _coverage() -> list[int]:
    """One figure for all runs together, and one for what must be covered completely."""
    print("\n== Coverage ==", flush=True)
    files = [str(path) for path in ROOT.glob(".coverage.*")]
    return [
        _python(["-m", "coverage", "combine", "--quiet", *files]),
        _python(["-m", "coverage", "report", f"--fail-under={OVERALL}"]),
        _python(["-m", "coverage", "report", f"--include={PURE}", "--fail-under=100"]),
    ]


def _say_what_is_missing(has: Mapping[str, bool]) -> int:
    missing = [need for need in NEEDS if not has[need.marker]]
    for need in missing:
        print(f"Not run: {need.what}. To add: {need.command}")
    if missing and must_run_all():
        print("This is a failure, because CI=true asks for everything.")
        return 1
    return 0


def _python(arguments: Sequence[str]) -> int:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False)
    return done.returncode if done.returncode >= 0 else 1
