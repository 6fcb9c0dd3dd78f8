import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorekeeper.pairing.cases import Unreadable, differences


class Command(BaseCommand):
    help = (
        "Run a file of worked cases of drawing, standings and prizes, and say where this code finds something else. "
        "Exit code 1 where it does or a case can't be read, 2 where the file can't."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="VECTORS.json", help="an object with a list of `cases`")

    def handle(self, *args: object, **options: Any) -> None:
        cases = _cases(options["path"])
        bad = 0
        for number, case in enumerate(cases, 1):
            name = case.get("id", number) if isinstance(case, dict) else number
            try:
                found = [f"{path}: expected {want!r}, got {got!r}" for path, want, got in differences(case)]
            except Unreadable as unreadable:
                found = [str(unreadable)]
            for line in found:
                self.stdout.write(f"{name}: {line}")
            bad += bool(found)
        if bad:
            raise CommandError(f"{bad} of {len(cases)} cases differ", returncode=1)
        self.stdout.write(f"{len(cases)} cases, no difference")


def _cases(path: Path) -> list[Any]:
    """Raises CommandError where the file holds none."""
    try:
        cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    except (OSError, ValueError, RecursionError, KeyError, TypeError) as error:
        raise CommandError(f"{path} is no file of worked cases: {error}", returncode=2) from None
    if not isinstance(cases, list) or not cases:
        raise CommandError(f"{path} has no list of cases", returncode=2)
    return cases
