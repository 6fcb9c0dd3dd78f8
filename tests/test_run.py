"""The command that runs the suite: what it leaves out it says, and on a build server it leaves nothing out."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from tests import costs, run
from tests.tools import NEEDS, RUN_URL, available, part_of_file

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

# What every run loads is loaded before; what reads the environment is not among it.
RUNS = """
import json, os, sys
import pytest

pytest.main(sys.argv[1:])
print("ready", flush=True)
for line in sys.stdin:
    arguments, environ, printed = json.loads(line)
    if os.fork() == 0:
        with open(printed, "w") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os.environ.clear()
        os.environ.update(environ)
        code = pytest.main(arguments)
        sys.stdout.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
TABLES = """
import pytest

@pytest.mark.django_db
def test_table():
    pass

@pytest.mark.django_db
@pytest.mark.both_engines("locks")
def test_locks():
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
    """The same with tests that need a database: only to be collected."""
    (inner / "test_table.py").write_text(TABLES)
    return inner


class Suites:
    """A process that has loaded what each run of pytest loads, and splits off one more for each run."""

    def __init__(self, folder: Path) -> None:
        self.environ = {
            name: value for name, value in os.environ.items() if not name.startswith(("TEST_", "COV_", "CI"))
        }
        self.environ["SCOREKEEPER_CHROMIUM"] = "/there/is/none"
        self.printed = folder / "printed"
        nothing = folder / "nothing"
        nothing.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUNS, *self._words(nothing, "--collect-only")],
            cwd=ROOT,
            env=self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout
        assert any(line == "ready\n" for line in self.process.stdout)

    def run(self, inner: Path, *arguments: str, **environ: str) -> tuple[int, list[str]]:
        """The exit code of the suite in this folder, and the lines it prints."""
        question = [self._words(inner, *arguments), {**self.environ, **environ}, str(self.printed)]
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        return code, self.printed.read_text().splitlines()

    def _words(self, inner: Path, *arguments: str) -> list[str]:
        config = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(inner), "-p", "no:cacheprovider"]
        return ["--tb=no", *config, "-p", "no:randomly", *arguments, str(inner)]


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Suites]:
    made = Suites(tmp_path_factory.mktemp("suites"))
    yield made
    made.process.communicate()  # with nothing more to read it ends by itself


Outcome: TypeAlias = Callable[..., tuple[int, set[str], str]]
Chosen: TypeAlias = Callable[..., set[str]]


@pytest.fixture
def outcome(suites: Suites) -> Outcome:
    """Exit code, the names that ran, and the closing line."""

    def found(inner: Path, *arguments: str, **environ: str) -> tuple[int, set[str], str]:
        code, lines = suites.run(inner, "-v", *arguments, **environ)
        return code, {line.split("::")[1].split()[0] for line in lines if "::" in line and "%" in line}, lines[-1]

    return found


@pytest.fixture
def chosen(suites: Suites) -> Chosen:
    """The names that would be run."""

    def found(inner: Path, *arguments: str, **environ: str) -> set[str]:
        _code, lines = suites.run(inner, "--collect-only", "-q", *arguments, **environ)
        return {line.split("::")[1] for line in lines if "::" in line}

    return found


def test_bare_machine_runs_what_it_can(inner: Path, outcome: Outcome):
    code, ran, closing = outcome(inner)

    assert (code, ran) == (0, {"test_plain", "test_skipping_itself"})
    assert "1 passed, 1 skipped, 4 deselected" in closing


def test_machine_with_more_runs_more(inner: Path, outcome: Outcome):
    browser = {"SCOREKEEPER_CHROMIUM": sys.executable}
    code, ran, _closing = outcome(inner, "--long", TEST_REDIS_URL="redis://there", **browser)

    assert code == 0
    assert ran == {"test_plain", "test_skipping_itself", "test_browser", "test_queue", "test_size"}


@pytest.mark.parametrize(
    ("part", "url", "expected"),
    [
        ("engine", "postgres://there", {"test_server", "test_locks"}),
        ("app", "", {"test_table", "test_locks", "test_plain", "test_skipping_itself"}),
        ("browser", "", {"test_browser"}),
        ("python", "", {"test_table", "test_locks", "test_plain", "test_skipping_itself"}),
        ("rules", "", set()),
    ],
)
def test_part_is_run_alone(part, url, expected, with_table: Path, chosen: Chosen):
    more = {RUN_URL: url, "SCOREKEEPER_CHROMIUM": sys.executable}

    assert chosen(with_table, "--part", part, **more) == expected


def test_with_long_everything_that_has_a_database_is_run_on_the_second_engine_too(with_table: Path, chosen: Chosen):
    more = {RUN_URL: "postgres://there", "SCOREKEEPER_CHROMIUM": sys.executable}

    assert chosen(with_table, "--part", "engine", "--long", **more) == {"test_server", "test_locks", "test_table"}


def test_each_test_belongs_to_one_part(with_table: Path, chosen: Chosen):
    everything = {"SCOREKEEPER_CHROMIUM": sys.executable, "TEST_REDIS_URL": "redis://there"}

    parts = [chosen(with_table, "--part", part, "--long", **everything) for part in ("rules", "app", "browser")]

    assert sorted(name for part in parts for name in part) == sorted(chosen(with_table, "--long", **everything))


def test_what_reads_every_page_comes_first_so_that_one_process_makes_the_pages(inner: Path, suites: Suites):
    (inner / "test_pages.py").write_text("from tests.factories.forms import make_forms\n\ndef test_form(): pass\n")

    _code, lines = suites.run(inner, "--collect-only", "-q")

    order = [line.split("::")[1] for line in lines if "::" in line]
    assert order == ["test_form", "test_skipping_itself", "test_plain"]


@pytest.fixture
def dear_test(inner: Path) -> str:
    """A file with the place and the name of a test that costs much."""
    place, name = next(dear.split("::") for dear in costs.read_dear() if dear.count("::") == 1)
    (inner / place).parent.mkdir(parents=True)
    (inner / place).write_text(f"import pytest\n@pytest.mark.parametrize('case', [1, 2])\ndef {name}(case): pass\n")
    return name


@pytest.mark.parametrize(
    ("arguments", "environ", "is_run"),
    [
        (["--part", "app"], {}, False),
        (["--part", "app", "--dear"], {}, True),
        (["--part", "app", "--long"], {}, True),
        (["--part", "app"], {"CI": "true"}, True),
        ([], {}, True),
    ],
)
def test_what_costs_much_is_left_to_the_build_server(
    arguments, environ, is_run, dear_test: str, inner: Path, chosen: Chosen
):
    found = chosen(inner, *arguments, **environ)

    assert "test_plain" in found
    assert {f"{dear_test}[1]", f"{dear_test}[2]"} <= found if is_run else not any(dear_test in name for name in found)


def test_what_is_left_to_the_build_server_is_said(capsys, monkeypatch, started):
    monkeypatch.delenv("CI", raising=False)

    run.main(["-x"])

    assert f"Not run: {len(costs.read_dear())} tests" in capsys.readouterr().out
    run.main(["-x", "--dear"])
    assert "server" not in capsys.readouterr().out


def test_files_of_the_rules_core_are_read_by_its_part_alone():
    places = {place: part_of_file(ROOT / place) for place in ("tests/games/skat/test_values.py", "tests/test_run.py")}

    assert places["tests/games/skat/test_values.py"] == {"rules", "python"}
    assert places["tests/test_run.py"] >= {"app", "python"}


def test_build_server_lets_nothing_be_skipped(inner: Path, outcome: Outcome):
    code, ran, closing = outcome(inner, CI="true")

    assert code == 1
    assert ran == {"test_plain", "test_skipping_itself", "test_browser", "test_queue"}
    assert "3 passed, 2 deselected, 1 error" in closing


def test_what_was_not_run_is_said_with_the_command_that_adds_it(capsys, monkeypatch):
    monkeypatch.delenv("CI", raising=False)

    code = run.say_what_is_missing({need.marker: need.marker != "postgresql" for need in NEEDS})

    assert code == 0
    assert capsys.readouterr().out == (
        "Not run: the tests of the database again on PostgreSQL. "
        "To add: TEST_DATABASE_URL=postgres://USER:PASSWORD@HOST/NAME python3 manage.py test\n"
    )


def test_what_was_not_run_fails_on_a_build_server(capsys, monkeypatch):
    monkeypatch.setenv("CI", "true")

    assert run.say_what_is_missing({need.marker: False for need in NEEDS}, whole=True) == 1
    assert run.say_what_is_missing({need.marker: True for need in NEEDS}, whole=True) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NEEDS) + 1


def test_what_only_the_full_sizes_need_is_missed_by_them_alone(capsys, monkeypatch):
    monkeypatch.setenv("CI", "true")
    has = {need.marker: not need.is_long for need in NEEDS}

    assert run.say_what_is_missing(has) == 0
    assert capsys.readouterr().out == ""
    assert run.say_what_is_missing(has, whole=True) == 1
    assert "npm install --global vnu-jar" in capsys.readouterr().out


def test_server_that_merely_answers_is_not_used():
    assert {name: available({})[name] for name in ("postgresql", "redis")} == {"postgresql": False, "redis": False}


@pytest.fixture
def started(monkeypatch, tmp_path) -> list[tuple[list[str], dict[str, str]]]:
    """The runs of pytest that would be started, as (arguments, environment), on a machine that has everything."""
    runs: list[tuple[list[str], dict[str, str]]] = []

    def start(arguments: list[str], more: dict[str, str] | None = None) -> int:
        runs.append((list(arguments), more or {}))
        return 0

    monkeypatch.setattr(run, "pytest", start)
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "available", lambda: {need.marker: True for need in NEEDS})
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://there")
    monkeypatch.delenv("CI", raising=False)
    return runs


def parts(runs: list[tuple[list[str], dict[str, str]]]) -> list[tuple[str, str]]:
    """(part, address of its database) of each run."""
    return [(arguments[arguments.index("--part") + 1], more[RUN_URL]) for arguments, more in runs]


@pytest.mark.parametrize("arguments", [[], ["--long"], ["-x", "--ff"], ["-k", "games"], ["--maxfail", "2"]])
def test_options_go_to_all_runs(arguments, started, capsys):
    code = run.main(arguments)

    assert code == 0
    assert parts(started) == [("rules", ""), ("app", ""), ("engine", "postgres://there"), ("browser", "")]
    assert all(ran[len(ran) - len(arguments) :] == arguments for ran, _more in started)
    printed = capsys.readouterr().out
    assert not any(need.command in printed for need in NEEDS)


def test_each_part_is_run_on_all_cores(started, monkeypatch):
    monkeypatch.setattr(run, "cores", lambda: 4)

    run.main([])

    assert [ran[ran.index("-n") + 1] for ran, _more in started] == ["4", "4", "4", "6"]


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ({"app": 0}, 0),
        ({"engine": 1}, 1),
        ({}, 5),
    ],
)
def test_options_that_choose_nothing_for_some_of_the_runs(codes, worst, started, monkeypatch):
    monkeypatch.setattr(run, "pytest", lambda ran, more: codes.get(ran[ran.index("--part") + 1], 5))

    assert run.main(["-k", "something"]) == worst


@pytest.mark.parametrize(("failed", "asked"), [(0, False), (2, True), (run.A_FEW + 1, False)])
def test_few_failures_are_tried_alone_and_the_run_has_failed_all_the_same(failed, asked, started, monkeypatch, capsys):
    part = run.Part("SQLite", "app")
    found = part.folder / "v" / "cache" / "lastfailed"
    found.parent.mkdir(parents=True)
    found.write_text(json.dumps({f"test_{number}": True for number in range(failed)}))
    again: list[list[str]] = []

    def start(arguments: list[str], more: dict[str, str]) -> int:
        if "--last-failed" in arguments:
            again.append(arguments)
            return 0
        return int("app" in arguments)

    monkeypatch.setattr(run, "pytest", start)

    assert run.main([]) == 1
    assert [ran[:2] for ran in again] == [["--part", "app"]] * asked
    assert ("test_0, test_1" in capsys.readouterr().out) is asked


def test_place_is_run_on_sqlite_and_the_rest_is_said(started, capsys, monkeypatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(run, "pytest", lambda arguments: asked.append(arguments) or 0)
    monkeypatch.setattr(run, "ROOT", ROOT)
    monkeypatch.delenv(RUN_URL, raising=False)

    code = run.main(["-x", "tests/test_run.py::test_one[a b]"])

    assert (code, started) == (0, [])
    assert asked == [["-x", "tests/test_run.py::test_one[a b]"]]
    assert capsys.readouterr().out == (
        'Not run: this on PostgreSQL. To add: SCOREKEEPER_TEST_RUN_URL="$TEST_DATABASE_URL" '
        "python3 manage.py test --part engine -x 'tests/test_run.py::test_one[a b]'\n"
    )


def test_place_is_run_where_the_run_is_sent(started, capsys, monkeypatch):
    monkeypatch.setattr(run, "ROOT", ROOT)
    monkeypatch.setattr(run, "pytest", lambda arguments: 0)
    monkeypatch.setenv(RUN_URL, "postgres://there")

    assert run.main(["--part", "engine", "tests/play"]) == 0
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


def test_what_must_be_covered_completely_is_what_the_contract_of_imports_calls_pure():
    """Each by the name that coverage takes: of the path of a file it would measure nothing, and find nothing wrong."""
    contracts = tomllib.loads((run.ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (pure,) = [contract["source_modules"] for contract in contracts if contract["name"] == "pure stays pure"]

    named = [run.named(place) for place in run.PURE]

    expected = {name for name in pure if "*" not in name}
    for pattern in (name for name in pure if "*" in name):
        found = run.ROOT.glob(f"{pattern.replace('.', '/')}.py")
        expected |= {".".join(path.relative_to(run.ROOT).with_suffix("").parts) for path in found}
    assert {place.replace("/", ".") for place in named} == expected
    for place in named:
        assert (run.ROOT / place).is_dir() or (run.ROOT / (place.replace(".", "/") + ".py")).is_file()
