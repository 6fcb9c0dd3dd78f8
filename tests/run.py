"""`python3 manage.py test`: the whole suite on SQLite, and what needs a database again on PostgreSQL.

With arguments it is pytest with these arguments, on SQLite. The last lines say what was not run.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.tools import NEEDS, available, must_run_all

ROOT = Path(__file__).resolve().parent.parent
OVERALL = 95  # per cent of lines and branches
PURE = "games/*,scorekeeper/standings/ranking.py"  # these completely


def main(arguments: Sequence[str]) -> int:
    """The worst exit code of the runs."""
    try:
        return _pytest(arguments) if arguments else _everything()
    except KeyboardInterrupt:
        return 130


def _everything() -> int:
    has = available()
    measured = must_run_all()
    for left_over in ROOT.glob(".coverage*"):
        left_over.unlink()
    codes = [_pytest([], label="SQLite", measured=measured)]
    if has["postgresql"]:
        codes.append(
            _pytest(
                ["--only-database"],
                label="PostgreSQL",
                measured=measured,
                SCOREKEEPER_TEST_RUN_URL=os.environ["TEST_DATABASE_URL"],
            )
        )
    if measured:
        codes += _coverage()
    codes.append(_say_what_is_missing(has))
    return max(codes)


def _pytest(arguments: Sequence[str], *, label: str = "", measured: bool = False, **environ: str) -> int:
    if label:
        print(f"\n== The suite on {label} ==", flush=True)
    options = ["--cov", "--cov-report="] if measured else []
    more = {"COVERAGE_FILE": str(ROOT / f".coverage.{label}")} if measured else {}
    return _python(["-m", "pytest", *options, *arguments], {**environ, **more})


def _coverage() -> list[int]:
    """One figure for all runs together, and one for what must be covered completely."""
    print("\n== Coverage ==", flush=True)
    files = [str(path) for path in ROOT.glob(".coverage.*")]
    return [
        _python(["-m", "coverage", "combine", "--quiet", *files], {}),
        _python(["-m", "coverage", "report", f"--fail-under={OVERALL}"], {}),
        _python(["-m", "coverage", "report", f"--include={PURE}", "--fail-under=100"], {}),
    ]


def _say_what_is_missing(has: Mapping[str, bool]) -> int:
    missing = [need for need in NEEDS if not has[need.marker]]
    for need in missing:
        print(f"Not run: {need.what}. To add: {need.command}")
    if missing and must_run_all():
        print("This is a failure, because CI=true asks for everything.")
        return 1
    return 0


def _python(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environ}, check=False)
    return done.returncode if done.returncode >= 0 else 1
