from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper.common.rights import NotGranted, grant
from scorekeeper.play.models import APPEND_ONLY

ROLE = "scorekeeper_app"


class Command(BaseCommand):
    help = (
        "Give the role that the app signs in as what it needs, and nothing by which a hand could be changed. "
        "PostgreSQL only; for who owns the tables, after every `migrate`."
    )
    requires_system_checks = ()  # one that looks at rights would find what this is here to mend

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", default=ROLE, help=f"the role; made where it is not there ({ROLE})")

    def handle(self, *args: object, **options: Any) -> None:
        role = options["role"]
        try:
            grant(connection, role, APPEND_ONLY, settings.SCOREKEEPER_APP_PASSWORD)
        except NotGranted as reason:
            raise CommandError(str(reason)) from None
        self.stdout.write(
            f"{role} may do what the app does, and change or delete nothing in these: {', '.join(sorted(APPEND_ONLY))}"
        )
