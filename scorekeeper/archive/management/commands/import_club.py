from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scorekeeper.archive.bringing import Brought, Owner, bring
from scorekeeper.archive.columns import schema
from scorekeeper.archive.reading import Archive, opened
from scorekeeper.archive.writing import document
from scorekeeper.common.errors import Refused
from scorekeeper.common.texts import translated


class Command(BaseCommand):
    help = (
        "Bring a club along from an archive that its owner has made: say what would come, --write brings it, whole or"
        " not at all. Exit code 1 where it can't be brought, with every reason."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, nargs="?", help="the archive")
        parser.add_argument("--write", action="store_true", help="bring it; else all of it is tried and taken back")
        parser.add_argument("--owner", metavar="ADDRESS", default="", help="who shall own it here")
        parser.add_argument(
            "--as",
            dest="place",
            metavar="NAME",
            default="",
            help="whose account of the archive, by name or id, is theirs",
        )
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of an archive instead")

    def handle(self, *args: object, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(document(schema()).decode(), ending="")
            return
        owner = _owner(options["owner"], options["place"])
        try:
            with _file(options["path"]) as file, opened(file) as archive:
                brought = bring(archive, owner=owner, now=timezone.now(), keep=options["write"])
                self._tell(archive, brought, written=options["write"])
        except Refused as refused:
            raise CommandError("\n".join(translated(problem.message) for problem in refused.problems)) from None

    def _tell(self, archive: Archive, brought: Brought, *, written: bool) -> None:
        say = self.stdout.write
        say(f"{brought.club.name} ({brought.club.pk}), made {archive.made_at} by Scorekeeper {archive.app}")
        for label, many in brought.tables.items():
            if many:
                say(f"{many:>9}  {label}")
        say(f"Accounts known here: {', '.join(brought.there) or 'none'}")
        say(f"Accounts that come along, locked: {', '.join(brought.awaited) or 'none'}")
        say(f"Owner here: {brought.owner or 'nobody new'}")
        say("Every sum and every chain is what the hands make.")
        done = f"Brought along: {brought.rows} rows." if written else "Nothing was written; --write brings it."
        say(done)


def _owner(address: str, place: str) -> Owner | None:
    if place and not address:
        raise CommandError("--as says whose account --owner gets: name the address with --owner")
    return Owner(address, place) if address else None


def _file(path: Path | None) -> Any:
    if path is None:
        raise CommandError("name the archive: import_club FILE")
    try:
        return path.open("rb")
    except OSError as error:
        raise CommandError(f"{path} can't be opened: {error.strerror}") from None
