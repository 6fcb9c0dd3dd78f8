"""`manage.py demo`: a club to look around in, on this machine, in seconds."""

import socket
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from scorekeeper.demo.freshness import is_fresh, set_fresh
from scorekeeper.demo.serving import address_in_network, listen, serve

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
