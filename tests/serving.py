"""The real app as processes of its own: what a browser, or many recorders at once, talk to."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30  # seconds until something that has to come is given up


def environ_for(database_url: str, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of an app on this database, apart from that of the suite."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "COVERAGE"))}
    return {
        **ours,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.development",
        "DATABASE_URL": database_url,
        "SCOREKEEPER_SECRET": "of this test server alone",
        "SCOREKEEPER_API_RATE": "100000/min",
        "PYTHONUNBUFFERED": "1",
        **(more or {}),
    }


def run_python(arguments: list[str], environ: Mapping[str, str]) -> str:
    """What a Python process beside the server prints; a failure shows all it said."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=dict(environ), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Running:
    """A process of the app. Everything it prints is kept, and can be waited for."""

    def __init__(self, arguments: list[str], environ: Mapping[str, str], **options: Any) -> None:
        self.environ = environ
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=dict(environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **options,
        )
        self._printed: list[str] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def log(self) -> str:
        with self._more:
            return "".join(self._printed)

    def wait_for(self, pattern: str, *, after: int = 0) -> "re.Match[str]":
        """The first place where what the server printed (from character `after` on) matches; waits for it."""
        found: list[re.Match[str]] = []

        def seen() -> bool:
            match = re.compile(pattern, re.DOTALL).search("".join(self._printed), after)
            if match:
                found.append(match)
            return bool(match) or not self._reader.is_alive()

        with self._more:
            self._more.wait_for(seen, PATIENCE)
        assert found, f"the server never printed {pattern!r}; it printed:\n{self.log}"
        return found[0]

    def mail_to(self, address: str, *, after: int = 0) -> str:
        """The first mail to this address that the server sent from character `after` of its log on."""
        return self.wait_for(rf"To: {re.escape(address)}\n.*?-{{20,}}\n", after=after).group()

    def code_for(self, address: str, *, after: int = 0) -> str:
        """The code in that mail: what somebody types who signs in by mail."""
        code = re.search(r"^\s*([0-9A-Z]{3,}(?:-[0-9A-Z]{3,})?)\s*$", self.mail_to(address, after=after), re.MULTILINE)
        assert code, self.log
        return code.group(1)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            with self._more:
                self._printed.append(line)
                self._more.notify_all()
        with self._more:
            self._more.notify_all()


class Beside:
    """A process of `tests.answering`, for what a test does behind the server's back."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "tests.answering"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=dict(environ), stdin=pipe, stdout=pipe, text=True)

    def ask(self, code: str) -> str:
        """What this code prints."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"failed": "the process beside the server has ended"}')
        assert "printed" in answer, answer["failed"]
        return str(answer["printed"])

    def stop(self) -> None:
        self.process.communicate()  # with nothing more to read it ends by itself


class Server(Running):
    """The running app. `url` is where it answers."""

    def __init__(self, url: str, arguments: list[str], environ: Mapping[str, str], **options: Any) -> None:
        super().__init__(arguments, environ, **options)
        self.url = url
        self._beside: Beside | None = None

    def python(self, code: str) -> Any:
        """Run code with Django set up on the server's database; the JSON it prints last.

        For what a journey is not about, for example `from tests import factories; ...; print(json.dumps(...))`.
        """
        if self._beside is None:
            self._beside = Beside(self.environ)
        printed = self._beside.ask(code).strip()
        return json.loads(printed.splitlines()[-1]) if printed else None

    def manage(self, *arguments: str) -> str:
        """What a management command prints."""
        return run_python(["-m", "django", *arguments], self.environ)

    def stop(self) -> None:
        if self._beside:
            self._beside.stop()
        super().stop()


@contextmanager
def serving(
    database_url: str,
    *,
    workers: int = 1,
    threads: int = 8,
    environ: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    wsgi: str = "scorekeeper.wsgi",
) -> Iterator[Server]:
    """The app under gunicorn (`options` are its own) on a port of its own, on a database that is migrated already;
    another one by its `wsgi` module."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        # The server inherits the listening socket: nobody else can take the port in between.
        arguments = ["-m", "gunicorn", wsgi, "--no-control-socket"]
        arguments += ["--worker-class", "scorekeeper.common.worker.Worker"]
        arguments += ["--logger-class", "scorekeeper.common.worker.Log"]
        arguments += ["--workers", str(workers), "--threads", str(threads), "--graceful-timeout", "2"]
        arguments += ["--bind", f"fd://{listener.fileno()}", *options]
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = Server(url, arguments, environ_for(database_url, environ), pass_fds=[listener.fileno()])
    try:
        server.wait_for("Booting worker")
        yield server
    finally:
        server.stop()


PLAINLY = """
import django, signal; django.setup()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background has it ignored
from scorekeeper.demo.management.commands import demo
from scorekeeper.wsgi import application
listener = demo.listen(0, lan=False)
port = listener.getsockname()[1]
demo._serve_plainly(application, listener, lambda: print("port", port, flush=True))
"""


@contextmanager
def serving_plainly(database_url: str, environ: Mapping[str, str] | None = None) -> Iterator[Server]:
    """The app as the demo serves it on Windows, where gunicorn does not run."""
    server = Server("", ["-c", PLAINLY], environ_for(database_url, environ))
    try:
        server.url = f"http://127.0.0.1:{server.wait_for(r'port ([0-9]+)').group(1)}"
        yield server
    finally:
        server.stop()


@contextmanager
def working(database_url: str, broker_url: str) -> Iterator[Running]:
    """A worker that does the background work of the app."""
    arguments = ["-m", "celery", "--app", "scorekeeper.celery", "worker", "--pool", "solo", "--loglevel", "info"]
    worker = Running(arguments, environ_for(database_url, {"REDIS_URL": broker_url}))
    try:
        worker.wait_for("ready\\.")
        yield worker
    finally:
        worker.stop()
