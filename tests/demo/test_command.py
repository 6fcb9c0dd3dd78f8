"""`manage.py demo` as somebody starts it."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from scorekeeper.demo.management.commands import demo
from tests.serving import PATIENCE, ROOT, environ_for, serving_plainly


def environ(tmp_path: Path) -> dict[str, str]:
    return environ_for(f"sqlite:///{tmp_path / 'new folder' / 'demo.sqlite3'}", {"SCOREKEEPER_VENV": "off"})


def run(tmp_path: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", "demo", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environ(tmp_path), capture_output=True, text=True, check=False)


@contextmanager
def running(tmp_path: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "manage.py", "demo", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said_until(process: "subprocess.Popen[str]", last: str) -> str:
    """What the command prints up to the line that begins with `last`."""
    said = ""
    for line in process.stdout or ():
        said += line
        if line.startswith(last):
            return said
    raise AssertionError(said)


@dataclass(frozen=True, slots=True)
class Start:
    """A first start of the demo: in which folder, what it printed, what it served, and how it ended."""

    folder: Path
    printed: str
    pages: list[tuple[int, str]]
    rest: str
    code: int


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Start:
    """One that made its club, served, and was ended by Ctrl-C."""
    folder = tmp_path_factory.mktemp("made")
    with running(folder) as process:
        printed = said_until(process, "Ctrl-C ends it.")
        url = re.search(r"http://127\.0\.0\.1:\d+/", printed)
        assert url, printed
        pages = [get(url.group()), get(url.group() + "static/css/base.css")]
        process.send_signal(signal.SIGINT)
        rest, _none = process.communicate(timeout=PATIENCE)
    return Start(folder, printed, pages, rest, process.returncode)


@pytest.fixture
def made(first: Start) -> Path:
    """A folder in which the demo has made its club."""
    return first.folder


def get(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


def test_demo_serves_and_ends(first: Start):
    assert [status for status, _body in first.pages] == [200, 200]
    assert first.printed.startswith("Making the demo club (a few seconds, once) ...\n")
    assert "renate@lindenhof.example     owner" in first.printed
    assert "Lindenhof-18-20-2" in first.printed
    assert first.code == 0
    assert "Traceback" not in first.rest


def test_second_start_makes_nothing(made: Path):
    second = run(made, "--no-serve")

    assert second.stdout == f"The demo club is in {made / 'new folder' / 'demo.sqlite3'}.\n"
    assert second.stderr == ""


def test_port_that_is_taken_is_one_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, "--port", str(port))

    assert done.returncode == 1
    assert re.fullmatch(
        rf"CommandError: Port {port} can't be used \(.*\)\. "
        rf"Choose another one: python3 manage\.py demo --port {port + 1}\n",
        done.stderr,
    )
    assert done.stdout == ""


def test_port_that_is_none_is_one_sentence(tmp_path: Path):
    done = run(tmp_path, "--port", "70000")

    assert done.stderr.startswith("CommandError: Port 70000 can't be used")
    assert len(done.stderr.splitlines()) == 1


def test_phones_get_a_code_to_scan(monkeypatch):
    monkeypatch.setattr(demo, "address_in_network", lambda: "192.0.2.7")
    out = io.StringIO()

    demo.Command(stdout=out)._say_where(8000, lan=True)

    assert "Phones in the same network: http://192.0.2.7:8000/" in out.getvalue()
    assert "█▄▄▄█" in out.getvalue()
    assert "not go on without a connection" in out.getvalue()  # over plain http


def test_machine_in_no_network_is_told_so(monkeypatch):
    monkeypatch.setattr(demo, "address_in_network", lambda: None)
    out = io.StringIO()

    demo.Command(stdout=out)._say_where(8000, lan=True)

    assert "This machine is in no network" in out.getvalue()


def test_lan_listens_on_every_interface():
    with demo.listen(0, lan=True) as everywhere, demo.listen(0, lan=False) as here:
        assert everywhere.getsockname()[0] == "0.0.0.0"
        assert here.getsockname()[0] == "127.0.0.1"


def test_address_in_network_is_no_loopback():
    found = demo.address_in_network()

    assert found is None or not found.startswith("127.")


def test_other_database_is_left_alone(monkeypatch):
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")

    with pytest.raises(CommandError, match="The demo fills an SQLite file"):
        call_command("demo", "--no-serve")


def test_file_is_fresh_once_marked(tmp_path: Path):
    file = tmp_path / "demo.sqlite3"
    assert not demo.is_fresh(file)

    demo.set_fresh(file)

    assert demo.is_fresh(file)


def test_new_migration_makes_the_file_stale(tmp_path: Path):
    before = demo.mark(tmp_path)
    migrations = tmp_path / "scorekeeper" / "play" / "migrations"
    migrations.mkdir(parents=True)
    (migrations / "0009_more.py").touch()

    assert demo.mark(tmp_path) != before
    assert 0 < demo.mark(tmp_path) < 2**31


def test_server_without_gunicorn_answers_and_ends(made: Path):
    """The way of Windows."""
    with serving_plainly(environ(made)["DATABASE_URL"]) as server:
        status, _body = get(f"{server.url}/healthz")
        os.kill(server.process.pid, signal.SIGINT)
        server.process.wait(PATIENCE)

    assert status == 200
    assert server.process.returncode == 0
