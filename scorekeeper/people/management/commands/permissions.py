"""The matrix of permissions: print it, write it, or say whether docs/permissions.md is what the policies say."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.people.matrix import document

FILE = "docs/permissions.md"
ROOT = Path(__file__).resolve().parents[4]


class Command(BaseCommand):
    """Print who may do what."""

    help = f"Print who may do what, by the policies. --write puts it into {FILE}, --check compares the two."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help=f"write {FILE}")
        parser.add_argument("--check", action="store_true", help=f"fail if {FILE} says something else")

    def handle(self, **options: Any) -> None:
        path, page = ROOT / FILE, document()
        if options["write"]:
            path.write_text(page)
        elif options["check"]:
            if not path.exists() or path.read_text() != page:
                raise CommandError(f"{FILE} is not what the policies say: run `manage.py permissions --write`.")
        else:
            self.stdout.write(page)
