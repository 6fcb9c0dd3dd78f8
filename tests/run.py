"""`python3 manage.py test`: the whole suite on SQLite, and what needs a database again on PostgreSQL.

Options go through to pytest in both runs. Where a file, a folder or a single test is named, only that is run, and on
SQLite. The last lines say what was not run.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TypeAlias

from tests.tools import NEEDS, available, must_run_all

ROOT = Path(__file__).resolve().parent.parent
Run: TypeAlias = "subprocess.Popen[str]"
OVERALL = 95  # per cent of lines and branches
PURE = "games/*,scorekeeper/standings/ranking.py"  # these completely
RUN_URL = "SCOREKEEPER_TEST_RUN_URL"  # the database of one run; SQLite where it is empty
NOTHING_CHOSEN = 5  # pytest's exit code where no test is left
TAKE_A_VALUE = {"-c", "-k", "-m", "-o", "-p", "-r", "-W", "--deselect", "--ignore"}  # what follows is no place


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
        again = f'{RUN_URL}="$TEST_DATABASE_URL" python3 manage.py test --only-database {shlex.join(arguments)}'
        print(f"Not run: this on PostgreSQL. To add: {again}")
    return max(codes)


def _everything(arguments: Sequence[str]) -> int:
    """Both runs at once: each is one process, and what the second prints is shown after the first has ended."""
    has = available()
    measured = must_run_all()
    for left_over in ROOT.glob(".coverage.*"):
        left_over.unlink()
    with tempfile.TemporaryFile("w+") as printed:
        second = None
        if has["postgresql"]:
            environ = {RUN_URL: os.environ["TEST_DATABASE_URL"]}
            options = ["--only-database", *arguments]
            second = _start("PostgreSQL", options, environ, measured=measured, output=printed)
        codes = [_finish(_start("SQLite", arguments, {RUN_URL: ""}, measured=measured))]
        if second:
            codes.append(_finish(second))
            printed.seek(0)
            print(printed.read(), flush=True)
    if set(codes) != {NOTHING_CHOSEN}:
        codes = [code for code in codes if code != NOTHING_CHOSEN]  # the options chose tests for one of the runs
    if measured:
        codes += _coverage()
    codes.append(_say_what_is_missing(has))
    return max(codes)


def _start(
    label: str,
    arguments: Sequence[str],
    environ: Mapping[str, str],
    *,
    measured: bool,
    output: IO[str] | None = None,
) -> Run:
    """A run of the suite under way; its first line says which."""
    print(f"\n== The suite on {label} ==", file=output or sys.stdout, flush=True)
    options = ["--cov", "--cov-report="] if measured else []
    more = {"COVERAGE_FILE": str(ROOT / f".coverage.{label}")} if measured else {}
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **environ, **more}, stdout=output, stderr=output, text=True
    )


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
