"""A system check that the database itself keeps the money book balanced."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.common.migrating import waiting
from scorekeeper.payouts.guards import TABLES, missing


@register(Tags.database)
def triggers_stand(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """`check --database default` and `migrate` report each trigger that is missing."""
    return [
        Error(
            f"The trigger {name} is missing: bookings that do not balance could be written.",
            hint="Run the migrations; if it stays missing, restore from a backup and run `verify`.",
            id="payouts.E001",
        )
        for alias in databases or []
        if set(TABLES) <= set(connections[alias].introspection.table_names()) and not _waits(connections[alias])
        for name in missing(connections[alias])
    ]


def _waits(connection: BaseDatabaseWrapper) -> bool:
    """Whether a migration of the book is still to come: it may bring the trigger, and must not be kept from running."""
    return any(app == "payouts" for app, _name in waiting(connection))
