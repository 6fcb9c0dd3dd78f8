"""The command that runs the suite: what it leaves out it says, and on a build server it leaves nothing out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import run
from tests.tools import NEEDS, available, chromium

ROOT = Path(__file__).resolve().parent.parent
INNER = """
import pytest

@pytest.mark.journey
def test_browser():
    pass

@pytest.mark.redis
def test_queue():
    pass

@pytest.mark.long
def test_size():
    pass

@pytest.mark.postgresql
def test_server():
    pass

@pytest.mark.skip(reason="no reason")
def test_skipping_itself():
    pass

def test_plain():
    pass
"""


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    """A suite of its own under the real conftest."""
    (tmp_path / "conftest.py").write_text("from tests.conftest import *  # noqa: F403\n")
    (tmp_path / "test_inner.py").write_text(INNER)
    return tmp_path


def outcome(inner: Path, *arguments: str, **environ: str) -> tuple[int, set[str], str]:
    """Exit code, the names that ran, and the closing line."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TEST_", "COV_", "CI"))}
    config = [
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(inner),
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "--tb=no", *config, *arguments, str(inner)],
        cwd=ROOT,
        env={**bare, "SCOREKEEPER_CHROMIUM": "/there/is/none", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    ran = {line.split("::")[1].split()[0] for line in done.stdout.splitlines() if "::" in line and "%" in line}
    return done.returncode, ran, done.stdout.splitlines()[-1]


def test_bare_machine_runs_what_it_can(inner: Path):
    code, ran, closing = outcome(inner)

    assert (code, ran) == (0, {"test_plain", "test_skipping_itself"})
    assert "1 passed, 1 skipped, 4 deselected" in closing


def test_machine_with_more_runs_more(inner: Path):
    browser = {"SCOREKEEPER_CHROMIUM": sys.executable}
    code, ran, _closing = outcome(inner, "--long", TEST_REDIS_URL="redis://there", **browser)

    assert code == 0
    assert ran == {"test_plain", "test_skipping_itself", "test_browser", "test_queue", "test_size"}


def test_run_on_postgresql_is_of_what_needs_a_database(inner: Path):
    code, ran, _closing = outcome(inner, "--only-database")

    assert (code, ran) == (0, {"test_server"})


def test_build_server_lets_nothing_be_skipped(inner: Path):
    code, ran, closing = outcome(inner, CI="true")

    assert code == 1
    assert ran == {"test_plain", "test_skipping_itself", "test_browser", "test_queue"}
    assert "3 passed, 2 deselected, 1 error" in closing


def test_what_was_not_run_is_said_with_the_command_that_adds_it(capsys, monkeypatch):
    monkeypatch.delenv("CI", raising=False)

    code = run._say_what_is_missing({"postgresql": False, "redis": True, "journey": True})

    assert code == 0
    assert capsys.readouterr().out == (
        "Not run: the tests of the database again on PostgreSQL. "
        "To add: TEST_DATABASE_URL=postgres://USER:PASSWORD@HOST/NAME python3 manage.py test\n"
    )


def test_what_was_not_run_fails_on_a_build_server(capsys, monkeypatch):
    monkeypatch.setenv("CI", "true")

    assert run._say_what_is_missing({need.marker: False for need in NEEDS}) == 1
    assert run._say_what_is_missing({need.marker: True for need in NEEDS}) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NEEDS) + 1


def test_server_that_merely_answers_is_not_used():
    assert available({}) == {"postgresql": False, "redis": False, "journey": chromium() is not None}


@pytest.fixture
def started(monkeypatch) -> list[tuple[str, list[str], str]]:
    """The runs that would be started, as (database, arguments, its address), on a machine that has everything."""
    runs: list[tuple[str, list[str], str]] = []

    def start(label: str, arguments: list[str], environ: dict[str, str], **options: object) -> str:
        runs.append((label, list(arguments), environ[run.RUN_URL]))
        return label

    monkeypatch.setattr(run, "_start", start)
    monkeypatch.setattr(run, "_finish", lambda label: 0)
    monkeypatch.setattr(run, "available", lambda: {need.marker: True for need in NEEDS})
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://there")
    monkeypatch.delenv("CI", raising=False)
    return runs


@pytest.mark.parametrize("arguments", [[], ["--long"], ["-x", "--ff"], ["-k", "games"], ["--maxfail", "2"]])
def test_options_go_to_both_runs(arguments, started, capsys):
    code = run.main(arguments)

    assert code == 0
    assert started == [
        ("PostgreSQL", ["--only-database", *arguments], "postgres://there"),
        ("SQLite", arguments, ""),
    ]
    assert "Not run" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ({"SQLite": 0, "PostgreSQL": 5}, 0),
        ({"SQLite": 5, "PostgreSQL": 1}, 1),
        ({"SQLite": 5, "PostgreSQL": 5}, 5),
    ],
)
def test_options_that_choose_nothing_for_one_of_the_runs(codes, worst, started, monkeypatch):
    monkeypatch.setattr(run, "_finish", codes.__getitem__)

    assert run.main(["-k", "something"]) == worst


def test_place_is_run_on_sqlite_and_the_rest_is_said(started, capsys, monkeypatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(run, "_python", lambda arguments: asked.append(arguments) or 0)
    monkeypatch.delenv(run.RUN_URL, raising=False)

    code = run.main(["-x", "tests/test_run.py::test_one[a b]"])

    assert (code, started) == (0, [])
    assert asked == [["-m", "pytest", "-x", "tests/test_run.py::test_one[a b]"]]
    assert capsys.readouterr().out == (
        'Not run: this on PostgreSQL. To add: SCOREKEEPER_TEST_RUN_URL="$TEST_DATABASE_URL" '
        "python3 manage.py test --only-database -x 'tests/test_run.py::test_one[a b]'\n"
    )


def test_place_is_run_where_the_run_is_sent(started, capsys, monkeypatch):
    monkeypatch.setattr(run, "_python", lambda arguments: 0)
    monkeypatch.setenv(run.RUN_URL, "postgres://there")

    assert run.main(["--only-database", "tests/play"]) == 0
    assert capsys.readouterr().out == ""


def test_arguments_go_through_to_pytest(tmp_path: Path):
    (tmp_path / "test_one.py").write_text("def test_one():\n    assert False, 'seen'\n")
    command = [sys.executable, "manage.py", "test", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TEST_", "COV_", "CI"))}
    environ = {**bare, "SCOREKEEPER_VENV": "off"}

    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "1 failed" in done.stdout
    assert {need.command for need in NEEDS[:2]} <= {line.split("To add: ")[-1] for line in done.stdout.splitlines()}
