"""`manage.py demo`: a club to look around in, on this machine, in seconds. It is served from this process: by gunicorn
where that runs, by Django's own server on Windows.
"""

import hashlib
import os
import socket
import sqlite3
from argparse import ArgumentParser
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

THREADS = 8
THIS_MACHINE = "127.0.0.1"
EVERY_INTERFACE = "0.0.0.0"  # noqa: S104 only when asked for with --lan


def listen(port: int, *, lan: bool) -> socket.socket:
    """A socket that takes requests from now on.

    Raises:
        OSError: the port is taken, or not ours to take.
    """
    listener = socket.create_server((EVERY_INTERFACE if lan else THIS_MACHINE, port), backlog=128)
    listener.set_inheritable(True)
    return listener


def address_in_network() -> str | None:
    """This machine's address in its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def serve(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `ready` is called once requests are answered."""
    if os.name == "nt":
        _serve_plainly(application, listener, ready)
    else:
        _serve_with_gunicorn(application, listener, ready)


def _serve_with_gunicorn(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    from gunicorn.app.base import BaseApplication

    options = {
        "bind": f"fd://{listener.fileno()}",
        "worker_class": "scorekeeper.common.worker.Worker",
        "workers": 1,
        "threads": THREADS,
        "preload_app": True,
        "control_socket_disable": True,
        "graceful_timeout": 2,
        "loglevel": "warning",
        "when_ready": lambda _arbiter: ready(),
    }

    class Demo(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return application

    Demo().run()


def _serve_plainly(application: WSGIHandler, listener: socket.socket, ready: Callable[[], None]) -> None:
    from django.core.servers.basehttp import ServerHandler, ThreadedWSGIServer, WSGIRequestHandler

    class Handler(WSGIRequestHandler):
        server_version, sys_version = "Scorekeeper", ""  # of what it refuses itself

    ServerHandler.server_software = "Scorekeeper"  # whoever asks need not know which Python this is

    host, port = listener.getsockname()
    listener.close()
    server = ThreadedWSGIServer((host, port), Handler)
    server.set_app(application)
    ready()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


ROOT = Path(__file__).resolve().parent.parent.parent
MADE_FROM = ("requirements/base.txt", "scorekeeper/*/migrations/*.py", "scorekeeper/demo/**/*.py")


def mark(root: Path = ROOT) -> int:
    """What a file made by this version carries: 31 bits, never 0, which is what a new file has."""
    digest = hashlib.sha256()
    for pattern in MADE_FROM:
        for path in sorted(root.glob(pattern)):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return int.from_bytes(digest.digest()[:4], "big") >> 1 or 1


def is_fresh(file: Path) -> bool:
    return _user_version(file) == mark()


def _user_version(file: Path) -> int:
    if not file.exists():
        return 0
    connection = sqlite3.connect(file)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def set_fresh(file: Path) -> None:
    """Written last, so that a file that was not finished is gone over again."""
    connection = sqlite3.connect(file)
    try:
        connection.execute(f"PRAGMA user_version = {mark()}")
    finally:
        connection.close()


PORT = 8000
PLAIN_HTTP = (
    "Over plain http phones can join, record and follow, but not go on without a connection:\n"
    "browsers allow that only over https (docs/offline.md) or on this machine itself."
)


class Command(BaseCommand):
    help = "Make the demo club in an SQLite file and serve it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=PORT, help=f"the port to serve at (default: {PORT})")
        parser.add_argument("--lan", action="store_true", help="let phones in the same network in")
        parser.add_argument("--no-serve", action="store_true", help="only make the club")

    def handle(self, *args: Any, **options: Any) -> None:
        file = demo_file()
        listener = None if options["no_serve"] else self._listen(options["port"], lan=options["lan"])
        if not is_fresh(file):
            self._make(file)
        if listener:
            self._serve(listener, lan=options["lan"])
        else:
            self.stdout.write(f"The demo club is in {file}.")

    def _listen(self, port: int, *, lan: bool) -> socket.socket:
        try:
            return listen(port, lan=lan)
        except (OSError, OverflowError) as error:
            hint = f"Choose another one: python3 manage.py demo --port {port + 1 if 0 < port < 65535 else PORT}"
            raise CommandError(f"Port {port} can't be used ({error}). {hint}") from None

    def _make(self, file: Path) -> None:
        from scorekeeper.demo.seeding import seed

        self.stdout.write("Making the demo club (a few seconds, once) ...")
        file.parent.mkdir(parents=True, exist_ok=True)
        call_command("migrate", verbosity=0, interactive=False)
        seed(now=timezone.now())
        connections.close_all()
        set_fresh(file)

    def _serve(self, listener: socket.socket, *, lan: bool) -> None:
        from django.urls import get_resolver

        from scorekeeper.wsgi import application

        _ = get_resolver().url_patterns  # now, so that the first page is as quick as the others
        port = listener.getsockname()[1]
        serve(application, listener, lambda: self._say_where(port, lan=lan))

    def _say_where(self, port: int, *, lan: bool) -> None:
        self.stdout.write(f"Scorekeeper is at {self.style.SUCCESS(f'http://127.0.0.1:{port}/')}")
        self.stdout.write(sign_in())
        if lan:
            self._say_where_in_network(port)
        else:
            self.stdout.write("Phones in the same network can join with --lan.")
        self.stdout.write("Ctrl-C ends it.")
        self.stdout.flush()

    def _say_where_in_network(self, port: int) -> None:
        address = address_in_network()
        if address is None:
            self.stdout.write("This machine is in no network: there is no address for phones.")
            return
        import segno

        url = f"http://{address}:{port}/"
        self.stdout.write(f"Phones in the same network: {url}")
        drawing = StringIO()
        segno.make(url, error="l", micro=False).terminal(out=drawing, compact=True, border=2)
        self.stdout.write(drawing.getvalue())
        self.stdout.write(PLAIN_HTTP)


def demo_file() -> Path:
    """The file of the demo.

    Raises:
        CommandError: this installation runs on a database that is none of the demo's.
    """
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        raise CommandError("The demo fills an SQLite file. Start it without DATABASE_URL.")
    return Path(database["NAME"])


def sign_in() -> str:
    """How to come in."""
    from scorekeeper.demo.cast import MEMBERS, PASSWORD

    people = "\n".join(f"  {member.email:28} {member.role}" for member in MEMBERS[:4])
    return (
        f"Sign in with the password {PASSWORD} as one of\n{people}\n"
        "or with a code: the mail that brings it is printed here."
    )
