from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from scorekeeper.common.outages import refusal


class Command(migrate.Command):
    """Django's own, which a database that can't be taken over does not reach."""

    requires_system_checks = (Tags.models, Tags.database)  # pages and settings are looked at by `check`

    def execute(self, *args: Any, **options: Any) -> str | None:
        if reason := refusal(connections[options["database"]]):
            raise CommandError(reason)
        return super().execute(*args, **options)
