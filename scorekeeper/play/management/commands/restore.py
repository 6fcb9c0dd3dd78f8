from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper.play.checks import lost
from scorekeeper.play.upkeep.backups import Failed, put_back


class Command(BaseCommand):
    help = "Make the database what a backup holds, whole or not at all; then run migrate and verify."
    requires_system_checks = ()  # there may be nothing yet to be checked

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="what `backup` has made on the same kind of database")
        parser.add_argument("--force", action="store_true", help="replace all that the database holds now")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            summary = put_back(options["path"], force=options["force"])
        except Failed as failed:
            raise CommandError(str(failed)) from None
        if gone := lost(connection):
            raise CommandError(f"restored, but the triggers {', '.join(gone)} are missing")
        self.stdout.write(f"restored: {summary}. Now run migrate and verify.")
