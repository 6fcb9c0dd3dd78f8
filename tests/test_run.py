"""The command that runs the suite: what it leaves out it says, and on a build server it leaves nothing out."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import run
from tests.tools import NEEDS, PARTS, RUN_URL, available, chromium

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


@pytest.fixture
def with_table(inner: Path) -> Path:
    """The same with a test that needs a database: only to be collected."""
    (inner / "test_table.py").write_text("import pytest\n\n@pytest.mark.django_db\ndef test_table():\n    pass\n")
    return inner


def suite(inner: Path, *arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
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
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--tb=no", *config, *arguments, str(inner)],
        cwd=ROOT,
        env={**bare, "SCOREKEEPER_CHROMIUM": "/there/is/none", **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def outcome(inner: Path, *arguments: str, **environ: str) -> tuple[int, set[str], str]:
    """Exit code, the names that ran, and the closing line."""
    done = suite(inner, "-v", *arguments, **environ)
    ran = {line.split("::")[1].split()[0] for line in done.stdout.splitlines() if "::" in line and "%" in line}
    return done.returncode, ran, done.stdout.splitlines()[-1]


def chosen(inner: Path, *arguments: str, **environ: str) -> set[str]:
    """The names that would be run."""
    done = suite(inner, "--collect-only", "-q", *arguments, **environ)
    return {line.split("::")[1] for line in done.stdout.splitlines() if "::" in line}


def test_bare_machine_runs_what_it_can(inner: Path):
    code, ran, closing = outcome(inner)

    assert (code, ran) == (0, {"test_plain", "test_skipping_itself"})
    assert "1 passed, 1 skipped, 4 deselected" in closing


def test_machine_with_more_runs_more(inner: Path):
    browser = {"SCOREKEEPER_CHROMIUM": sys.executable}
    code, ran, _closing = outcome(inner, "--long", TEST_REDIS_URL="redis://there", **browser)

    assert code == 0
    assert ran == {"test_plain", "test_skipping_itself", "test_browser", "test_queue", "test_size"}


@pytest.mark.parametrize(
    ("part", "url", "expected"),
    [
        ("database", "postgres://there", {"test_server", "test_table"}),
        ("database", "", {"test_table"}),
        ("browser", "", {"test_browser"}),
        ("rest", "", {"test_plain", "test_skipping_itself"}),
    ],
)
def test_part_is_run_alone(part, url, expected, with_table: Path):
    more = {RUN_URL: url, "SCOREKEEPER_CHROMIUM": sys.executable}

    assert chosen(with_table, "--part", part, **more) == expected


def test_each_test_belongs_to_one_part(with_table: Path):
    everything = {"SCOREKEEPER_CHROMIUM": sys.executable, "TEST_REDIS_URL": "redis://there"}

    parts = [chosen(with_table, "--part", part, "--long", **everything) for part in PARTS]

    assert sorted(name for part in parts for name in part) == sorted(chosen(with_table, "--long", **everything))


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
    """The runs that would be started, as (label, arguments, address of its database), on a machine that has
    everything."""
    runs: list[tuple[str, list[str], str]] = []

    def start(part: run.Part, arguments: list[str], **options: object) -> str:
        runs.append((part.label, ["--part", part.part, *arguments], part.url))
        return part.label

    monkeypatch.setattr(run, "_start", start)
    monkeypatch.setattr(run, "_finish", lambda label: 0)
    monkeypatch.setattr(run, "available", lambda: {need.marker: True for need in NEEDS})
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://there")
    monkeypatch.delenv("CI", raising=False)
    return runs


@pytest.mark.parametrize("arguments", [[], ["--long"], ["-x", "--ff"], ["-k", "games"], ["--maxfail", "2"]])
def test_options_go_to_all_runs(arguments, started, capsys):
    code = run.main(arguments)

    assert code == 0
    assert sorted(started) == [
        ("PostgreSQL", ["--part", "database", *arguments], "postgres://there"),
        ("SQLite", ["--part", "database", *arguments], ""),
        ("browser", ["--part", "browser", *arguments], ""),
        ("the rest", ["--part", "rest", *arguments], ""),
    ]
    assert "Not run" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ({"SQLite": 0}, 0),
        ({"PostgreSQL": 1}, 1),
        ({}, 5),
    ],
)
def test_options_that_choose_nothing_for_some_of_the_runs(codes, worst, started, monkeypatch):
    monkeypatch.setattr(run, "_finish", lambda label: codes.get(label, 5))

    assert run.main(["-k", "something"]) == worst


@pytest.fixture
def failing(started, monkeypatch, tmp_path) -> Callable[[run.Part, int], None]:
    """Makes that so many tests of a part fail beside the others, and none alone."""
    monkeypatch.setattr(run, "ROOT", tmp_path)

    def fail(part: run.Part, failed: int) -> None:
        found = part.cache / "v" / "cache" / "lastfailed"
        found.parent.mkdir(parents=True)
        found.write_text(json.dumps({f"test_{number}": True for number in range(failed)}))
        monkeypatch.setattr(run, "_finish", lambda label: int(label == part.label and len(started) <= 4))

    return fail


@pytest.mark.parametrize("part", [run.Part("browser", "browser"), run.Part("SQLite", "database", seen=True)])
@pytest.mark.parametrize(("failed", "code"), [(0, 1), (2, 0), (run.A_FEW + 1, 1)])
def test_few_failures_of_a_run_are_tried_alone(failed, code, part, started, failing, capsys):
    failing(part, failed)

    assert run.main([]) == code
    assert [begun[1] for begun in started[4:]] == [["--part", part.part, "--last-failed"]] * (not code)
    assert ("test_0, test_1" in capsys.readouterr().out) is (code == 0)


def test_what_fails_alone_too_fails(started, failing, monkeypatch):
    failing(run.Part("SQLite", "database"), 1)
    monkeypatch.setattr(run, "_finish", lambda label: int(label == "SQLite"))

    assert (run.main([]), len(started)) == (1, 5)


def test_place_is_run_on_sqlite_and_the_rest_is_said(started, capsys, monkeypatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(run, "_python", lambda arguments: asked.append(arguments) or 0)
    monkeypatch.delenv(RUN_URL, raising=False)

    code = run.main(["-x", "tests/test_run.py::test_one[a b]"])

    assert (code, started) == (0, [])
    assert asked == [["-m", "pytest", "-x", "tests/test_run.py::test_one[a b]"]]
    assert capsys.readouterr().out == (
        'Not run: this on PostgreSQL. To add: SCOREKEEPER_TEST_RUN_URL="$TEST_DATABASE_URL" '
        "python3 manage.py test --part database -x 'tests/test_run.py::test_one[a b]'\n"
    )


def test_place_is_run_where_the_run_is_sent(started, capsys, monkeypatch):
    monkeypatch.setattr(run, "_python", lambda arguments: 0)
    monkeypatch.setenv(RUN_URL, "postgres://there")

    assert run.main(["--part", "database", "tests/play"]) == 0
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
