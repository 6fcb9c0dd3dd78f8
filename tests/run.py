"""`python3 manage.py test`: the whole suite on SQLite, and what needs a database again on PostgreSQL.

With arguments it is pytest with these arguments, on SQLite. The last lines say what was not run.
"""

import os
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


def main(arguments: Sequence[str]) -> int:
    """The worst exit code of the runs."""
    try:
        return _python(["-m", "pytest", *arguments]) if arguments else _everything()
    except KeyboardInterrupt:
        return 130


def _everything() -> int:
    """Both runs at once: each is one process, and what the second prints is shown after the first has ended."""
    has = available()
    measured = must_run_all()
    for left_over in ROOT.glob(".coverage.*"):
        left_over.unlink()
    with tempfile.TemporaryFile("w+") as printed:
        second = None
        if has["postgresql"]:
            environ = {"SCOREKEEPER_TEST_RUN_URL": os.environ["TEST_DATABASE_URL"]}
            second = _start("PostgreSQL", ["--only-database"], environ, measured=measured, output=printed)
        codes = [_finish(_start("SQLite", [], {}, measured=measured))]
        if second:
            codes.append(_finish(second))
            printed.seek(0)
            print(printed.read(), flush=True)
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
