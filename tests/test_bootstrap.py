"""The set-up at the head of `manage.py`, run for real in copies of it: with a package of our own, and with no index."""

import ast
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper import bootstrap

ROOT = Path(__file__).resolve().parent.parent
SYSTEM_PYTHON = Path("/usr/bin/python3")
RUNS_IN = "def main(arguments):\n    import sys, greeting\n    print('runs in', sys.prefix)\n    return 0\n"


def make_wheel(folder: Path, text: str = "hello", *, name: str = "greeting", version: int = 1, more: str = "") -> str:
    """A wheel of one module in `folder`; the line of a lock that names it."""
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"TEXT = {text!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(
        f"{part},sha256={base64.urlsafe_b64encode(hashlib.sha256(body.encode()).digest()).decode().rstrip('=')},"
        f"{len(body)}\n"
        for part, body in files.items()
    )
    files[f"{info}/RECORD"] = record + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(wheel, "w") as archive:
        for part, body in files.items():
            archive.writestr(part, body)
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def make_copy(root: Path) -> Path:
    """A copy of the command whose locks name one small package that lies beside it; its suite says where it runs."""
    for folder in ("scorekeeper", "requirements", "tests", "wheels"):
        (root / folder).mkdir(parents=True)
    shutil.copy(ROOT / "manage.py", root)
    for name in ("__init__.py", "bootstrap.py"):
        shutil.copy(ROOT / "scorekeeper" / name, root / "scorekeeper")
    lock = make_wheel(root / "wheels")
    for name in ("base", "dev"):
        (root / "requirements" / f"{name}.txt").write_text(lock)
    (root / "tests" / "run.py").write_text(RUNS_IN)
    return root


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy that was never started."""
    return make_copy(tmp_path / "a copy")  # people have spaces in their paths


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> "tuple[Path, subprocess.CompletedProcess[str]]":
    """A copy and how its first start went."""
    root = make_copy(tmp_path_factory.mktemp("first") / "a copy")
    return root, start(root)


@pytest.fixture
def installed(first_start: "tuple[Path, subprocess.CompletedProcess[str]]", tmp_path: Path) -> Path:
    """A copy that was started before."""
    return Path(shutil.copytree(first_start[0], tmp_path / "a copy", symlinks=True))


def environ(root: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A bare environment whose only packages lie in the copy."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(root),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": (root / "wheels").as_uri(),
        **(more or {}),
    }


def start(root: Path, *arguments: str, python: str = sys.executable, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [python, "manage.py", *(arguments or ("test",))],
        cwd=root,
        env=environ(root, more),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def outdated(installed: Path) -> Path:
    """A copy that was started before and whose lock has changed since."""
    lock = installed / "requirements" / "dev.txt"
    lock.write_text("# changed\n" + lock.read_text())
    shutil.rmtree(next((installed / ".venv").glob("lib/*/site-packages/greeting-1.dist-info")))
    return installed


def test_first_start_installs_and_goes_on_inside(first_start):
    copy, done = first_start

    assert done.stdout == f"runs in {copy / '.venv'}\n", done.stderr
    assert done.stderr.splitlines() == [
        "scorekeeper: making .venv",
        "scorekeeper: installing the locked packages into .venv (about half a minute, once)",
    ]
    assert done.returncode == 0


def test_second_start_installs_nothing(installed: Path):
    done = start(installed)

    assert done.stderr == ""
    assert done.stdout == f"runs in {installed / '.venv'}\n"


def test_changed_lock_is_installed_again(installed: Path):
    lock = make_wheel(installed / "wheels", text="good day")
    (installed / "requirements" / "dev.txt").write_text("# changed\n" + lock)

    done = start(installed)

    assert [line.split()[1] for line in done.stderr.splitlines()] == ["installing"]
    assert done.returncode == 0
    assert start(installed).stderr == ""


def test_a_release_newer_than_the_lock_changes_nothing(outdated: Path):
    """Of a package, too, that another of the lock wants with an extra: there pip once looked for the newest."""
    wheels = outdated / "wheels"
    lock = make_wheel(wheels, more="Requires-Dist: farewell[loud]>=1\n")
    loud = "Provides-Extra: loud\n"
    lock += make_wheel(wheels, "bye", name="farewell", version=1, more=loud)
    make_wheel(wheels, "so long", name="farewell", version=2, more=loud)
    (outdated / "requirements" / "dev.txt").write_text(lock)

    done = start(outdated)

    assert done.returncode == 0, done.stderr
    said = subprocess.run(
        [bootstrap.interpreter(str(outdated / ".venv")), "-c", "import farewell; print(farewell.TEXT)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "bye\n"


def test_lock_of_the_tests_is_not_needed_by_the_demo(installed: Path):
    (installed / "requirements" / "dev.txt").write_text("nothing-of-this-name==1 --hash=sha256:" + "0" * 64)

    done = start(installed, "demo")

    assert "ModuleNotFoundError: No module named 'django'" in done.stderr  # it has come past the set-up
    assert "scorekeeper: " not in done.stderr


def test_half_made_venv_heals(installed: Path):
    venv = installed / ".venv"
    (venv / "leftover").touch()
    Path(bootstrap.interpreter(str(venv))).unlink()

    done = start(installed)

    assert done.stdout == f"runs in {venv}\n", done.stderr
    assert not (venv / "leftover").exists()


@pytest.mark.parametrize("text", [None, "{", "[1]", "", '{"python": "3.11.0rc1"}'])
def test_stamp_that_tells_nothing_makes_venv_anew(text: str | None, copy: Path, monkeypatch):
    made: list[str] = []
    monkeypatch.setattr(bootstrap, "make_venv", made.append)
    monkeypatch.setattr(bootstrap, "install", lambda venv, lock: made.append(lock))
    venv = copy / ".venv"
    interpreter = Path(bootstrap.interpreter(str(venv)))
    interpreter.parent.mkdir(parents=True)
    interpreter.touch()
    if text is not None:
        (venv / bootstrap.STAMP).write_text(text)

    bootstrap.prepare(str(copy), "dev")

    assert made == [str(venv), str(copy / "requirements" / "dev.txt")]
    assert bootstrap.read_stamp(str(venv)) == bootstrap.stamp(str(copy), "dev")


def sentence(done: "subprocess.CompletedProcess[str]") -> str:
    """The one sentence a failed set-up ends with."""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    *steps, last = done.stderr.splitlines()
    assert all(step.startswith(("scorekeeper: making", "scorekeeper: installing")) for step in steps)
    assert last.startswith("scorekeeper: ")
    return last


def test_index_that_can_not_be_reached_is_one_sentence(outdated: Path):
    for wheel in (outdated / "wheels").iterdir():
        wheel.unlink()

    done = start(outdated, PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1")

    assert "the package index can't be reached; check the network" in sentence(done)
    assert "Start the same command again" in sentence(done)
    assert (outdated / ".venv-install.log").exists()


def test_failed_installation_is_made_anew_once_it_can_be(outdated: Path):
    wheel = next((outdated / "wheels").iterdir())
    wheel.rename(outdated / wheel.name)
    failed = start(outdated)
    (outdated / wheel.name).rename(wheel)

    done = start(outdated)

    assert "the package index has no ready-made package for this machine" in sentence(failed)
    assert done.stdout == f"runs in {outdated / '.venv'}\n"
    assert "scorekeeper: making .venv" in done.stderr


def test_package_with_another_hash_is_refused_in_one_sentence(outdated: Path):
    make_wheel(outdated / "wheels", text="something else")

    assert "a downloaded package is not the one the lock file names" in sentence(start(outdated))


def test_file_in_the_place_of_venv_is_one_sentence(copy: Path):
    (copy / ".venv").write_text("somebody's notes")

    assert "could not make the virtual environment" in sentence(start(copy))


def python_with_pip() -> str:
    """This Python or, where uv made our environment and left pip out of it, the one it was made from."""
    for python in (sys.executable, sys._base_executable):  # type: ignore[attr-defined]
        if bootstrap.works([python, "-m", "pip", "--version"]):
            return python
    pytest.skip("no Python here has pip")


def test_missing_pip_in_venv_is_made_up_for_by_the_one_outside(copy: Path):
    """Debian without python3-venv has no ensurepip; its own pip can still install into a bare environment."""
    driver = (
        "import importlib.util, sys; sys.path.insert(0, '.');"
        "find = importlib.util.find_spec;"
        "importlib.util.find_spec = lambda name: None if name == 'ensurepip' else find(name);"
        "from scorekeeper import bootstrap;"
        "print(bootstrap.prepare('.', 'dev'))"
    )
    done = subprocess.run(
        [python_with_pip(), "-c", driver], cwd=copy, env=environ(copy), capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert not list((copy / ".venv").glob("lib/*/site-packages/pip"))
    assert list((copy / ".venv").glob("lib/*/site-packages/greeting.py"))
    assert start(copy).stderr == ""


def test_python_of_the_system_does(copy: Path):
    done = start(copy, python=str(SYSTEM_PYTHON if SYSTEM_PYTHON.exists() else sys.executable))

    assert done.stdout == f"runs in {copy / '.venv'}\n" or "Scorekeeper needs Python" in done.stderr


def test_python_without_venv_is_told_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(bootstrap.SetupError, match=r"no working venv module.*apt install python3\.\d+-venv"):
        bootstrap.make_venv(str(tmp_path / ".venv"))


def test_python_without_any_pip_is_told_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap, "works", lambda command: False)

    with pytest.raises(bootstrap.SetupError, match="no working venv module"):
        bootstrap.install(str(tmp_path / ".venv"), "lock.txt")


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10)])
def test_too_old_a_python_is_told_so(version, monkeypatch):
    class Info(tuple[int, ...]):
        __slots__ = ()

    monkeypatch.setattr(sys, "version_info", Info((*version, 1)))

    with pytest.raises(SystemExit) as left:
        bootstrap.ensure(["manage.py", "demo"])

    said = f"scorekeeper: this is Python {version[0]}.{version[1]}; Scorekeeper needs Python 3.11, 3.12 or 3.13. "
    assert str(left.value).startswith(said)


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_supported_python_passes(version):
    bootstrap.check_version(version)


@pytest.mark.parametrize("path", ["manage.py", "scorekeeper/__init__.py", "scorekeeper/bootstrap.py"])
def test_head_can_be_read_by_an_old_python(path):
    ast.parse((ROOT / path).read_text(), feature_version=(3, 4))


def test_head_imports_the_standard_library_only():
    tree = ast.parse((ROOT / "scorekeeper" / "bootstrap.py").read_text())
    imported = {
        name.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }

    assert imported <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def test_uv_is_used_where_there_is_one(copy: Path, first_start, tmp_path: Path):
    """A uv of ours that writes down how it is called, copies an environment and installs with its pip."""
    tools = tmp_path / "tools"
    tools.mkdir()
    uv = tools / "uv"
    uv.write_text(
        f"#!{sys.executable}\n"
        "import shutil, subprocess, sys\n"
        "said = sys.argv[1:]\n"
        f"print(said, file=open({str(tmp_path / 'calls')!r}, 'a'))\n"
        "if said[0] == 'venv':\n"
        f"    bare = shutil.ignore_patterns('greeting*', {bootstrap.STAMP!r})\n"
        f"    sys.exit(not shutil.copytree({str(first_start[0] / '.venv')!r}, said[-1], symlinks=True, ignore=bare))\n"
        "python, rest = said[said.index('--python') + 1], said[said.index('--python') + 2:]\n"
        "sys.exit(subprocess.call([python, '-m', 'pip', 'install', *rest]))\n"
    )
    uv.chmod(0o755)

    done = start(copy, PATH=f"{tools}:/usr/bin:/bin")

    assert done.returncode == 0, done.stderr
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [call.split(",")[0] for call in calls] == ["['venv'", "['pip'"]
    assert "'--no-deps', '--require-hashes', '--only-binary=:all:'" in calls[1]


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full; make some room"),
        ("ensurepip is not available", bootstrap.missing_venv()),
        ("some text\nlast words\n\n", "last words"),
        ("", "it printed nothing"),
    ],
)
def test_cause_is_named(output, cause):
    assert bootstrap.reason(output) == cause


def test_packages_are_left_to_others_when_told_so(monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_VENV", "off")

    bootstrap.ensure(["manage.py", "demo"], root="/there/is/no/such/folder")


def test_set_up_that_is_stopped_says_so(monkeypatch):
    def stopped(root: str, lock: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.delenv("SCOREKEEPER_VENV", raising=False)
    monkeypatch.setattr(bootstrap, "prepare", stopped)

    with pytest.raises(SystemExit) as left:
        bootstrap.ensure(["manage.py", "demo"])

    assert str(left.value) == "scorekeeper: stopped. The same command goes on where it was."
