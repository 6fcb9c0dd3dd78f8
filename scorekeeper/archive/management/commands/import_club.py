from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.archive.schema import schema
from scorekeeper.archive.writing import document


class Command(BaseCommand):
    help = "Bring a club along."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of an archive and stop")

    def handle(self, *args: object, **options: Any) -> None:
        self.stdout.write(document(schema()).decode(), ending="")
