"""Whatever process of a server writes, each line of its log is one JSON object, with tracebacks inside."""

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import copy_sqlite
from tests.faults.test_broker import addresses, redis
from tests.serving import PATIENCE, ROOT, Running, environ_for, run_python, serving

SERVER = {
    "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.production",
    "SCOREKEEPER_SECRET": "abcdefghij0123456789" * 3,
    "SCOREKEEPER_HOSTS": "127.0.0.1",
    "SCOREKEEPER_HTTPS_REDIRECT": "off",
}
ENDS_BADLY = """
import threading, warnings
import django; django.setup()
warnings.warn("nobody should see this as two lines")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(); thread.join()
raise ValueError("/join/uQ4m5YkT0-bX_9zRw1LsNpAe7Hc/ is wrong")
"""


def as_json(text: str) -> list[dict[str, Any]]:
    """Each line read; a line that is none fails with its text."""
    lines = text.splitlines()
    other = [line for line in lines if not line.startswith("{")]
    assert other == []
    return [json.loads(line) for line in lines]


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a short name, because that of a unix socket may not be long."""
    with tempfile.TemporaryDirectory(prefix="lines-") as made:
        yield Path(made)


def test_a_command_that_breaks_says_so_in_lines(tmp_path):
    environ = environ_for(copy_sqlite(tmp_path / "one.sqlite3"), SERVER)

    ended = subprocess.run(
        [sys.executable, "-c", ENDS_BADLY], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )

    warning, of_thread, last = as_json(ended.stderr)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "nobody should see" in warning["event"]
    assert "ZeroDivisionError" in of_thread["event"]
    assert last["event"] == "ValueError: /join/.../ is wrong"
    assert "Traceback" in last["exception"]


def test_the_web_server_and_the_app_in_it_write_lines(tmp_path):
    with serving(copy_sqlite(tmp_path / "one.sqlite3"), environ=SERVER) as server:
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Worker exiting")

    events = [line["event"] for line in as_json(server.log)]
    assert any(event.startswith("Booting worker") for event in events)


def test_worker_and_timer_write_lines_when_their_broker_is_gone_too(folder):
    words = ["worker", "--beat", "--schedule", str(folder / "schedule"), "--concurrency", "1"]
    environ = environ_for(copy_sqlite(folder / "one.sqlite3"), {**SERVER, **addresses(folder)})

    with redis(folder) as broker:
        worker = Running(["-m", "celery", "--quiet", "--app", "scorekeeper.celery", *words], environ)
        try:
            worker.wait_for("ready\\.")
            worker.wait_for("beat: Starting")
            run_python(
                ["-m", "celery", "--app", "scorekeeper.celery", "call", "outbox.drain", "--args", "[1]"], environ
            )
            worker.wait_for("Traceback")
            broker.send_signal(signal.SIGKILL)
            broker.wait(PATIENCE)
            worker.wait_for("Cannot connect")
        finally:
            worker.stop()

    log, _farewell, rest = worker.log.partition("\nworker: Warm shutdown (MainProcess)\n")  # Celery's, when told to end
    lines = as_json(log + rest)
    failed = [line for line in lines if "Traceback" in line.get("exception", "")]
    assert "outbox.drain" in {line.get("task") for line in failed}  # and what the broker's end makes of others
